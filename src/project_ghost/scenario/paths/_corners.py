"""Arcs in place of corners, for drivers that track their path exactly."""

from collections.abc import Sequence
from math import ceil

from project_ghost.core.dmath import atan2, sincos, sqrt

from ._path import Path, PathPoint, spaced

__all__ = ["round_corners"]

# The distance from an arc's ends to its corner, where there is room.
_TANGENT_M = 4.0
# A smaller turn is not a corner; a larger one has no arc (rad).
_TURN_MIN, _TURN_MAX = 0.15, 2.8
# Rounding errors of a straight line (rad).
_STRAIGHT = 1e-6
_PIECE_M = 0.5


def round_corners(path: Path, *, loop: bool, spacing_m: float) -> Path:
    """The same path with an arc in place of each corner. A path on lanes has none, and stays.

    An arc begins 4 m before the corner, or half-way to the corner before; it passes a right
    angle 1.7 m from its tip.
    """
    if path.lane_parts or len(path.points) < 3:
        return path
    points = list(path.points)
    if loop and points[0][:2] != points[-1][:2]:
        points.append((points[0][0], points[0][1], points[-1][2]))
    corners = _vertices(points)
    rounded: list[PathPoint] = [corners[0]]
    closing: list[PathPoint] = []
    if loop and len(corners) > 2:
        closing = _arc(corners[-2], corners[0], corners[1], spacing_m)
        middle = len(closing) // 2
        rounded = closing[middle:]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        rounded += _arc(before, corner, after, spacing_m)
    rounded += closing[: len(closing) // 2 + 1] if closing else [corners[-1]]
    return Path(spaced(rounded, spacing_m))


def _vertices(points: Sequence[PathPoint]) -> list[PathPoint]:
    """The ends of the straight lines of one speed."""
    vertices = [points[0]]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if abs(_turn(before, point, after)) > _STRAIGHT or point[2] != after[2]:
            vertices.append(point)
    return [*vertices, points[-1]]


def _turn(before: PathPoint, point: PathPoint, after: PathPoint) -> float:
    """The turn to the left at a point, rad."""
    ax, ay = point[0] - before[0], point[1] - before[1]
    bx, by = after[0] - point[0], after[1] - point[1]
    return atan2(ax * by - ay * bx, ax * bx + ay * by)


def _arc(
    before: PathPoint, corner: PathPoint, after: PathPoint, spacing_m: float
) -> list[PathPoint]:
    """The points of an arc that touches both sides of a corner, or the corner alone."""
    turn = _turn(before, corner, after)
    if not _TURN_MIN <= abs(turn) <= _TURN_MAX:
        return [corner]
    ax, ay = corner[0] - before[0], corner[1] - before[1]
    bx, by = after[0] - corner[0], after[1] - corner[1]
    length_a, length_b = sqrt(ax * ax + ay * ay), sqrt(bx * bx + by * by)
    tangent_m = min(_TANGENT_M, 0.5 * length_a, 0.5 * length_b)
    ux, uy = ax / length_a, ay / length_a
    sine, cosine = sincos(0.5 * turn)
    radius_m = tangent_m * cosine / abs(sine)
    pieces = max(2, ceil(radius_m * abs(turn) / min(spacing_m, _PIECE_M)))
    x, y = corner[0] - tangent_m * ux, corner[1] - tangent_m * uy
    side = 1.0 if turn > 0.0 else -1.0
    result = []
    for k in range(pieces + 1):
        sine, cosine = sincos(abs(turn) * k / pieces)
        along, across = radius_m * sine, side * radius_m * (1.0 - cosine)
        speed = corner[2] if 2 * k <= pieces else after[2]
        result.append((x + along * ux - across * uy, y + along * uy + across * ux, speed))
    return result
