"""The frame: an array of integers by which machine code finds everything else.

It holds the addresses and lengths of the arrays of a run, a few numbers, and where each table
begins and ends in the array `places`. So a call passes one address, and none of the machine code
depends on the size of anything. `opened` makes arrays of those that every step may need.
"""

from typing import NamedTuple

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import floats_at, inlined, integers_at

# The address of each array; its length is in the next element.
VALUES, PARAMETERS, COUNTERS, PLACES, CONSTANTS, ADDRESSES = range(0, 12, 2)
KEYS, LINKS, MESSAGES, HEADS = range(12, 20, 2)

# Numbers: the step, the most messages and values in a tick; and, set by the loop, the tick that it
# began with, and how many values of messages there are so far.
STEP_NS, MOST_MESSAGES, MOST_VALUES, FIRST_TICK, USED = range(20, 25)

# The first place of each table; the place after its last is in the next element.
GROUPS, OUTPUTS, UPDATES, AFTERWARDS, PUBLISHING, STOPS = range(25, 37, 2)

FRAME_SIZE = 37

# A step: the number of an entry, the first place of the rows that it works on, and the place after
# the last.
STEP_WIDTH = 3

# The columns of a group: the index of its four counters, phase, interval and denominator of its
# pattern, the gap before its first sample, its shortest gap, and the constants that hold its
# period: the present one, that after the shortest gap, and that after a longer one.
GROUP_WIDTH = 9

# A section: the counters of a group, the first and last steps that run when it is due, and the
# number of the pause after them and the row that the tick pauses for; 0 where there is none.
SECTION_WIDTH = 5

# The columns of a read: row, target, width, source, ring, length of the ring, delay in samples,
# counters of the writer's group, its pattern (three columns), manner, kind, signal of the rate,
# constant of the gain, which that of the offset follows.
READ_WIDTH = 15
INTERPOLATED, EXTRAPOLATED, EXTRAPOLATED_BY_RATE = range(3)
PLAIN, ANGLE, QUATERNION = range(3)

# The columns of a kept sample: signal, ring, its length, its width, counters of the group.
PUSH_WIDTH = 5

# The columns of a copy: target, source, size.
COPY_WIDTH = 3

# The columns of noise: row, random key, counters of the group, first place in the stream, target,
# size, and whether it is uniform.
DRAW_WIDTH = 7

# The columns of a publication: counters of its group, its number, width of a message, signal of
# the count or -1, row of its component, and its ranges: their first place, and the one after
# their last; the same of the signals without which there is no message. An event has one range,
# with the capacity of the table as its size.
PUBLICATION_WIDTH = 9
RANGE_WIDTH = 2

# The columns of chained values: counters of the group, and their ranges as above.
CHAINED_WIDTH = 3


class Opened(NamedTuple):
    """A frame, and the arrays that most steps work on."""

    frame: Integers
    values: Floats
    counters: Integers
    places: Integers
    constants: Floats


@inlined
def opened(frame_address: int) -> Opened:
    """The frame at an address; of the arrays, machine code only makes those that are used."""
    frame = integers_at(frame_address, FRAME_SIZE)
    return Opened(
        frame,
        floats_at(frame[VALUES], frame[VALUES + 1]),
        integers_at(frame[COUNTERS], frame[COUNTERS + 1]),
        integers_at(frame[PLACES], frame[PLACES + 1]),
        floats_at(frame[CONSTANTS], frame[CONSTANTS + 1]),
    )
