"""The planner of proposals: it goes on, stops, keeps apart, and has the same bits compiled."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from project_ghost.closed_loop.metrics import EgoShape
from project_ghost.closed_loop.planner import PlannerInitialization
from project_ghost.closed_loop.planner._route_line import route_line
from project_ghost.closed_loop.planner.proposals import ProposalPlanner
from project_ghost.closed_loop.planner.proposals._judge import best_of, judged
from project_ghost.closed_loop.planner.proposals._objects import Objects
from project_ghost.closed_loop.planner.proposals._track import route_track
from project_ghost.closed_loop.planner.proposals._tracked import lqr_law
from project_ghost.closed_loop.states import EgoState, StateSE2, in_collision
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.models.ego_control import tracking_command
from project_ghost.models.vehicles import euler_bicycle
from project_ghost.world.maps import RoadMap, builtin_maps, read_map
from tests.closed_loop.planner.test_idm import PACIFICA, _car, _input, _pose_on
from tests.closed_loop.planner.test_planners import planner_input

# Interpreted, so small.
SMALL = {"manners": ((0.5, 1.5), (1.0, 1.2)), "horizon_s": 2.0, "compiled": False}


@pytest.fixture(scope="module")
def crossing() -> RoadMap:
    return read_map(builtin_maps()["urban_crossing"])


class _Everywhere:
    """A map whose drivable area is everything."""

    def __init__(self, road_map: RoadMap | None) -> None:
        self.road_map = road_map

    def drivable_distance_m(self, points: Floats) -> Floats:
        return np.zeros(len(points))


class _Corridor(_Everywhere):
    """A map whose drivable area ends at a line north of the vehicle, or east of it."""

    def __init__(self, road_map: RoadMap, east_m: float) -> None:
        super().__init__(road_map)
        self._east_m = east_m

    def drivable_distance_m(self, points: Floats) -> Floats:
        return np.maximum(points[:, 0] - self._east_m, 0.0)


def _planner(api: Any, **options: Any) -> ProposalPlanner:
    planner = ProposalPlanner(**{**SMALL, **options})
    planner.initialize(PlannerInitialization([], None, api))
    return planner


def _driven(planner: ProposalPlanner, start: Any, steps: int, objects: Any = ()) -> list[EgoState]:
    """Drive with nuPlan's controller, a plan every 0.1 s."""
    row, law, states = start.array.copy(), lqr_law(), []
    for i in range(steps):
        time_ns = i * 100_000_000
        states.append(EgoState.from_row(row.copy(), time_ns, PACIFICA))
        plan = planner.compute_planner_trajectory(planner_input(row.copy(), time_ns, objects)).array
        command = tracking_command(plan, len(plan), time_ns, row, law, PACIFICA.wheel_base)
        euler_bicycle(row, *command, 0.1, PACIFICA.wheel_base)
    return states


def _start(road_map: RoadMap, at_m: float, speed: float) -> EgoState:
    ego, _ = _input(_pose_on(road_map, "south_in_1", at_m), speed).history.current_state
    return ego


class TestDriving:
    def test_on_a_free_road_it_gains_speed_in_the_middle_of_its_lane(
        self, crossing: RoadMap
    ) -> None:
        states = _driven(_planner(_Everywhere(crossing)), _start(crossing, 5.0, 6.0), 30)
        lane = crossing.lane("south_in_1")
        offsets = [abs(lane.nearest(*state.center.point).offset_m) for state in states]
        assert states[-1].dynamic_car_state.speed > 8.0
        assert max(offsets) < 0.1

    def test_it_stops_behind_a_standing_car(self, crossing: RoadMap) -> None:
        car = _car(_pose_on(crossing, "south_in_1", 40.0))
        planner = _planner(_Everywhere(crossing), offsets_m=(0.0,))
        states = _driven(planner, _start(crossing, 5.0, 8.0), 90, [car])
        assert not any(in_collision(state.car_footprint, car.box) for state in states)
        assert states[-1].dynamic_car_state.speed < 1.0

    def test_it_stops_at_a_red_light_and_at_amber_if_it_can(self, crossing: RoadMap) -> None:
        def last_speed(colour: str, at_m: float) -> float:
            light = SimpleNamespace(
                lane_connector_id="south_in_1", status=SimpleNamespace(name=colour)
            )
            seen = _input(_pose_on(crossing, "south_in_1", at_m), 8.0, lights=[light])
            plan = _planner(_Everywhere(crossing), horizon_s=4.0).compute_planner_trajectory(seen)
            return float(plan.array[-1, 4])

        assert last_speed("RED", 55.0) < 4.0
        assert last_speed("YELLOW", 55.0) < 4.0
        assert last_speed("YELLOW", 72.0) > 8.0  # too late to stop
        assert last_speed("GREEN", 55.0) > 8.0

    def test_it_brakes_hard_when_nothing_else_is_left(self, crossing: RoadMap) -> None:
        wall = _car(_pose_on(crossing, "south_in_1", 16.0))
        seen = _input(_pose_on(crossing, "south_in_1", 5.0), 12.0, [wall])
        plan = _planner(_Everywhere(crossing)).compute_planner_trajectory(seen)
        assert plan.array[0, 6] == pytest.approx(-6.0)

    def test_it_leaves_the_middle_where_the_drivable_area_is_narrow(
        self, crossing: RoadMap
    ) -> None:
        pose = _pose_on(crossing, "south_in_1", 20.0)  # going north
        edge = pose.x + 0.5 * PACIFICA.width - 0.7
        outside = _pose_on(crossing, "south_in_1", 20.0)
        outside.x -= 1.0  # now inside, a metre to the left of the line
        planner = _planner(_Corridor(crossing, edge), offsets_m=(-1.0, 0.0, 1.0))
        plan = planner.compute_planner_trajectory(_input(outside, 8.0))
        assert np.all(plan.array[:, 1] + 0.5 * PACIFICA.width < edge + 0.3)

    def test_it_continues_from_a_checkpoint(self, crossing: RoadMap) -> None:
        first = _planner(_Everywhere(crossing))
        first.compute_planner_trajectory(_input(_pose_on(crossing, "south_in_1", 10.0), 8.0))
        second = _planner(_Everywhere(crossing))
        second.load(first.save())
        later = _input(_pose_on(crossing, "south_in_1", 30.0), 9.0)
        assert np.array_equal(
            first.compute_planner_trajectory(later).array,
            second.compute_planner_trajectory(later).array,
        )

    def test_it_drives_without_a_map(self) -> None:
        plan = _planner(None).compute_planner_trajectory(_input(StateSE2(3.0, 4.0, 0.5), 5.0))
        assert plan.array[-1, 4] > 5.0
        assert np.allclose(plan.array[:, 3], 0.5)

    def test_its_options_are_checked(self) -> None:
        with pytest.raises(InputError, match="0 manners"):
            ProposalPlanner(manners=())

    @pytest.mark.slow
    def test_compiled_and_interpreted_plans_have_the_same_bits(self, crossing: RoadMap) -> None:
        car = _car(_pose_on(crossing, "south_in_1", 45.0), 4.0)
        for at_m, speed in ((5.0, 8.0), (20.5, 3.3), (30.0, 0.0)):
            pose = _pose_on(crossing, "south_in_1", at_m)
            pose.x += 0.3
            plans = [
                _planner(_Everywhere(crossing), compiled=compiled)
                .compute_planner_trajectory(_input(pose, speed, [car]))
                .array
                for compiled in (False, True)
            ]
            assert plans[0].tobytes() == plans[1].tobytes()


class TestTrack:
    def test_bends_are_taken_slowly_and_braked_for(self, crossing: RoadMap) -> None:
        start = _pose_on(crossing, "south_in_2", 5.0)
        goal = _pose_on(crossing, "east_out_2", 40.0)
        track = route_track(route_line(crossing, [], start, goal), 13.9)
        slow = int(np.argmin(track.speeds_mps))
        assert track.speeds_mps[slow] < 7.0
        before = track.speeds_mps[max(0, slow - 20) : slow]
        assert np.all(np.diff(before) <= 1e-9)


class TestJudge:
    shape = EgoShape(PACIFICA.length, PACIFICA.width, PACIFICA.rear_axle_to_center)

    def _straight(self, speeds: list[float]) -> tuple[Floats, Floats, Floats]:
        """Proposals east from the origin at constant speeds, for 2 s."""
        steps = 21
        rows, boxes = np.zeros((len(speeds), steps, 11)), np.zeros((len(speeds), steps, 4))
        for p, speed in enumerate(speeds):
            rows[p, :, 0] = 0.1 * speed * np.arange(steps)
            rows[p, :, 3] = speed
            boxes[p, :, 0] = rows[p, :, 0] + self.shape.rear_axle_to_center_m
            boxes[p, :, 2] = 1.0
        return rows, boxes, rows[:, :, 0].copy()

    def _best(self, speeds: list[float], objects: Objects) -> int:
        rows, boxes, progress = self._straight(speeds)
        offsets = np.zeros(len(speeds))
        found = judged(rows, boxes, progress, offsets, objects, self.shape, 0.1, None)
        return best_of(found, rows, offsets, self.shape, 100_000_000)

    @staticmethod
    def _one(x: float, vx: float = 0.0) -> Objects:
        return Objects(
            np.array([[x, 0.0]]),
            np.array([[1.0, 0.0]]),
            np.array([[2.0, 1.0]]),
            np.array([[vx, 0.0]]),
        )

    def test_the_fastest_wins_where_nobody_is(self) -> None:
        nobody = Objects(*(np.zeros((0, 2)) for _ in range(4)))
        assert self._best([2.0, 6.0, 4.0], nobody) == 1

    def test_a_collision_counts_more_than_progress(self) -> None:
        assert self._best([2.0, 12.0], self._one(20.0)) == 0

    def test_a_short_time_to_collision_counts_more_than_progress(self) -> None:
        assert self._best([5.0, 8.0], self._one(24.0)) == 0

    def test_who_comes_from_behind_is_not_our_fault(self) -> None:
        assert self._best([2.0, 6.0], self._one(-8.0, 15.0)) == 1

    def test_where_all_collide_the_last_and_slowest_wins(self) -> None:
        assert self._best([9.0, 7.0, 12.0], self._one(9.0)) == 1
