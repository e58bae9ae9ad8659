"""Adaptive sampling of a curve as a polyline, to a tolerance."""

from collections.abc import Callable
from itertools import pairwise

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError

from ._polyline import Point

__all__ = ["sampled_stations"]

_DEPTH_MAX = 16

# Between two breaks; enough for 28 km of an arc of 100 m radius at a tolerance of 1 cm.
_POINTS_MAX = 10_000


def sampled_stations(
    curve: Callable[[float], Point], breaks: list[float], tolerance_m: float, where: str
) -> list[float]:
    """The stations at which to sample, including all `breaks`.

    Each interval between breaks is halved until the curve at its quarters is within the
    tolerance of the chord. The curve should be smooth between breaks. `where` names the curve
    in errors.
    """
    stations = [breaks[0]]
    for start, end in pairwise(breaks):
        inner: list[float] = []
        _halve(curve, (start, curve(start)), (end, curve(end)), tolerance_m, _DEPTH_MAX, inner)
        if len(inner) > _POINTS_MAX:
            raise InputError(
                f"the curve from {start:g} m to {end:g} m needs more than {_POINTS_MAX:_} samples",
                where,
                f"a curve that {_POINTS_MAX:_} points follow to within {tolerance_m:g} m",
                "check curvatures, widths and offsets there, or allow a larger tolerance_m",
            )
        stations += inner
    return stations


def _halve(
    curve: Callable[[float], Point],
    start: tuple[float, Point],
    end: tuple[float, Point],
    tolerance_m: float,
    depth: int,
    stations: list[float],
) -> None:
    if len(stations) > _POINTS_MAX:
        return
    length = end[0] - start[0]
    quarters = [start[0] + 0.25 * length, start[0] + 0.5 * length, start[0] + 0.75 * length]
    inner = [curve(station) for station in quarters]
    if depth == 0 or all(_away(p, start[1], end[1]) <= tolerance_m for p in inner):
        stations.append(end[0])
        return
    middle = quarters[1], inner[1]
    _halve(curve, start, middle, tolerance_m, depth - 1, stations)
    _halve(curve, middle, end, tolerance_m, depth - 1, stations)


def _away(point: Point, a: Point, b: Point) -> float:
    """The distance in space of a point from the segment a to b."""
    ab = (b[0] - a[0], b[1] - a[1], b[2] - a[2])
    ap = (point[0] - a[0], point[1] - a[1], point[2] - a[2])
    square = ab[0] * ab[0] + ab[1] * ab[1] + ab[2] * ab[2]
    fraction = 0.0
    if square > 0.0:
        fraction = (ap[0] * ab[0] + ap[1] * ab[1] + ap[2] * ab[2]) / square
        fraction = min(1.0, max(0.0, fraction))
    dx, dy, dz = ap[0] - fraction * ab[0], ap[1] - fraction * ab[1], ap[2] - fraction * ab[2]
    return sqrt(dx * dx + dy * dy + dz * dz)
