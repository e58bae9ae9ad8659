"""Polylines: lengths, points along them, the nearest point, even spacing.

A polyline is a tuple of (x, y, z); distances are measured in the horizontal plane.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from project_ghost.core.dmath import atan2, sqrt
from project_ghost.core.errors import InputError
from project_ghost.world.maps.index import segment_fraction

__all__ = [
    "Nearest",
    "Point",
    "Polyline",
    "distances_along",
    "gap",
    "headings_along",
    "nearest_on",
    "nearest_on_piece",
    "point_along",
    "resampled",
    "segment_at",
]

Point: TypeAlias = tuple[float, float, float]
Polyline: TypeAlias = tuple[Point, ...]


class Nearest(NamedTuple):
    """The nearest position on a polyline: distance along it, signed offset, and the point."""

    distance_m: float
    offset_m: float  # positive to the left of the direction of travel
    point: Point


def gap(a: Sequence[float], b: Sequence[float]) -> float:
    """The distance between two points in the plane."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return sqrt(dx * dx + dy * dy)


def distances_along(line: Polyline) -> tuple[float, ...]:
    """The distance of each point from the first, along the line; summed in order."""
    travelled = 0.0
    distances = [0.0]
    for i in range(1, len(line)):
        travelled += gap(line[i - 1], line[i])
        distances.append(travelled)
    return tuple(distances)


def segment_at(distances: tuple[float, ...], distance_m: float) -> int:
    """The index of the segment at this distance; beyond the ends, the first or the last one."""
    low, high = 0, len(distances) - 2
    while low < high:
        middle = (low + high + 1) // 2
        if distances[middle] <= distance_m:
            low = middle
        else:
            high = middle - 1
    return low


def point_along(line: Polyline, distances: tuple[float, ...], distance_m: float) -> Point:
    """The point at a distance along the line, limited to its ends."""
    if distance_m <= 0.0:
        return line[0]
    if distance_m >= distances[-1]:
        return line[-1]
    i = segment_at(distances, distance_m)
    a, b = line[i], line[i + 1]
    fraction = (distance_m - distances[i]) / (distances[i + 1] - distances[i])
    return (
        a[0] + fraction * (b[0] - a[0]),
        a[1] + fraction * (b[1] - a[1]),
        a[2] + fraction * (b[2] - a[2]),
    )


def headings_along(line: Polyline) -> tuple[float, ...]:
    """The direction of each segment, in radians from the x axis."""
    return tuple(
        atan2(line[i + 1][1] - line[i][1], line[i + 1][0] - line[i][0])
        for i in range(len(line) - 1)
    )


def nearest_on(line: Polyline, distances: tuple[float, ...], x_m: float, y_m: float) -> Nearest:
    """The nearest position on the line; of equally near ones, the first."""
    best = -1
    best_square = float("inf")
    for i in range(len(line) - 1):
        (ax, ay, _), (bx, by, _) = line[i], line[i + 1]
        fraction = segment_fraction(x_m, y_m, ax, ay, bx, by)
        away_x, away_y = x_m - (ax + fraction * (bx - ax)), y_m - (ay + fraction * (by - ay))
        away = away_x * away_x + away_y * away_y
        if away < best_square and (ax != bx or ay != by):
            best, best_square = i, away
    if best < 0:
        return Nearest(0.0, 0.0, line[0])
    return nearest_on_piece(line, distances, best, x_m, y_m)


def nearest_on_piece(
    line: Polyline, distances: tuple[float, ...], i: int, x_m: float, y_m: float
) -> Nearest:
    """The nearest position on one segment of the line."""
    a, b = line[i], line[i + 1]
    dx, dy = b[0] - a[0], b[1] - a[1]
    fraction = segment_fraction(x_m, y_m, a[0], a[1], b[0], b[1])
    foot = (a[0] + fraction * dx, a[1] + fraction * dy, a[2] + fraction * (b[2] - a[2]))
    away_x, away_y = x_m - foot[0], y_m - foot[1]
    side = 1.0 if dx * away_y - dy * away_x >= 0.0 else -1.0
    along = distances[i] + fraction * (distances[i + 1] - distances[i])
    return Nearest(along, side * sqrt(away_x * away_x + away_y * away_y), foot)


def resampled(line: Polyline, spacing_m: float) -> Polyline:
    """The line by points `spacing_m` apart along it; the last step may be shorter.

    Both ends are kept exactly.
    """
    if not spacing_m > 0.0:
        raise InputError(
            f"spacing_m is {spacing_m!r}", "resampled", "a positive number of metres", "give 0.1"
        )
    distances = distances_along(line)
    count = int(distances[-1] / spacing_m)
    points = [point_along(line, distances, spacing_m * i) for i in range(count + 1)]
    # A last step below a thousandth of the spacing is a rounding error and is dropped.
    if distances[-1] - spacing_m * count <= 1e-3 * spacing_m and count > 0:
        points.pop()
    return (*points, line[-1])
