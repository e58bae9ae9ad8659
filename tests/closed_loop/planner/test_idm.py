"""The IDM planner and the line that it follows, on the built-in maps."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from project_ghost.closed_loop.map import MapApi
from project_ghost.closed_loop.observation import Sensors
from project_ghost.closed_loop.planner import IDMPlanner, PlannerInitialization, PlannerInput
from project_ghost.closed_loop.planner._route_line import RouteLine, route_line
from project_ghost.closed_loop.states import (
    Agent,
    EgoState,
    OrientedBox,
    SceneObjectMetadata,
    StateSE2,
    StateVector2D,
    TimePoint,
    TrackedObjectType,
    get_pacifica_parameters,
)
from project_ghost.world.maps import RoadMap, builtin_maps, read_map
from tests.closed_loop.planner.test_planners import planner_input

PACIFICA = get_pacifica_parameters()


@pytest.fixture(scope="module")
def crossing() -> RoadMap:
    return read_map(builtin_maps()["urban_crossing"])


def _pose_on(road_map: RoadMap, lane: str, at_m: float) -> StateSE2:
    found = road_map.lane(lane)
    x, y, _ = found.point_at(at_m)
    return StateSE2(x, y, found.heading_at(at_m))


def _input(pose: StateSE2, speed: float, objects: Any = (), lights: Any = ()) -> PlannerInput:
    ego = EgoState.build_from_center(
        pose, StateVector2D(speed, 0.0), StateVector2D(0.0, 0.0), 0.0, TimePoint(0), PACIFICA
    )
    made = planner_input(ego.array, 0, objects)
    return PlannerInput(made.iteration, made.history, list(lights))


def _car(pose: StateSE2, speed: float = 0.0) -> Agent:
    velocity = StateVector2D(speed * np.cos(pose.heading), speed * np.sin(pose.heading))
    box = OrientedBox(pose, 4.5, 1.9, 1.5)
    return Agent(TrackedObjectType.VEHICLE, box, velocity, SceneObjectMetadata(0, "a", 0, "a"))


def _planner(road_map: RoadMap, route: Any = (), goal: Any = None) -> IDMPlanner:
    planner = IDMPlanner()
    planner.initialize(PlannerInitialization(list(route), goal, MapApi(road_map)))
    return planner


def _blocks(road_map: RoadMap, *lanes: str) -> list[str]:
    return [road_map.roadblock_by_lane[lane].id for lane in lanes]


class TestLine:
    def test_a_route_is_followed_to_its_goal_and_on(self, crossing: RoadMap) -> None:
        lanes = ("south_in_2", "from_south_to_east", "east_out_2")
        goal = _pose_on(crossing, "east_out_2", 40.0)
        line = route_line(
            crossing, _blocks(crossing, *lanes), _pose_on(crossing, "south_in_2", 20.0), goal
        )
        assert line.lanes[:3] == lanes
        progress, left = line.project(goal.x, goal.y)
        assert abs(left) < 0.05
        assert line.length_m > progress + 30.0
        x, y, heading = line.poses_at(np.array([progress]))[0]
        assert StateSE2(x, y, heading) == goal

    def test_a_lane_change_is_part_of_it(self, crossing: RoadMap) -> None:
        lanes = ("south_in_1", "from_south_to_east", "east_out_2")
        goal = _pose_on(crossing, "east_out_2", 40.0)
        line = route_line(
            crossing, _blocks(crossing, *lanes), _pose_on(crossing, "south_in_1", 5.0), goal
        )
        assert line.lanes[:3] == ("south_in_1", "south_in_2", "from_south_to_east")
        assert np.all(np.abs(np.diff(line.progress_m)[:-1] - 1.0) < 0.05)

    def test_without_a_goal_it_goes_straight_on(self, crossing: RoadMap) -> None:
        line = route_line(crossing, [], _pose_on(crossing, "south_in_1", 5.0), None)
        assert line.lanes[:3] == ("south_in_1", "from_south_to_north_1", "north_out_1")

    def test_without_a_map_it_is_the_heading(self) -> None:
        line = route_line(None, [], StateSE2(1.0, 2.0, 0.5), None)
        progress, left = line.project(1.0 + 10.0 * np.cos(0.5), 2.0 + 10.0 * np.sin(0.5))
        assert (progress, left) == pytest.approx((20.0, 0.0), abs=1e-9)

    def test_offsets_are_positive_to_the_left(self) -> None:
        line = RouteLine(np.array([[0.0, 0.0], [10.0, 0.0]]), np.zeros(2), ())
        assert line.project(4.0, 1.5) == (4.0, 1.5)
        assert line.project(4.0, -1.5) == (4.0, -1.5)


class TestPlanner:
    def test_on_a_free_road_it_approaches_the_limit(self, crossing: RoadMap) -> None:
        plan = _planner(crossing).compute_planner_trajectory(
            _input(_pose_on(crossing, "south_in_1", 10.0), 8.0)
        )
        states = plan.get_sampled_trajectory()
        assert len(states) == 17
        assert plan.duration_us == 8_000_000
        speeds = [state.dynamic_car_state.speed for state in states]
        limit = crossing.lane("south_in_1").limit_at(10.0)
        assert limit is not None
        assert speeds[0] == 8.0
        assert np.all(np.diff(speeds) > 0.0)
        assert speeds[-1] <= limit

    def test_it_stops_behind_a_standing_car(self, crossing: RoadMap) -> None:
        ahead = _pose_on(crossing, "south_in_1", 55.0)
        pose = _pose_on(crossing, "south_in_1", 20.0)
        plan = _planner(crossing).compute_planner_trajectory(_input(pose, 8.0, [_car(ahead)]))
        last = plan.get_sampled_trajectory()[-1]
        gap = last.center.distance_to(ahead) - 0.5 * (PACIFICA.length + 4.5)
        assert last.dynamic_car_state.speed < 0.3
        assert 0.5 < gap < 4.0

    def test_a_car_beside_the_path_is_no_leader(self, crossing: RoadMap) -> None:
        beside = _car(_pose_on(crossing, "south_in_2", 40.0))
        pose = _pose_on(crossing, "south_in_1", 20.0)
        planner = _planner(crossing)
        with_car = planner.compute_planner_trajectory(_input(pose, 8.0, [beside]))
        alone = planner.compute_planner_trajectory(_input(pose, 8.0))
        assert np.array_equal(with_car.array, alone.array)

    @pytest.mark.parametrize("lane", ["south_in_1", "from_south_to_north_1"])
    def test_it_stops_before_a_red_light(self, crossing: RoadMap, lane: str) -> None:
        """Whether the light is that of the lane into the junction or of the one through it."""
        pose = _pose_on(crossing, "south_in_1", 40.0)
        red, green = (
            SimpleNamespace(lane_connector_id=lane, status=SimpleNamespace(name=name))
            for name in ("RED", "GREEN")
        )
        planner = _planner(crossing)
        stopped = planner.compute_planner_trajectory(_input(pose, 8.0, lights=[red]))
        last = stopped.get_sampled_trajectory()[-1]
        line = max(stop.at_m for stop in crossing.stop_lines if stop.lane == "south_in_1")
        assert last.dynamic_car_state.speed < 0.3
        front = crossing.lane("south_in_1").nearest(*last.center.point).distance_m
        assert front + 0.5 * PACIFICA.length < line
        going = planner.compute_planner_trajectory(_input(pose, 8.0, lights=[green]))
        assert going.array[-1, 4] > 8.0

    def test_a_passed_stop_line_holds_nobody(self, crossing: RoadMap) -> None:
        pose = _pose_on(crossing, "from_south_to_north_1", 5.0)
        red = SimpleNamespace(lane_connector_id="south_in_1", status=SimpleNamespace(name="RED"))
        plan = _planner(crossing).compute_planner_trajectory(_input(pose, 8.0, lights=[red]))
        assert plan.array[-1, 4] > 8.0

    def test_it_continues_from_a_checkpoint(self, crossing: RoadMap) -> None:
        first = _planner(crossing)
        first.compute_planner_trajectory(_input(_pose_on(crossing, "south_in_1", 10.0), 8.0))
        second = _planner(crossing)
        second.load(first.save())
        later = _input(_pose_on(crossing, "south_in_1", 30.0), 9.0)
        assert np.array_equal(
            first.compute_planner_trajectory(later).array,
            second.compute_planner_trajectory(later).array,
        )

    def test_other_observations_are_refused_in_nuplans_words(self, crossing: RoadMap) -> None:
        history = SimpleNamespace(current_state=(None, Sensors(None)))
        with pytest.raises(ValueError, match=r"only supports DetectionsTracks. Got Sensors"):
            _planner(crossing).compute_planner_trajectory(
                PlannerInput(None, history)  # type: ignore[arg-type]
            )
