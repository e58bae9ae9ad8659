"""Whether two convex shapes overlap, how deep, and in which direction: separating axes."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt


def _widest_gap(
    corners: Floats, count: int, others: Floats, other_count: int
) -> tuple[float, float, float]:
    """The widest gap along the outward normals of one polygon's edges, and that normal."""
    best, best_x, best_y = -1e300, 1.0, 0.0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        edge_x, edge_y = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
        square = edge_x * edge_x + edge_y * edge_y
        if square > 0.0:
            length = sqrt(square)
            x, y = edge_y / length, -edge_x / length
            gap = 1e300
            for k in range(other_count):
                along = (others[k, 0] - corners[i, 0]) * x + (others[k, 1] - corners[i, 1]) * y
                if along < gap:
                    gap = along
            if gap > best:
                best, best_x, best_y = gap, x, y
    return best, best_x, best_y


def _nearest_corner(px: float, py: float, corners: Floats, count: int) -> tuple[float, float]:
    """The point of a polygon's outline (or its single corner) nearest to a point."""
    best, best_x, best_y = 1e300, 0.0, 0.0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        x, y = nearest_on_segment(
            px, py, corners[i, 0], corners[i, 1], corners[j, 0], corners[j, 1]
        )
        square = (x - px) * (x - px) + (y - py) * (y - py)
        if square < best:
            best, best_x, best_y = square, x, y
    return best_x, best_y


def nearest_on_segment(
    px: float, py: float, ax: float, ay: float, bx: float, by: float
) -> tuple[float, float]:
    """The point of the segment from a to b nearest to p."""
    edge_x, edge_y = bx - ax, by - ay
    square = edge_x * edge_x + edge_y * edge_y
    if square <= 0.0:
        return ax, ay
    fraction = ((px - ax) * edge_x + (py - ay) * edge_y) / square
    if fraction <= 0.0:
        return ax, ay
    if fraction >= 1.0:
        return bx, by
    return ax + fraction * edge_x, ay + fraction * edge_y


def _from_point(px: float, py: float, corners: Floats, count: int) -> tuple[float, float, float]:
    """The signed distance from a point to a polygon (negative inside), and the direction."""
    if count > 1:
        gap, x, y = _widest_gap_to_point(corners, count, px, py)
        if gap <= 0.0:
            return gap, -x, -y
    near_x, near_y = _nearest_corner(px, py, corners, count)
    away_x, away_y = near_x - px, near_y - py
    square = away_x * away_x + away_y * away_y
    if square <= 0.0:
        return 0.0, 1.0, 0.0
    length = sqrt(square)
    return length, away_x / length, away_y / length


def _widest_gap_to_point(
    corners: Floats, count: int, px: float, py: float
) -> tuple[float, float, float]:
    best, best_x, best_y = -1e300, 1.0, 0.0
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        edge_x, edge_y = corners[j, 0] - corners[i, 0], corners[j, 1] - corners[i, 1]
        square = edge_x * edge_x + edge_y * edge_y
        if square > 0.0:
            length = sqrt(square)
            x, y = edge_y / length, -edge_x / length
            gap = (px - corners[i, 0]) * x + (py - corners[i, 1]) * y
            if gap > best:
                best, best_x, best_y = gap, x, y
    return best, best_x, best_y


def separation(
    first: Floats,
    first_count: int,
    first_radius: float,
    second: Floats,
    second_count: int,
    second_radius: float,
) -> tuple[float, float, float]:
    """The gap between two convex shapes, and the unit normal from the first to the second.

    If they overlap, the gap is minus the penetration depth: the least translation along the
    normal that separates them. If not, it is the widest gap along any edge's normal: a lower
    bound of their distance, positive whenever the distance is, and exact if one is a circle.
    """
    if first_count == 1:
        gap, x, y = _from_point(first[0, 0], first[0, 1], second, second_count)
    elif second_count == 1:
        gap, x, y = _from_point(second[0, 0], second[0, 1], first, first_count)
        x, y = -x, -y
    else:
        gap, x, y = _widest_gap(first, first_count, second, second_count)
        other, other_x, other_y = _widest_gap(second, second_count, first, first_count)
        if other > gap:
            gap, x, y = other, -other_x, -other_y
    return gap - (first_radius + second_radius), x, y


def overlaps(
    first: Floats,
    first_count: int,
    first_radius: float,
    second: Floats,
    second_count: int,
    second_radius: float,
) -> bool:
    """Whether two convex shapes overlap or touch."""
    gap, _, _ = separation(first, first_count, first_radius, second, second_count, second_radius)
    return gap <= 0.0


def distance(
    first: Floats,
    first_count: int,
    first_radius: float,
    second: Floats,
    second_count: int,
    second_radius: float,
) -> float:
    """The distance between two convex shapes; 0 where they overlap."""
    gap, _, _ = separation(first, first_count, first_radius, second, second_count, second_radius)
    if gap <= 0.0:
        return 0.0
    best = 1e300
    # One of the two nearest points of disjoint polygons can always be chosen as a corner.
    for i in range(first_count):
        apart, _, _ = _from_point(first[i, 0], first[i, 1], second, second_count)
        if apart < best:
            best = apart
    for i in range(second_count):
        apart, _, _ = _from_point(second[i, 0], second[i, 1], first, first_count)
        if apart < best:
            best = apart
    best -= first_radius + second_radius
    return best if best > 0.0 else 0.0
