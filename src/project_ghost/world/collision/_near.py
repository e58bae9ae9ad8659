"""The broad phase: which rows may touch each other, or scenery, within a tick."""

from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import borrowing, inlined
from project_ghost.core.dmath import sqrt, wrap_angle
from project_ghost.world.bodies import ALIVE, SERIAL, YAW, X, Y, Z
from project_ghost.world.geometry import TOUCH_M, reach
from project_ghost.world.neighbours import FEW, pairs_of_circles

from ._bundles import Shapes
from ._columns import BEFORE_ALIVE, BEFORE_SERIAL, BEFORE_X, BEFORE_Y, BEFORE_YAW
from ._touch import RELEASE_M

# The columns of a circle around a body's whole motion. USED is 0 where there is no body.
USED, CENTRE_X, CENTRE_Y, RADIUS = range(4)
CIRCLE_WIDTH = 4

# The grid's cells are this many times as wide as the mean body: a body then looks into two or
# three cells, and few others are in them.
_CELL_FACTOR = 4.0


@borrowing
def write_motions(bodies: Floats, before: Floats, motions: Floats) -> None:
    """The pose of each row one tick ago and its displacement since; 0 for a new actor.

    The rotation is the shorter one: at most half a turn per tick.
    """
    for row in range(bodies.shape[0]):
        if before[row, BEFORE_ALIVE] != 0.0 and before[row, BEFORE_SERIAL] == bodies[row, SERIAL]:
            motions[row, 0] = before[row, BEFORE_X]
            motions[row, 1] = before[row, BEFORE_Y]
            motions[row, 2] = before[row, BEFORE_YAW]
            motions[row, 3] = bodies[row, X] - before[row, BEFORE_X]
            motions[row, 4] = bodies[row, Y] - before[row, BEFORE_Y]
            motions[row, 5] = wrap_angle(bodies[row, YAW] - before[row, BEFORE_YAW])
        else:
            motions[row, 0] = bodies[row, X]
            motions[row, 1] = bodies[row, Y]
            motions[row, 2] = bodies[row, YAW]
            motions[row, 3], motions[row, 4], motions[row, 5] = 0.0, 0.0, 0.0


@borrowing
def write_circles(bodies: Floats, motions: Floats, footprints: Floats, circles: Floats) -> float:
    """A circle around each body's whole motion; returns the width of cells to search them by.

    That is 0 where no two of them overlap, as in most scenes of few bodies.
    """
    total, alive = 0.0, 0
    for row in range(bodies.shape[0]):
        size = reach(footprints[row, 0], footprints[row, 1], footprints[row, 2])
        delta_x, delta_y = motions[row, 3], motions[row, 4]
        circles[row, USED], circles[row, RADIUS] = 0.0, 0.0
        circles[row, CENTRE_X] = motions[row, 0] + 0.5 * delta_x
        circles[row, CENTRE_Y] = motions[row, 1] + 0.5 * delta_y
        if bodies[row, ALIVE] != 0.0 and size > 0.0:
            circles[row, USED] = 1.0
            way = sqrt(delta_x * delta_x + delta_y * delta_y)
            circles[row, RADIUS] = size + 0.5 * way + RELEASE_M  # with a margin
            total += size
            alive += 1
    if alive < 2 or (bodies.shape[0] <= FEW and not _any_overlap(circles)):
        return 0.0
    return _CELL_FACTOR * (2.0 * total / alive + TOUCH_M)


def _any_overlap(circles: Floats) -> bool:
    """Whether any two of a few circles overlap."""
    for i in range(circles.shape[0]):
        for j in range(i):
            dx = circles[j, CENTRE_X] - circles[i, CENTRE_X]
            dy = circles[j, CENTRE_Y] - circles[i, CENTRE_Y]
            together = circles[i, RADIUS] + circles[j, RADIUS]
            if (
                dx * dx + dy * dy <= together * together
                and circles[i, USED] != 0.0
                and circles[j, USED] != 0.0
            ):
                return True
    return False


def near_rows(bodies: Floats, heights: Floats, circles: Floats, cell_m: float) -> Integers:
    """The pairs of rows that may touch, ordered by (first, second)."""
    pairs = pairs_of_circles(
        circles[:, CENTRE_X], circles[:, CENTRE_Y], circles[:, USED], circles[:, RADIUS], cell_m
    )
    return pairs[: _keep_level(bodies, heights, pairs)]


@borrowing
def _keep_level(bodies: Floats, heights: Floats, pairs: Integers) -> int:
    """Move the pairs whose heights overlap to the front; returns their number."""
    count = 0
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        rise = bodies[j, Z] - bodies[i, Z]
        if rise <= heights[i, 1] + heights[j, 0] and -rise <= heights[i, 0] + heights[j, 1]:
            pairs[count, 0] = i
            pairs[count, 1] = j
            count += 1
    return count


def near_scenery(bodies: Floats, motions: Floats, shapes: Shapes, count: int) -> Integers:
    """The rows and pieces of scenery that may touch, ordered by (row, piece); `count` of them."""
    pairs = np.empty((count, 2), np.int64)
    if count > 0:
        _write_near_scenery(bodies, motions, shapes, pairs)
    return pairs


@borrowing
def count_near_scenery(bodies: Floats, motions: Floats, shapes: Shapes) -> int:
    """The number of rows and pieces of scenery that may touch."""
    outlines, count = shapes.outlines, 0
    for row in range(bodies.shape[0]):
        swept = _swept(bodies, motions, shapes.footprints, shapes.heights, row)
        piece = _next_piece(outlines, swept, 0)
        while piece < outlines.shape[0]:
            count += 1
            piece = _next_piece(outlines, swept, piece + 1)
    return count


@borrowing
def _write_near_scenery(bodies: Floats, motions: Floats, shapes: Shapes, pairs: Integers) -> None:
    outlines, count = shapes.outlines, 0
    for row in range(bodies.shape[0]):
        swept = _swept(bodies, motions, shapes.footprints, shapes.heights, row)
        piece = _next_piece(outlines, swept, 0)
        while piece < outlines.shape[0]:
            pairs[count, 0] = row
            pairs[count, 1] = piece
            count += 1
            piece = _next_piece(outlines, swept, piece + 1)


class _Swept(NamedTuple):
    """The bounds of a body's whole motion, with a margin, and its lowest point."""

    low_x: float
    low_y: float
    high_x: float
    high_y: float
    bottom: float


@inlined
def _swept(
    bodies: Floats, motions: Floats, footprints: Floats, heights: Floats, row: int
) -> _Swept:
    """The bounds of a row; those of a row without a body are empty."""
    size = reach(footprints[row, 0], footprints[row, 1], footprints[row, 2])
    if bodies[row, ALIVE] == 0.0 or size <= 0.0:
        return _Swept(1.0, 1.0, -1.0, -1.0, 0.0)
    margin = size + RELEASE_M
    x, y, delta_x, delta_y = motions[row, 0], motions[row, 1], motions[row, 3], motions[row, 4]
    return _Swept(
        x - margin if delta_x > 0.0 else x + delta_x - margin,
        y - margin if delta_y > 0.0 else y + delta_y - margin,
        x + delta_x + margin if delta_x > 0.0 else x + margin,
        y + delta_y + margin if delta_y > 0.0 else y + margin,
        bodies[row, Z] - heights[row, 0],
    )


@inlined
def _next_piece(outlines: Floats, swept: _Swept, first: int) -> int:
    """The next piece of scenery, from `first` on, that a body may touch; after the last if none."""
    low_x, low_y, high_x, high_y, bottom = swept
    count: int = outlines.shape[0]
    if low_x > high_x:
        return count
    for piece in range(first, count):
        if (
            outlines[piece, 2] <= high_x
            and outlines[piece, 4] >= low_x
            and outlines[piece, 3] <= high_y
            and outlines[piece, 5] >= low_y
            and outlines[piece, 0] > 0.0
            and outlines[piece, 6] >= bottom
        ):
            return piece
    return count
