"""What of an actor can be seen from a point: lines of sight past others and past scenery."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.world.bodies import ALIVE, YAW, X, Y, Z
from project_ghost.world.geometry import (
    NEVER,
    UNLIMITED_M,
    place_shape,
    ray_hits_body,
    ray_hits_polygon,
)

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


def passes(az: float, bz: float, enter: float, leave: float, bottom: float, top: float) -> bool:
    """Whether a line of sight is above or below something while it is over its footprint.

    The line rises from az to bz; over the footprint it is from share `enter` to share `leave`.
    """
    first, last = az + enter * (bz - az), az + leave * (bz - az)
    return (first > top and last > top) or (first < bottom and last < bottom)


def is_hidden_by_bodies(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    row: int,
    own_row: int,
    bodies: Floats,
    footprints: Floats,
    heights: Floats,
) -> bool:
    """Whether anybody but the two stands between a and b."""
    for other in range(bodies.shape[0]):
        enter = NEVER
        if bodies[other, ALIVE] != 0.0 and other != row and other != own_row:
            enter = ray_hits_body(ax, ay, bx, by, bodies[other], footprints[other])
        if enter <= 1.0:
            # Where the line leaves is where the one back enters.
            back = ray_hits_body(bx, by, ax, ay, bodies[other], footprints[other])
            leave = 1.0 - back if back <= 1.0 else enter
            low, high = bodies[other, Z] - heights[other, 0], bodies[other, Z] + heights[other, 1]
            if not passes(az, bz, enter, leave, low, high):
                return True
    return False


def is_hidden_by_scenery(
    ax: float,
    ay: float,
    az: float,
    bx: float,
    by: float,
    bz: float,
    scenery: Floats,
    corners: Floats,
    tops: Floats,
) -> bool:
    """Whether any convex piece stands between a and b; each reaches up to its top."""
    for piece in range(scenery.shape[0]):
        count = int(corners[piece])
        if count == 0:
            continue
        enter = ray_hits_polygon(ax, ay, bx, by, scenery[piece], count)
        if enter <= 1.0:
            back = ray_hits_polygon(bx, by, ax, ay, scenery[piece], count)
            leave = 1.0 - back if back <= 1.0 else enter
            if not passes(az, bz, enter, leave, -UNLIMITED_M, tops[piece]):
                return True
    return False


def visible_share(
    ax: float,
    ay: float,
    az: float,
    row: int,
    own_row: int,
    bodies: Floats,
    footprints: Floats,
    heights: Floats,
    scenery: Floats,
    corners: Floats,
    tops: Floats,
    marks: Floats,
) -> float:
    """Which part of a body's points can be seen from a; `marks` is room for them, (5, 2).

    All points are looked at half-way up the body.
    """
    count = place_marks(ax, ay, bodies[row], footprints[row], marks)
    z = bodies[row, Z] + 0.5 * (heights[row, 1] - heights[row, 0])
    seen = 0
    for i in range(count):
        x, y = marks[i, 0], marks[i, 1]
        if not is_hidden_by_bodies(
            ax, ay, az, x, y, z, row, own_row, bodies, footprints, heights
        ) and not is_hidden_by_scenery(ax, ay, az, x, y, z, scenery, corners, tops):
            seen += 1
    return seen / count
