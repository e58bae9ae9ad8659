"""Simple polygons as arrays (n, 2): area, point in polygon, bounds."""

from project_ghost.core.arrays import Floats


def signed_area(corners: Floats, count: int) -> float:
    """The area of a simple polygon; negative if its corners are in clockwise order."""
    total = 0.0
    # Relative to the first corner: far from the origin, products would cancel badly.
    for i in range(1, count - 1):
        ax, ay = corners[i, 0] - corners[0, 0], corners[i, 1] - corners[0, 1]
        bx, by = corners[i + 1, 0] - corners[0, 0], corners[i + 1, 1] - corners[0, 1]
        total += ax * by - bx * ay
    return 0.5 * total


def is_inside(x: float, y: float, corners: Floats, count: int) -> bool:
    """Tell whether a point lies in a simple polygon, convex or not.

    A point on the outline may count either way, but of two polygons that share an edge with
    the same corners exactly one contains it.
    """
    inside = False
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        ax, ay = corners[i, 0], corners[i, 1]
        bx, by = corners[j, 0], corners[j, 1]
        if (ay > y) != (by > y):
            # The same product in both directions of the edge, so both polygons agree on the side.
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            if (x - ax) * (by - ay) < (bx - ax) * (y - ay):
                inside = not inside
    return inside


def bounds(corners: Floats, count: int) -> tuple[float, float, float, float]:
    """The least and greatest coordinates: (low x, low y, high x, high y)."""
    low_x = high_x = corners[0, 0]
    low_y = high_y = corners[0, 1]
    for i in range(1, count):
        x, y = corners[i, 0], corners[i, 1]
        if x < low_x:
            low_x = x
        if x > high_x:
            high_x = x
        if y < low_y:
            low_y = y
        if y > high_y:
            high_y = y
    return low_x, low_y, high_x, high_y
