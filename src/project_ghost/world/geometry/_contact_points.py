"""Where two convex shapes touch: one point, or the two ends of a common stretch."""

from project_ghost.core.arrays import Floats

from ._shapes import extent

# Corners this close to the foremost one belong to the same side: two boxes that meet flush
# meet along a line, though rounding has turned one of them a little.
FLUSH_M = 1e-3


def _foremost(
    corners: Floats, count: int, radius: float, x: float, y: float
) -> tuple[float, float, float]:
    """How far a shape reaches along (x, y), and from where to where it does, along (-y, x)."""
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
    """The ends (x, y, x, y) of the stretch along which two shapes touch; equal for a point.

    (x, y) is the unit normal from the first to the second. The stretch lies halfway between
    the two surfaces, also where they are a little apart or overlap.
    """
    front, low_1, high_1 = _foremost(first, first_count, first_radius, x, y)
    back, low_2, high_2 = _foremost(second, second_count, second_radius, -x, -y)
    # The second's tangent points the other way.
    low_2, high_2 = -high_2, -low_2
    depth = 0.5 * (front - back)
    low = low_1 if low_1 > low_2 else low_2
    high = high_1 if high_1 < high_2 else high_2
    if low > high:
        # Two corners side by side, or one beyond the other's end: between them.
        low = high = 0.5 * (low + high)
    return (
        depth * x - low * y,
        depth * y + low * x,
        depth * x - high * y,
        depth * y + high * x,
    )
