"""The columns of the contact arrays."""

from project_ghost.engine import RecordField

# A body at the last tick, for the sweep of the next.
BEFORE_ALIVE, BEFORE_SERIAL, BEFORE_X, BEFORE_Y, BEFORE_YAW = range(5)
BEFORE_WIDTH = 5

# A touching pair. SECOND is a row, or -1 - number for scenery; PIECE is the convex piece of
# scenery, -1 for rows. The normal and the depth along it are those of the last tick.
(
    PAIR_FIRST,
    PAIR_SECOND,
    PAIR_PIECE,
    PAIR_FIRST_SERIAL,
    PAIR_SECOND_SERIAL,
    PAIR_NORMAL_X,
    PAIR_NORMAL_Y,
    PAIR_DEPTH,
) = range(8)
PAIR_WIDTH = 8

# A contact of this tick: the columns of a pair, then the inputs of the response and the event.
(
    TOUCH_X,  # the point of first touch, or of continued contact
    TOUCH_Y,
    FIRST_ARM_X,  # lever arms from the centres to that point, at the time of touch
    FIRST_ARM_Y,
    SECOND_ARM_X,
    SECOND_ARM_Y,
    CLOSING_MPS,
    IMPULSE_NEWTON_S,
    IS_NEW,
) = range(PAIR_WIDTH, PAIR_WIDTH + 9)
CONTACT_WIDTH = PAIR_WIDTH + 9

# The fields of a contact beside the two bodies.
CONTACT_FIELDS = (
    RecordField("x_m", "east, of the place where they touch", "m"),
    RecordField("y_m", "north, of the place where they touch", "m"),
    RecordField("normal_x", "east part of the unit normal, from the first to the second"),
    RecordField("normal_y", "north part of the unit normal, from the first to the second"),
    RecordField("depth_m", "how far they are within each other", "m"),
    RecordField("closing_mps", "how fast they approach along the normal", "m/s"),
    RecordField("impulse_newton_s", "the impulse that parts them", "N s"),
)
# The columns of `Contacts.records`.
RECORD_FIELDS = (
    RecordField("first", "the first actor's row in the scene", is_whole=True),
    RecordField("first_serial", "the first actor's number within its table", is_whole=True),
    RecordField(
        "second",
        "the second actor's row in the scene, or -1 - k for piece k of the scenery",
        is_whole=True,
    ),
    RecordField(
        "second_serial", "the second actor's number; -1 where it is scenery", is_whole=True
    ),
    *CONTACT_FIELDS,
)
RECORD_WIDTH = len(RECORD_FIELDS)
