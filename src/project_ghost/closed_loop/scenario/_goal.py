"""The pose that a planner is to reach, from the goal of a scenario file."""

from project_ghost.closed_loop.states import StateSE2
from project_ghost.core.dmath import atan2
from project_ghost.scenario.assembly import Assembly
from project_ghost.scenario.drivers.planner import GoalState
from project_ghost.scenario.planned import PlannedActor
from project_ghost.world.maps import RoadMap

__all__ = ["goal_pose"]


def goal_pose(assembly: Assembly, planned: PlannedActor) -> StateSE2 | None:
    """A pose in the first goal that has a place, or the end of the route; None without both."""
    for goal in planned.goal:
        pose = _pose_in(goal, assembly.road_map)
        if pose is not None:
            return pose
    path = assembly.paths.get(planned.actor, ())
    if len(path) < 2:
        return None
    (ax, ay, *_), (bx, by, *_) = path[-2], path[-1]
    return StateSE2(bx, by, atan2(by - ay, bx - ax))


def _pose_in(goal: GoalState, road_map: RoadMap | None) -> StateSE2 | None:
    """The middle of the goal's region, or the end of its first lane."""
    lane = None if road_map is None or not goal.lanes else road_map.lane(goal.lanes[0])
    heading = 0.0 if goal.yaw_rad is None else 0.5 * (goal.yaw_rad[0] + goal.yaw_rad[1])
    if goal.region:
        polygon = goal.region[0]
        x, y = (_mean([point[axis] for point in polygon]) for axis in (0, 1))
        return StateSE2(x, y, _heading_on_map(road_map, x, y) if goal.yaw_rad is None else heading)
    if lane is not None:
        x, y, _ = lane.points[-1]
        return StateSE2(x, y, lane.heading_at(lane.distances_m[-1]))
    return None


def _heading_on_map(road_map: RoadMap | None, x: float, y: float) -> float:
    """The heading of the nearest lane; 0 without a map."""
    if road_map is None:
        return 0.0
    lane, place = road_map.nearest_lane(x, y)
    return lane.heading_at(place.distance_m)


def _mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)
