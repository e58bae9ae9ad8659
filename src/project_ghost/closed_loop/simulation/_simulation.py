"""A simulation that is driven step by step."""

import threading
from typing import Any, final

from project_ghost.closed_loop.callback import AbstractCallback, MultiCallback
from project_ghost.closed_loop.errors import ClosedLoopError
from project_ghost.closed_loop.history import (
    SimulationHistory,
    SimulationHistoryBuffer,
    SimulationHistorySample,
)
from project_ghost.closed_loop.planner import (
    AbstractPlanner,
    PlannerInitialization,
    PlannerInput,
    load_planner,
)
from project_ghost.closed_loop.scenario import AbstractScenario, AssembledScenario
from project_ghost.closed_loop.trajectory import AbstractTrajectory
from project_ghost.engine import Engine, Execution, OpenPort
from project_ghost.scenario.assembly import Assembly, assemble
from project_ghost.scenario.planned import PlannedActor

from ._loop import BUFFER_DURATION_S, PlanningLoop, require_buffer_duration_ns
from ._seat import PlannerSeat
from ._session import PlannerSession, initialization_of
from ._setup import SimulationSetup, validate_planner_setup

__all__ = ["Simulation"]


@final
class Simulation:
    """One run of a scenario, driven by whoever asks a planner:

        planner.initialize(simulation.initialize())
        while simulation.is_simulation_running():
            seen = simulation.get_planner_input()
            simulation.propagate(planner.compute_trajectory(seen))

    Underneath is the engine that `ghost run` uses; the same scenario and the same plans give the
    same bits. A scenario of N iterations gives N - 1 samples: the last plan is recorded and not
    driven. One thread may propagate; any may read, because samples never change. Other cars with
    planners are driven by those that the scenario names.
    """

    def __init__(
        self,
        simulation_setup: SimulationSetup,
        callback: AbstractCallback | None = None,
        simulation_history_buffer_duration: float = BUFFER_DURATION_S,
        *,
        history_every: int = 1,
        execution: Execution | str = Execution.AUTO,
    ) -> None:
        scenario = simulation_setup.scenario
        require_buffer_duration_ns(simulation_history_buffer_duration, scenario.period_ns)
        self._setup = simulation_setup
        self._scenario = scenario
        self._callback = MultiCallback([]) if callback is None else callback
        self._buffer_duration_s = simulation_history_buffer_duration
        self._execution = execution
        self._history_every = history_every
        self._history = self._new_history()
        self._assembly: Assembly | None = None
        self._engine: Engine | None = None
        self._loop: PlanningLoop | None = None
        self._others: dict[str, PlannerSession] = {}  # of other cars with planners
        self._propagating = threading.Lock()
        self._is_running = True
        self._is_initialized = False

    # ------------------------------------------------------------- properties

    @property
    def setup(self) -> SimulationSetup:
        """What the simulation is made of."""
        return self._setup

    @property
    def scenario(self) -> AbstractScenario:
        """The scenario."""
        return self._scenario

    @property
    def callback(self) -> AbstractCallback:
        """The observer of the simulation."""
        return self._callback

    @property
    def history(self) -> SimulationHistory:
        """The samples so far."""
        return self._history

    @property
    def history_buffer(self) -> SimulationHistoryBuffer:
        """The latest samples."""
        buffer = None if self._loop is None else self._loop.buffer
        if buffer is None:
            raise ClosedLoopError(
                "_history_buffer is None. Please initialize the buffer by calling "
                "Simulation.initialize()"
            )
        return buffer

    @property
    def assembly(self) -> Assembly:
        """The assembled scenario."""
        if self._assembly is None:
            setup = self._setup
            file = self._scenario.scenario_file(
                setup.ego_controller.driver_keys(), setup.observations.traffic_keys()
            )
            self._assembly = assemble(file)
        return self._assembly

    @property
    def engine(self) -> Engine:
        """The engine of the run, to read its values and its digest."""
        if self._engine is None:
            self._engine = Engine(
                self.assembly.graph, self.assembly.spec.seed, execution=self._execution
            )
            self._loop = self._connect(self._engine)
        return self._engine

    @property
    def digest(self) -> str:
        """The digest of the run so far: equal digests mean equal runs."""
        return self.engine.digest

    def _new_history(self) -> SimulationHistory:
        return SimulationHistory(
            self._scenario.map_api, self._scenario.get_mission_goal(), every=self._history_every
        )

    def _connect(self, engine: Engine) -> PlanningLoop:
        """Make the loop of the planner that drives, and let the others answer by themselves."""
        loop = self._new_loop()
        loop.seat.watch(engine)
        self._others = {}
        for actor, planned in self.assembly.planners.items():
            if planned is not loop.seat.planned:
                session = self._others[actor] = _other_session(self.assembly, planned)
                engine.attach(planned.port, session)
        return loop

    def _new_loop(self) -> PlanningLoop:
        planners = self.assembly.planners
        mine = self._scenario.planned if isinstance(self._scenario, AssembledScenario) else None
        name = next(iter(planners), None) if mine is None else mine.actor
        planned = None if name is None else planners[name]
        if planned is None:
            raise ClosedLoopError(
                f"no car of the scenario {self._scenario.scenario_name} has a planner",
                "Simulation",
                "a car with `driver: {kind: planner, ...}`",
                "give one of its cars such a driver, or use closed_loop.scenario.planned_scenario",
            )
        seat = PlannerSeat(self.assembly, planned)
        return PlanningLoop(
            seat,
            self._scenario,
            self._buffer_duration_s,
            observation_type=self._setup.observations.observation_type(),
        )

    # ------------------------------------------------------------------ steps

    def reset(self) -> None:
        """Go back to before `initialize`."""
        self._history.reset()
        self._setup.reset()
        if self._engine is not None:
            self._engine.reset()
        if self._loop is not None:
            self._loop.reset()
        self._is_running = True
        self._is_initialized = False

    def initialize(self) -> PlannerInitialization:
        """Start the run, up to the first time that the planner is asked; what to tell it."""
        self.reset()
        engine, assembly = self.engine, self.assembly
        self._callback.listen(engine, assembly)
        engine.expect(assembly.spec.duration)
        self._is_initialized = True
        self._run_to_port(0)
        self._setup.observations.initialize()
        return initialization_of(self._scenario)

    def is_simulation_running(self) -> bool:
        """Whether there is a further step."""
        return self._is_running and not self._setup.time_controller.reached_end()

    def get_planner_input(self) -> PlannerInput:
        """What the planner sees now; it never changes, and other threads may have it."""
        loop = self._initialized()
        if not self.is_simulation_running():
            raise ClosedLoopError(
                "Simulation is not running, stepping can not be performed!", "get_planner_input"
            )
        return loop.planner_input

    def propagate(self, trajectory: AbstractTrajectory, planner: str = "") -> None:
        """Record the plan, drive it to the next iteration, and take the sample there.

        `planner` is the name in an error about the plan, after which the iteration can be
        repeated with another.
        """
        loop = self._initialized()
        if not self.is_simulation_running():
            raise ClosedLoopError(
                "Simulation is not running, simulation can not be propagated!", "propagate"
            )
        if not self._propagating.acquire(blocking=False):
            raise ClosedLoopError(
                "another thread is propagating this simulation",
                "Simulation.propagate",
                "one thread that propagates; others may read",
                "give each thread a simulation of its own",
            )
        try:
            self._propagate(loop, trajectory, planner)
        finally:
            self._propagating.release()

    def _propagate(self, loop: PlanningLoop, trajectory: AbstractTrajectory, planner: str) -> None:
        seen, engine, port = loop.seen, self.engine, self._port()
        assert seen is not None
        plan, count = loop.accept(trajectory, planner or "of this simulation")
        self._history.add_sample(
            SimulationHistorySample(
                seen.iteration,
                seen.ego_state,
                trajectory,
                seen.observation,
                seen.lights,
                seen.bodies,
                seen.ego,
            )
        )
        port.answer(plan, count)
        controller = self._setup.time_controller
        next_iteration = controller.next_iteration()
        if next_iteration is None or controller.reached_end():
            # The last plan is not driven: the run ends with this tick, or with its duration.
            is_last = seen.iteration.index >= loop.seat.iterations - 2
            engine.run(loop.seat.end_ns - engine.now_ns if is_last else 0)
            self._is_running = False
            return
        self._run_to_port(loop.seat.period_ns)

    def _run_to_port(self, duration_ns: int) -> None:
        engine, loop = self.engine, self._initialized()
        engine.run(duration_ns)
        port = engine.waiting
        if port is None:  # a contact, for example, has ended the run
            self._is_running = False
            return
        seen = loop.sample(port)
        ego_state, observation = seen.history.current_state
        self._setup.ego_controller.take(ego_state)
        self._setup.observations.take(observation)

    def _port(self) -> OpenPort:
        port = self.engine.waiting
        assert port is not None, "the simulation is running"
        return port

    def _initialized(self) -> PlanningLoop:
        if self._loop is None or not self._is_initialized:
            raise ClosedLoopError("Simulation was not initialized!", "Simulation")
        return self._loop

    def validate_planner(self, planner: AbstractPlanner) -> None:
        """Refuse a planner that expects another type of observation."""
        validate_planner_setup(self._setup, planner)

    # ---------------------------------------------------------------- pickling

    def __getstate__(self) -> dict[str, Any]:
        state = {**self.__dict__}
        for name in ("_engine", "_loop", "_others", "_assembly", "_propagating", "_history"):
            del state[name]
        state["samples"] = self._history.data  # the map is the scenario's
        is_begun = self._loop is not None and self._loop.seen is not None
        if is_begun:
            assert self._engine is not None
            assert self._loop is not None
            others = {actor: session.save() for actor, session in self._others.items()}
            state["snapshot"] = self._engine.snapshot(), self._loop.save(), others
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        snapshot, samples = state.pop("snapshot", None), state.pop("samples")
        self.__dict__.update(state)
        self._history = self._new_history()
        for sample in samples:
            self._history.add_sample(sample)
        self._assembly = self._engine = self._loop = None
        self._others = {}
        self._propagating = threading.Lock()
        if snapshot is not None:
            engine, loop, others = snapshot
            self._engine = Engine.restored(self.assembly.graph, engine, execution=self._execution)
            self._loop = self._connect(self._engine)
            self._loop.load(loop)
            for actor, data in others.items():
                if not self._others[actor].load(data):
                    raise ClosedLoopError(
                        f"the planner of {actor} has no save and load",
                        "Simulation, in the middle of a run",
                        "planners of other cars that can be saved",
                        "define save and load in it, or pickle the simulation before its start",
                    )


def _other_session(assembly: Assembly, planned: PlannedActor) -> PlannerSession:
    scenario = AssembledScenario(assembly, planned.actor)

    def make() -> AbstractPlanner:
        return load_planner(planned.planner, (), planned.options, scenario)

    return PlannerSession(PlannerSeat(assembly, planned), scenario, make)
