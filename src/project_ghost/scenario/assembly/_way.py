"""A way as closely spaced points, each with the speed on the way to it."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, inf
from typing import NamedTuple

from project_ghost.core.dmath import atan2, sqrt
from project_ghost.models.controllers import with_planned_speeds

__all__ = [
    "Stretch",
    "Way",
    "WayPoint",
    "heading_along",
    "length_of",
    "nearest_on",
    "place_on",
    "planned",
    "spaced",
]

Place = tuple[float, float]
# x, y, and the speed on the way to it
WayPoint = tuple[float, float, float]

# How a way of waypoints is driven round its corners: sideways, up to them and away from them,
# and from how far before a corner to how far behind it the car turns.
_LATERAL_MPS2, _BRAKING_MPS2, _ACCELERATION_MPS2, _TURNING_M = 2.0, 1.0, 1.0, 3.0
# The same on arcs, which drivers keep to that way: wheels take their time to turn.
_ON_ARCS_MPS2, _ON_ARCS_M = 1.5, 1.0


class Stretch(NamedTuple):
    """A part of a way that is on a lane: from where to where on it, and where on the way."""

    lane: str
    start_m: float
    end_m: float
    station_m: float


class Way(NamedTuple):
    """A way, and the lanes that it is on, where it is on any."""

    points: list[WayPoint]
    stretches: tuple[Stretch, ...] = ()


def spaced(points: Sequence[WayPoint], spacing_m: float) -> list[WayPoint]:
    """The same way with points no further apart than the spacing, on straight lines.

    All given points stay; between two of them the others are evenly spaced.
    """
    found = [points[0]]
    for (ax, ay, _), (bx, by, speed) in pairwise(points):
        dx, dy = bx - ax, by - ay
        parts = max(1, ceil(sqrt(dx * dx + dy * dy) / spacing_m - 1e-9))
        found += [(ax + dx * k / parts, ay + dy * k / parts, speed) for k in range(1, parts)]
        found.append((bx, by, speed))
    return found


def planned(way: Way, *, loop: bool, on_arcs: bool = False) -> Way:
    """The same way, slower before its corners; on lanes, which have limits, as it is.

    `on_arcs`: its corners are arcs already.
    """
    if way.stretches:
        return way
    points = with_planned_speeds(
        way.points,
        lateral_max=_ON_ARCS_MPS2 if on_arcs else _LATERAL_MPS2,
        braking=_BRAKING_MPS2,
        acceleration=_ACCELERATION_MPS2,
        reach_m=_ON_ARCS_M if on_arcs else _TURNING_M,
        closed=loop,
    )
    return Way(points)


def heading_along(points: Sequence[WayPoint]) -> float:
    """The direction of the first stretch of a way, rad from east."""
    (ax, ay, _), (bx, by, _) = points[0], points[1]
    return atan2(by - ay, bx - ax)


def place_on(points: Sequence[WayPoint], station_m: float) -> tuple[float, float, float]:
    """x, y and heading at so many metres from the beginning."""
    left = station_m
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        if left <= length and length > 0.0:
            return ax + dx * left / length, ay + dy * left / length, atan2(dy, dx)
        left -= length
    (ax, ay, _), (bx, by, _) = points[-2], points[-1]
    return bx, by, atan2(by - ay, bx - ax)


def nearest_on(points: Sequence[WayPoint], place: Place) -> tuple[float, float]:
    """How far along a way the nearest of its places to another is, and how far away."""
    best, best_station, station = inf, 0.0, 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        share = 0.0
        if length > 0.0:
            along = ((place[0] - ax) * dx + (place[1] - ay) * dy) / (length * length)
            share = min(max(along, 0.0), 1.0)
        ox, oy = place[0] - ax - share * dx, place[1] - ay - share * dy
        away = sqrt(ox * ox + oy * oy)
        if away < best:
            best, best_station = away, station + share * length
        station += length
    return best_station, best


def length_of(points: Sequence[WayPoint]) -> float:
    """How long a way is."""
    total = 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        total += sqrt(dx * dx + dy * dy)
    return total
