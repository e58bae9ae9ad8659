"""The narrow phase: whether two bodies touch in this tick, where, and the contact normal."""

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

# A contact ends at this gap. Without the margin, resting bodies would begin a new contact
# at every tick.
RELEASE_M = 5e-3

# The cosine of the largest rotation of a normal between ticks that is accepted unchecked.
_SAME_SIDE = 0.5


class Mover(NamedTuple):
    """A body's motion over the tick, its size, and a buffer for its corners."""

    motion: Floats
    size: Floats
    corners: Floats


class Outline(NamedTuple):
    """A convex polygon, or a circle around its single point."""

    corners: Floats
    vertices: int
    radius: float


def _write_arms(
    contact: Floats, first_motion: Floats, second_motion: Floats, fraction: float
) -> None:
    """Write the lever arms from both centres to the contact point at the time of touch."""
    contact[FIRST_ARM_X] = contact[TOUCH_X] - (first_motion[0] + fraction * first_motion[3])
    contact[FIRST_ARM_Y] = contact[TOUCH_Y] - (first_motion[1] + fraction * first_motion[4])
    contact[SECOND_ARM_X] = contact[TOUCH_X] - (second_motion[0] + fraction * second_motion[3])
    contact[SECOND_ARM_Y] = contact[TOUCH_Y] - (second_motion[1] + fraction * second_motion[4])


def _depth_along(first: Outline, second: Outline, x: float, y: float) -> float:
    """The penetration depth along the normal.

    -1e300 if the shapes do not overlap in the tangential direction.
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
    """Whether two bodies touch within the tick; writes the contact.

    For a new contact, normal and point are those of the first touch, because the pose at the
    end of the tick no longer shows from which side a fast body came. For a known contact,
    the current poses decide. `second.corners` holds the `fixed_count` corners of scenery, if
    that is not 0.

    One function, because its callees are compiled into each place that calls them.
    """
    fraction, x, y = 1.0, 1.0, 0.0
    if not touched:
        fraction, x, y = first_touch(
            first.motion,
            first.size,
            second.motion,
            second.size,
            first.corners,
            second.corners,
            fixed_count,
        )
        if fraction == NEVER:
            return False
    n1, n2 = 0, fixed_count
    depth = 0.0
    # First the poses at the time of touch, then the current ones.
    for now in range(2):
        when = 1.0 if now == 1 else fraction
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
        _write_arms(contact, first.motion, second.motion, fraction)
        if touched:
            break
    return True


def _still(
    first: Outline,
    second: Outline,
    known: Floats,
    responds: bool,  # noqa: FBT001 - a kernel's functions take their arguments in order
) -> tuple[bool, float, float, float]:
    """Whether a known contact persists, its normal, and the depth along it.

    With response on, bodies separate on the side where they met: the normal may rotate, but
    it may not flip to an exit through the other body.
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
