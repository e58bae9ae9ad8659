"""A lane route as a polyline with a speed limit at each point."""

from dataclasses import dataclass
from typing import final

from project_ghost.world.maps import (
    Lane,
    Point,
    Polyline,
    RoadMap,
    distances_along,
    gap,
    resampled,
)

from ._lane_route import LaneRoute, LaneStep

__all__ = ["RoutePoints", "route_points"]

_DEFAULT_SPEED_MPS = 50.0 / 3.6
_CHANGE_LENGTH_M = 40.0
_CHANGE_STEP_M = 1.0
_SAME_M = 1e-6


@final
@dataclass(frozen=True)
class RoutePoints:
    """A polyline and the speed limit at each of its points."""

    points: Polyline
    speeds_mps: tuple[float, ...]


def route_points(
    road_map: RoadMap,
    route: LaneRoute,
    *,
    spacing_m: float | None = None,
    default_speed_mps: float = _DEFAULT_SPEED_MPS,
    change_length_m: float = _CHANGE_LENGTH_M,
) -> RoutePoints:
    """The polyline along the centre lines of a route.

    A lane change begins where the route enters the lane to leave, and extends over
    `change_length_m`, or less in a shorter lane. With `spacing_m`, the points are evenly
    spaced by that distance.
    """
    places: list[tuple[Point, float]] = []
    for group in _groups(route.steps):
        for place in _group_places(road_map, group, default_speed_mps, change_length_m):
            if not places or gap(places[-1][0], place[0]) > _SAME_M:
                places.append(place)
    if len(places) == 1:  # the start is the goal
        places.append(places[0])
    line = tuple(point for point, _ in places)
    speeds = tuple(speed for _, speed in places)
    if spacing_m is None:
        return RoutePoints(line, speeds)
    return _spaced(line, speeds, spacing_m)


def _groups(steps: tuple[LaneStep, ...]) -> list[list[LaneStep]]:
    """The steps grouped so that those joined by lane changes are in one group."""
    groups: list[list[LaneStep]] = []
    joined = False
    for step in steps:
        if joined:
            groups[-1].append(step)
        else:
            groups.append([step])
        joined = step.change != ""
    return groups


def _group_places(
    road_map: RoadMap, group: list[LaneStep], default_mps: float, change_m: float
) -> list[tuple[Point, float]]:
    lanes = [road_map.lane(step.lane) for step in group]
    first, last = group[0], group[-1]
    if len(group) == 1:
        return _stretch(lanes[0], first.start_m, first.end_m, default_mps)
    # Fractions of the length: equal fractions of adjacent lanes are level with each other.
    begin = first.start_m / lanes[0].length_m
    end = last.end_m / lanes[-1].length_m
    room = (end - begin) / (len(group) - 1)
    places: list[tuple[Point, float]] = []
    at = begin
    for i in range(len(group) - 1):
        blend = min(room, change_m / lanes[i].length_m)
        places += _blend(lanes[i], lanes[i + 1], at, at + blend, default_mps)
        at_next = begin + (i + 1) * room
        lane = lanes[i + 1]
        stop = at_next if i + 2 < len(group) else end
        places += _stretch(lane, (at + blend) * lane.length_m, stop * lane.length_m, default_mps)
        at = at_next
    return places


def _stretch(
    lane: Lane, start_m: float, end_m: float, default_mps: float
) -> list[tuple[Point, float]]:
    """A lane's own points from one distance to another."""
    inner = [d for d in lane.distances_m if start_m < d < end_m]
    marks = [x.start_m for x in lane.speed_limits if start_m < x.start_m < end_m]
    stops = [start_m, *sorted(dict.fromkeys([*inner, *marks])), end_m]
    return [(lane.point_at(d), lane.limit_at(d) or default_mps) for d in stops]


def _blend(
    a: Lane, b: Lane, start: float, end: float, default_mps: float
) -> list[tuple[Point, float]]:
    """A smooth transition to the adjacent lane, with weight 3 w^2 - 2 w^3."""
    count = max(4, int((end - start) * a.length_m / _CHANGE_STEP_M))
    places = []
    for i in range(count + 1):
        w = i / count
        weight = w * w * (3.0 - 2.0 * w)
        fraction = start + w * (end - start)
        p, q = a.point_at(fraction * a.length_m), b.point_at(fraction * b.length_m)
        point = (
            p[0] + weight * (q[0] - p[0]),
            p[1] + weight * (q[1] - p[1]),
            p[2] + weight * (q[2] - p[2]),
        )
        limit = a.limit_at(fraction * a.length_m) if w < 0.5 else b.limit_at(fraction * b.length_m)
        places.append((point, limit or default_mps))
    return places


def _spaced(line: Polyline, speeds: tuple[float, ...], spacing_m: float) -> RoutePoints:
    """The line by evenly spaced points, each with the speed of the last point at or before it."""
    points = resampled(line, spacing_m)
    distances = distances_along(line)
    limits = []
    i = 0
    for n in range(len(points) - 1):
        while i + 1 < len(distances) and distances[i + 1] <= spacing_m * n:
            i += 1
        limits.append(speeds[i])
    return RoutePoints(points, (*limits, speeds[-1]))
