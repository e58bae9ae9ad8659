"""When two moving shapes first touch within a tick: conservative advancement.

Along any fixed direction the gap between two shapes cannot shrink faster than they approach
in that direction, plus what their turning adds at most. So going on by gap / rate never
goes past a touch, however fast they are and however thin.
"""

from project_ghost.core.arrays import Floats

from ._separation import separation
from ._shapes import place_shape, reach

# Shapes nearer than this touch. Rounding at 100 km from the origin is 1e-11 m.
TOUCH_M = 1e-4
NEVER = 2.0

# What is still not decided then is nearer than a bound that halves every few steps: a touch.
_STEPS = 200

# The columns of a motion: where a shape is at the beginning, and how far it goes.
MOTION_X, MOTION_Y, MOTION_YAW, MOTION_DX, MOTION_DY, MOTION_DYAW = range(6)
MOTION_WIDTH = 6


def place_at(motion: Floats, size: Floats, share: float, corners: Floats) -> int:
    """Write a shape's corners where it is after this share of its motion.

    `size` is (half_length, half_width, radius).
    """
    return place_shape(
        motion[MOTION_X] + share * motion[MOTION_DX],
        motion[MOTION_Y] + share * motion[MOTION_DY],
        motion[MOTION_YAW] + share * motion[MOTION_DYAW],
        size[0],
        size[1],
        size[2],
        corners,
    )


def _turning(motion: Floats, size: Floats) -> float:
    """What turning moves any point of a shape at most, over the whole motion."""
    if size[2] > 0.0:
        return 0.0
    return float(abs(motion[MOTION_DYAW])) * reach(size[0], size[1], size[2])


def first_touch(
    first_motion: Floats,
    first_size: Floats,
    second_motion: Floats,
    second_size: Floats,
    first: Floats,
    second: Floats,
    fixed_count: int,
) -> tuple[float, float, float]:
    """The share (0 to 1) of the motions after which two shapes first touch, and the normal.

    `NEVER` where they do not. `first` and `second` are room for 4 corners each, and hold the
    shapes at the touch afterwards. Where `fixed_count` is not 0, the second is a polygon with
    that many corners in `second`, which stays there; its motion and size are all 0.
    """
    turning = _turning(first_motion, first_size) + _turning(second_motion, second_size)
    way_x = first_motion[MOTION_DX] - second_motion[MOTION_DX]
    way_y = first_motion[MOTION_DY] - second_motion[MOTION_DY]
    share, x, y = 0.0, 1.0, 0.0
    for _ in range(_STEPS):
        first_count = place_at(first_motion, first_size, share, first)
        second_count = fixed_count
        if fixed_count == 0:
            second_count = place_at(second_motion, second_size, share, second)
        gap, x, y = separation(
            first, first_count, first_size[2], second, second_count, second_size[2]
        )
        if gap <= TOUCH_M:
            break
        rate = way_x * x + way_y * y + turning
        if rate * (1.0 - share) < gap - TOUCH_M:
            return NEVER, x, y
        share += gap / rate
        if share > 1.0:
            share = 1.0
    return share, x, y
