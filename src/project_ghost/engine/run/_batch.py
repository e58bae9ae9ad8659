"""Many runs of one graph, each with its own seed and time, advanced in one compiled call.

Why: ADR 33.
"""

from collections.abc import Sequence
from functools import partial
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.core.wording import counted
from project_ghost.engine.codegen._execution import Execution
from project_ghost.engine.component._components import Host, Port
from project_ghost.engine.plan._layout import (
    FIRST_TICK,
    MESSAGE_VALUES,
    MESSAGES,
    PAUSE,
    PHASE,
    STOPPED,
    TICK,
    Layout,
    lay_out,
)
from project_ghost.engine.plan._schedule import Schedule, schedule
from project_ghost.engine.program._program import RunTogether
from project_ghost.engine.wiring._graph import Graph

from ._engine import Engine
from ._store import SharedMemory, Store, slot_of
from .hosts._ports import OpenPort

__all__ = ["EngineBatch"]

# So long that compiling is always worth it.
_LONG_TICKS = 1 << 40

# More than are compared with the interpreter.
_COMPARED_TICKS = 300


@final
class EngineBatch:
    """Runs of one graph: an Engine for each seed, with the same bits as alone.

    `starts` are further graphs of the same schedule and parameters with other initial values, for
    example other places of the actors: `reset` takes a number, 0 for the graph itself.

    A signal of all runs is one array, `view(signal)`. Where the graph has no Host, and at most
    ports that nobody is attached to, `run` advances all runs in one compiled call; otherwise, and
    until the code is compiled, one after the other.
    """

    def __init__(
        self,
        graph: Graph,
        seeds: Sequence[int],
        *,
        execution: Execution | str = Execution.AUTO,
        chained: bool = True,
        starts: Sequence[Graph] = (),
    ) -> None:
        if not len(seeds):
            raise InputError(
                "there is no seed", "EngineBatch", "a seed for each run", "give one or more"
            )
        self._chained = chained
        self.plan: Schedule = schedule(graph)
        self.layout: Layout = lay_out(self.plan)
        self._values: Floats = np.zeros((len(seeds), self.layout.values_size))
        self._counters: Integers = np.zeros((len(seeds), self.layout.counters_size), dtype=np.int64)
        engines: list[Engine] = []
        for values, counters, seed in zip(self._values, self._counters, seeds, strict=True):
            original = engines[0]._store if engines else None
            memory = SharedMemory(values, counters, original)
            engines.append(
                Engine._among(self.plan, self.layout, memory, seed, execution, chained=chained)
            )
        for engine in engines:
            engine._segments.expect(_LONG_TICKS)
        self._engines = tuple(engines)
        self._starts = [engines[0]._store.initial, *map(self._start_of, starts)]
        self._everyone = np.arange(len(seeds))
        # Of what has run together and is not counted yet: the first tick, its phase, the messages.
        self._first: Integers = np.zeros(len(seeds), dtype=np.int64)
        self._phase: Integers = np.zeros(len(seeds), dtype=np.int64)
        self._messages: Integers = np.zeros(len(seeds), dtype=np.int64)
        self._addresses: Integers | None = None
        self._failed: dict[int, GhostError] = {}
        self._joint_code: RunTogether | None = None
        self._beside: Engine | None = self._engine_beside(execution)
        self._may_join = not any(isinstance(row.component, Host) for row in self.plan.rows) and (
            not any(each.bulk for each in self.plan.publications)
        )

    def __len__(self) -> int:
        """The number of runs."""
        return len(self._engines)

    def __repr__(self) -> str:
        return f"<EngineBatch of {counted(len(self), 'run')}>"

    @property
    def is_joined(self) -> bool:
        """Whether all runs advance in one compiled call."""
        return self._addresses is not None

    @property
    def stopped(self) -> Integers:
        """For each run 1 where a signal of `Graph.stop_when` has ended it, else 0."""
        return self._counters[:, STOPPED]

    @property
    def waiting(self) -> NDArray[np.bool_]:
        """For each run whether it waits for the answer of a port."""
        waits: NDArray[np.bool_] = self._counters[:, PAUSE] < 0
        waits &= self._counters[:, PHASE] == 0
        return waits

    @property
    def ticks(self) -> Integers:
        """The present tick of each run."""
        return self._counters[:, TICK]

    def view(self, signal: str) -> Floats:
        """A signal of all runs as a read-only array, which changes as they go on."""
        slot = slot_of(signal, self.layout.signals, "signal", "EngineBatch.view")
        found = self._values[:, slot.start : slot.stop].reshape(len(self), *slot.shape)
        found.flags.writeable = False
        return found

    def engine(self, number: int) -> Engine:
        """The engine of one run, to look at: let only the batch advance it."""
        self._count_up(number)
        return self._engines[number]

    def reset(self, number: int, seed: int, start: int = 0) -> None:
        """Begin one run again, with a seed and with the initial values of a start."""
        engine = self._engines[number]
        engine.reset(seed)
        self._failed.pop(number, None)
        engine._store.values[:] = self._starts[start]
        self._begin(number)

    def snapshot(self, number: int) -> bytes:
        """The whole state of one run, for `restore`."""
        return self.engine(number).snapshot()

    def restore(self, number: int, data: bytes) -> None:
        """Bring one run to the state of a snapshot."""
        self._engines[number].restore(data)
        self._failed.pop(number, None)
        self._begin(number)

    def answer(self, port: str, values: Floats, which: Integers | None = None) -> None:
        """Answer a port of the runs `which`, or of all, with its only output: a value for each."""
        rows = self._everyone if which is None else which
        (name,) = self.plan.row(port).component.outputs()
        slot = self.layout.signals[f"{port}.{name}"]
        flat = np.asarray(values, dtype=float).reshape(len(rows), -1)
        if flat.shape[1] != slot.stop - slot.start or np.isnan(flat).any():
            raise InputError(
                f"the answer has the shape {np.shape(values)}, or a number in it is NaN",
                f"EngineBatch.answer, port {port!r}",
                f"numbers of the shape ({len(rows)}, {', '.join(map(str, slot.shape))})",
                "give a value of the port's output for each run",
            )
        if not self.waiting[rows].all():
            raise GhostError(
                f"not all of these runs wait for an answer of {port}",
                "EngineBatch.answer",
                "runs that wait",
                "answer only those of `waiting`",
            )
        self._values[rows, slot.start : slot.stop] = flat
        self._counters[rows, PAUSE] *= -1

    def run(self, duration_ns: int, which: Integers | None = None) -> None:
        """Advance the runs `which`, or all of them, as `Engine.run` does.

        What fails in a run is raised when the others have run.
        """
        rows = self._everyone if which is None else which
        ticks, rest_ns = divmod(duration_ns, self.plan.step_ns)
        if rest_ns or ticks < 0:
            raise InputError(
                f"the duration is {duration_ns:_} ns",
                "EngineBatch.run",
                f"a multiple of the step, {self.plan.step_ns:_} ns",
                "choose a multiple",
            )
        if self._addresses is None:
            self._run_one_by_one(duration_ns, rows)
        else:
            self._run_together(ticks, rows)

    def _engine_beside(self, execution: Execution | str) -> Engine:
        """One run more, whose ports are answered with 0: it compares new machine code for all."""
        memory = SharedMemory(
            np.zeros(self.layout.values_size),
            np.zeros(self.layout.counters_size, dtype=np.int64),
            self._engines[0]._store,
        )
        beside = Engine._among(self.plan, self.layout, memory, 0, execution, chained=self._chained)
        beside._segments.expect(_LONG_TICKS)
        for row in self.plan.rows:
            if isinstance(row.component, Port):
                ports = row.component.outputs()
                zeros = {name: np.zeros(row.component.shape_of(name)) for name in ports}
                beside.attach(row.name, partial(_constant, zeros))
        return beside

    # ------------------------------------------------------------------ ways of running

    def _run_one_by_one(self, duration_ns: int, rows: Integers) -> None:
        if self._beside is not None:
            _compare_first_ticks(self._beside)
            self._beside = None
        failure: GhostError | None = None
        for number in rows.tolist():
            try:
                self._engines[number].run(duration_ns)
            except GhostError as error:
                failure = failure or error
            self._begin(number)
        if failure is not None:
            raise failure
        if self._may_join:
            addresses = [engine._segments.frame_address for engine in self._engines]
            known = [each for each in addresses if each is not None]
            if len(known) == len(addresses) and not self._has_answerers():
                self._addresses = np.array(known, dtype=np.int64)
                self._joint_code = self._engines[0]._segments.joint_code()

    def _has_answerers(self) -> bool:
        ports = [row.name for row in self.plan.rows if isinstance(row.component, Port)]
        return any(
            engine.port(name).answerer is not None for engine in self._engines for name in ports
        )

    def _run_together(self, ticks: int, rows: Integers) -> None:
        counters = self._counters
        if (counters[rows, PAUSE] < 0).any():
            raise GhostError(
                "a run waits for the answer of a port",
                "EngineBatch.run",
                "an answer before the run goes on",
                "answer with EngineBatch.answer",
            )
        for number in rows.tolist() if self._failed else ():
            if number in self._failed:
                raise self._failed[number]
        rows = rows[counters[rows, STOPPED] == 0]
        last = counters[rows, TICK] + ticks
        failure: GhostError | None = None
        while len(rows):
            counters[rows, FIRST_TICK] = self._first[rows]
            failure = self._call(rows, last) or failure
            self._messages[rows] += counters[rows, MESSAGES]
            counters[rows, MESSAGES] = 0
            counters[rows, MESSAGE_VALUES] = 0
            ends = counters[rows, TICK], counters[rows, PHASE]
            is_open = (ends[0] < last) | (ends[1] == 0)
            is_open &= (counters[rows, PAUSE] == 0) & (counters[rows, STOPPED] == 0)
            rows, last = rows[is_open], last[is_open]
            for number in rows.tolist():
                self._count_up(number)  # its buffers are full
        if failure is not None:
            raise failure

    def _call(self, rows: Integers, last: Integers) -> GhostError | None:
        """Run to the last ticks, or to a pause; the first failure, after which all others ran."""
        assert self._addresses is not None
        assert self._joint_code is not None
        addresses, failure = self._addresses[rows], None
        reached: Integers = np.zeros(1, dtype=np.int64)
        while reached[0] < len(rows):
            try:
                self._joint_code(addresses, last, reached)
            # Anything: a component may raise what it likes.
            except Exception as error:
                number = int(rows[reached[0]])
                reached[0] += 1
                failed = self._engines[number]._fail(error)
                self._counters[number, STOPPED] = 1
                self._failed[number] = failed
                failed.add_note(f"in run {number} of a batch")
                failure = failure or failed
        return failure

    # ------------------------------------------------------------------ bookkeeping

    def _begin(self, number: int) -> None:
        """What a run has done so far is counted; what it does from here on is counted later."""
        self._first[number] = self._counters[number, TICK]
        self._phase[number] = self._counters[number, PHASE]
        self._messages[number] = 0

    def _count_up(self, number: int) -> None:
        """Let an engine count what has run together: links, messages, time."""
        if self._addresses is None:
            return
        engine, counters = self._engines[number], self._counters[number]
        done = int(counters[TICK] - self._first[number] + counters[PHASE])
        links = engine._segments.links[int(self._phase[number]) : done]
        engine._take_over_segment(
            links if self._chained else links[:0], int(self._messages[number])
        )
        counters[FIRST_TICK] = 0
        self._begin(number)

    def _start_of(self, graph: Graph) -> Floats:
        """The initial values of another graph, which has the same schedule and parameters."""
        plan = schedule(graph)
        layout = lay_out(plan)
        original = self._engines[0]._store
        names = [row.name for row in plan.rows]
        if names != [row.name for row in self.plan.rows] or layout != self.layout:
            what = "a start has other components or sizes than the graph"
        else:
            store = Store(plan, layout, RandomSource(0))
            if np.array_equal(store.parameters, original.parameters):
                return store.initial
            what = "a start has other parameters than the graph"
        raise InputError(
            what,
            "EngineBatch",
            "graphs that differ in initial values only",
            "make a batch for each graph",
        )


def _compare_first_ticks(engine: Engine) -> None:
    """Run ticks both ways if their machine code is new, so that no other run has to."""
    try:
        engine.run(0)
        if engine._segments.is_comparing:
            engine.run(_COMPARED_TICKS * engine.plan.step_ns)
    except GhostError:
        pass  # what is wrong shows in the runs themselves


def _constant(values: dict[str, Floats], port: OpenPort) -> dict[str, Floats]:  # noqa: ARG001
    """Answer a port with the same values at each of its samples."""
    return values
