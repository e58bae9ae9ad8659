"""Simulations step by step: samples, errors with nuPlan's words, and one digest for all drivers."""

# ruff: noqa: ARG002 - callbacks take what they are given

import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.closed_loop.callback import AbstractCallback, MultiCallback, TimingCallback
from project_ghost.closed_loop.controller import (
    LogPlaybackController,
    PerfectTrackingController,
    ScenarioEgoController,
    TrackerController,
    TwoStageController,
)
from project_ghost.closed_loop.observation import (
    DetectionsTracks,
    LidarChannel,
    RecordedChannels,
    ScenarioObservation,
    Sensors,
    SensorsObservation,
)
from project_ghost.closed_loop.planner import AbstractPlanner, PlannerInput, load_planner
from project_ghost.closed_loop.runner import SimulationRunner, run_simulation
from project_ghost.closed_loop.scenario import AssembledScenario, planned_file
from project_ghost.closed_loop.simulation import (
    PlannerSeat,
    Simulation,
    SimulationIteration,
    SimulationSetup,
    StepSimulationTimeController,
    run_arrays,
)
from project_ghost.closed_loop.states import TimePoint
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory
from project_ghost.models.plans import PLAN_WIDTH
from project_ghost.runs import prepare, recorded_run
from project_ghost.scenario import ScenarioFile, parse_scenario
from project_ghost.telemetry import Recording

from .own_scenario import PERIOD_NS, StraightRoad

TWO_CARS = """
version: 1
name: two-cars
step: 50ms
duration: 2s
actors:
  ego:
    kind: car
    start: {x_m: 0, y_m: 0, yaw_deg: 10, speed_mps: 3}
    speed_mps: 5
    driver: {kind: planner, planner: simple, options: {steering_angle: 0.1}}
  other: {kind: car, speed_mps: 4, route: {waypoints: [[30, 10], [60, 20]]}}
"""
SIMPLE = {"steering_angle": 0.1}
SECOND = """
  late:
    kind: car
    start: {x_m: 0, y_m: 20, yaw_deg: 0, speed_mps: 3}
    speed_mps: 5
    driver: {kind: planner, planner: simple, period: 200ms}
"""
EYES = "    sensors: {eyes: {kind: detector, range_m: 10, rate_hz: 20}}\n"


@pytest.fixture(scope="module")
def file() -> ScenarioFile:
    return parse_scenario(TWO_CARS)


@pytest.fixture(scope="module")
def digest(file: ScenarioFile) -> str:
    """The digest of the same run by `ghost run`."""
    return prepare(file, execution="interpreted").run().digest


def simulation_of(scenario: Any, **options: Any) -> Simulation:
    setup = SimulationSetup(
        StepSimulationTimeController(scenario),
        ScenarioObservation(scenario),
        options.pop("controller", ScenarioEgoController)(scenario),
        scenario,
    )
    return Simulation(setup, execution="interpreted", **options)


def started(scenario: Any, **options: Any) -> tuple[Simulation, AbstractPlanner]:
    simulation = simulation_of(scenario, **options)
    planner = load_planner("simple", options=SIMPLE)
    planner.initialize(simulation.initialize())
    return simulation, planner


def drive(simulation: Simulation, planner: AbstractPlanner, steps: int = 10**6) -> None:
    while simulation.is_simulation_running() and steps > 0:
        seen = simulation.get_planner_input()
        simulation.propagate(planner.compute_trajectory(seen))
        steps -= 1


def plan_from(seen: PlannerInput) -> np.ndarray:
    """A plan that stands still where the ego is, for 4 s."""
    plan = np.zeros((5, PLAN_WIDTH))
    plan[:, 0] = seen.iteration.time_point.time_ns + np.linspace(0.0, 4e9, 5)
    plan[:, 1:4] = seen.history.current_state[0].array[:3]
    return plan


def changed(plan: np.ndarray, column: int, by: float) -> np.ndarray:
    plan[:, column] += by
    return plan


class TestOneDigest:
    """The same scenario and the same plans give the same bits, whoever drives."""

    def test_by_hand_and_by_ghost_run(self, file: ScenarioFile, digest: str) -> None:
        simulation, planner = started(AssembledScenario.from_file(file))
        drive(simulation, planner)
        assert simulation.digest == digest
        # 2 s at 10 Hz: iterations 0 to 21, of which the last is not simulated.
        assert simulation.scenario.get_number_of_iterations() == 22
        assert len(simulation.history) == 21
        assert [sample.iteration.index for sample in simulation.history] == list(range(21))

    def test_by_the_runner_with_callbacks(self, file: ScenarioFile, digest: str) -> None:
        timing = TimingCallback()
        simulation = simulation_of(
            AssembledScenario.from_file(file), callback=MultiCallback([timing])
        )
        planner = load_planner("simple", options=SIMPLE)
        report = SimulationRunner(simulation, planner).run()
        assert report.succeeded, report.error_message
        assert simulation.digest == digest
        assert set(timing.timings) >= {"simulation_elapsed_time", "mean_planner_step_time"}

    def test_again_after_a_reset(self, file: ScenarioFile, digest: str) -> None:
        simulation, planner = started(AssembledScenario.from_file(file))
        drive(simulation, planner, steps=5)
        planner.initialize(simulation.initialize())
        assert len(simulation.history) == 0
        drive(simulation, planner)
        assert simulation.digest == digest

    def test_pickled_in_the_middle(self, file: ScenarioFile, digest: str) -> None:
        simulation, planner = started(AssembledScenario.from_file(file))
        drive(simulation, planner, steps=7)
        for _ in range(2):  # each pickling keeps the size of the buffer, which nuPlan's does not
            simulation = pickle.loads(pickle.dumps(simulation))  # noqa: S301 - our own
        assert simulation.history_buffer.size == 22
        assert len(simulation.history) == 7
        drive(simulation, planner)
        assert simulation.digest == digest
        assert len(simulation.history) == 21

    @pytest.mark.slow
    def test_pickled_in_the_middle_and_driven_elsewhere(
        self, file: ScenarioFile, digest: str, tmp_path: Path
    ) -> None:
        simulation, planner = started(AssembledScenario.from_file(file))
        drive(simulation, planner, steps=7)
        (tmp_path / "half.pickle").write_bytes(pickle.dumps((simulation, planner)))
        code = (
            "import pickle, sys\n"
            "simulation, planner = pickle.load(open(sys.argv[1], 'rb'))\n"
            "while simulation.is_simulation_running():\n"
            "    seen = simulation.get_planner_input()\n"
            "    simulation.propagate(planner.compute_trajectory(seen))\n"
            "print(simulation.digest)\n"
        )
        command = [sys.executable, "-c", code, str(tmp_path / "half.pickle")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.stdout.strip() == digest, done.stderr

    def test_with_a_second_planner_that_the_scenario_names(self) -> None:
        second = TWO_CARS.replace("  other: {", SECOND + "  other: {")
        file = parse_scenario(second)
        expected = prepare(file, execution="interpreted").run().digest
        for actor, options in (("ego", SIMPLE), ("late", {})):
            scenario = AssembledScenario.from_file(file, actor)
            simulation = simulation_of(scenario)
            planner = load_planner("simple", options=options)
            planner.initialize(simulation.initialize())
            drive(simulation, planner, steps=4)
            simulation = pickle.loads(pickle.dumps(simulation))  # noqa: S301 - our own
            seen: Any = simulation.get_planner_input().history.current_state[1]
            names = {each.track_token for each in seen.tracked_objects}
            assert names == {"other#0", *({"ego#0", "late#0"} - {f"{actor}#0"})}
            drive(simulation, planner)
            assert simulation.digest == expected

    @pytest.mark.slow
    def test_compiled(self, file: ScenarioFile, digest: str) -> None:
        scenario = AssembledScenario.from_file(file)
        setup = simulation_of(scenario).setup
        simulation = Simulation(setup, execution="compiled")
        planner = load_planner("simple", options=SIMPLE)
        planner.initialize(simulation.initialize())
        drive(simulation, planner)
        assert simulation.digest == digest


class TestSteps:
    def test_an_iteration_has_a_time_and_an_index(self) -> None:
        iteration = SimulationIteration(TimePoint(200_000), 2)
        assert iteration.time_us == 200_000
        assert iteration.time_s == pytest.approx(0.2)
        with pytest.raises(AssertionError, match="Iteration must be >= 0, but it is -1!"):
            SimulationIteration(TimePoint(0), -1)

    def test_a_time_controller_ends_before_the_last_iteration(self) -> None:
        scenario = StraightRoad(seconds=1)
        controller = StepSimulationTimeController(scenario)
        assert controller.number_of_iterations() == 11
        for index in range(10):
            assert not controller.reached_end()
            assert controller.get_iteration().time_us == 100_000 * index
            controller.next_iteration()
        assert controller.reached_end()
        assert controller.next_iteration() is None
        controller.reset()
        assert controller.get_iteration().index == 0

    def test_nothing_works_before_initialize_and_after_the_end(self, file: ScenarioFile) -> None:
        simulation = simulation_of(AssembledScenario.from_file(file))
        trajectory: Any = None
        with pytest.raises(RuntimeError, match="Simulation was not initialized!"):
            simulation.get_planner_input()
        with pytest.raises(RuntimeError, match="Simulation was not initialized!"):
            simulation.propagate(trajectory)
        with pytest.raises(RuntimeError, match="_history_buffer is None"):
            _ = simulation.history_buffer
        planner = load_planner("simple")
        planner.initialize(simulation.initialize())
        drive(simulation, planner)
        with pytest.raises(RuntimeError, match="stepping can not be performed!"):
            simulation.get_planner_input()
        with pytest.raises(RuntimeError, match="simulation can not be propagated!"):
            simulation.propagate(trajectory)

    def test_the_buffer_has_the_past_and_the_present(self) -> None:
        simulation, planner = started(StraightRoad())
        first = simulation.get_planner_input()
        stamps = [ego.time_point.time_ns // PERIOD_NS for ego in first.history.ego_states]
        assert stamps == list(range(-10, 1))
        drive(simulation, planner, steps=20)
        assert len(simulation.history_buffer) == simulation.history_buffer.size == 22
        # What a planner was given does not change.
        assert len(first.history) == 11

    def test_the_buffer_begins_with_the_start_alone_where_there_is_no_past(
        self, file: ScenarioFile
    ) -> None:
        simulation, _ = started(AssembledScenario.from_file(file))
        assert len(simulation.history_buffer) == 1

    def test_a_buffer_shorter_than_an_interval_is_refused(self, file: ScenarioFile) -> None:
        scenario = AssembledScenario.from_file(file)
        with pytest.raises(ValueError, match="buffer_duration too small"):
            simulation_of(scenario, simulation_history_buffer_duration=0.05)
        with pytest.raises(RuntimeError):
            simulation_of(scenario, simulation_history_buffer_duration=0.05)
        assert simulation_of(scenario, simulation_history_buffer_duration=0.1) is not None

    def test_a_sample_cannot_be_changed(self, file: ScenarioFile) -> None:
        simulation, _ = started(AssembledScenario.from_file(file))
        ego, seen = simulation.get_planner_input().history.current_state
        assert isinstance(seen, DetectionsTracks)
        for array in (ego.array, seen.tracked_objects.array):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1.0
        assert [each.track_token for each in seen.tracked_objects] == ["other#0"]

    def test_a_second_thread_is_refused_in_propagate(self, file: ScenarioFile) -> None:
        simulation, planner = started(AssembledScenario.from_file(file))
        trajectory = planner.compute_trajectory(simulation.get_planner_input())
        errors: list[Exception] = []

        class Meddling(InterpolatedTrajectory):  # type: ignore[misc]
            """Lets another thread propagate while this one does."""

            @property
            def array(self) -> np.ndarray:
                def meddle() -> None:
                    try:
                        simulation.propagate(trajectory)
                    except RuntimeError as error:
                        errors.append(error)

                thread = threading.Thread(target=meddle)
                thread.start()
                thread.join()
                return trajectory.array  # type: ignore[attr-defined, no-any-return]

        plan = plan_from(simulation.get_planner_input())
        simulation.propagate(Meddling(plan, None))
        (error,) = errors
        assert "another thread is propagating" in str(error)
        assert simulation.get_planner_input().iteration.index == 1

    def test_a_thinned_history_keeps_the_run(self, file: ScenarioFile, digest: str) -> None:
        simulation, planner = started(AssembledScenario.from_file(file), history_every=0)
        drive(simulation, planner)
        assert simulation.digest == digest
        assert [sample.iteration.index for sample in simulation.history] == [20]

    def test_a_run_that_a_contact_ends_has_fewer_samples(self) -> None:
        text = TWO_CARS.replace("[[30, 10], [60, 20]]", "[[5.5, 1], [60, 20]]")
        text += "on_collision: stop\n"
        simulation, planner = started(AssembledScenario.from_file(parse_scenario(text)))
        drive(simulation, planner)
        assert 0 < len(simulation.history) < 21
        assert simulation.engine.stopped


class TestPlans:
    """A plan that cannot be driven is refused; the iteration can be repeated with another."""

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda plan: changed(plan, 0, 5e8), "0.500000 s to 4.500000 s"),
            (lambda plan: plan * [[0.01] + [1.0] * 8], "0.000000 s to 0.040000 s"),
            (lambda plan: plan * [[1e6] + [1.0] * 8], "the plan is 4e+06 s long"),
            (lambda plan: changed(plan, 1, 6.0), "6.00 m from the ego"),
            (lambda plan: changed(plan, 4, 50.0), "Velocity is too high"),
            (lambda plan: plan * np.nan, "finite numbers"),
            (lambda plan: plan[::-1], "goes back in time"),
            (lambda plan: np.linspace(plan[0], plan[-1], 129), "at most 128"),
        ],
    )
    def test_each_mistake_names_planner_iteration_and_values(
        self, file: ScenarioFile, change: Any, words: str
    ) -> None:
        scenario = AssembledScenario.from_file(file)
        simulation, planner = started(scenario, controller=PerfectTrackingController)
        seen = simulation.get_planner_input()
        vehicle = scenario.ego_vehicle_parameters
        with pytest.raises(ValueError, match="planner mine, iteration 0 at") as error:
            simulation.propagate(
                InterpolatedTrajectory(np.asarray(change(plan_from(seen))), vehicle), "mine"
            )
        assert isinstance(error.value, RuntimeError)
        assert words in str(error.value)
        assert len(simulation.history) == 0
        simulation.propagate(planner.compute_trajectory(seen))
        assert len(simulation.history) == 1

    def test_none_is_refused(self, file: ScenarioFile) -> None:
        simulation, _ = started(AssembledScenario.from_file(file))
        nothing: Any = None
        with pytest.raises(RuntimeError, match="the planner answered None"):
            simulation.propagate(nothing)


class Failing(AbstractPlanner):
    """Raises at its third iteration."""

    def name(self) -> str:
        return "Failing"

    def initialize(self, initialization: Any) -> None:
        self.simple = load_planner("simple")

    def observation_type(self) -> type[DetectionsTracks]:
        return DetectionsTracks

    def compute_planner_trajectory(self, current_input: PlannerInput) -> Any:
        if current_input.iteration.index == 2:
            raise ZeroDivisionError("on purpose")
        return self.simple.compute_trajectory(current_input)


class Noted(AbstractCallback):
    """Notes the order of calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def on_simulation_start(self, setup: Any) -> None:
        self.calls.append("start")

    def on_initialization_start(self, setup: Any, planner: Any) -> None:
        self.calls.append("initializing")

    def on_initialization_end(self, setup: Any, planner: Any) -> None:
        self.calls.append("initialized")

    def on_step_start(self, setup: Any, planner: Any) -> None:
        self.calls.append("step")

    def on_planner_start(self, setup: Any, planner: Any) -> None:
        self.calls.append("planning")

    def on_planner_end(self, setup: Any, planner: Any, trajectory: Any) -> None:
        self.calls.append("planned")

    def on_step_end(self, setup: Any, planner: Any, sample: Any) -> None:
        self.calls.append(f"stepped {sample.iteration.index}")

    def on_simulation_end(self, setup: Any, planner: Any, history: Any) -> None:
        self.calls.append(f"end {len(history)}")


class Broken(AbstractCallback):
    """Raises at the end."""

    def on_simulation_end(self, setup: Any, planner: Any, history: Any) -> None:
        raise OSError("disk full")


class TestRunner:
    def test_callbacks_are_called_in_nuplans_order(self, file: ScenarioFile) -> None:
        noted = Noted()
        simulation = simulation_of(AssembledScenario.from_file(file), callback=noted)
        report = SimulationRunner(simulation, load_planner("simple")).run()
        assert report.succeeded
        step = ["step", "planning", "planned"]
        steps = [word for index in range(21) for word in (*step, f"stepped {index}")]
        assert noted.calls == ["start", "initializing", "initialized", *steps, "end 21"]
        assert report.planner_report is not None
        assert len(report.planner_report.compute_trajectory_runtimes) == 21
        row = report.row()
        assert row["succeeded"] is True
        assert row["compute_trajectory_runtimes_mean"] > 0.0  # type: ignore[operator]

    def test_a_failure_is_reported_and_all_callbacks_end(self, file: ScenarioFile) -> None:
        noted = Noted()
        simulation = simulation_of(
            AssembledScenario.from_file(file), callback=MultiCallback([Broken(), noted])
        )
        runner = SimulationRunner(simulation, Failing())
        report = runner.run()
        assert not report.succeeded
        assert report.score == 0.0
        assert noted.calls[-1] == "end 2"
        message = report.error_message or ""
        assert "ZeroDivisionError: on purpose" in message
        assert "scenario two-cars, planner Failing, iteration 2 at 0.200 s" in message
        assert "disk full" in message
        assert isinstance(runner.error, ZeroDivisionError)
        with pytest.raises(RuntimeError, match="on purpose"):
            run_simulation(runner, exit_on_failure=True)

    def test_a_planner_for_sensors_is_refused_before_the_first_step(
        self, file: ScenarioFile
    ) -> None:
        class Seeing(Failing):
            def observation_type(self) -> type[Any]:
                return Sensors

        simulation = simulation_of(AssembledScenario.from_file(file))
        report = SimulationRunner(simulation, Seeing()).run()
        assert "did not receive the right observations" in (report.error_message or "")
        assert len(simulation.history) == 0

    def test_a_setup_refuses_other_things(self) -> None:
        scenario = StraightRoad()
        other: Any = object()
        with pytest.raises(ValueError, match="observations must inherit from AbstractObservation!"):
            SimulationSetup(
                StepSimulationTimeController(scenario),
                other,
                ScenarioEgoController(scenario),
                scenario,
            )


class TestOwnScenario:
    """One class with six properties is a scenario: everything else follows."""

    @pytest.mark.parametrize(
        "controller",
        [
            PerfectTrackingController,
            TwoStageController,
            TrackerController,
            LogPlaybackController,
        ],
    )
    def test_every_controller_drives_the_recorded_way(self, controller: Any) -> None:
        scenario = StraightRoad()
        simulation = simulation_of(scenario, controller=controller)
        planner = load_planner("log-future", scenario=scenario)
        report = SimulationRunner(simulation, planner).run()
        assert report.succeeded, report.error_message
        ego = simulation.history.last().ego_state
        assert ego.rear_axle.x == pytest.approx(29.0, abs=0.3)
        assert ego.rear_axle.y == pytest.approx(0.0, abs=0.05)

    def test_tracks_are_seen_at_the_times_of_their_recording(self) -> None:
        scenario = StraightRoad()
        simulation, planner = started(scenario)
        drive(simulation, planner)
        samples: Sequence[Any] = simulation.history.data
        seen = [
            {
                each.metadata.track_token: each.center.x
                for each in sample.observation.tracked_objects
            }
            for sample in samples
        ]
        lead, walker = "traffic/lead#0", "traffic/walker#1"
        assert [walker in each for each in seen] == [10 <= index <= 20 for index in range(30)]
        assert seen[15][lead] == pytest.approx(30.0 + 8.0 * 1.5)
        # Between two uneven stamps.
        assert seen[13][walker] == pytest.approx(20.0 + 1.3)

    def test_the_base_class_answers_under_nuplans_names(self) -> None:
        scenario = StraightRoad()
        assert scenario.database_interval == 0.1
        assert scenario.get_number_of_iterations() == 31
        assert scenario.duration_s.time_us == 3_000_000
        assert scenario.initial_ego_state.rear_axle.x == 0.0
        past = list(scenario.get_ego_past_trajectory(0, 0.5, 5))
        assert [ego.rear_axle.x for ego in past] == pytest.approx([-5.0, -4.0, -3.0, -2.0, -1.0])
        future = list(scenario.get_ego_future_trajectory(0, 2.0, 4))
        assert [ego.rear_axle.x for ego in future] == pytest.approx([5.0, 10.0, 15.0, 20.0])
        assert len(list(scenario.get_past_tracked_objects(0, 0.5))) == 5
        assert scenario.get_expert_goal_state().x == pytest.approx(30.0)
        assert len(list(scenario.get_expert_ego_trajectory())) == 31
        assert scenario.get_mission_goal() == scenario.goal
        (lead,) = scenario.initial_tracked_objects.tracked_objects
        assert lead.velocity.x == 8.0  # type: ignore[union-attr]
        with pytest.raises(RuntimeError, match="no sensor data"):
            _ = scenario.initial_sensors

    def test_the_past_can_be_padded_at_constant_velocity(self) -> None:
        scenario = StraightRoad(padded=True)
        past = list(scenario.get_ego_past_trajectory(0, 2.2, 22))
        assert [ego.rear_axle.x for ego in past] == pytest.approx(np.arange(-22.0, 0.0))
        seen = list(scenario.get_past_tracked_objects(0, 2.2, 22))
        assert [len(each.tracked_objects) for each in seen] == [1] * 22
        simulation, _ = started(scenario)
        assert len(simulation.history_buffer) == 22


def test_a_scenario_without_a_planner_gets_one_for_its_first_car() -> None:
    text = TWO_CARS.replace(
        "{kind: planner, planner: simple, options: {steering_angle: 0.1}}", "pid"
    )
    text = text.replace("driver: pid", "route: {waypoints: [[0, 0], [50, 10]]}")
    file = planned_file(parse_scenario(text), {"planner": "simple", "controller": "perfect"})
    scenario = AssembledScenario.from_file(file)
    assert scenario.planned.actor == "ego"
    assert scenario.goal is not None
    assert (scenario.goal.x, scenario.goal.y) == (50.0, 10.0)
    simulation, planner = started(scenario)
    drive(simulation, planner, steps=2)
    assert len(simulation.history) == 2


def test_a_planner_sees_what_its_detector_sees_and_metrics_what_there_is(tmp_path: Path) -> None:
    """The other car is farther than the detector reaches; metrics know it all the same."""
    text = TWO_CARS.replace("    speed_mps: 5\n", EYES + "    speed_mps: 5\n").replace(
        "planner: simple,", "planner: simple, observation: eyes,"
    )
    file = parse_scenario(text, folder=tmp_path)
    scenario = AssembledScenario.from_file(file)
    simulation, planner = started(scenario)
    drive(simulation, planner)
    assert simulation.digest == prepare(file, execution="interpreted").run().digest
    samples: Sequence[Any] = simulation.history.data
    assert all(len(sample.observation.tracked_objects) == 0 for sample in samples)
    seat = PlannerSeat(simulation.assembly, scenario.planned)
    arrays = run_arrays(samples, scenario, seat)
    assert all(len(arrays.others(index)) == 1 for index in range(len(arrays)))


class WithLidar(StraightRoad):
    """Has the messages of a recording as point clouds."""

    channels: RecordedChannels

    def get_sensors_at_iteration(self, iteration: int, channels: object = None) -> Sensors:
        data = self.channels.at("/groundtruth/pose", iteration * PERIOD_NS)
        return Sensors({LidarChannel.MERGED_PC: data})


class Feeling(Failing):
    """Looks at raw data only."""

    def observation_type(self) -> type[Any]:
        return Sensors

    def initialize(self, initialization: Any) -> None:
        self.simple = load_planner("simple")
        self.felt: list[bytes] = []

    def compute_planner_trajectory(self, current_input: PlannerInput) -> Any:
        seen: Any = current_input.history.current_state[1]
        self.felt.append(seen.pointcloud[LidarChannel.MERGED_PC])
        return self.simple.compute_trajectory(current_input)


def test_a_planner_may_see_the_raw_channels_of_any_recording(
    tmp_path: Path, file: ScenarioFile
) -> None:
    recorded_run(prepare(file, execution="interpreted"), tmp_path)
    scenario = WithLidar(seconds=2)
    scenario.channels = RecordedChannels(tmp_path / "run.mcap")
    setup = SimulationSetup(
        StepSimulationTimeController(scenario),
        SensorsObservation(scenario),
        PerfectTrackingController(scenario),
        scenario,
    )
    simulation, planner = Simulation(setup, execution="interpreted"), Feeling()
    report = SimulationRunner(simulation, planner).run()
    assert report.succeeded, report.error_message
    with Recording(tmp_path / "run.mcap") as recording:
        stored = list(recording["/groundtruth/pose"].stored())
    expected = [
        [message.data for message in stored if message.log_time <= index * PERIOD_NS][-1]
        for index in range(20)
    ]
    assert planner.felt == expected
    with pytest.raises(ValueError, match="did you mean '/groundtruth/pose'"):
        scenario.channels.at("/groundtruth/pos", 0)
    scenario.channels.close()
