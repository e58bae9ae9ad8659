"""A prepared scenario, which can be run repeatedly."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import final

from project_ghost.engine import Engine, Execution, run_paranoid
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH
from project_ghost.runs.record._channels import CHANNEL_PLANS, plans_of
from project_ghost.runs.reopen._checkpoint_file import unpack_checkpoint
from project_ghost.runs.reopen._checkpoint_start import ATTACHED_START, CheckpointStart
from project_ghost.scenario import ScenarioFile, load_scenario
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.events import EndedBy, ended_by

from ._listeners import ContactListener, PositionListener
from ._result import RunResult

__all__ = ["OnSlice", "StagedRun", "run", "stage"]

# Called with the time after every slice of a run; returning False ends the run.
OnSlice = Callable[[int], bool]


@final
class StagedRun:
    """An engine loaded with a scenario. All of its runs share the compiled code."""

    def __init__(
        self,
        assembly: Assembly,
        *,
        execution: Execution | str = Execution.AUTO,
        start: CheckpointStart | None = None,
    ) -> None:
        self.assembly = assembly
        self.engine = Engine(assembly.graph, assembly.spec.seed, execution=execution)
        self.start = start
        if start is not None:
            start.restore(self.engine, assembly.spec.seed)
            start.require_effect(self.engine, assembly.spec)

    @property
    def level(self) -> str:
        """The determinism level of its runs."""
        return str(self.engine.level)

    def reset(self, seed: int | None = None) -> None:
        """Reset the engine to the start of the run or to its checkpoint."""
        seed = self.assembly.spec.seed if seed is None else seed
        if self.start is None:
            self.engine.reset(seed)
        else:
            self.start.restore(self.engine, seed)

    def publish_plans(self) -> None:
        """Publish the actors' paths before the first tick, after all listeners have subscribed."""
        if self.start is None:  # a checkpoint is later than that
            for plan in plans_of(self.assembly):
                self.engine.bus.publish(CHANNEL_PLANS, plan)

    def run(
        self,
        seed: int | None = None,
        *,
        duration_ns: int | None = None,
        keep_positions: bool = False,
        listeners: Iterable[Callable[[Engine], object]] = (),
        on_slice: OnSlice | None = None,
        slice_ns: int | None = None,
        paranoid: bool = False,
    ) -> RunResult:
        """Run from the start or checkpoint, with the scenario's seed and duration by default.

        Each of `listeners` is called with the engine before the first tick, to subscribe to its
        bus. `on_slice` is called every `slice_ns`; it cannot change the run's bits.
        """
        spec, engine = self.assembly.spec, self.engine
        self.reset(seed)
        end_ns = spec.duration if duration_ns is None else duration_ns
        contacts = ContactListener(self.assembly)
        engine.bus.subscribe("run: contacts", contacts, CHANNEL_CONTACTS)
        positions = PositionListener(self.assembly, end_ns) if keep_positions else None
        if positions is not None:
            engine.bus.subscribe("run: positions", positions, CHANNEL_GROUND_TRUTH)
        for listener in listeners:
            listener(engine)
        self.publish_plans()
        finished = self._advance(end_ns, on_slice, slice_ns, paranoid=paranoid)
        return RunResult(
            name=spec.name,
            seed=engine.random.seed,
            step_ns=spec.step,
            duration_ns=engine.now_ns,
            contacts=tuple(contacts.contacts),
            ended_by=self._ended_by(finished=finished),
            digest=engine.digest,
            level=self.level,
            execution=str(engine.execution),
            positions=None if positions is None else positions.positions(engine.now_ns),
            begin_ns=0 if self.start is None else self.start.time_ns,
        )

    def _advance(
        self, end_ns: int, on_slice: OnSlice | None, slice_ns: int | None, *, paranoid: bool
    ) -> bool:
        """Run to the end or until `on_slice` stops it; return whether it reached its end."""
        engine = self.engine
        slice_ns = end_ns if slice_ns is None or on_slice is None else slice_ns
        engine.expect(max(0, end_ns - engine.now_ns))
        while True:
            part_ns = min(max(slice_ns, engine.plan.step_ns), end_ns - engine.now_ns)
            if paranoid:
                self._advance_paranoid(part_ns)
            else:
                engine.run(part_ns)
            if engine.stopped or engine.now_ns >= end_ns:
                if on_slice is not None:
                    on_slice(engine.now_ns)
                return True
            if on_slice is not None and not on_slice(engine.now_ns):
                return False

    def _advance_paranoid(self, part_ns: int) -> None:
        engine = self.engine
        engine.run(0)  # a snapshot contains the outputs of its tick
        for _ in range(part_ns // engine.plan.step_ns):
            if not engine.stopped:
                run_paranoid(self.assembly.graph, engine, 1)

    def _ended_by(self, *, finished: bool) -> EndedBy:
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
    """Prepare a built-in scenario by name, or one from a file; settings as in `--set`."""
    file = (
        scenario if isinstance(scenario, ScenarioFile) else load_scenario(scenario, tuple(settings))
    )
    assembly, start = assemble(file), None
    if ATTACHED_START in file.attached:  # the recording begins at a checkpoint
        where = f"{file.document.file.partition(': ')[0]}: {ATTACHED_START}"
        start = CheckpointStart(
            unpack_checkpoint(file.attached[ATTACHED_START], where), where, assembly
        )
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
