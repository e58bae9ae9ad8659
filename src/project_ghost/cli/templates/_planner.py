"""The files that `ghost new planner` writes.

`NewComponent` and `new_component` are placeholders for the names.
"""

__all__ = ["PLANNER", "PLANNER_TEST", "PLANNER_USE"]

PLANNER = '''"""NewComponent: follows its lane, and brakes for what is ahead. Replace this."""

import math

from project_ghost.closed_loop.map import SemanticMapLayer
from project_ghost.closed_loop.observation import DetectionsTracks
from project_ghost.closed_loop.planner import AbstractPlanner, PlannerInitialization, PlannerInput
from project_ghost.closed_loop.states import EgoState, StateSE2, StateVector2D, TimePoint
from project_ghost.closed_loop.trajectory import InterpolatedTrajectory

HORIZON_S = 4.0
STEP_S = 0.2
LANES = (SemanticMapLayer.LANE, SemanticMapLayer.LANE_CONNECTOR)


class NewComponent(AbstractPlanner):
    """Plans along the lanes of its route, at a speed that falls with the room ahead."""

    def __init__(self, target_mps: float = 8.0) -> None:
        """Options of a scenario, `driver: {options: {target_mps: 8}}`, are arguments here."""
        self.target_mps = target_mps

    def name(self) -> str:
        """The name in tables and reports."""
        return "NewComponent"

    def observation_type(self) -> type[DetectionsTracks]:
        """What the planner wants to see."""
        return DetectionsTracks

    def initialize(self, initialization: PlannerInitialization) -> None:
        """Take the map, the goal and the roadblocks that lead there, before the first plan."""
        self.map_api = initialization.map_api
        self.goal = initialization.mission_goal
        self.route = set(initialization.route_roadblock_ids)

    def compute_planner_trajectory(self, current_input: PlannerInput) -> InterpolatedTrajectory:
        """Return the states to drive through, beginning with the present one."""
        ego, seen = current_input.history.current_state
        path = self.path_ahead(ego)
        speed_mps = ego.dynamic_car_state.speed
        room_m = self.room_ahead_m(ego, seen, path)
        wanted_mps = min(self.target_mps, 0.5 * max(0.0, room_m - 4.0))
        states = [ego]
        travelled_m = 0.0
        for i in range(1, round(HORIZON_S / STEP_S) + 1):
            change_mps = max(-4.0 * STEP_S, min(2.0 * STEP_S, wanted_mps - speed_mps))
            speed_mps = max(0.0, speed_mps + change_mps)
            travelled_m += speed_mps * STEP_S
            states.append(
                EgoState.build_from_rear_axle(
                    rear_axle_pose=along(path, travelled_m),
                    rear_axle_velocity_2d=StateVector2D(speed_mps, 0.0),
                    rear_axle_acceleration_2d=StateVector2D(change_mps / STEP_S, 0.0),
                    tire_steering_angle=0.0,
                    time_point=TimePoint(ego.time_us + round(i * STEP_S * 1e6)),
                    vehicle_parameters=ego.car_footprint.vehicle_parameters,
                )
            )
        return InterpolatedTrajectory(states)

    def path_ahead(self, ego: EgoState) -> list[StateSE2]:
        """Return the centre line from the ego on, along its route; a straight line off the road."""
        pose = ego.rear_axle
        lanes = [
            lane
            for layer in LANES
            if self.map_api is not None
            for lane in self.map_api.get_all_map_objects(pose.point, layer)
        ]
        lanes.sort(key=lambda lane: self.unlikely(lane, pose))
        path = [pose]
        while lanes and len(path) < 200:
            points = lanes[0].baseline_path.discrete_path
            if len(path) == 1:  # begin some metres ahead, where the car can join the line
                points = [each for each in points if ahead_of(pose, each) > 3.0]
            path += points
            lanes = sorted(lanes[0].outgoing_edges, key=lambda lane: self.unlikely(lane, path[-1]))
        if len(path) == 1:
            end_x = pose.x + 50.0 * math.cos(pose.heading)
            path.append(StateSE2(end_x, pose.y + 50.0 * math.sin(pose.heading), pose.heading))
        return path

    def unlikely(self, lane, pose: StateSE2) -> tuple[bool, float]:
        """Order lanes: those of the route first, then those that lead the way of a pose."""
        nearest = lane.baseline_path.get_nearest_pose_from_position(pose.point)
        turn = math.remainder(nearest.heading - pose.heading, 2.0 * math.pi)
        return lane.get_roadblock_id() not in self.route, abs(turn)

    def room_ahead_m(self, ego: EgoState, seen: DetectionsTracks, path: list[StateSE2]) -> float:
        """Return the distance to the nearest object within two metres of the path."""
        rooms_m = [100.0]
        for each in seen.tracked_objects:
            half_m = 0.5 * (each.box.length + ego.car_footprint.length)
            near = (math.dist((p.x, p.y), (each.center.x, each.center.y)) for p in path[1:])
            if ahead_of(ego.center, each.center) > 0.0 and min(near) < 2.0:
                rooms_m.append(ahead_of(ego.center, each.center) - half_m)
        return min(rooms_m)


def ahead_of(pose: StateSE2, other: StateSE2) -> float:
    """Return how far another place is ahead of a pose, in metres."""
    dx, dy = other.x - pose.x, other.y - pose.y
    return dx * math.cos(pose.heading) + dy * math.sin(pose.heading)


def along(path: list[StateSE2], distance_m: float) -> StateSE2:
    """Return the pose at a distance along a path."""
    for a, b in zip(path, path[1:]):
        length_m = math.dist((a.x, a.y), (b.x, b.y))
        if length_m > 0.0 and distance_m <= length_m:
            part = distance_m / length_m
            heading = math.atan2(b.y - a.y, b.x - a.x)
            return StateSE2(a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), heading)
        distance_m -= length_m
    return path[-1]
'''

PLANNER_TEST = '''"""Test NewComponent."""

from project_ghost.closed_loop.planner import load_planner
from project_ghost.closed_loop.scenario import planned_file
from project_ghost.runs import prepare
from project_ghost.scenario import load_scenario

from new_component import NewComponent


def test_it_drives_twice_the_same() -> None:
    """Replace this with what your planner must do."""
    file = load_scenario("t-junction-4", ["duration=3s"])
    file = planned_file(file, {"planner": "new_component:NewComponent"})
    prepared = prepare(file, execution="interpreted")
    assert prepared.run().digest == prepared.run().digest


def test_its_options_are_those_of_a_scenario() -> None:
    """Check that a scenario can name the class and set its options."""
    planner = load_planner("new_component:NewComponent", options={"target_mps": 3.0})
    assert isinstance(planner, NewComponent)
    assert planner.target_mps == 3.0
'''

PLANNER_USE = "ghost simulate --scenario urban-crossing --planner new_component.py:NewComponent"
