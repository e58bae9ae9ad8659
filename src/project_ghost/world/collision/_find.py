"""All contacts of a tick: rows with rows in order, then rows with scenery."""

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import borrowing, local_zeros
from project_ghost.core.errors import RunError
from project_ghost.world.bodies import SERIAL

from ._bundles import Shapes
from ._columns import (
    CLOSING_MPS,
    IMPULSE_NEWTON_S,
    IS_NEW,
    PAIR_FIRST,
    PAIR_FIRST_SERIAL,
    PAIR_PIECE,
    PAIR_SECOND,
    PAIR_SECOND_SERIAL,
)
from ._touch import Mover, touch


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


@borrowing
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
    room_1, room_2 = local_zeros(8).reshape((4, 2)), local_zeros(8).reshape((4, 2))
    still, nothing = local_zeros(6), local_zeros(3)
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
