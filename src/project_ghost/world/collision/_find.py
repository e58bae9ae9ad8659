"""All contacts of a tick: rows with rows in order, then rows with scenery."""

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath import sqrt, wrap_angle
from project_ghost.core.errors import RunError
from project_ghost.world.bodies import ALIVE, SERIAL, YAW, X, Y, Z
from project_ghost.world.geometry import TOUCH_M, reach
from project_ghost.world.neighbours import FEW, pairs_of_circles

from ._bundles import Shapes
from ._columns import (
    BEFORE_ALIVE,
    BEFORE_SERIAL,
    BEFORE_X,
    BEFORE_Y,
    BEFORE_YAW,
    CLOSING_MPS,
    IMPULSE_NEWTON_S,
    IS_NEW,
    PAIR_FIRST,
    PAIR_FIRST_SERIAL,
    PAIR_PIECE,
    PAIR_SECOND,
    PAIR_SECOND_SERIAL,
)
from ._touch import RELEASE_M, Mover, touch


def motions_of(bodies: Floats, before: Floats) -> Floats:
    """The pose of each row one tick ago and its displacement since; 0 for a new actor.

    The rotation is the shorter one: at most half a turn per tick.
    """
    rows = bodies.shape[0]
    motions = np.empty((rows, 6))
    for row in range(rows):
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
    return motions


def _place_in(known: Floats, known_count: int, begin: int, first: int, rank: float) -> int:
    """The first index from `begin` on whose pair does not sort before (first, rank)."""
    at = begin
    while at < known_count and (
        known[at, PAIR_FIRST] < first
        or (known[at, PAIR_FIRST] == first and _rank(known[at]) < rank)
    ):
        at += 1
    return at


def _rank(pair: Floats) -> float:
    """The sort key among pairs of one first row: the second row, or the piece of scenery."""
    return float(pair[PAIR_PIECE] if pair[PAIR_PIECE] >= 0.0 else pair[PAIR_SECOND])


def _is_same(pair: Floats, first: int, rank: float, serial: float, other_serial: float) -> bool:
    return bool(
        pair[PAIR_FIRST] == first
        and _rank(pair) == rank
        and pair[PAIR_FIRST_SERIAL] == serial
        and pair[PAIR_SECOND_SERIAL] == other_serial
    )


# The grid's cells are this many times as wide as the mean body: a body then looks into two or
# three cells, and few others are in them.
_CELL_FACTOR = 4.0


def near_rows(bodies: Floats, motions: Floats, shapes: Shapes) -> Integers:
    """The pairs of rows that may touch, ordered by (first, second)."""
    footprints, heights = shapes.footprints, shapes.heights
    rows = bodies.shape[0]
    # A circle around each body's whole motion: whether there is a body, x, y, radius.
    circles = np.empty((rows, 4))
    total, alive = 0.0, 0
    for row in range(rows):
        size = reach(footprints[row, 0], footprints[row, 1], footprints[row, 2])
        delta_x, delta_y = motions[row, 3], motions[row, 4]
        circles[row, 0], circles[row, 3] = 0.0, 0.0
        circles[row, 1] = motions[row, 0] + 0.5 * delta_x
        circles[row, 2] = motions[row, 1] + 0.5 * delta_y
        if bodies[row, ALIVE] != 0.0 and size > 0.0:
            circles[row, 0] = 1.0
            # With a margin.
            circles[row, 3] = size + 0.5 * sqrt(delta_x * delta_x + delta_y * delta_y) + RELEASE_M
            total += size
            alive += 1
    if alive < 2 or (rows <= FEW and not _any_overlap(circles)):
        return np.empty((0, 2), np.int64)
    cell_m = _CELL_FACTOR * (2.0 * total / alive + TOUCH_M)
    pairs = pairs_of_circles(circles[:, 1], circles[:, 2], circles[:, 0], circles[:, 3], cell_m)
    count = 0
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        rise = bodies[j, Z] - bodies[i, Z]
        if rise <= heights[i, 1] + heights[j, 0] and -rise <= heights[i, 0] + heights[j, 1]:
            pairs[count, 0] = i
            pairs[count, 1] = j
            count += 1
    return pairs[:count]


def _any_overlap(circles: Floats) -> bool:
    """Whether any two of a few circles overlap: most scenes of few bodies have no near pair."""
    for i in range(circles.shape[0]):
        for j in range(i):
            dx, dy = circles[j, 1] - circles[i, 1], circles[j, 2] - circles[i, 2]
            together = circles[i, 3] + circles[j, 3]
            if (
                dx * dx + dy * dy <= together * together
                and circles[i, 0] != 0.0
                and circles[j, 0] != 0.0
            ):
                return True
    return False


def near_scenery(bodies: Floats, motions: Floats, shapes: Shapes) -> Integers:
    """The rows and pieces of scenery that may touch, ordered by (row, piece)."""
    none = np.empty((0, 2), np.int64)
    count = _write_near_scenery(bodies, motions, shapes, none)
    if count == 0:
        return none
    pairs = np.empty((count, 2), np.int64)
    _write_near_scenery(bodies, motions, shapes, pairs)
    return pairs


def _write_near_scenery(bodies: Floats, motions: Floats, shapes: Shapes, pairs: Integers) -> int:
    """The number of rows and pieces that may touch; as many as fit are written."""
    footprints, heights, outlines = shapes.footprints, shapes.heights, shapes.outlines
    count = 0
    for row in range(bodies.shape[0]):
        size = reach(footprints[row, 0], footprints[row, 1], footprints[row, 2])
        if bodies[row, ALIVE] == 0.0 or size <= 0.0:
            continue
        margin = size + RELEASE_M
        bottom = bodies[row, Z] - heights[row, 0]
        x, y, delta_x, delta_y = motions[row, 0], motions[row, 1], motions[row, 3], motions[row, 4]
        low_x = x - margin if delta_x > 0.0 else x + delta_x - margin
        high_x = x + delta_x + margin if delta_x > 0.0 else x + margin
        low_y = y - margin if delta_y > 0.0 else y + delta_y - margin
        high_y = y + delta_y + margin if delta_y > 0.0 else y + margin
        for piece in range(outlines.shape[0]):
            if (
                outlines[piece, 2] <= high_x
                and outlines[piece, 4] >= low_x
                and outlines[piece, 3] <= high_y
                and outlines[piece, 5] >= low_y
                and outlines[piece, 0] > 0.0
                and outlines[piece, 6] >= bottom
            ):
                if count < pairs.shape[0]:
                    pairs[count, 0] = row
                    pairs[count, 1] = piece
                count += 1
    return count


def find_contacts(
    bodies: Floats,
    motions: Floats,
    shapes: Shapes,
    pairs: Integers,
    walls: Integers,
    known: Floats,
    known_count: int,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
    contacts: Floats,
) -> int:
    """Write all contacts among the near `pairs` of rows, then those with the near `walls`.

    Returns their number. Where a row begins to touch several pieces of one polygon, only the
    first of them is a new contact.
    """
    footprints, scenery, outlines = shapes.footprints, shapes.scenery, shapes.outlines
    known_rows = count_of_rows(known, known_count)
    room_1, room_2 = np.empty((4, 2)), np.empty((4, 2))
    still, nothing = np.zeros(6), np.zeros(3)
    count, at = 0, 0
    last_row, last_number = -1, -1.0  # row and polygon of the last new scenery contact
    among = pairs.shape[0]
    for k in range(among + walls.shape[0]):
        # One loop for both, so that the code it calls is compiled into one place only.
        of_rows = k < among
        if of_rows:
            i, j = pairs[k, 0], pairs[k, 1]
            other, size, room, vertices = motions[j], footprints[j], room_2, 0
            second, other_serial, piece = float(j), bodies[j, SERIAL], -1.0
            known_end = known_rows
        else:
            i, j = walls[k - among, 0], walls[k - among, 1]
            other, size, room, vertices = still, nothing, scenery[j], int(outlines[j, 0])
            second, other_serial, piece = -1.0 - outlines[j, 1], -1.0, float(j)
            known_end = known_count
            at = known_rows if at < known_rows else at
        if count == known.shape[0]:
            raise RunError("there are more contacts at once than max_contacts")
        serial = bodies[i, SERIAL]
        at = _place_in(known, known_end, at, i, j)
        touched = at < known_end and _is_same(known[at], i, j, serial, other_serial)
        contact = contacts[count]
        if touch(
            Mover(motions[i], footprints[i], room_1),
            Mover(other, size, room),
            vertices,
            known[at if touched else 0],
            touched,
            responds,
            contact,
        ):
            new = not touched
            if new and not of_rows:
                new = not (
                    (i == last_row and outlines[j, 1] == last_number)
                    or _touched_before(known, known_rows, known_count, i, serial, second)
                )
                if new:
                    last_row, last_number = i, outlines[j, 1]
            contact[PAIR_FIRST] = i
            contact[PAIR_SECOND] = second
            contact[PAIR_PIECE] = piece
            contact[PAIR_FIRST_SERIAL] = serial
            contact[PAIR_SECOND_SERIAL] = other_serial
            contact[CLOSING_MPS] = 0.0
            contact[IMPULSE_NEWTON_S] = 0.0
            contact[IS_NEW] = 1.0 if new else 0.0
            count += 1
    return count


def count_of_rows(known: Floats, known_count: int) -> int:
    """The number of known pairs of two rows, which come before those with scenery."""
    count = 0
    while count < known_count and known[count, PAIR_PIECE] < 0.0:
        count += 1
    return count


def _touched_before(
    known: Floats, begin: int, end: int, row: int, serial: float, second: float
) -> bool:
    """Whether an actor touched any piece of this scenery at the last tick."""
    for k in range(begin, end):
        if (
            known[k, PAIR_FIRST] == row
            and known[k, PAIR_FIRST_SERIAL] == serial
            and known[k, PAIR_SECOND] == second
        ):
            return True
    return False
