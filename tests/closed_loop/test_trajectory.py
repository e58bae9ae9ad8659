"""Trajectories: linear in between, no extrapolation, and the table that a vehicle follows."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.closed_loop.states import (
    EgoState,
    OrientedBox,
    StateSE2,
    TimePoint,
    Waypoint,
    get_pacifica_parameters,
)
from project_ghost.closed_loop.trajectory import (
    InterpolatedTrajectory,
    PredictedTrajectory,
    TrajectorySampling,
    plan_table,
)
from project_ghost.models.plans import PLAN_ROWS, PLAN_TIME, PLAN_YAW

PACIFICA = get_pacifica_parameters()
ORACLE = Path(__file__).parents[3] / "shared" / "data" / "planner_oracle"


def _array(count: int = 5) -> np.ndarray:
    rows = np.zeros((count, 9))
    rows[:, PLAN_TIME] = np.arange(count) * 100_000_000
    rows[:, 1:] = np.linspace(0.0, 1.0, count)[:, np.newaxis] * np.arange(1, 9)
    return rows


def _states(rows: np.ndarray) -> list[EgoState]:
    return InterpolatedTrajectory(rows, PACIFICA).get_sampled_trajectory()


class TestInterpolated:
    @pytest.mark.skipif(not ORACLE.is_dir(), reason="needs ../shared/data/planner_oracle")
    @pytest.mark.parametrize("made_of", ["array", "states"])
    def test_plans_between_samples_are_nuplans(self, made_of: str) -> None:
        for case in json.loads((ORACLE / "lqr_tracker.json").read_text())["cases"]:
            rows = np.array(case["plan"])
            rows[:, PLAN_TIME] *= 1000.0
            given = rows if made_of == "array" else _states(rows)
            trajectory = InterpolatedTrajectory(given, PACIFICA)
            state = trajectory.get_state_at_time(TimePoint(case["time_us"] + 130_000))
            expected = case["plan_after_130_ms"]
            assert state.rear_axle.x == pytest.approx(expected["x"], abs=1e-9)
            assert state.rear_axle.y == pytest.approx(expected["y"], abs=1e-9)
            assert state.rear_axle.heading == pytest.approx(expected["heading"], abs=1e-9)
            assert state.dynamic_car_state.speed == pytest.approx(expected["speed"], abs=1e-9)

    def test_states_and_one_array_are_the_same_trajectory(self) -> None:
        rows = _array()
        of_states = InterpolatedTrajectory(_states(rows))
        assert np.array_equal(of_states.array, rows)
        of_array = InterpolatedTrajectory(rows.copy(), PACIFICA)
        assert of_array.array.tobytes() == rows.tobytes()
        assert not of_array.array.flags.writeable
        at = TimePoint(123_456)
        assert list(of_states.get_state_at_time(at)) == list(
            InterpolatedTrajectory(rows, PACIFICA).get_state_at_time(at)
        )

    @given(st.integers(0, 400_000_000))
    def test_a_state_lies_between_its_neighbours(self, time_ns: int) -> None:
        state = InterpolatedTrajectory(_array(), PACIFICA).get_state_at_time(
            TimePoint.from_ns(time_ns)
        )
        assert state.time_point.time_ns == time_ns
        assert state.rear_axle.x == pytest.approx(time_ns / 400_000_000, abs=1e-12)

    def test_a_sample_is_met_exactly(self) -> None:
        rows = _array()
        rows[:, 1] = [0.1, 0.7, 0.2, 0.9, 0.4]
        trajectory = InterpolatedTrajectory(rows, PACIFICA)
        for row in rows:
            state = trajectory.get_state_at_time(TimePoint.from_ns(int(row[PLAN_TIME])))
            assert state.rear_axle.x == row[1]

    def test_headings_turn_the_short_way(self) -> None:
        rows = _array(2)
        rows[:, PLAN_YAW] = 3.0, -3.0
        trajectory = InterpolatedTrajectory(rows, PACIFICA)
        half = trajectory.get_state_at_time(TimePoint(50_000)).rear_axle.heading
        assert abs(half) == pytest.approx(np.pi)

    def test_nothing_lies_beyond_the_ends(self) -> None:
        trajectory = InterpolatedTrajectory(_array(), PACIFICA)
        with pytest.raises(AssertionError, match="not in trajectory time window"):
            trajectory.get_state_at_time(TimePoint(400_001))
        with pytest.raises(AssertionError, match="Latest interpolation time"):
            trajectory.get_state_at_times([TimePoint(0), TimePoint(400_001)])
        assert trajectory.is_in_range(400_000)
        assert not trajectory.is_in_range(TimePoint(400_001))
        assert trajectory.duration_us == 400_000
        assert trajectory.duration == pytest.approx(0.4)

    def test_few_states_are_refused_in_nuplans_words(self) -> None:
        with pytest.raises(AssertionError, match="Trajectory can't be empty!"):
            InterpolatedTrajectory([])
        with pytest.raises(ValueError, match="There is not enough states in trajectory: 1!"):
            InterpolatedTrajectory(_states(_array())[:1])

    def test_states_of_an_array_need_a_vehicle(self) -> None:
        with pytest.raises(ValueError, match="measures of their vehicle"):
            InterpolatedTrajectory(_array()).get_sampled_trajectory()

    def test_waypoints_can_be_interpolated_with_or_without_velocity(self) -> None:
        boxes = [OrientedBox(StateSE2(x, 0.0, 0.0), 4.0, 2.0, 1.5) for x in (0.0, 10.0)]
        predicted = PredictedTrajectory(
            1.0,
            [Waypoint(TimePoint(0), boxes[0]), None, Waypoint(TimePoint(100_000), boxes[1])],
        )
        half = predicted.trajectory.get_state_at_time(TimePoint(50_000))
        assert (half.x, half.velocity, half.oriented_box.length) == (5.0, None, 4.0)
        assert len(predicted) == 3

    def test_it_survives_pickling(self) -> None:
        rows = _array()
        for trajectory in (
            InterpolatedTrajectory(rows, PACIFICA),
            InterpolatedTrajectory(_states(rows)),
        ):
            again = pickle.loads(pickle.dumps(trajectory))  # noqa: S301
            assert np.array_equal(again.array, rows)
            assert list(again.get_sampled_trajectory()[1]) == list(
                trajectory.get_sampled_trajectory()[1]
            )


class TestPlanTable:
    def test_a_plan_fills_the_first_rows(self) -> None:
        rows = _array()
        for trajectory in (InterpolatedTrajectory(rows), InterpolatedTrajectory(_states(rows))):
            plan, count = plan_table(trajectory)
            assert (plan.shape, count) == ((PLAN_ROWS, 9), 5)
            assert np.array_equal(plan[:5], rows)
            assert not plan[5:].any()

    def test_what_cannot_be_driven_is_refused_with_its_place(self) -> None:
        with pytest.raises(ValueError, match="the planner answered None") as refused:
            plan_table(None, "planner P, iteration 3")
        assert refused.value.where == "planner P, iteration 3"  # type: ignore[attr-defined]
        rows = _array()
        rows[3, 2] = np.nan
        with pytest.raises(ValueError, match="y of state 3 of the planner's trajectory is nan"):
            plan_table(InterpolatedTrajectory(rows))
        rows = _array()
        rows[2, PLAN_TIME] = rows[1, PLAN_TIME]
        with pytest.raises(ValueError, match="state 2 is at 100000000 ns, state 1 at 100000000 ns"):
            plan_table(InterpolatedTrajectory(rows))
        with pytest.raises(ValueError, match="has 129 states"):
            plan_table(InterpolatedTrajectory(_array(129)))
        with pytest.raises(RuntimeError, match="answered list"):
            plan_table([])


class TestSampling:
    def test_any_two_give_the_third(self) -> None:
        three = TrajectorySampling(num_poses=80, time_horizon=8.0)
        assert three.interval_length == three.step_time == pytest.approx(0.1)
        assert TrajectorySampling(time_horizon=8.0, interval_length=0.1) == three
        assert TrajectorySampling(num_poses=80, interval_length=0.1) == three
        assert TrajectorySampling(time_horizon=0.3, interval_length=0.1).num_poses == 3

    @pytest.mark.parametrize(
        ("values", "words"),
        [
            ((1.5, 1.0, None), "num_poses was defined but it is not int"),
            ((None, 1.05, 0.1), "The time horizon must be a multiple of interval length!"),
            ((3, 1.0, 0.1), "Not valid initialization of sampling class!"),
            ((None, 1.0, None), "Cant initialize class!"),
        ],
    )
    def test_what_does_not_fit_is_refused_in_nuplans_words(self, values, words) -> None:
        with pytest.raises(ValueError, match=words):
            TrajectorySampling(*values)
