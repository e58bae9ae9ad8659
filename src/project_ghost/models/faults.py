"""Faults that a scenario puts into a run at a time.

A `FaultWindow` says when. Connected to a sensor's `dropped` it silences it; with a gain to
`extra_latency` it delays it (`graph.connect("late.active", "gnss.extra_latency", gain=3.0)`);
to the `active` of a `StuckActuator` between a controller and a plant it holds a command.
`LateCommands`, in the same place, lets commands come later. `Removals` takes actors out of a table.
"""

from math import inf

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Block, Input, Kernel, Output, Parameter, Size, State

from .common.requirements import numbers_of, require_whole_ns

__all__ = ["NEVER_NS", "FaultWindow", "LateCommands", "Removals", "StuckActuator"]


# A time that never comes: 146 years, and exact in a float.
NEVER_NS = 1 << 62


class FaultWindow(Block):
    """1 from `start_ns` until just before `stop_ns`, else 0."""

    start_ns = Parameter(unit="ns")
    stop_ns = Parameter(NEVER_NS, unit="ns")
    active = Output()

    def __init__(self, start_ns: int, stop_ns: int = NEVER_NS) -> None:
        super().__init__(start_ns=start_ns, stop_ns=stop_ns)
        require_whole_ns(self, "start_ns", "stop_ns")
        if stop_ns < start_ns:
            raise InputError(
                f"'start_ns' is {start_ns!r} and 'stop_ns' is {stop_ns!r}",
                "FaultWindow",
                "a stop that is not before the start",
                "swap the two, or leave stop_ns out",
                key="start_ns",
            )

    @staticmethod
    def output(time_ns: int, start_ns: float, stop_ns: float) -> float:
        """Whether this instant is within."""
        return 1.0 if start_ns <= time_ns < stop_ns else 0.0


class StuckActuator(Kernel):
    """A command that passes, or stays as it was when the fault began.

    While `active` is not 0, the elements that `stuck` marks (all by default) keep the value
    of the last sample before; or `value`, where that is given.
    """

    width = Size(1)
    stuck = Parameter(1.0, shape=("width",))
    value = Parameter(0.0, shape=("width",))
    is_fixed = Parameter(0.0)
    u = Input(shape=("width",))
    active = Input(default=0.0)
    held = State(shape=("width",))
    y = Output(shape=("width",))

    def __init__(
        self,
        width: int = 1,
        *,
        stuck: float | tuple[float, ...] = 1.0,
        value: float | tuple[float, ...] | None = None,
        unit: str | None = None,
    ) -> None:
        self.declare(u=Input(shape=("width",), unit=unit), y=Output(shape=("width",), unit=unit))
        super().__init__(
            width=width,
            stuck=stuck,
            value=0.0 if value is None else value,
            is_fixed=0.0 if value is None else 1.0,
        )

    @staticmethod
    def step(
        held: Floats,
        u: Floats,
        active: float,
        stuck: Floats,
        value: Floats,
        is_fixed: float,
        sample: int,
        y: Floats,
    ) -> None:
        """Pass or hold, element by element."""
        for i in range(u.shape[0]):
            if active == 0.0 or stuck[i] == 0.0:
                y[i] = u[i]
            elif is_fixed != 0.0:
                y[i] = value[i]
            else:
                # A fault at the very first sample holds the first command.
                y[i] = held[i] if sample > 0 else u[i]
            held[i] = y[i]


class LateCommands(Kernel):
    """Commands that come later than they were given, each by its own number of samples.

        LateCommands((2, 2), extra_max=10)

    `u` and `y` have the shape that is given; `extra (rows, width)` has as many numbers, each
    the samples by which that command is late now. As with sensors, a command comes at most
    once and never an older one after a newer one: where the latency grows the last command
    stays for so long, and where it ends what was under way is overtaken.
    """

    rows = Size(1)
    width = Size(1)
    count = Size(1)
    depth = Size(1)
    u = Input(shape=("count",))
    extra = Input(shape=("rows", "width"), default=0.0)
    ring = State(shape=("depth", "count"))
    held = State(shape=("count",))
    newest = State(-1.0, shape=("count",))
    y = Output(shape=("count",))

    def __init__(self, shape: tuple[int, ...], extra_max: int, unit: str | None = None) -> None:
        self.declare(u=Input(shape=shape, unit=unit), y=Output(shape=shape, unit=unit))
        rows, width = shape if len(shape) == 2 else (1, shape[0])
        super().__init__(rows=rows, width=width, count=rows * width, depth=extra_max + 1)

    @staticmethod
    def step(
        u: Floats,
        extra: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        sample: int,
        y: Floats,
    ) -> None:
        """Take in what is given, give out the newest that is due."""
        given, late, out = u.reshape(-1), extra.reshape(-1), y.reshape(-1)
        for i in range(given.shape[0]):
            ring[sample % ring.shape[0], i] = given[i]
            lag = int(late[i])
            if lag < 0 or lag >= ring.shape[0]:
                raise RunError("the latency of a command is outside of what it was made for")
            if sample == 0:
                held[i] = given[i]  # nothing is under way yet: the first command stays
            elif sample - lag > newest[i]:
                held[i] = ring[(sample - lag) % ring.shape[0], i]
            if sample - lag > newest[i]:
                newest[i] = sample - lag
            out[i] = held[i]


class Removals(Kernel):
    """The `despawn` of a table: 1 for each actor at its time, for one sample.

    `at_ns` has a time for each row of the scene, infinity for never. To stand in the group of
    the table that it acts on, so that each removal is seen once.
    """

    rows = Size(1)
    at_ns = Parameter(inf, shape=("rows",), unit="ns")
    done = State(shape=("rows",))
    despawn = Output(shape=("rows",))

    def __init__(self, rows: int = 1, at_ns: float | tuple[float, ...] = inf) -> None:
        super().__init__(rows=rows, at_ns=at_ns)
        for value in numbers_of(self, "at_ns"):
            if value != inf and value != int(value):
                raise InputError(
                    f"'at_ns' has {value!r}",
                    "Removals",
                    "whole nanoseconds for each row, or infinity",
                    "write 1_500_000_000 for 1.5 s",
                    key="at_ns",
                )

    @staticmethod
    def step(done: Floats, at_ns: Floats, time_ns: int, despawn: Floats) -> None:
        """At the first sample at or after its time."""
        for i in range(at_ns.shape[0]):
            due = time_ns >= at_ns[i] and done[i] == 0.0
            despawn[i] = 1.0 if due else 0.0
            if due:
                done[i] = 1.0
