"""Fault injection: timed faults of sensors, commands and actors.

A `FaultWindow` is active for a period of time. Connected to a sensor's `dropped`, it drops the
sensor's measurements; connected with a gain to `extra_latency`, it delays them
(`graph.connect("late.active", "gnss.extra_latency", gain=3.0)`); connected to the `active` of a
`StuckActuator` between a controller and a plant, it holds a command. `LateCommands`, also
between controller and plant, delays commands. `Removals` removes actors from a table.
"""

from math import inf

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, RunError
from project_ghost.engine import Block, Input, Kernel, Output, Parameter, Size, State

from .common.requirements import numbers_of, require_whole_ns

__all__ = ["NEVER_NS", "FaultWindow", "LateCommands", "Removals", "StuckActuator"]


# Later than any run: 146 years, and exact in a float.
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
                "a stop at or after the start",
                "swap the two, or leave stop_ns out",
                key="start_ns",
            )

    @staticmethod
    def output(time_ns: int, start_ns: float, stop_ns: float) -> float:
        """Whether the current time is within the window."""
        return 1.0 if start_ns <= time_ns < stop_ns else 0.0


class StuckActuator(Kernel):
    """Passes a command on, or holds it while a fault is active.

    While `active` is not 0, the elements marked by `stuck` (all by default) keep their value
    of the last sample before the fault, or take `value` if given.
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
        """Pass on or hold each element."""
        for i in range(u.shape[0]):
            if active == 0.0 or stuck[i] == 0.0:
                y[i] = u[i]
            elif is_fixed != 0.0:
                y[i] = value[i]
            else:
                # A fault that begins at the first sample holds the first command.
                y[i] = held[i] if sample > 0 else u[i]
            held[i] = y[i]


class LateCommands(Kernel):
    """Delays commands, each by its own number of samples.

        LateCommands((2, 2), extra_max=10)

    `u` and `y` have the given shape; `extra (rows, width)` has one number for each command, its
    current delay in samples. As with sensors, a command arrives at most once and never after a
    newer one. While the delay grows, the last command is held; when it ends, commands in
    transit are skipped.
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
        """Store the new commands, and output the newest that are due."""
        given, late, out = u.reshape(-1), extra.reshape(-1), y.reshape(-1)
        for i in range(given.shape[0]):
            ring[sample % ring.shape[0], i] = given[i]
            lag = int(late[i])
            if lag < 0 or lag >= ring.shape[0]:
                raise RunError("the latency of a command is negative or above its maximum")
            if sample == 0:
                held[i] = given[i]  # nothing is in transit yet, so hold the first command
            elif sample - lag > newest[i]:
                held[i] = ring[(sample - lag) % ring.shape[0], i]
            if sample - lag > newest[i]:
                newest[i] = sample - lag
            out[i] = held[i]


class Removals(Kernel):
    """The `despawn` input of a table: 1 for each actor at its time, for one sample.

    `at_ns` has a time for each row of the scene, infinity for never. The component must be in
    the group of its table, so that the table sees each removal exactly once.
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
        """Remove each actor at the first sample at or after its time."""
        for i in range(at_ns.shape[0]):
            due = time_ns >= at_ns[i] and done[i] == 0.0
            despawn[i] = 1.0 if due else 0.0
            if due:
                done[i] = 1.0
