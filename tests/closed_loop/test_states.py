"""Values as programs for nuPlan know them: units, order, equality, errors, lazy rows."""

import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.closed_loop.states import (
    AGENT_TYPES,
    Agent,
    CarFootprint,
    DynamicCarState,
    EgoState,
    OrientedBox,
    OrientedBoxPointType,
    ProgressStateSE2,
    StateSE2,
    StateVector2D,
    StaticObject,
    TimeDuration,
    TimePoint,
    TrackedObjects,
    TrackedObjectType,
    Waypoint,
    get_pacifica_parameters,
    in_collision,
)
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, YAW, YAW_RATE, X, Y
from project_ghost.world.objects import ObjectKind

PACIFICA = get_pacifica_parameters()
metres = st.floats(-1e4, 1e4)
angles = st.floats(-10.0, 10.0)
poses = st.builds(StateSE2, metres, metres, angles)


class TestTime:
    def test_microseconds_are_derived_from_whole_nanoseconds(self) -> None:
        assert TimePoint(1_500).time_ns == 1_500_000
        assert TimePoint.from_ns(40_000_500).time_us == 40_000
        assert TimePoint(2_500_000).time_s == 2.5

    def test_a_negative_time_is_refused_with_the_type_and_words_of_an_assertion(self) -> None:
        with pytest.raises(AssertionError, match="Time point has to be positive!"):
            TimePoint(-1)
        with pytest.raises(AssertionError):
            TimePoint(1) - TimePoint(2)

    def test_points_and_durations_add_up(self) -> None:
        start = TimePoint(100)
        assert start + TimeDuration.from_us(50) == TimePoint(150)
        assert TimeDuration.from_us(50) + start == TimePoint(150)
        assert start.diff(TimePoint(150)) == TimeDuration.from_us(-50)
        assert TimeDuration.from_s(0.5) * 2 == TimeDuration.from_ms(1000)
        assert TimeDuration.from_s(1.0) / 4 < TimeDuration.from_s(0.5)

    def test_a_duration_is_not_made_directly(self) -> None:
        with pytest.raises(RuntimeError, match="Don't initialize this class directly"):
            TimeDuration(time_us=5)
        with pytest.raises(AssertionError, match="Microseconds must be an integer!"):
            TimeDuration.from_us(0.5)  # type: ignore[arg-type]

    @given(st.integers(0, 2**62), st.integers(0, 2**62))
    def test_order_and_hash_are_those_of_the_nanoseconds(self, first: int, second: int) -> None:
        one, other = TimePoint.from_ns(first), TimePoint.from_ns(second)
        assert (one < other, one <= other, one == other) == (
            first < second,
            first <= second,
            first == second,
        )
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301


class TestPoses:
    def test_poses_are_equal_within_a_millimetre(self) -> None:
        assert StateSE2(1.0, 2.0, 0.5) == StateSE2(1.0009, 2.0, 0.50009)
        assert StateSE2(1.0, 2.0, 0.5) != StateSE2(1.002, 2.0, 0.5)

    def test_order_of_iteration(self) -> None:
        assert list(StateSE2(1.0, 2.0, 3.0)) == [1.0, 2.0, 3.0]
        assert list(ProgressStateSE2(progress=9.0, x=1.0, y=2.0, heading=3.0)) == [
            9.0,
            1.0,
            2.0,
            3.0,
        ]

    def test_a_vector_of_the_wrong_size_is_refused(self) -> None:
        with pytest.raises(RuntimeError, match="Expected a vector of size 3, got 2"):
            StateSE2.deserialize([1.0, 2.0])

    @given(poses)
    def test_a_pose_survives_its_matrix(self, pose: StateSE2) -> None:
        again = StateSE2.from_matrix(pose.as_matrix())
        assert (again.x, again.y) == (pose.x, pose.y)
        turn = (again.heading - pose.heading) % (2 * np.pi)
        assert min(turn, 2 * np.pi - turn) < 1e-9

    def test_a_vector_and_its_array_agree_after_setting_either(self) -> None:
        vector = StateVector2D(3.0, 4.0)
        assert vector.magnitude() == 5.0
        vector.x = 6.0
        assert vector.array.tolist() == [6.0, 4.0]
        vector.array = np.array([0.0, 8.0])
        assert (vector.x, vector.y) == (0.0, 8.0)


class TestBoxes:
    def test_corners_run_from_the_front_left_anticlockwise(self) -> None:
        box = OrientedBox(StateSE2(10.0, 0.0, np.pi / 2), length=4.0, width=2.0, height=1.5)
        corners = [(round(c.x, 9), round(c.y, 9)) for c in box.all_corners()]
        assert corners == [(9.0, 2.0), (9.0, -2.0), (11.0, -2.0), (11.0, 2.0)]
        assert round(box.corner(OrientedBoxPointType.FRONT_BUMPER).y, 9) == 2.0

    def test_the_polygon_is_the_box(self) -> None:
        shapely = pytest.importorskip("shapely")
        box = OrientedBox(StateSE2(3.0, 1.0, 0.7), 4.0, 2.0, 1.5)
        assert isinstance(box.geometry, shapely.Polygon)
        assert box.geometry.area == pytest.approx(8.0)

    @given(poses, poses, st.floats(0.5, 20.0), st.floats(0.5, 5.0))
    def test_collisions_agree_with_shapely(
        self, first: StateSE2, second: StateSE2, length: float, width: float
    ) -> None:
        pytest.importorskip("shapely")
        near = StateSE2(first.x + second.x / 1e3, first.y + second.y / 1e3, second.heading)
        one, other = OrientedBox(first, length, width, 1.0), OrientedBox(near, length, width, 1.0)
        apart = one.geometry.distance(other.geometry)
        if apart > 1e-6:
            assert not in_collision(one, other)
        elif one.geometry.intersection(other.geometry).area > 1e-6:
            assert in_collision(one, other)

    def test_the_pacifica_has_the_published_measures(self) -> None:
        assert PACIFICA.length == pytest.approx(5.176)
        assert PACIFICA.rear_axle_to_center == pytest.approx(1.461)

    @given(poses)
    def test_a_footprint_keeps_the_rear_axle_that_it_was_built_from(self, pose: StateSE2) -> None:
        footprint = CarFootprint.build_from_rear_axle(pose, PACIFICA)
        assert footprint.rear_axle is pose
        back = CarFootprint.build_from_center(footprint.center, PACIFICA).rear_axle
        assert abs(back.x - pose.x) + abs(back.y - pose.y) < 1e-9


def _ego(time_us: int = 0, x: float = 1.0) -> EgoState:
    return EgoState.build_from_rear_axle(
        StateSE2(x, 2.0, 0.3),
        StateVector2D(4.0, 0.1),
        StateVector2D(0.5, -0.2),
        0.05,
        TimePoint(time_us),
        PACIFICA,
        angular_vel=0.07,
        angular_accel=0.01,
        tire_steering_rate=0.02,
    )


class TestEgo:
    def test_a_state_of_a_row_is_the_state_of_its_parts(self) -> None:
        made = _ego(5)
        again = EgoState.from_row(made.array, 5_000, PACIFICA)
        assert again.array is made.array
        assert list(again) == list(made)
        assert again.dynamic_car_state == made.dynamic_car_state
        assert again.car_footprint == made.car_footprint
        assert again.rear_axle.serialize() == [1.0, 2.0, 0.3]

    def test_iteration_is_time_pose_velocity_acceleration_steering(self) -> None:
        assert list(_ego(5)) == [5, 1.0, 2.0, 0.3, 4.0, 0.1, 0.5, -0.2, 0.05]
        again = EgoState.deserialize(list(_ego(5)), PACIFICA)
        assert again.dynamic_car_state.angular_velocity == 0.0  # is left out

    def test_parts_are_built_only_when_asked_for(self) -> None:
        state = EgoState.from_row(np.zeros(11), 0, PACIFICA)
        assert "car_footprint" not in vars(state)
        assert state.center.x == PACIFICA.rear_axle_to_center

    def test_the_centre_moves_as_nuplan_has_it(self) -> None:
        dynamics = DynamicCarState(1.5, StateVector2D(4.0, 0.0), StateVector2D(1.0, 0.0), 0.2, 0.1)
        assert dynamics.center_velocity_2d == StateVector2D(4.0, 1.5 * 0.2)
        assert dynamics.center_acceleration_2d.x == pytest.approx(1.0 + 1.5 * 0.04 + 1.5 * 0.1)
        assert dynamics.speed == 4.0

    @given(poses, st.floats(-30, 30), st.floats(-2, 2))
    def test_from_the_centre_and_back(self, pose: StateSE2, speed: float, turn: float) -> None:
        state = EgoState.build_from_center(
            pose,
            StateVector2D(speed, 0.3),
            StateVector2D(0.4, 0.0),
            0.0,
            TimePoint(0),
            PACIFICA,
            angular_vel=turn,
        )
        assert state.center == pose
        assert state.dynamic_car_state.center_velocity_2d.x == pytest.approx(speed)
        assert state.dynamic_car_state.center_velocity_2d.y == pytest.approx(0.3)
        assert state.dynamic_car_state.center_acceleration_2d.x == pytest.approx(0.4)

    def test_the_ego_is_an_agent_too(self) -> None:
        agent = _ego(7).agent
        assert agent.tracked_object_type is TrackedObjectType.EGO
        assert (agent.token, agent.metadata.timestamp_us) == ("ego", 7)

    def test_it_survives_pickling(self) -> None:
        state = EgoState.from_row(_ego().array, 9_000, PACIFICA)
        assert list(pickle.loads(pickle.dumps(state))) == list(state)  # noqa: S301


@dataclass(frozen=True)
class _Thing:
    kind: ObjectKind
    length_m: float = 4.0
    width_m: float = 2.0
    name: str = "thing"


def _rows(*kinds: ObjectKind) -> tuple[np.ndarray, list[_Thing]]:
    rows = np.zeros((16, BODY_WIDTH))
    rows[:, SERIAL] = -1.0
    for index in range(len(kinds)):
        rows[index, [ALIVE, SERIAL, X, Y, YAW]] = 1.0, index, 10.0 * index, 1.0, 0.1
        rows[index, [VX, VY, YAW_RATE]] = 3.0, 4.0, 0.2
    return rows, [_Thing(kind, name=f"thing-{i}") for i, kind in enumerate(kinds)]


class TestTrackedObjects:
    def test_rows_become_objects_sorted_by_kind_without_the_ego(self) -> None:
        rows, things = _rows(
            ObjectKind.BARRIER, ObjectKind.VEHICLE, ObjectKind.VEHICLE, ObjectKind.PEDESTRIAN
        )
        tracked = TrackedObjects.from_rows(rows, things, 2_000_000, ego_row=1)
        assert [thing.track_token for thing in tracked] == ["thing-2#2", "thing-3#3", "thing-0#0"]
        assert [type(thing) for thing in tracked] == [Agent, Agent, StaticObject]
        assert len(tracked) == 3
        assert tracked.array is rows
        agent = tracked.get_agents()[0]
        assert agent.velocity.magnitude() == 5.0
        assert agent.angular_velocity == 0.2
        assert agent.metadata.timestamp_us == 2_000
        assert agent.box.dimensions.length == 4.0

    def test_they_are_built_once_and_only_when_asked_for(self) -> None:
        rows, things = _rows(ObjectKind.VEHICLE)
        tracked = TrackedObjects.from_rows(rows, things, 0)
        assert "tracked_objects" not in vars(tracked)
        assert tracked.tracked_objects is tracked.tracked_objects

    def test_a_newcomer_in_an_old_row_is_another_track(self) -> None:
        rows, things = _rows(ObjectKind.VEHICLE)
        later = rows.copy()
        later[0, SERIAL] = 7.0
        first = TrackedObjects.from_rows(rows, things, 0).tracked_objects[0]
        second = TrackedObjects.from_rows(later, things, 0).tracked_objects[0]
        assert first.track_token != second.track_token

    def test_kinds_are_asked_for_by_their_members(self) -> None:
        rows, things = _rows(ObjectKind.VEHICLE, ObjectKind.BICYCLE, ObjectKind.TRAFFIC_CONE)
        tracked = TrackedObjects.from_rows(rows, things, 0)
        assert len(tracked.get_tracked_objects_of_type(TrackedObjectType.VEHICLE)) == 1
        assert tracked.get_tracked_objects_of_type(TrackedObjectType.PEDESTRIAN) == []
        assert [
            thing.tracked_object_type
            for thing in tracked.get_tracked_objects_of_types(
                [TrackedObjectType.BICYCLE, TrackedObjectType.VEHICLE]
            )
        ] == [TrackedObjectType.BICYCLE, TrackedObjectType.VEHICLE]
        assert len(tracked.get_static_objects()) == 1

    def test_objects_give_rows_too(self) -> None:
        rows, things = _rows(ObjectKind.VEHICLE, ObjectKind.BICYCLE)
        tracked = TrackedObjects.from_rows(rows, things, 0)
        again = TrackedObjects(list(tracked))
        assert np.array_equal(again.array, rows[:2])

    def test_the_kinds_of_agents_have_one_order(self) -> None:
        """nuPlan iterates over a set whose order differs from process to process."""
        assert [kind.fullname for kind in AGENT_TYPES] == [
            "vehicle",
            "pedestrian",
            "bicycle",
            "ego",
        ]
        assert TrackedObjectType(2) is TrackedObjectType.BICYCLE  # type: ignore[call-arg]


class TestAgents:
    def test_probabilities_of_predictions_sum_to_one(self) -> None:
        from project_ghost.closed_loop.trajectory import PredictedTrajectory

        agent = _ego().agent
        with pytest.raises(ValueError, match=r"did not sum to one, but to 0\.50!"):
            agent.predictions = [PredictedTrajectory(0.5, [])]

    def test_a_past_ends_now(self) -> None:
        from project_ghost.closed_loop.trajectory import PredictedTrajectory

        agent = _ego(100).agent
        with pytest.raises(ValueError, match="does not end at current agent state"):
            agent.past_trajectory = PredictedTrajectory(1.0, [_ego(50).waypoint])
        agent.past_trajectory = PredictedTrajectory(1.0, [None, _ego(100).waypoint])

    def test_a_waypoint_survives_being_written(self) -> None:
        box = OrientedBox(StateSE2(1.0, 2.0, 0.5), 4.0, 2.0, 1.5)
        for waypoint in (
            Waypoint(TimePoint(3), box, StateVector2D(5.0, 0.0)),
            Waypoint(TimePoint(3), box),
        ):
            assert Waypoint.deserialize(waypoint.serialize()) == waypoint
            assert Waypoint.from_split_state(waypoint.to_split_state()) == waypoint
