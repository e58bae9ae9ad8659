"""Segments: runs of ticks that need nothing from Python in between, interpreted or compiled.

A segment ends at an event of the clock, at a port that nobody answers, when a buffer is full,
and at the end of the run. The interpreter calls hosts in their place; compiled code returns
there, the host is called, and the segment goes on.
"""

from collections.abc import Callable, Sequence
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
from project_ghost.engine.codegen.source._tick import ScheduleSource, schedule_source
from project_ghost.engine.plan._agreement import Doubt
from project_ghost.engine.plan._layout import (
    FIRST_TICK,
    LINK,
    MESSAGE_VALUES,
    PAUSE,
    PHASE,
    TICK,
    Layout,
)
from project_ghost.engine.plan._schedule import Schedule
from project_ghost.engine.program._program import Program, ProgramRun, RunTogether, run_together

from ._failures import UncompilableError, disagreement, uncompilable
from ._first_ticks import FirstTicks
from ._outbox import Outbox
from ._store import Store
from ._verdicts import AGREES, verdict_of
from .hosts._host_calls import HostCalls

# How many ticks a segment has at the most.
_TICKS_MAX = 16384

# How many values the interpreter keeps at the most, for the links of their ticks.
_KEPT_VALUES_MAX = 1 << 16

Run = Callable[..., Any]


class Segment(NamedTuple):
    """The result of a segment: the links of its ticks, and the error that ended it, if any."""

    first_tick: int  # the tick of the first link
    links: Integers
    error: Exception | None


# The latest end of a segment: a tick, and whether after its outputs or just before them.
Limit = tuple[int, bool]


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
        doubts: Sequence[Doubt],
        *,
        chained: bool,
    ) -> None:
        self._plan = plan
        self._layout = layout
        self._store = store
        self._hosts = hosts
        self._outbox = outbox
        self._requested = _requested(requested, doubts)
        self._doubts = doubts
        self._chained = chained
        self._chain = Chain(plan, layout)
        self._links: Integers = np.zeros(_TICKS_MAX, dtype=np.int64)
        kept_ticks = min(_TICKS_MAX, max(1, _KEPT_VALUES_MAX // max(1, layout.values_size)))
        self._kept_values: list[bytes] = [b""] * kept_ticks
        called = {
            "host_output": self._outside(hosts.output),
            "host_update": self._outside(hosts.update),
        }
        self._callers_errors = np.geterr()
        values, parameters, counters = store.values, store.parameters, store.counters
        self._interpreted_arguments = (
            *(values.data, values, parameters.data, parameters, counters.data, None),
            *(self._kept_values, outbox.values.data, outbox.heads.data),
        )
        self.interpreted_source = self._source(interpreted=True)
        self._interpreted: Run = interpreted(self.interpreted_source, called)
        self._compiled: CompiledRun | None = None
        self._first_ticks: FirstTicks | None = None  # while they run both ways
        self._cost = ""  # of comparing the first ticks
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
            return compilation(self._source(interpreted=False), len(self._plan.rows))
        return Program(self._plan, self._layout, chained=self._chained)

    def _compile(self, candidate: Compilable) -> None:
        """Compile or load the schedule; what cannot be compiled is interpreted."""
        parts = candidate.parts()
        verdicts = [verdict_of(part) for part in parts]
        differences = [verdict for verdict in verdicts if verdict]
        if differences:
            self.uncompiled = disagreement(differences[0])
            return
        new = [part for part, verdict in zip(parts, verdicts, strict=True) if verdict != AGREES]
        try:
            compiled = candidate.load(self._arrays)
            if new:
                compared = FirstTicks(self._plan, self._layout, self._arrays, candidate, new)
                self._first_ticks, self._hosts.on_result = compared, compared.take_result
        # Anything: a compiler at its limits raises errors of Python's own, too.
        except Exception as error:
            self.uncompiled = uncompilable(error)
        else:
            self._compiled = compiled

    @property
    def note(self) -> str:
        """Why the run is interpreted, or what the comparison of new machine code has cost."""
        if self.uncompiled is not None:
            return self.uncompiled.what
        if self._doubts:
            first = self._doubts[0]
            return f"interpreted only, because of component {first.component!r}: {first.remark}"
        return self._cost if self._first_ticks is None else self._first_ticks.cost

    @property
    def execution(self) -> Execution:
        """How the run was executed so far."""
        return Execution.INTERPRETED if self._compiled is None else Execution.COMPILED

    @property
    def is_comparing(self) -> bool:
        """Whether the next ticks run both ways, because their machine code is new."""
        return self._first_ticks is not None

    @property
    def frame_address(self) -> int | None:
        """Where compiled code for all schedules finds this run; None if it is run otherwise."""
        compiled = None if self._first_ticks is not None else self._compiled
        return compiled.address if isinstance(compiled, ProgramRun) else None

    def joint_code(self) -> RunTogether:
        """The machine code that runs this run together with others."""
        return run_together()

    @property
    def links(self) -> Integers:
        """The links of a segment, by ticks since its first."""
        return self._links

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
        """Run up to the next thing that ends a segment: an event, a port, the end."""
        counters = self._store.numbers
        first, phase = counters[TICK], counters[PHASE]
        counters[FIRST_TICK] = first
        limit = (last_tick, True)
        if event_tick is not None and event_tick <= last_tick:
            limit = (event_tick, False)
        compared = self._first_ticks
        if compared is not None:
            limit = min(limit, (compared.begin(), True))
        error: Exception | None = None
        try:
            while counters[PAUSE] >= 0 or self._hosts.serve():
                self._continue(limit)
                if counters[PAUSE] == 0:
                    break
        except Exception as raised:
            error = raised
        done = counters[TICK] - first + counters[PHASE]
        links = self._links[phase:done] if self._chained else self._links[:0]
        if len(links):
            if self._interprets:
                link = counters[LINK]
                links = self._chain.links(self._kept_values[phase:done], first + phase, link)
            counters[LINK] = int(links[-1])
        if compared is not None:
            self._compare(compared, limit, links, failed=error is not None)
        if error is None and self._requested is Execution.COMPILED:
            # Only now: where the interpreter fails too, it shows what is wrong, and where.
            error = self.uncompiled
        counters[FIRST_TICK] = counters[MESSAGE_VALUES] = 0
        return Segment(first + phase, links, error)

    @property
    def _interprets(self) -> bool:
        """Whether the interpreter runs the next ticks."""
        return self._compiled is None or self._first_ticks is not None

    def _compare(
        self, compared: FirstTicks, limit: Limit, links: Integers, *, failed: bool
    ) -> None:
        """Compare a tick with compiled code, and decide how the run goes on."""
        difference = compared.difference(limit, links, failed=failed)
        if difference:
            compared.keep_difference(difference)
            self.uncompiled, self._compiled = disagreement(difference), None
        elif compared.are_done:
            compared.keep_agreement()
            self._cost = compared.cost
        else:
            return
        self._first_ticks = self._hosts.on_result = None

    def _outside(self, call: Callable[[int, int], bool]) -> Callable[[int, int], bool]:
        """A call out of the interpreter's loop, with numpy's error state as the caller has it."""

        def called(row: int, tick: int) -> bool:
            with np.errstate(**self._callers_errors):
                return call(row, tick)

        return called

    def _continue(self, limit: Limit) -> None:
        """Run the code until it pauses, or to the limit."""
        if self._compiled is not None and self._first_ticks is None:
            self._compiled(*limit)
            return
        self._callers_errors = np.geterr()
        # Stop where compiled code stops, and overflow to infinity silently as it does.
        with np.errstate(divide="raise", invalid="raise", over="ignore", under="ignore"):
            self._interpreted(*self._interpreted_arguments, *limit)


def _requested(requested: Execution, doubts: Sequence[Doubt]) -> Execution:
    """The execution that is possible: what is not known to agree is not compiled."""
    if not doubts:
        return requested
    if requested is not Execution.COMPILED:
        return Execution.INTERPRETED
    first = doubts[0]
    raise InputError(
        f"it is not known that compiled code would agree: {first.remark.what}",
        f"component {first.component!r}, {first.remark.file}:{first.remark.line}, "
        f"{first.remark.function}",
        "code that is known to give the same bits in both",
        f"{first.remark.instead}; or let the engine interpret it",
    )
