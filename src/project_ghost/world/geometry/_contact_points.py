"""Where two convex shapes touch: one point, or the two ends of a segment."""

from project_ghost.core.arrays import Floats

from ._shapes import extent

# Corners this close to the foremost one belong to the same side, so that two flush boxes
# touch along a line even if rounding has rotated one of them slightly.
FLUSH_M = 1e-3


def _foremost(
    corners: Floats, count: int, radius: float, x: float, y: float
) -> tuple[float, float, float]:
    """A shape's greatest coordinate along (x, y), and its front's interval along (-y, x)."""
    _, reached = extent(corners, count, radius, x, y)
    low, high = 1e300, -1e300
    for i in range(count):
        if corners[i, 0] * x + corners[i, 1] * y + radius >= reached - FLUSH_M:
            along = corners[i, 1] * x - corners[i, 0] * y
            if along < low:
                low = along
            if along > high:
                high = along
    return reached, low, high


def contact_points(
    first: Floats,
    first_count: int,
    first_radius: float,
    second: Floats,
    second_count: int,
    second_radius: float,
    x: float,
    y: float,
) -> tuple[float, float, float, float]:
    """The ends (x, y, x, y) of the segment along which two shapes touch; equal for a point.

    (x, y) is the unit normal from the first to the second. The segment lies halfway between
    the two surfaces, also if they overlap or a small gap separates them.
    """
    front, low_1, high_1 = _foremost(first, first_count, first_radius, x, y)
    back, low_2, high_2 = _foremost(second, second_count, second_radius, -x, -y)
    # The second's tangent points the other way.
    low_2, high_2 = -high_2, -low_2
    depth = 0.5 * (front - back)
    low = low_1 if low_1 > low_2 else low_2
    high = high_1 if high_1 < high_2 else high_2
    if low > high:
        # The intervals do not overlap: take the middle of the gap between them.
        low = high = 0.5 * (low + high)
    return (
        depth * x - low * y,
        depth * y + low * x,
        depth * x - high * y,
        depth * y + high * x,
    )
