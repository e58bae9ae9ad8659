"""Segments: runs of ticks that need nothing from Python in between, interpreted or compiled.

A segment ends at an event of the clock, before a Python component where the code is compiled,
when a buffer is full, and at the end of the run.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, final

import numpy as np

from project_ghost.core.arrays import Integers
from project_ghost.core.compiled import is_available
from project_ghost.core.errors import InputError
from project_ghost.engine.codegen._build import compilation, interpreted
from project_ghost.engine.codegen._compiled_run import Compilable, CompiledRun, RunArrays
from project_ghost.engine.codegen._execution import (
    Execution,
    is_compiled_as_source,
    pays_to_compile,
)
from project_ghost.engine.codegen._hash_chain import Chain
from project_ghost.engine.codegen._tick import ScheduleSource, schedule_source
from project_ghost.engine.plan._layout import LINK, Layout
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.program._program import Program

from ._failures import UncompilableError, uncompilable
from ._host_calls import HostCalls
from ._outbox import Outbox
from ._store import Store

# How many ticks a segment has at the most.
_TICKS_MAX = 16384

# How many values the interpreter keeps at the most, for the links of their ticks.
_KEPT_VALUES_MAX = 1 << 18

Run = Callable[..., Any]


class Segment(NamedTuple):
    """The result of a segment: the links of its ticks, and the error that ended it, if any."""

    first_tick: int  # the tick of the first link
    links: Integers
    error: Exception | None


class Limit(NamedTuple):
    """The latest end of a segment: after the outputs of a tick, or just before them."""

    tick: int
    with_outputs: bool


@final
class Segments:
    """Chooses between interpreted and compiled code, and runs one segment at a time."""

    def __init__(
        self,
        plan: Schedule,
        layout: Layout,
        store: Store,
        hosts: HostCalls,
        outbox: Outbox,
        requested: Execution,
        *,
        chained: bool,
    ) -> None:
        self._plan = plan
        self._layout = layout
        self._store = store
        self._hosts = hosts
        self._outbox = outbox
        self._requested = requested
        self._chained = chained
        self._chain = Chain(plan, layout)
        self._links: Integers = np.zeros(_TICKS_MAX, dtype=np.int64)
        kept_ticks = min(_TICKS_MAX, max(1, _KEPT_VALUES_MAX // max(1, layout.values_size)))
        self._kept_values: list[bytes] = [b""] * kept_ticks
        called = {"host_output": hosts.output, "host_update": hosts.update}
        self.interpreted_source = self._source(interpreted=True)
        self._interpreted: Run = interpreted(self.interpreted_source, called)
        self._compiled: CompiledRun | None = None
        self.uncompiled: UncompilableError | None = None  # why it is interpreted all the same
        self._arrays = RunArrays(
            *(store.values, store.parameters, store.counters, self._chain.keys),
            *(self._links, outbox.values, outbox.heads),
        )
        self._expected_ticks = 0  # announced by the caller, which runs the engine in parts
        self._rejected_ticks = -1  # a run of this many ticks was not worth compiling

    def _source(self, *, interpreted: bool) -> ScheduleSource:
        return schedule_source(
            self._plan, self._layout, chained=self._chained, interpreted=interpreted
        )

    def _compilable(self) -> Compilable:
        """What has to be compiled: the source of this schedule, or the loop of all schedules."""
        if is_compiled_as_source(self._plan):
            return compilation(self._source(interpreted=False))
        return Program(self._plan, self._layout, chained=self._chained)

    def _compile(self, candidate: Compilable) -> None:
        """Compile or load the schedule; what cannot be compiled is interpreted."""
        try:
            self._compiled = candidate.load(self._arrays)
        # Anything: a compiler at its limits raises errors of Python's own, too.
        except Exception as error:
            self.uncompiled = uncompilable(error)

    @property
    def execution(self) -> Execution:
        """How the run was executed so far."""
        return Execution.INTERPRETED if self._compiled is None else Execution.COMPILED

    def expect(self, ticks: int) -> None:
        """Take into account that this many ticks will run, in several parts."""
        self._expected_ticks = ticks

    def choose_execution(self, ticks: int) -> None:
        """Decide whether the next ticks run interpreted or compiled."""
        is_settled = self._compiled is not None or self.uncompiled is not None
        if is_settled or self._requested is Execution.INTERPRETED:
            return
        if self._requested is Execution.COMPILED:
            if not is_available():
                raise InputError(
                    "compiled execution is asked for, and Numba is not installed",
                    "Engine",
                    "Numba",
                    "install it, or let the engine interpret: the results are the same",
                )
            self._compile(self._compilable())
            return
        ticks = max(ticks, self._expected_ticks)
        if ticks > self._rejected_ticks and is_available():
            self._rejected_ticks = ticks
            size = self._layout.values_size
            if pays_to_compile(self._plan, size, ticks, cached=True):
                candidate = self._compilable()
                if pays_to_compile(self._plan, size, ticks, cached=candidate.is_cached()):
                    self._compile(candidate)

    def run(self, last_tick: int, event_tick: int | None) -> Segment:
        """Run up to the next thing that needs Python: an event of the clock, a host, the end."""
        first, phase = self._store.position()
        limit = Limit(last_tick, with_outputs=True)
        if event_tick is not None and event_tick <= last_tick:
            limit = Limit(event_tick, with_outputs=False)
        run, limit = self._next(first, limit)
        error = self._attempt(run, limit)
        if error is None and self._requested is Execution.COMPILED:
            # Only now: where the interpreter fails too, it shows what is wrong, and where.
            error = self.uncompiled
        tick, phase_now = self._store.position()
        done = tick - first + phase_now
        links = self._links[:0]
        if self._chained and done > phase:
            links = self._links[phase:done]
            if run is None:
                link = int(self._store.counters[LINK])
                links = self._chain.links(self._kept_values[phase:done], first + phase, link)
            self._store.counters[LINK] = links[-1]
        return Segment(first + phase, links, error)

    def _next(self, tick: int, limit: Limit) -> tuple[CompiledRun | None, Limit]:
        """The code for the next segment, None for the interpreter's, and where it ends.

        Compiled code calls no hosts.
        """
        if self._compiled is None:
            return None, limit
        host_tick = self._hosts.next_tick()
        if host_tick is None or host_tick > limit.tick:
            return self._compiled, limit
        if host_tick == limit.tick and not limit.with_outputs:
            return self._compiled, limit
        if host_tick > tick:
            return self._compiled, Limit(host_tick, with_outputs=False)
        if tick < limit.tick:
            return None, Limit(tick + 1, with_outputs=False)
        return None, limit

    def _attempt(self, run: CompiledRun | None, limit: Limit) -> Exception | None:
        """Run the code; returns the error that it raised."""
        try:
            if run is None:
                self._interpret(limit)
            else:
                run(*limit)
        except Exception as error:
            return error
        return None

    def _interpret(self, limit: Limit) -> None:
        values, parameters = self._store.values, self._store.parameters
        counters, messages, heads = self._store.counters, self._outbox.values, self._outbox.heads
        # Stop where compiled code stops, and overflow to infinity silently as it does.
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            self._interpreted(
                *(values.data, values, parameters.data, parameters, counters.data, None),
                *(self._kept_values, messages.data, heads.data, *limit),
            )
