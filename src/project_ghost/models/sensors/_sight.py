"""The visible part of an actor from a point: lines of sight past actors and scenery."""

from typing import NamedTuple, TypeAlias

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Parameter, array
from project_ghost.world.bodies import ALIVE, YAW, X, Y, Z
from project_ghost.world.geometry import (
    NEVER,
    UNLIMITED_M,
    place_shape,
    ray_hits_body,
    ray_hits_polygon,
)

# Test points lie slightly inside the corners, so that touching bodies do not hide each other.
_INSIDE = 0.9


Point: TypeAlias = tuple[float, float, float]


class Shapes(NamedTuple):
    """Outlines and heights of actors and scenery, which block lines of sight."""

    footprints: Floats = array(Parameter(shape=("rows", 3), unit="m"))
    heights: Floats = array(Parameter(shape=("rows", 2), unit="m"))
    scenery: Floats = array(Parameter(shape=("pieces", "vertices", 2), unit="m"))
    tops: Floats = array(Parameter(shape=("pieces",), unit="m"))
    corners: Floats = array(Parameter(shape=("pieces",)))


def place_marks(ax: float, ay: float, body: Floats, footprint: Floats, marks: Floats) -> int:
    """Write the test points of a body as seen from a: its centre, and its corners or sides."""
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
    delta_x, delta_y = x - ax, y - ay
    distance = sqrt(delta_x * delta_x + delta_y * delta_y)
    if distance <= radius:
        return 1
    aside_x, aside_y = -delta_y / distance * radius * _INSIDE, delta_x / distance * radius * _INSIDE
    marks[1, 0], marks[1, 1] = x + aside_x, y + aside_y
    marks[2, 0], marks[2, 1] = x - aside_x, y - aside_y
    return 3


def passes(az: float, bz: float, enter: float, leave: float, bottom: float, top: float) -> bool:
    """Whether a line of sight passes above or below an obstacle within its footprint.

    The line's height changes from az to bz; `enter` and `leave` are the fractions of the line
    at which it enters and leaves the footprint.
    """
    first, last = az + enter * (bz - az), az + leave * (bz - az)
    return (first > top and last > top) or (first < bottom and last < bottom)


def is_hidden_by_bodies(
    eye: Point, mark: Point, row: int, own_row: int, bodies: Floats, shapes: Shapes
) -> bool:
    """Whether a body other than the two rows blocks the line from the eye to the mark."""
    ax, ay, az = eye
    bx, by, bz = mark
    for other in range(bodies.shape[0]):
        enter = NEVER
        footprint, height = shapes.footprints[other], shapes.heights[other]
        if bodies[other, ALIVE] != 0.0 and other != row and other != own_row:
            enter = ray_hits_body(ax, ay, bx, by, bodies[other], footprint)
        if enter <= 1.0:
            # The line leaves at the point where the reversed line enters.
            back = ray_hits_body(bx, by, ax, ay, bodies[other], footprint)
            leave = 1.0 - back if back <= 1.0 else enter
            low, high = bodies[other, Z] - height[0], bodies[other, Z] + height[1]
            if not passes(az, bz, enter, leave, low, high):
                return True
    return False


def is_hidden_by_scenery(eye: Point, mark: Point, shapes: Shapes) -> bool:
    """Whether a convex piece of scenery blocks the line from the eye to the mark."""
    ax, ay, az = eye
    bx, by, bz = mark
    for piece in range(shapes.scenery.shape[0]):
        count = int(shapes.corners[piece])
        if count == 0:
            continue
        enter = ray_hits_polygon(ax, ay, bx, by, shapes.scenery[piece], count)
        if enter <= 1.0:
            back = ray_hits_polygon(bx, by, ax, ay, shapes.scenery[piece], count)
            leave = 1.0 - back if back <= 1.0 else enter
            if not passes(az, bz, enter, leave, -UNLIMITED_M, shapes.tops[piece]):
                return True
    return False


def visible_share(
    eye: Point, row: int, own_row: int, bodies: Floats, shapes: Shapes, marks: Floats
) -> float:
    """The fraction of a body's test points visible from the eye; `marks` is a buffer (5, 2).

    All test points are at half the body's height.
    """
    count = place_marks(eye[0], eye[1], bodies[row], shapes.footprints[row], marks)
    z = bodies[row, Z] + 0.5 * (shapes.heights[row, 1] - shapes.heights[row, 0])
    visible = 0
    for i in range(count):
        mark = (marks[i, 0], marks[i, 1], z)
        if not is_hidden_by_bodies(
            eye, mark, row, own_row, bodies, shapes
        ) and not is_hidden_by_scenery(eye, mark, shapes):
            visible += 1
    return visible / count
