"""What of an actor can be seen from a point: lines of sight past others and past scenery."""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.dmath import sqrt
from project_ghost.world.bodies import YAW, X, Y
from project_ghost.world.geometry import place_shape, ray_hits_polygon, segment_is_clear

Floats = NDArray[np.float64]

# Corners are looked at a little inside, so that two that touch do not hide each other's edges.
_INSIDE = 0.9


def place_marks(ax: float, ay: float, body: Floats, footprint: Floats, marks: Floats) -> int:
    """Points of a body that are looked at from a: its centre, and its corners or its sides."""
    x, y = body[X], body[Y]
    marks[0, 0], marks[0, 1] = x, y
    half_length, half_width, radius = footprint[0], footprint[1], footprint[2]
    corners = place_shape(x, y, body[YAW], half_length, half_width, radius, marks[1:])
    if corners == 4:
        for i in range(1, 5):
            marks[i, 0] = x + _INSIDE * (marks[i, 0] - x)
            marks[i, 1] = y + _INSIDE * (marks[i, 1] - y)
        return 5
    if corners == 0:
        return 1
    way_x, way_y = x - ax, y - ay
    distance = sqrt(way_x * way_x + way_y * way_y)
    if distance <= radius:
        return 1
    aside_x, aside_y = -way_y / distance * radius * _INSIDE, way_x / distance * radius * _INSIDE
    marks[1, 0], marks[1, 1] = x + aside_x, y + aside_y
    marks[2, 0], marks[2, 1] = x - aside_x, y - aside_y
    return 3


def is_hidden_by_scenery(
    ax: float, ay: float, bx: float, by: float, scenery: Floats, corners: Floats
) -> bool:
    """Whether any convex piece stands between a and b."""
    for piece in range(scenery.shape[0]):
        count = int(corners[piece])
        if count > 0 and ray_hits_polygon(ax, ay, bx, by, scenery[piece], count) <= 1.0:
            return True
    return False


def visible_share(
    ax: float,
    ay: float,
    row: int,
    own_row: int,
    bodies: Floats,
    footprints: Floats,
    scenery: Floats,
    corners: Floats,
    marks: Floats,
) -> float:
    """Which part of a body's points can be seen from a; `marks` is room for them, (5, 2)."""
    count = place_marks(ax, ay, bodies[row], footprints[row], marks)
    seen = 0
    for i in range(count):
        x, y = marks[i, 0], marks[i, 1]
        if segment_is_clear(
            ax, ay, x, y, bodies, footprints, own_row, row
        ) and not is_hidden_by_scenery(ax, ay, x, y, scenery, corners):
            seen += 1
    return seen / count
