"""All contacts of a tick: rows with rows in order, then rows with scenery."""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.dmath import sqrt, wrap_angle
from project_ghost.core.errors import RunError
from project_ghost.world.bodies import ALIVE, SERIAL, YAW, X, Y, Z
from project_ghost.world.geometry import TOUCH_M, reach
from project_ghost.world.neighbours import pairs_of_circles

from ._columns import (
    BEFORE_ALIVE,
    BEFORE_SERIAL,
    BEFORE_X,
    BEFORE_Y,
    BEFORE_YAW,
    CLOSING_MPS,
    IMPULSE_NS,
    IS_NEW,
    PAIR_FIRST,
    PAIR_FIRST_SERIAL,
    PAIR_PIECE,
    PAIR_SECOND,
    PAIR_SECOND_SERIAL,
)
from ._touch import RELEASE_M, begins_to_touch, still_touches

Floats = NDArray[np.float64]


def motions_of(bodies: Floats, before: Floats) -> Floats:
    """Where each row was a tick ago and how far it went; an actor that is new did not move.

    A body turns the short way: by at most half a turn in a tick.
    """
    rows = bodies.shape[0]
    motions = np.zeros((rows, 6))
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
    return motions


def _place_in(known: Floats, known_count: int, begin: int, first: int, rank: float) -> int:
    """The first place from `begin` on whose pair does not come before (first, rank)."""
    at = begin
    while at < known_count and (
        known[at, PAIR_FIRST] < first
        or (known[at, PAIR_FIRST] == first and _rank(known[at]) < rank)
    ):
        at += 1
    return at


def _rank(pair: Floats) -> float:
    """What orders the pairs of one first row: the second row, or the piece of scenery."""
    return float(pair[PAIR_PIECE] if pair[PAIR_PIECE] >= 0.0 else pair[PAIR_SECOND])


def _is_same(pair: Floats, first: int, rank: float, serial: float, other_serial: float) -> bool:
    return bool(
        pair[PAIR_FIRST] == first
        and _rank(pair) == rank
        and pair[PAIR_FIRST_SERIAL] == serial
        and pair[PAIR_SECOND_SERIAL] == other_serial
    )


def _noted(
    contact: Floats,
    first: int,
    second: float,
    piece: float,
    serial: float,
    other_serial: float,
    new: float,
) -> None:
    contact[PAIR_FIRST] = first
    contact[PAIR_SECOND] = second
    contact[PAIR_PIECE] = piece
    contact[PAIR_FIRST_SERIAL] = serial
    contact[PAIR_SECOND_SERIAL] = other_serial
    contact[CLOSING_MPS] = 0.0
    contact[IMPULSE_NS] = 0.0
    contact[IS_NEW] = new


def contacts_of_rows(
    bodies: Floats,
    motions: Floats,
    sizes: Floats,
    half_height: Floats,
    known: Floats,
    known_count: int,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
    contacts: Floats,
) -> int:
    """Write the contacts between rows, ordered by (first, second); how many there are."""
    rows = bodies.shape[0]
    xs, ys = np.empty(rows), np.empty(rows)
    used, radii = np.zeros(rows), np.zeros(rows)
    total, alive = 0.0, 0
    for row in range(rows):
        size = reach(sizes[row, 0], sizes[row, 1], sizes[row, 2])
        way_x, way_y = motions[row, 3], motions[row, 4]
        xs[row] = motions[row, 0] + 0.5 * way_x
        ys[row] = motions[row, 1] + 0.5 * way_y
        if bodies[row, ALIVE] != 0.0 and size > 0.0:
            used[row] = 1.0
            # As far as the body reaches anywhere on its way, and a little to spare.
            radii[row] = size + 0.5 * sqrt(way_x * way_x + way_y * way_y) + RELEASE_M
            total += size
            alive += 1
    if alive < 2:
        return 0
    pairs = pairs_of_circles(xs, ys, used, radii, 2.0 * total / alive + TOUCH_M)
    first, second = np.empty((4, 2)), np.empty((4, 2))
    known_rows = count_of_rows(known, known_count)
    count, at = 0, 0
    for k in range(pairs.shape[0]):
        i, j = pairs[k, 0], pairs[k, 1]
        if abs(bodies[i, Z] - bodies[j, Z]) > half_height[i] + half_height[j]:
            continue
        if count == contacts.shape[0]:
            raise RunError("there are more contacts at once than max_contacts")
        at = _place_in(known, known_rows, at, i, j)
        serial, other_serial = bodies[i, SERIAL], bodies[j, SERIAL]
        touched = at < known_rows and _is_same(known[at], i, j, serial, other_serial)
        if touched:
            found = still_touches(
                motions[i],
                sizes[i],
                motions[j],
                sizes[j],
                first,
                second,
                0,
                known[at],
                responds,
                contacts[count],
            )
        else:
            found = begins_to_touch(
                motions[i], sizes[i], motions[j], sizes[j], first, second, 0, contacts[count]
            )
        if found:
            new = 0.0 if touched else 1.0
            _noted(contacts[count], i, j, -1.0, serial, other_serial, new)
            count += 1
    return count


def count_of_rows(known: Floats, known_count: int) -> int:
    """How many of the pairs that touched are of rows; they come first."""
    count = 0
    while count < known_count and known[count, PAIR_PIECE] < 0.0:
        count += 1
    return count


def _touched_before(
    known: Floats, begin: int, end: int, row: int, serial: float, number: float
) -> bool:
    """Whether an actor touched any piece of this number at the last tick."""
    for k in range(begin, end):
        if (
            known[k, PAIR_FIRST] == row
            and known[k, PAIR_FIRST_SERIAL] == serial
            and known[k, PAIR_SECOND] == -1.0 - number
        ):
            return True
    return False


def contacts_with_scenery(
    bodies: Floats,
    motions: Floats,
    sizes: Floats,
    scenery: Floats,
    outlines: Floats,
    known: Floats,
    known_count: int,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
    contacts: Floats,
    begin: int,
) -> int:
    """Write the contacts of rows with scenery after those of rows; how many there are then.

    `outlines` has for each convex piece (vertices, number, low x, low y, high x, high y).
    Of several pieces of one number, the first that a row begins to touch is the new one.
    """
    first = np.empty((4, 2))
    still, nothing = np.zeros(6), np.zeros(3)
    known_begin = count_of_rows(known, known_count)
    count, at = begin, known_begin
    for row in range(bodies.shape[0]):
        size = reach(sizes[row, 0], sizes[row, 1], sizes[row, 2])
        if bodies[row, ALIVE] == 0.0 or size <= 0.0:
            continue
        margin = size + RELEASE_M
        from_x, from_y = motions[row, 0], motions[row, 1]
        to_x, to_y = from_x + motions[row, 3], from_y + motions[row, 4]
        low_x, high_x = (from_x, to_x) if from_x < to_x else (to_x, from_x)
        low_y, high_y = (from_y, to_y) if from_y < to_y else (to_y, from_y)
        serial = bodies[row, SERIAL]
        reported = -1.0
        for piece in range(scenery.shape[0]):
            if (
                outlines[piece, 0] == 0.0
                or outlines[piece, 2] > high_x + margin
                or outlines[piece, 4] < low_x - margin
                or outlines[piece, 3] > high_y + margin
                or outlines[piece, 5] < low_y - margin
            ):
                continue
            if count == contacts.shape[0]:
                raise RunError("there are more contacts at once than max_contacts")
            at = _place_in(known, known_count, at, row, piece)
            touched = at < known_count and _is_same(known[at], row, piece, serial, -1.0)
            vertices, number = int(outlines[piece, 0]), outlines[piece, 1]
            if touched:
                found = still_touches(
                    motions[row],
                    sizes[row],
                    still,
                    nothing,
                    first,
                    scenery[piece],
                    vertices,
                    known[at],
                    responds,
                    contacts[count],
                )
            else:
                found = begins_to_touch(
                    motions[row],
                    sizes[row],
                    still,
                    nothing,
                    first,
                    scenery[piece],
                    vertices,
                    contacts[count],
                )
            if found:
                new = 0.0
                if number != reported and not (
                    touched or _touched_before(known, known_begin, known_count, row, serial, number)
                ):
                    new = 1.0
                    reported = number
                _noted(contacts[count], row, -1.0 - number, piece, serial, -1.0, new)
                count += 1
    return count
