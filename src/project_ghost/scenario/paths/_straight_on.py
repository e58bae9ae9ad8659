"""The path of a vehicle that was recorded on a lane: straight on, wherever lanes part."""

from math import pi

from project_ghost.core.dmath import wrap_angle
from project_ghost.world.maps import Lane, LayerName, RoadMap
from project_ghost.world.navigation import LaneRoute, LaneStep, route_points

from ._path import LanePart, Path, PathPoint, slowed_for_corners, spaced

__all__ = ["straight_on"]

# A vehicle that points farther away from a lane's direction does not drive on it.
_TURN_MAX_RAD = 0.5 * pi
_SPACING_M = 1.0
# Nothing is left of a lane beyond this, metres from its end.
_REST_M = 0.5


def straight_on(
    road_map: RoadMap, pose: tuple[float, float, float], speed_mps: float, length_m: float
) -> Path | None:
    """The path from a pose (x, y, yaw) on, at the speed limits; None where no lane is.

    It begins on the lane there whose direction is nearest to the yaw, and continues with the
    straightest successors, for `length_m` or to the end of the last lane. `speed_mps` is for
    lanes without a limit.
    """
    found = _lane_at(road_map, *pose)
    if found is None:
        return None
    lane, station_m = found
    steps = [LaneStep(lane.id, min(station_m, lane.length_m - _REST_M), lane.length_m)]
    if steps[0].start_m < 0.0:
        steps = [LaneStep(lane.id, 0.0, lane.length_m)]
    driven_m = steps[0].end_m - steps[0].start_m
    while driven_m < length_m:
        following = _straightest(road_map, lane)
        if following is None:
            break
        lane = following
        steps.append(LaneStep(lane.id, 0.0, lane.length_m))
        driven_m += lane.length_m
    return _path(road_map, steps, speed_mps)


def _lane_at(
    road_map: RoadMap, x_m: float, y_m: float, yaw_rad: float
) -> tuple[Lane, float] | None:
    """The lane at a place with the nearest direction, and the distance along it."""
    best: tuple[float, Lane, float] | None = None
    for layer in (LayerName.LANES, LayerName.CONNECTORS):
        for name in road_map.layer(layer).containing(x_m, y_m):
            lane = road_map.lane(name)
            station_m = lane.nearest(x_m, y_m).distance_m
            turn = abs(wrap_angle(lane.heading_at(station_m) - yaw_rad))
            if turn <= _TURN_MAX_RAD and (best is None or turn < best[0]):
                best = turn, lane, station_m
    return None if best is None else best[1:]


def _straightest(road_map: RoadMap, lane: Lane) -> Lane | None:
    """The successor whose end points least away from a lane's; the first of several alike."""
    end_rad = lane.heading_at(lane.length_m)
    best: tuple[float, Lane] | None = None
    for name in lane.successors:
        if name not in road_map.lane_by_id:
            continue
        each = road_map.lane(name)
        turn = abs(wrap_angle(each.heading_at(each.length_m) - end_rad))
        if each.is_road_lane and (best is None or turn < best[0]):
            best = turn, each
    return None if best is None else best[1]


def _path(road_map: RoadMap, steps: list[LaneStep], speed_mps: float) -> Path:
    line = route_points(road_map, LaneRoute(tuple(steps), 0.0), default_speed_mps=speed_mps)
    # A limit holds from its point on; the speed of a path's point holds up to it.
    limits = [line.speeds_mps[0], *line.speeds_mps]
    points: list[PathPoint] = [
        (x, y, limit) for (x, y, _), limit in zip(line.points, limits, strict=False)
    ]
    parts, station_m = [], 0.0
    for step in steps:
        parts.append(LanePart(step.lane, step.start_m, step.end_m, station_m))
        station_m += step.end_m - step.start_m
    # Limits are of straight roads: a recorded driver slowed down for the bend that comes.
    slowed = slowed_for_corners(Path(spaced(points, _SPACING_M)), loop=False)
    return Path(slowed.points, tuple(parts))
