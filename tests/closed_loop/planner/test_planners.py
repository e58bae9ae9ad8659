"""Planners: built in and loaded by name, their reports, and what predictors say."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from project_ghost.closed_loop.history import SimulationHistoryBuffer
from project_ghost.closed_loop.observation import DetectionsTracks
from project_ghost.closed_loop.planner import (
    AbstractPlanner,
    LogFuturePlanner,
    PlannerInput,
    SimplePlanner,
    builtin_planners,
    load_planner,
)
from project_ghost.closed_loop.planner.proposals._tracked import lqr_law
from project_ghost.closed_loop.predictor import ConstantVelocityPredictor, PredictorInput
from project_ghost.closed_loop.simulation import SimulationIteration
from project_ghost.closed_loop.states import (
    Agent,
    EgoState,
    OrientedBox,
    SceneObjectMetadata,
    StateSE2,
    StateVector2D,
    TimePoint,
    TrackedObjects,
    TrackedObjectType,
    get_pacifica_parameters,
)
from project_ghost.closed_loop.trajectory import TrajectorySampling
from project_ghost.core.errors import InputError
from project_ghost.core.level import Level
from project_ghost.models.ego_control import tracking_command
from project_ghost.models.vehicles import euler_bicycle

PACIFICA = get_pacifica_parameters()
ORACLE = Path(__file__).parents[4] / "shared" / "data" / "planner_oracle"


def planner_input(row: np.ndarray, time_ns: int = 0, objects: Any = ()) -> PlannerInput:
    ego = EgoState.from_row(row, time_ns, PACIFICA)
    observation = DetectionsTracks(TrackedObjects(list(objects)))
    history = SimulationHistoryBuffer([ego], [observation])
    return PlannerInput(SimulationIteration(TimePoint.from_ns(time_ns), 0), history, [])


def _row(speed: float = 1.0) -> np.ndarray:
    row = np.zeros(11)
    row[3] = speed
    return row


class TestBicycle:
    @pytest.mark.skipif(not ORACLE.is_dir(), reason="needs ../shared/data/planner_oracle")
    def test_one_step_is_nuplans(self) -> None:
        for case in json.loads((ORACLE / "lqr_tracker.json").read_text())["cases"]:
            ego, after = case["ego"], case["next"]
            row = np.zeros(11)
            row[[0, 1, 2, 3, 5, 7, 9]] = [
                ego[key]
                for key in (
                    *("x", "y", "heading", "speed", "acceleration"),
                    *("angular_velocity", "steering"),
                )
            ]
            command = case["command"]
            euler_bicycle(
                row, command["acceleration"], command["steering_rate"], 0.1, PACIFICA.wheel_base
            )
            state = EgoState.from_row(row, 0, PACIFICA)
            dynamics = state.dynamic_car_state
            found = {
                "x": row[0],
                "y": row[1],
                "heading": row[2],
                "speed": row[3],
                "acceleration": row[5],
                "steering": row[9],
                "steering_rate": row[10],
                "angular_velocity": row[7],
                "angular_acceleration": row[8],
                "center_x": state.center.x,
                "center_y": state.center.y,
                "center_acceleration_x": dynamics.center_acceleration_2d.x,
                "center_acceleration_y": dynamics.center_acceleration_2d.y,
            }
            assert found == pytest.approx(after, abs=1e-9)


class TestSimple:
    @pytest.mark.skipif(not ORACLE.is_dir(), reason="needs ../shared/data/planner_oracle")
    def test_a_whole_run_is_nuplans(self) -> None:
        """With nuPlan's tracker and bicycle, a plan every 0.1 s."""
        (case,) = json.loads((ORACLE / "closed_loop_runs.json").read_text())["cases"]
        planner = SimplePlanner(8.0, 0.25, (0.4, 0.0), 12.0, 0.04)
        columns = {"x": 0, "y": 1, "heading": 2, "speed": 3, "steering": 9}
        row, law = np.zeros(11), lqr_law()
        for key, column in columns.items():
            row[column] = case["samples"][0][key]
        for i, sample in enumerate(case["samples"]):
            for key, column in columns.items():
                assert row[column] == pytest.approx(sample[key], abs=1e-8)
            now_ns = i * 100_000_000
            plan = planner.compute_planner_trajectory(planner_input(row.copy(), now_ns)).array
            command = tracking_command(plan, len(plan), now_ns, row, law, PACIFICA.wheel_base)
            euler_bicycle(row, *command, 0.1, PACIFICA.wheel_base)

    def test_it_keeps_acceleration_and_slows_down_above_the_limit(self) -> None:
        planner = SimplePlanner(acceleration=(1.0, 0.0), max_velocity=3.0)
        trajectory = planner.compute_planner_trajectory(planner_input(_row(1.0)))
        assert len(trajectory.array) == 41
        assert trajectory.end_time == TimePoint(10_000_000)
        speeds = trajectory.array[:, 4]
        assert np.all(np.diff(speeds[:8]) > 0.0)
        assert speeds[-1] == pytest.approx(3.0, abs=0.3)

    def test_it_starts_where_the_vehicle_is(self) -> None:
        row = _row(2.0)
        row[:3] = 5.0, 6.0, 0.5
        trajectory = SimplePlanner().compute_trajectory(planner_input(row, 3_000_000_000))
        assert trajectory.start_time == TimePoint(3_000_000)
        assert list(trajectory.get_sampled_trajectory()[0].rear_axle) == [5.0, 6.0, 0.5]

    def test_a_report_has_the_runtimes_also_of_calls_that_raised(self) -> None:
        planner = SimplePlanner()
        planner.compute_trajectory(planner_input(_row()))
        with pytest.raises(AttributeError):
            planner.compute_trajectory(None)  # type: ignore[arg-type]
        report = planner.generate_planner_report()
        assert len(report.compute_trajectory_runtimes) == 2
        assert set(report.compute_summary_statistics()) == {
            f"compute_trajectory_runtimes_{each}" for each in ("mean", "median", "std")
        }
        assert planner.generate_planner_report().compute_trajectory_runtimes == []


class _Scenario:
    """Straight ahead at 10 m/s for one second."""

    def get_ego_state_at_iteration(self, index: int) -> EgoState:
        if index > 10:
            raise AssertionError
        row = _row(10.0)
        row[0] = index
        return EgoState.from_row(row, index * 100_000_000, PACIFICA)

    def get_ego_future_trajectory(self, index: int, *_: float) -> list[EgoState]:
        return [self.get_ego_state_at_iteration(i) for i in range(index + 1, 11)]


class TestLogFuture:
    def test_the_last_trajectory_is_kept_where_the_future_ends(self) -> None:
        planner = load_planner("log-future", scenario=_Scenario())
        assert isinstance(planner, LogFuturePlanner)
        first = planner.compute_trajectory(planner_input(_row()))
        assert first.end_time == TimePoint(1_000_000)
        late = replace(
            planner_input(_row()), iteration=SimulationIteration(TimePoint(2_000_000), 20)
        )
        assert planner.compute_trajectory(late) is first

    def test_without_any_future_it_says_so(self) -> None:
        late = replace(
            planner_input(_row()), iteration=SimulationIteration(TimePoint(2_000_000), 20)
        )
        with pytest.raises(RuntimeError, match="Future ego trajectory cannot be retrieved"):
            LogFuturePlanner(_Scenario()).compute_trajectory(late)  # type: ignore[arg-type]


SOURCE = """
from project_ghost.closed_loop.planner import AbstractPlanner, SimplePlanner
import beside

class Mine(AbstractPlanner):
    def __init__(self, speed, colour="red"):
        if speed < 0:
            raise RuntimeError("too slow")
        self.speed = speed
    def name(self): return beside.NAME
    def initialize(self, initialization): pass
    def observation_type(self): return None
    def compute_planner_trajectory(self, current_input): return None

class Half(AbstractPlanner):
    def name(self): return "half"

class Other: pass
"""


class TestLoading:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        (tmp_path / "mine_planner.py").write_text(SOURCE)
        (tmp_path / "beside.py").write_text("NAME = 'mine'")
        return tmp_path

    def test_built_in_planners_have_short_names(self) -> None:
        assert isinstance(load_planner("simple", options={"max_velocity": 9.0}), SimplePlanner)
        assert "simple" in builtin_planners()
        assert load_planner("simple").level is Level.PORTABLE

    def test_a_file_or_a_module_beside_the_scenario(self, folder: Path) -> None:
        of_file = load_planner("mine_planner.py:Mine", [folder], {"speed": 3.0})
        assert (of_file.name(), of_file.level) == ("mine", Level.HOST)
        again = load_planner(f"{folder}/mine_planner.py:Mine", (), {"speed": 3.0})
        assert type(again) is type(of_file)
        with pytest.raises(NotImplementedError):
            of_file.save()

    def test_two_files_of_one_name_are_two_planners(self, folder: Path) -> None:
        other = folder / "other"
        other.mkdir()
        (other / "mine_planner.py").write_text(SOURCE.replace("beside.NAME", "'other'"))
        first = load_planner("mine_planner.py:Mine", [folder], {"speed": 3.0})
        second = load_planner("mine_planner.py:Mine", [other, folder], {"speed": 3.0})
        assert (first.name(), second.name()) == ("mine", "other")

    @pytest.mark.parametrize(
        ("text", "options", "words"),
        [
            ("simpel", {}, "there is no planner 'simpel'; did you mean 'simple'"),
            ("nowhere.py:Mine", {}, "there is no file nowhere.py"),
            ("no_such_package.planner:Mine", {}, "there is no module 'no_such_package.planner'"),
            ("mine_planner.py:Mne", {}, "'Mne' in mine_planner.* does not exist.*'Mine'"),
            ("mine_planner.py:Other", {}, "'Other' in mine_planner.* is no planner"),
            ("mine_planner.py:Half", {}, "lacks compute_planner_trajectory, initialize"),
            ("mine_planner.py:Mine", {}, "Mine needs the option 'speed'"),
            ("mine_planner.py:Mine", {"speed": 1, "color": 2}, "no option 'color'.*'colour'"),
            ("mine_planner.py:Mine", {"speed": -1}, "cannot be made: RuntimeError: too slow"),
        ],
    )
    def test_mistakes_are_named(self, folder: Path, text: str, options: Any, words: str) -> None:
        with pytest.raises(InputError, match=words):
            load_planner(text, [folder], options)

    def test_a_module_that_does_not_import_is_named_with_its_error(self, folder: Path) -> None:
        (folder / "broken_planner.py").write_text("import no_such_thing")
        with pytest.raises(InputError, match="cannot be imported: ModuleNotFoundError"):
            load_planner("broken_planner.py:Mine", [folder])

    def test_a_planner_needs_no_call_of_the_base_class(self) -> None:
        class Free(AbstractPlanner):
            def __init__(self) -> None:
                pass

            def name(self) -> str:
                return "free"

            def initialize(self, initialization) -> None:
                pass

            def observation_type(self):
                return DetectionsTracks

            def compute_planner_trajectory(self, current_input):
                return SimplePlanner().compute_planner_trajectory(current_input)

        planner = Free()
        planner.compute_trajectory(planner_input(_row()))
        assert len(planner.generate_planner_report().compute_trajectory_runtimes) == 1


class TestPredictors:
    def test_constant_velocity_goes_straight_ahead(self) -> None:
        agent = Agent(
            TrackedObjectType.VEHICLE,
            OrientedBox(StateSE2(1.0, 2.0, 0.3), 4.0, 2.0, 1.5),
            StateVector2D(3.0, 4.0),
            SceneObjectMetadata(0, "a", 1, "a"),
        )
        seen = planner_input(_row(), objects=[agent])
        predictor = ConstantVelocityPredictor(TrajectorySampling(num_poses=4, time_horizon=2.0))
        found = predictor.compute_predictions(PredictorInput(seen.iteration, seen.history))
        (predicted,) = found.tracked_objects.get_agents()
        (future,) = predicted.predictions
        assert agent.predictions == []  # the present objects do not change
        assert [waypoint.x for waypoint in future.valid_waypoints] == [1.0, 2.5, 4.0, 5.5, 7.0]
        assert future.trajectory.end_time == TimePoint(2_000_000)
        report = predictor.generate_predictor_report().compute_summary_statistics()
        assert "compute_predictions_runtimes_95_percentile" in report
