"""A scenario that stands ready, and runs as often as wanted."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import final

from project_ghost.engine import Engine, Execution, run_paranoid
from project_ghost.runs.record._channels import CHANNEL_PLANS, plans_of
from project_ghost.runs.reopen._checkpoint_file import unpacked
from project_ghost.runs.reopen._checkpoint_start import ATTACHED_START, Start
from project_ghost.scenario import ScenarioFile, load_scenario
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.events import EndedBy, ended_by

from ._listeners import ContactListener, PositionListener
from ._result import RunResult

__all__ = ["Between", "StagedRun", "run", "stage"]

# Is told the time after every slice of a run; False ends it.
Between = Callable[[int], bool]


@final
class StagedRun:
    """An engine with a scenario on it. Whatever was compiled serves all of its runs."""

    def __init__(
        self,
        assembly: Assembly,
        *,
        execution: Execution | str = Execution.AUTO,
        start: Start | None = None,
    ) -> None:
        self.assembly = assembly
        self.engine = Engine(assembly.graph, assembly.spec.seed, execution=execution)
        self.start = start
        if start is not None:
            start.begin(self.engine, assembly.spec.seed)
            start.require_sense(self.engine, assembly.spec)

    @property
    def level(self) -> str:
        """What its runs promise."""
        return str(self.engine.level)

    def begin(self, seed: int | None = None) -> None:
        """Bring the engine to the beginning: the start, or the checkpoint it was staged from."""
        seed = self.assembly.spec.seed if seed is None else seed
        if self.start is None:
            self.engine.reset(seed)
        else:
            self.start.begin(self.engine, seed)

    def announce(self) -> None:
        """Publish what is known before the first tick; to be called when all have subscribed."""
        if self.start is None:  # else it was published then
            for plan in plans_of(self.assembly):
                self.engine.bus.publish(CHANNEL_PLANS, plan)

    def run(
        self,
        seed: int | None = None,
        *,
        duration_ns: int | None = None,
        keep_positions: bool = False,
        listeners: Iterable[Callable[[Engine], object]] = (),
        between: Between | None = None,
        slice_ns: int | None = None,
        paranoid: bool = False,
    ) -> RunResult:
        """Run from its beginning: with the scenario's seed and duration, or with others.

        It begins at the start, or at the checkpoint that it was staged from.

        Each of `listeners` is called with the engine before the first tick, to subscribe to
        its bus. `between` is called every `slice_ns`; nothing that it does changes a bit.
        """
        spec, engine = self.assembly.spec, self.engine
        self.begin(seed)
        end_ns = spec.duration if duration_ns is None else duration_ns
        contacts = ContactListener(self.assembly)
        engine.bus.subscribe("run: contacts", contacts, "/contacts")
        positions = PositionListener(self.assembly, end_ns) if keep_positions else None
        if positions is not None:
            engine.bus.subscribe("run: positions", positions, "/groundtruth/pose")
        for listener in listeners:
            listener(engine)
        self.announce()
        finished = self._advance(end_ns, between, slice_ns, paranoid=paranoid)
        return RunResult(
            name=spec.name,
            seed=engine.random.seed,
            step_ns=spec.step,
            duration_ns=engine.now_ns,
            contacts=tuple(contacts.found),
            ended_by=self._reason(finished=finished),
            digest=engine.digest,
            level=self.level,
            execution=str(engine.execution),
            positions=None if positions is None else positions.positions(engine.now_ns),
            begin_ns=0 if self.start is None else self.start.time_ns,
        )

    def _advance(
        self, end_ns: int, between: Between | None, slice_ns: int | None, *, paranoid: bool
    ) -> bool:
        """Run to the end, or as far as `between` wants; whether it came to an end by itself."""
        engine = self.engine
        slice_ns = end_ns if slice_ns is None or between is None else slice_ns
        engine.expect(max(0, end_ns - engine.now_ns))
        while True:
            part_ns = min(max(slice_ns, engine.plan.step_ns), end_ns - engine.now_ns)
            if paranoid:
                self._advance_paranoid(part_ns)
            else:
                engine.run(part_ns)
            if engine.stopped or engine.now_ns >= end_ns:
                if between is not None:
                    between(engine.now_ns)
                return True
            if between is not None and not between(engine.now_ns):
                return False

    def _advance_paranoid(self, part_ns: int) -> None:
        engine = self.engine
        engine.run(0)  # a snapshot has the outputs of its tick
        for _ in range(part_ns // engine.plan.step_ns):
            if not engine.stopped:
                run_paranoid(self.assembly.graph, engine, 1)

    def _reason(self, *, finished: bool) -> EndedBy:
        if not finished:
            return EndedBy.INTERRUPT
        if not self.engine.stopped:
            return EndedBy.DURATION
        return ended_by(self.engine.value("Monitor.reason"))


def stage(
    scenario: str | Path | ScenarioFile,
    settings: Iterable[str] = (),
    *,
    execution: Execution | str = Execution.AUTO,
) -> StagedRun:
    """A built-in scenario by name, or one from a file, ready to run; settings as in `--set`."""
    file = (
        scenario if isinstance(scenario, ScenarioFile) else load_scenario(scenario, tuple(settings))
    )
    assembly, start = assemble(file), None
    if ATTACHED_START in file.attached:  # it is of a recording that begins at a checkpoint
        where = f"{file.document.file.partition(': ')[0]}: {ATTACHED_START}"
        start = Start(unpacked(file.attached[ATTACHED_START], where), where, assembly)
    return StagedRun(assembly, execution=execution, start=start)


def run(
    scenario: str | Path | ScenarioFile,
    settings: Iterable[str] = (),
    *,
    seed: int | None = None,
    execution: Execution | str = Execution.AUTO,
    keep_positions: bool = False,
) -> RunResult:
    """Run a scenario once."""
    return stage(scenario, settings, execution=execution).run(seed, keep_positions=keep_positions)
