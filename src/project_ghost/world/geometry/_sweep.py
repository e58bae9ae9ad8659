"""When two moving shapes first touch within a tick: conservative advancement.

Along a fixed direction, the gap between two shapes shrinks at most at their closing speed in
that direction plus a bound for their rotation. Advancing by gap / rate therefore never skips
a contact, whatever the speed and the thickness of the shapes.
"""

from project_ghost.core.arrays import Floats

from ._separation import separation
from ._shapes import place_shape, reach

# Shapes nearer than this touch. Rounding at 100 km from the origin is 1e-11 m.
TOUCH_M = 1e-4
NEVER = 2.0

# The gap's bound halves every few steps, so a pair still undecided after this many touches.
_STEPS = 200

# The columns of a motion: the pose at the start of the tick, then the displacement.
MOTION_X, MOTION_Y, MOTION_YAW, MOTION_DX, MOTION_DY, MOTION_DYAW = range(6)
MOTION_WIDTH = 6


def place_at(motion: Floats, size: Floats, fraction: float, corners: Floats) -> int:
    """Write the corners of a shape after this fraction of its motion; return their number.

    `size` is (half_length, half_width, radius).
    """
    return place_shape(
        motion[MOTION_X] + fraction * motion[MOTION_DX],
        motion[MOTION_Y] + fraction * motion[MOTION_DY],
        motion[MOTION_YAW] + fraction * motion[MOTION_DYAW],
        size[0],
        size[1],
        size[2],
        corners,
    )


def _rotation_reach(motion: Floats, size: Floats) -> float:
    """The most that rotation displaces any point of a shape over the whole motion."""
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
    """The fraction (0 to 1) of the motions at which two shapes first touch, and the normal.

    The fraction is `NEVER` if they do not touch. `first` and `second` are buffers of 4 corners
    each, and hold the shapes at first touch afterwards. If `fixed_count` is not 0, the second
    shape is a static polygon with that many corners in `second`; its motion and size are all 0.
    """
    rotation = _rotation_reach(first_motion, first_size) + _rotation_reach(
        second_motion, second_size
    )
    delta_x = first_motion[MOTION_DX] - second_motion[MOTION_DX]
    delta_y = first_motion[MOTION_DY] - second_motion[MOTION_DY]
    fraction, x, y = 0.0, 1.0, 0.0
    for _ in range(_STEPS):
        first_count = place_at(first_motion, first_size, fraction, first)
        second_count = fixed_count
        if fixed_count == 0:
            second_count = place_at(second_motion, second_size, fraction, second)
        gap, x, y = separation(
            first, first_count, first_size[2], second, second_count, second_size[2]
        )
        if gap <= TOUCH_M:
            break
        rate = delta_x * x + delta_y * y + rotation
        if rate * (1.0 - fraction) < gap - TOUCH_M:
            return NEVER, x, y
        fraction += gap / rate
        if fraction > 1.0:
            fraction = 1.0
    return fraction, x, y
