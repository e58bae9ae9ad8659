"""A way as closely spaced points, each with the speed on the way to it."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil

from project_ghost.core.dmath import atan2, sqrt

__all__ = ["heading_along", "length_of", "spaced"]

Place = tuple[float, float]
# x, y, and the speed on the way to it
WayPoint = tuple[float, float, float]


def spaced(points: Sequence[WayPoint], spacing_m: float) -> list[WayPoint]:
    """The same way with points no further apart than the spacing, on straight lines.

    All given points stay; between two of them the others are evenly spaced.
    """
    found = [points[0]]
    for (ax, ay, _), (bx, by, speed) in pairwise(points):
        dx, dy = bx - ax, by - ay
        parts = max(1, ceil(sqrt(dx * dx + dy * dy) / spacing_m - 1e-9))
        for k in range(1, parts):
            found.append((ax + dx * k / parts, ay + dy * k / parts, speed))
        found.append((bx, by, speed))
    return found


def heading_along(points: Sequence[WayPoint]) -> float:
    """The direction of the first stretch of a way, rad from east."""
    (ax, ay, _), (bx, by, _) = points[0], points[1]
    return atan2(by - ay, bx - ax)


def length_of(points: Sequence[WayPoint]) -> float:
    """How long a way is."""
    total = 0.0
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        total += sqrt(dx * dx + dy * dy)
    return total
