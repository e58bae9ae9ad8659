"""A prepared run: an engine that can run the same thing again and again."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, final

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.level import Level, weakest
from project_ghost.engine import Engine, Execution, run_paranoid
from project_ghost.hal.channels import CHANNEL_CONTACTS, CHANNEL_GROUND_TRUTH
from project_ghost.runs.record._channels import CHANNEL_PLANS, plans_of
from project_ghost.runs.reopen._checkpoint_start import CheckpointStart
from project_ghost.runs.runnable._runnable import Runnable
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.events import EndedBy, ended_by

from ._listeners import ContactListener, PositionListener
from ._planners import RunPlanners
from ._result import RunResult

if TYPE_CHECKING:
    from project_ghost.runs.reopen._recorded_plans import RecordedPlans

__all__ = ["ActiveRun", "OnSlice", "PreparedRun"]

# Called with the time after every slice of a run; returning False ends the run.
OnSlice = Callable[[int], bool]


@final
class PreparedRun:
    """An engine loaded with a graph. All of its runs share the compiled code.

    Cars that planners drive are driven by `plans`, those of a recording, or else by their planners.
    `runs` is how many like this one are to come: machine code that is too much for one run may be
    worth it for all of them.
    """

    def __init__(
        self,
        runnable: Runnable,
        *,
        execution: Execution | str = Execution.AUTO,
        start: CheckpointStart | None = None,
        plans: "RecordedPlans | None" = None,
        runs: int = 1,
    ) -> None:
        _require_actions(runnable)
        self.runnable = runnable
        self.runs = runs
        self.engine = Engine(runnable.graph, runnable.seed, execution=execution)
        self.planners = RunPlanners(runnable, plans)
        self.planners.attach(self.engine)
        self.start = start
        if start is not None:
            start.restore(self.engine, runnable.seed)
            start.require_effect(self.engine, runnable)
            self.restore(self.planners)

    def __repr__(self) -> str:
        return f"<PreparedRun of {self.runnable!r}, {self.engine!r}>"

    @property
    def assembly(self) -> Assembly:
        """The assembled scenario; an error if the run is of something else."""
        return self.runnable.require_scene("the assembly")

    @property
    def level(self) -> str:
        """The determinism level of its runs."""
        return str(weakest(self.levels().values()))

    def levels(self) -> dict[str, Level]:
        """The determinism level of each component; a planner's port has that of its planner."""
        levels = {row.name: row.component.level for row in self.engine.plan.rows}
        return levels | self.planners.levels()

    @property
    def begin_ns(self) -> int:
        """The start of its runs: 0, or the time of its checkpoint."""
        return 0 if self.start is None else self.start.time_ns

    @checked_arguments
    def reset(self, seed: int | None = None) -> None:
        """Reset the engine to the start of the run or to its checkpoint."""
        seed = self.runnable.seed if seed is None else seed
        if self.start is None:
            self.engine.reset(seed)
        else:
            self.start.restore(self.engine, seed)
            self.restore(self.planners)

    @checked_arguments
    def restore(self, planners: RunPlanners) -> None:
        """Bring planners to the checkpoint; run its beginning again for those without `save`."""
        start = self.start
        assert start is not None
        original = start.original_runnable
        if not planners.sessions or planners.load(start.checkpoint.planners, original):
            return
        beginning = PreparedRun(original)
        beginning.run(start.checkpoint.seed, duration_ns=start.time_ns)
        if beginning.engine.link != start.original.link:
            raise GhostError(
                "the beginning of the run, planned again, differs from the checkpoint",
                f"{start.where}, at {start.time_ns:_} ns",
                "planners that plan the same again, or that have `save` and `load`",
                "define `save` and `load` in the planner, and make the checkpoint again",
            )
        planners.adopt(beginning.planners)

    def publish_plans(self) -> None:
        """Publish the actors' paths before the first tick, after all listeners have subscribed."""
        scene = self.runnable.scene
        if scene is not None and self.start is None:  # a checkpoint is later than that
            for plan in plans_of(scene):
                self.engine.bus.publish(CHANNEL_PLANS, plan)

    @checked_arguments
    def begin(
        self,
        seed: int | None = None,
        *,
        duration_ns: int | None = None,
        keep_positions: bool = False,
    ) -> "ActiveRun":
        """Begin a run, with its own seed and duration by default.

        Subscribe to the engine's bus between this and `ActiveRun.advance`.
        """
        self.reset(seed)
        end_ns = self.runnable.duration_ns if duration_ns is None else duration_ns
        return ActiveRun(self, end_ns, keep_positions=keep_positions)

    @checked_arguments
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
        """Run from the start or checkpoint, with its own seed and duration by default.

        Each of `listeners` is called with the engine before the first tick, to subscribe to its
        bus. `on_slice` is called every `slice_ns`; it cannot change the run's bits.
        """
        active = self.begin(seed, duration_ns=duration_ns, keep_positions=keep_positions)
        for listener in listeners:
            listener(self.engine)
        active.advance(on_slice, slice_ns, paranoid=paranoid)
        return active.result()


@final
class ActiveRun:
    """One run, from its start to its result."""

    def __init__(self, prepared: PreparedRun, end_ns: int, *, keep_positions: bool) -> None:
        self._prepared = prepared
        self._engine = prepared.engine
        self._end_ns = end_ns
        self._is_interrupted = False
        bus, runnable = self._engine.bus, prepared.runnable
        self._contacts: ContactListener | None = None
        self._positions: PositionListener | None = None
        if runnable.scene is not None:
            self._contacts = ContactListener()
            take_block = self._contacts.take_block
            bus.subscribe("run: contacts", self._contacts, CHANNEL_CONTACTS, take_block=take_block)
        if keep_positions:
            scene = runnable.require_scene("keep_positions")
            self._positions = PositionListener(scene.spec.recording.pose, scene.actors)
            bus.subscribe(
                "run: positions",
                self._positions,
                CHANNEL_GROUND_TRUTH,
                take_block=self._positions.take_block,
            )

    def advance(
        self,
        on_slice: OnSlice | None = None,
        slice_ns: int | None = None,
        *,
        paranoid: bool = False,
    ) -> None:
        """Run to the end, or until `on_slice`, called every `slice_ns`, returns False.

        Its first call is before the first tick, when everything is compiled.
        """
        engine, end_ns = self._engine, self._end_ns
        self._prepared.publish_plans()
        slice_ns = end_ns if slice_ns is None or on_slice is None else slice_ns
        engine.expect(max(0, end_ns - engine.now_ns) * self._prepared.runs)
        if on_slice is not None:
            engine.run(0)  # compiles, and computes no more than the outputs of the first tick
            if not on_slice(engine.now_ns):
                self._is_interrupted = True
                return
        while True:
            part_ns = min(max(slice_ns, engine.plan.step_ns), end_ns - engine.now_ns)
            if paranoid:
                self._run_paranoid(part_ns)
            else:
                engine.run(part_ns)
            is_last = engine.stopped or engine.now_ns >= end_ns
            may_continue = on_slice is None or on_slice(engine.now_ns)
            if is_last or not may_continue:
                self._is_interrupted = not is_last
                return

    def _run_paranoid(self, part_ns: int) -> None:
        engine = self._engine
        engine.run(0)  # a snapshot contains the outputs of its tick
        for _ in range(part_ns // engine.plan.step_ns):
            if not engine.stopped:
                run_paranoid(self._prepared.runnable.graph, engine, 1)

    def result(self) -> RunResult:
        """Return the result of the run so far."""
        prepared, engine = self._prepared, self._engine
        runnable, positions = prepared.runnable, self._positions
        return RunResult(
            name=runnable.name,
            seed=engine.random.seed,
            step_ns=runnable.step_ns,
            duration_ns=engine.now_ns,
            contacts=() if self._contacts is None else tuple(self._contacts.contacts),
            ended_by=self._ended_by(),
            digest=engine.digest,
            level=prepared.level,
            execution=str(engine.execution),
            positions=None if positions is None else positions.positions(engine.now_ns),
            begin_ns=prepared.begin_ns,
            execution_note=engine.execution_note,
        )

    def _ended_by(self) -> EndedBy:
        if self._is_interrupted:
            return EndedBy.INTERRUPT
        if not self._engine.stopped:
            return EndedBy.DURATION
        if self._prepared.runnable.scene is None:
            return EndedBy.STOP
        return ended_by(self._engine.value("Monitor.reason"))


def _require_actions(runnable: Runnable) -> None:
    """Refuse cars that wait for actions which nobody gives."""
    for car in () if runnable.scene is None else runnable.scene.controlled.values():
        if car.driver.file is None:
            raise InputError(
                f"{car.actor} is driven by actions, and nobody gives them",
                runnable.name,
                "an agent in project_ghost.gym, or a file of recorded actions",
                f"record an episode with project_ghost.gym.record, or set "
                f"actors.{car.actor}.driver.file",
            )
