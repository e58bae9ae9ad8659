"""Whether two touch at this tick, where, and along which normal: the narrow phase."""

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.dmath import sincos
from project_ghost.world.geometry import (
    NEVER,
    TOUCH_M,
    contact_points,
    extent,
    first_touch,
    place_at,
    separation,
)

from ._columns import (
    PAIR_DEPTH,
    PAIR_NORMAL_X,
    PAIR_NORMAL_Y,
    POINT_X,
    POINT_Y,
    TOUCH_X,
    TOUCH_Y,
)

Floats = NDArray[np.float64]

# Two that touch do so until they are this far apart, or resting on each other would be a
# new contact at every tick.
RELEASE_M = 5e-3

# How far a normal may turn from one tick to the next, as a cosine, before it is doubted.
_SAME_SIDE = 0.5


def carried(motion: Floats, share: float, x: float, y: float) -> tuple[float, float]:
    """Where a point, fixed to a moving body after this share, is at the end of the motion."""
    sine, cosine = sincos((1.0 - share) * motion[5])
    arm_x = x - (motion[0] + share * motion[3])
    arm_y = y - (motion[1] + share * motion[4])
    return (
        motion[0] + motion[3] + cosine * arm_x - sine * arm_y,
        motion[1] + motion[4] + sine * arm_x + cosine * arm_y,
    )


def _write(
    contact: Floats,
    first: Floats,
    first_count: int,
    first_radius: float,
    second: Floats,
    second_count: int,
    second_radius: float,
    x: float,
    y: float,
    depth: float,
) -> None:
    ax, ay, bx, by = contact_points(
        first, first_count, first_radius, second, second_count, second_radius, x, y
    )
    contact[PAIR_NORMAL_X] = x
    contact[PAIR_NORMAL_Y] = y
    contact[PAIR_DEPTH] = depth
    contact[POINT_X] = contact[TOUCH_X] = 0.5 * (ax + bx)
    contact[POINT_Y] = contact[TOUCH_Y] = 0.5 * (ay + by)


def begins_to_touch(
    first_motion: Floats,
    first_size: Floats,
    second_motion: Floats,
    second_size: Floats,
    first: Floats,
    second: Floats,
    fixed_count: int,
    contact: Floats,
) -> bool:
    """Whether two that did not touch before do so within the tick; writes how they do.

    The normal is that of the first touch: what lies deep in another, or beyond it, shows
    at the end of the tick no more from which side it came.
    """
    share, x, y = first_touch(
        first_motion, first_size, second_motion, second_size, first, second, fixed_count
    )
    if share == NEVER:
        return False
    r1, r2 = first_size[2], second_size[2]
    n1 = place_at(first_motion, first_size, share, first)
    n2 = fixed_count
    if fixed_count == 0:
        n2 = place_at(second_motion, second_size, share, second)
    _write(contact, first, n1, r1, second, n2, r2, x, y, 0.0)
    # Halfway between where the two have carried the point since: one point for both, or
    # angular momentum would not be conserved.
    ax, ay = carried(first_motion, share, contact[TOUCH_X], contact[TOUCH_Y])
    bx, by = contact[TOUCH_X], contact[TOUCH_Y]
    if fixed_count == 0:
        bx, by = carried(second_motion, share, contact[TOUCH_X], contact[TOUCH_Y])
    contact[POINT_X] = 0.5 * (ax + bx)
    contact[POINT_Y] = 0.5 * (ay + by)
    place_at(first_motion, first_size, 1.0, first)
    if fixed_count == 0:
        place_at(second_motion, second_size, 1.0, second)
    _, front = extent(first, n1, r1, x, y)
    back, _ = extent(second, n2, r2, x, y)
    contact[PAIR_DEPTH] = front - back if front > back else 0.0
    return True


def still_touches(
    first_motion: Floats,
    first_size: Floats,
    second_motion: Floats,
    second_size: Floats,
    first: Floats,
    second: Floats,
    fixed_count: int,
    known: Floats,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
    contact: Floats,
) -> bool:
    """Whether two that touched at the last tick still do; writes how they do.

    As long as the response brings them apart along the normal that they met at, that
    normal stays, also where the least way out would lead through the other side.
    """
    r1, r2 = first_size[2], second_size[2]
    n1 = place_at(first_motion, first_size, 1.0, first)
    n2 = fixed_count
    if fixed_count == 0:
        n2 = place_at(second_motion, second_size, 1.0, second)
    gap, x, y = separation(first, n1, r1, second, n2, r2)
    old_x, old_y = known[PAIR_NORMAL_X], known[PAIR_NORMAL_Y]
    if gap <= RELEASE_M and x * old_x + y * old_y >= _SAME_SIDE:
        _write(contact, first, n1, r1, second, n2, r2, x, y, -gap)
        return True
    if responds:
        _, front = extent(first, n1, r1, old_x, old_y)
        back, _ = extent(second, n2, r2, old_x, old_y)
        low_1, high_1 = extent(first, n1, r1, -old_y, old_x)
        low_2, high_2 = extent(second, n2, r2, -old_y, old_x)
        depth = front - back
        beside = low_1 > high_2 or low_2 > high_1
        if -RELEASE_M < depth <= known[PAIR_DEPTH] + TOUCH_M and not beside:
            _write(contact, first, n1, r1, second, n2, r2, old_x, old_y, depth)
            return True
    if gap <= RELEASE_M:
        _write(contact, first, n1, r1, second, n2, r2, x, y, -gap)
        return True
    return False
