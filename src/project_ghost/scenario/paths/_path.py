"""A path as closely spaced points with speeds."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, inf
from typing import NamedTuple

from project_ghost.core.dmath import atan2, sqrt
from project_ghost.models.controllers import with_planned_speeds

__all__ = [
    "LanePart",
    "Path",
    "PathPoint",
    "initial_heading",
    "length_of",
    "nearest_on",
    "pose_at",
    "slowed_for_corners",
    "spaced",
]

Place = tuple[float, float]
# x, y, and the speed from the point before to this one.
PathPoint = tuple[float, float, float]

# At the corners of a path of waypoints: the largest acceleration across the path, the braking
# before and the acceleration after, and how far from the corner a car turns.
_LATERAL_MPS2, _BRAKING_MPS2, _ACCELERATION_MPS2, _TURNING_M = 2.0, 1.0, 1.0, 3.0
# The same on arcs: lower, because wheels need time to turn.
_ON_ARCS_MPS2, _ON_ARCS_M = 1.5, 1.0


class LanePart(NamedTuple):
    """A part of a path on a lane: its start and end on the lane, its start on the path."""

    lane: str
    start_m: float
    end_m: float
    station_m: float


class Path(NamedTuple):
    """A path, and its parts that follow lanes."""

    points: list[PathPoint]
    lane_parts: tuple[LanePart, ...] = ()


def spaced(points: Sequence[PathPoint], spacing_m: float) -> list[PathPoint]:
    """The same path with points at most `spacing_m` apart.

    The given points stay; the new ones are evenly spaced on the straight lines between them.
    """
    result = [points[0]]
    for (ax, ay, _), (bx, by, speed) in pairwise(points):
        dx, dy = bx - ax, by - ay
        parts = max(1, ceil(sqrt(dx * dx + dy * dy) / spacing_m - 1e-9))
        result += [(ax + dx * k / parts, ay + dy * k / parts, speed) for k in range(1, parts)]
        result.append((bx, by, speed))
    return result


def slowed_for_corners(path: Path, *, loop: bool, on_arcs: bool = False) -> Path:
    """The same path, slower before its corners. Lanes have speed limits, so a path on lanes stays.

    `on_arcs`: the corners are arcs already.
    """
    if path.lane_parts:
        return path
    points = with_planned_speeds(
        path.points,
        lateral_max=_ON_ARCS_MPS2 if on_arcs else _LATERAL_MPS2,
        braking=_BRAKING_MPS2,
        acceleration=_ACCELERATION_MPS2,
        reach_m=_ON_ARCS_M if on_arcs else _TURNING_M,
        closed=loop,
    )
    return Path(points)


def initial_heading(points: Sequence[PathPoint]) -> float:
    """The direction of the path at its start, rad from east."""
    (ax, ay, _), (bx, by, _) = points[0], points[1]
    return atan2(by - ay, bx - ax)


def pose_at(points: Sequence[PathPoint], station_m: float) -> tuple[float, float, float]:
    """x, y and heading at a distance from the start of the path."""
    left = station_m
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        if left <= length and length > 0.0:
            return ax + dx * left / length, ay + dy * left / length, atan2(dy, dx)
        left -= length
    (ax, ay, _), (bx, by, _) = points[-2], points[-1]
    return bx, by, atan2(by - ay, bx - ax)


def nearest_on(points: Sequence[PathPoint], place: Place) -> tuple[float, float]:
    """The distance along a path to its point nearest to a place, and how far that is away."""
    best, best_station, station = inf, 0.0, 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        fraction = 0.0
        if length > 0.0:
            along = ((place[0] - ax) * dx + (place[1] - ay) * dy) / (length * length)
            fraction = min(max(along, 0.0), 1.0)
        ox, oy = place[0] - ax - fraction * dx, place[1] - ay - fraction * dy
        away = sqrt(ox * ox + oy * oy)
        if away < best:
            best, best_station = away, station + fraction * length
        station += length
    return best_station, best


def length_of(points: Sequence[PathPoint]) -> float:
    """The length of a path."""
    total = 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        total += sqrt(dx * dx + dy * dy)
    return total
