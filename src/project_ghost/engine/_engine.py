"""A run: the store, the clock, the bus, and what drives them."""

from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.bus import Bus
from project_ghost.core.clock import SimClock
from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.errors import GhostError, InputError, RunError
from project_ghost.core.level import Level, weakest
from project_ghost.core.randomness import RandomSource

from ._binding import compiled, interpreted
from ._component import Host
from ._declaration import Value
from ._graph import Graph
from ._layout import LINK, MESSAGES, PHASE, ROW, TICK, Layout, Slot, lay_out
from ._schedule import Schedule, schedule
from ._source import Generator

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

# How many ticks a segment has at the most, and how many messages it keeps.
_LINKS = 4096
_MESSAGES = 4096


@final
class Engine:
    """One run of a graph.

    Time goes on in `run`; between calls the signals, the states and the clock all stand at
    the same instant: outputs of that tick have been made, updates have not.
    """

    def __init__(
        self, graph: Graph, seed: int = 0, *, execution: str = "interpreted", chained: bool = True
    ) -> None:
        self.plan: Schedule = schedule(graph)
        self.layout: Layout = lay_out(self.plan)
        self.random = RandomSource(seed)
        self.clock = SimClock(self.plan.step_ns, self.random)
        self.bus = Bus(self.clock)
        self._chained = chained
        self._failure: GhostError | None = None
        self._hosts = [row for row in self.plan.rows if isinstance(row.component, Host)]
        self._values: Floats = np.zeros(self.layout.values_size)
        self._parameters: Floats = np.zeros(self.layout.parameters_size)
        self._counters: Integers = np.zeros(self.layout.counters_size, dtype=np.int64)
        self._links: Integers = np.zeros(_LINKS, dtype=np.int64)
        widths = [
            sum(self.layout.signals[s].size for s in p.signals) for p in self.plan.publications
        ]
        self._messages: Floats = np.zeros((_MESSAGES, max([1, *widths])))
        self._message_heads: Integers = np.zeros((_MESSAGES, 2), dtype=np.int64)
        self._stage()
        self._interpreted = interpreted(self._generator(with_hosts=True), {})
        self._compiled = (
            compiled(self._generator(with_hosts=False)) if execution == "compiled" else None
        )

    def _generator(self, *, with_hosts: bool) -> Generator:
        return Generator(self.plan, self.layout, self._chained, with_hosts)

    def _stage(self) -> None:
        """Initial values, random keys, and the first due step of every group."""
        for row in self.plan.rows:
            component = row.component
            for port, output in component.outputs().items():
                full = f"{row.name}.{port}"
                _fill(self._values, self.layout.signals[full], output.initial, full)
            for state, value in component.initial.items():
                full = f"{row.name}.{state}"
                _fill(self._values, self.layout.states[full], value, full)
            for parameter, value in component.parameters.items():
                full = f"{row.name}.{parameter}"
                _fill(self._parameters, self.layout.parameters[full], value, full)
            if row.name in self.layout.keys:
                start = self.layout.keys[row.name]
                self._counters[start : start + 2] = self.random.child(row.name).key
        for target, ring in self.layout.rings.items():
            connection = self.plan.connections[target]
            source = connection.source
            initial = connection.initial
            if not connection.delay_samples:
                initial = (
                    self.plan.row(source.partition(".")[0])
                    .component.outputs()[source.partition(".")[2]]
                    .initial
                )
            slot = Slot(ring.start, (ring.length, *self.layout.signals[source].shape))
            _fill(self._values, slot, initial, f"{source} -> {target}")
        for name, start in self.layout.groups.items():
            pattern = self.plan.groups[name].pattern
            self._counters[start : start + 4] = (pattern.step_of(0), -1, -1, 1)

    @property
    def now_ns(self) -> int:
        """The time at which everything stands."""
        return self.clock.now_ns()

    @property
    def level(self) -> Level:
        """What this run promises: its weakest component's level."""
        return weakest(row.component.level for row in self.plan.rows)

    @property
    def link(self) -> int:
        """The last link of the hash chain."""
        return int(self._counters[LINK])

    def value(self, signal: str) -> Value:
        """A signal's present value."""
        return _read(self._values, self.layout.signals[signal])

    def state(self, name: str) -> Value:
        """A state's present value."""
        return _read(self._values, self.layout.states[name])

    def run(self, duration: int | str) -> None:
        """Let this much time go by, up to and including the outputs of its last tick."""
        if self._failure is not None:
            raise self._failure
        duration_ns = require_ns_at_least(
            0, parse_duration_ns(duration, "duration", "Engine.run"), "duration", "Engine.run"
        )
        last, rest_ns = divmod(self.clock.now_ns() + duration_ns, self.plan.step_ns)
        if rest_ns:
            raise InputError(
                f"the duration of {duration_ns:_} ns is not a whole number of steps",
                "Engine.run",
                f"a multiple of the step, {self.plan.step_ns:_} ns",
                "several runs are then the same as one",
            )
        while True:
            tick, phase = int(self._counters[TICK]), int(self._counters[PHASE])
            if phase == 1 and tick >= last:
                break
            if phase == 0:
                self.clock.advance(tick * self.plan.step_ns - self.clock.now_ns())
            self._segment(last)

    def _segment(self, last: int) -> None:
        event_ns = self.clock.next_event_ns()
        closing = True
        if event_ns is not None:
            event_tick = -(-event_ns // self.plan.step_ns)
            if event_tick <= last:
                last, closing = event_tick, False
        run = self._run_compiled if self._compiled is not None else self._run_interpreted
        try:
            run(last, closing)
        except Exception as error:
            self._failure = self._located(error, last, closing=closing)
            self._counters[PHASE] = 1
            self._drain()
            raise self._failure from error
        self._drain()

    def _run_interpreted(self, last: int, closing: bool) -> None:  # noqa: FBT001
        # As Python's own floats do it, and as compiled code does: overflow is infinity.
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            self._interpreted(
                self._values.data,
                self._values,
                self._parameters.data,
                self._parameters,
                self._counters.data,
                self._links.data,
                self._messages.data,
                self._message_heads.data,
                last,
                closing,
            )

    def _run_compiled(self, last: int, closing: bool) -> None:  # noqa: FBT001
        assert self._compiled is not None
        self._compiled(
            self._values,
            self._values,
            self._parameters,
            self._parameters,
            self._counters,
            self._links,
            self._messages,
            self._message_heads,
            last,
            closing,
        )

    def _drain(self) -> None:
        """Publish what the segment left, each message at its own time."""
        for i in range(int(self._counters[MESSAGES])):
            tick, number = (int(n) for n in self._message_heads[i])
            self.clock.advance(tick * self.plan.step_ns - self.clock.now_ns())
            publication = self.plan.publications[number]
            payload, column = {}, 0
            for signal in publication.signals:
                size = self.layout.signals[signal].size
                row = self._messages[i, column : column + size].tolist()
                payload[signal] = row if self.layout.signals[signal].shape else row[0]
                column += size
            self.bus.publish(publication.channel, payload)
        self._counters[MESSAGES] = 0
        if self._counters[PHASE] == 1:
            self.clock.advance(int(self._counters[TICK]) * self.plan.step_ns - self.clock.now_ns())

    def _located(self, error: Exception, last: int, *, closing: bool) -> GhostError:
        """The error of a component, with its name, the tick and the time."""
        if type(error).__module__.partition(".")[0] == "numba":
            # Compiling comes before the first tick: the interpreter shows what is wrong, and where.
            try:
                self._run_interpreted(last, closing)
            except Exception as found:
                return self._located(found, last, closing=closing)
            return RunError(
                f"it cannot be compiled: {str(error).strip().splitlines()[-1]}",
                "Engine with execution='compiled'",
                "functions in what Numba knows of Python",
                "find the component with project_ghost.testing.check_component, or interpret it",
            )
        tick = int(self._counters[TICK])
        row = self.plan.rows[int(self._counters[ROW])]
        what = error.what if isinstance(error, GhostError) else f"{type(error).__name__}: {error}"
        return RunError(
            f"component {row.name!r} failed: {what}",
            f"tick {tick}, time {tick * self.plan.step_ns:_} ns, {type(row.component).__name__}",
            "numbers for every output and state",
            "run it step by step from a snapshot before this tick",
        )


def _fill(array: Floats, slot: Slot, value: Value, where: str) -> None:
    try:
        filled = np.broadcast_to(np.asarray(value, dtype=float), slot.shape)
    except (TypeError, ValueError):
        filled = np.array(np.nan)
    if np.isnan(filled).any():
        raise InputError(
            f"the value {value!r} does not fit",
            where,
            f"numbers of the shape {slot.shape}" if slot.shape else "a number",
            "give one number, or as many as the shape has",
        )
    array[slot.start : slot.stop] = filled.ravel()


def _read(array: Floats, slot: Slot) -> Value:
    values = array[slot.start : slot.stop].tolist()
    return tuple(values) if slot.shape else float(values[0])
