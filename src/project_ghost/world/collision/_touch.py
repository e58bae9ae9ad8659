"""Whether two touch at this tick, where, and along which normal: the narrow phase."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
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
    FIRST_ARM_X,
    FIRST_ARM_Y,
    PAIR_DEPTH,
    PAIR_NORMAL_X,
    PAIR_NORMAL_Y,
    SECOND_ARM_X,
    SECOND_ARM_Y,
    TOUCH_X,
    TOUCH_Y,
)

# Two that touch do so until they are this far apart, or resting on each other would be a
# new contact at every tick.
RELEASE_M = 5e-3

# How far a normal may turn from one tick to the next, as a cosine, before it is doubted.
_SAME_SIDE = 0.5


class Mover(NamedTuple):
    """A body on its way through the tick: its motion, its size, and room for its corners."""

    motion: Floats
    size: Floats
    corners: Floats


class Outline(NamedTuple):
    """A convex polygon, or a circle around its one point."""

    corners: Floats
    vertices: int
    radius: float


def _write_arms(contact: Floats, first_motion: Floats, second_motion: Floats, share: float) -> None:
    """Note the ways from both centres to the point, when they touch."""
    contact[FIRST_ARM_X] = contact[TOUCH_X] - (first_motion[0] + share * first_motion[3])
    contact[FIRST_ARM_Y] = contact[TOUCH_Y] - (first_motion[1] + share * first_motion[4])
    contact[SECOND_ARM_X] = contact[TOUCH_X] - (second_motion[0] + share * second_motion[3])
    contact[SECOND_ARM_Y] = contact[TOUCH_Y] - (second_motion[1] + share * second_motion[4])


def _depth_along(first: Outline, second: Outline, x: float, y: float) -> float:
    """How far the first has to go back along the normal until it is before the second.

    -1e300 where they are beside each other, so that it need not.
    """
    _, front = extent(first.corners, first.vertices, first.radius, x, y)
    back, _ = extent(second.corners, second.vertices, second.radius, x, y)
    low_1, high_1 = extent(first.corners, first.vertices, first.radius, -y, x)
    low_2, high_2 = extent(second.corners, second.vertices, second.radius, -y, x)
    if low_1 > high_2 or low_2 > high_1:
        return -1e300
    return front - back


def touch(
    first: Mover,
    second: Mover,
    fixed_count: int,
    known: Floats,
    touched: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
    responds: bool,  # noqa: FBT001 - the same
    contact: Floats,
) -> bool:
    """Whether two bodies touch within the tick; writes how they do.

    If they did not touch before, normal and point are those of the first touch: a body deep
    inside another, or beyond it, no longer shows at the end of the tick from which side it
    came. If they did, they are compared as they are now. `second.corners` has the
    `fixed_count` corners of scenery, if that is not 0.

    In one function, because everything it calls is compiled into each place that calls it.
    """
    share, x, y = 1.0, 1.0, 0.0
    if not touched:
        share, x, y = first_touch(
            first.motion,
            first.size,
            second.motion,
            second.size,
            first.corners,
            second.corners,
            fixed_count,
        )
        if share == NEVER:
            return False
    n1, n2 = 0, fixed_count
    depth = 0.0
    # First as they were at the touch, then as they are now.
    for now in range(2):
        when = 1.0 if now == 1 else share
        n1 = place_at(first.motion, first.size, when, first.corners)
        if fixed_count == 0:
            n2 = place_at(second.motion, second.size, when, second.corners)
        a = Outline(first.corners, n1, first.size[2])
        b = Outline(second.corners, n2, second.size[2])
        if now == 1:
            depth = _depth_along(a, b, x, y)
            contact[PAIR_DEPTH] = depth if depth > 0.0 else 0.0
            break
        if touched:
            overlaps, x, y, depth = _still(a, b, known, responds)
            if not overlaps:
                return False
        ax, ay, bx, by = contact_points(
            a.corners, a.vertices, a.radius, b.corners, b.vertices, b.radius, x, y
        )
        contact[PAIR_NORMAL_X] = x
        contact[PAIR_NORMAL_Y] = y
        contact[PAIR_DEPTH] = depth
        contact[TOUCH_X] = 0.5 * (ax + bx)
        contact[TOUCH_Y] = 0.5 * (ay + by)
        _write_arms(contact, first.motion, second.motion, share)
        if touched:
            break
    return True


def _still(
    first: Outline,
    second: Outline,
    known: Floats,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
) -> tuple[bool, float, float, float]:
    """Whether two that touched at the last tick still do, the normal, and the depth along it.

    Where contacts are answered, two that met on one side part on that side: the normal may
    turn, but the least way out may not lead through the other.
    """
    gap, x, y = separation(
        first.corners, first.vertices, first.radius, second.corners, second.vertices, second.radius
    )
    depth, overlaps = -gap, gap <= RELEASE_M
    old_x, old_y = known[PAIR_NORMAL_X], known[PAIR_NORMAL_Y]
    turned = x * old_x + y * old_y
    if responds and not (overlaps and turned >= _SAME_SIDE):
        old_depth = _depth_along(first, second, old_x, old_y)
        if overlaps:
            keeps = turned <= -_SAME_SIDE or old_depth <= known[PAIR_DEPTH] + TOUCH_M
        else:
            keeps = old_depth > -RELEASE_M
        if keeps:
            x, y, depth, overlaps = old_x, old_y, old_depth, True
    return overlaps, x, y, depth
