"""The files that `ghost new planner` writes.

`NewComponent` and `new_component` are placeholders for the names.
"""

__all__ = ["PLANNER", "PLANNER_TEST", "PLANNER_USE"]

PLANNER = '''"""NewComponent: follows its lane, brakes for others and red lights. Replace this."""

import math

from project_ghost.closed_loop.map import SemanticMapLayer, TrafficLightStatusType
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
        lights = current_input.traffic_light_data or ()
        red = TrafficLightStatusType.RED
        closed = {str(each.lane_connector_id) for each in lights if each.status is red}
        path, to_line_m = self.path_ahead(ego, closed)
        speed_mps = ego.dynamic_car_state.speed
        room_m = min(to_line_m, self.room_ahead_m(ego, seen, path))
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

    def path_ahead(self, ego: EgoState, closed: set[str]) -> tuple[list[StateSE2], float]:
        """Return the centre line from the ego on, and the room to the first closed lane on it.

        It leads along the route; off the road it is a straight line.
        """
        pose = ego.rear_axle
        lanes = [
            lane
            for layer in LANES
            if self.map_api is not None
            for lane in self.map_api.get_all_map_objects(pose.point, layer)
        ]
        lanes.sort(key=lambda lane: self.unlikely(lane, pose))
        path, to_line_m = [pose], math.inf
        while lanes and len(path) < 200:
            if lanes[0].id in closed and math.isinf(to_line_m) and len(path) > 1:
                front_m = 0.5 * ego.car_footprint.length + ahead_of(pose, ego.center)
                to_line_m = stations(path)[-1][0] - front_m
            line = lanes[0].baseline_path
            # Begin some metres ahead, where the car can join the line.
            begin_m = line.get_nearest_arc_length_from_position(path[-1].point)
            begin_m += 3.0 if len(path) == 1 else 0.0
            path += [point for at_m, point in stations(line.discrete_path) if at_m > begin_m]
            lanes = sorted(lanes[0].outgoing_edges, key=lambda lane: self.unlikely(lane, path[-1]))
        if len(path) == 1:
            end_x = pose.x + 50.0 * math.cos(pose.heading)
            path.append(StateSE2(end_x, pose.y + 50.0 * math.sin(pose.heading), pose.heading))
        return path, to_line_m

    def unlikely(self, lane, pose: StateSE2) -> tuple[bool, float]:
        """Order lanes: those of the route first, then those that lead the way of a pose."""
        nearest = lane.baseline_path.get_nearest_pose_from_position(pose.point)
        turn = math.remainder(nearest.heading - pose.heading, 2.0 * math.pi)
        return lane.get_roadblock_id() not in self.route, abs(turn)

    def room_ahead_m(self, ego: EgoState, seen: DetectionsTracks, path: list[StateSE2]) -> float:
        """Return the room to the first object that is within two metres of the path."""
        front_m = 0.5 * ego.car_footprint.length + ahead_of(ego.rear_axle, ego.center)
        for i in range(1, 41):
            place = along(path, 1.5 * i)
            for each in seen.tracked_objects:
                if math.dist((place.x, place.y), (each.center.x, each.center.y)) < 2.0:
                    return 1.5 * i - 0.5 * each.box.length - front_m
        return 100.0


def ahead_of(pose: StateSE2, other: StateSE2) -> float:
    """Return how far another place is ahead of a pose, in metres."""
    dx, dy = other.x - pose.x, other.y - pose.y
    return dx * math.cos(pose.heading) + dy * math.sin(pose.heading)


def stations(points: list[StateSE2]) -> list[tuple[float, StateSE2]]:
    """Return the points of a line with their distances from its start."""
    result, at_m = [], 0.0
    for before, point in zip(points[:1] + points, points):
        at_m += math.dist((before.x, before.y), (point.x, point.y))
        result.append((at_m, point))
    return result


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
