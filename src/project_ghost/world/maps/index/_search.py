"""Searches in a tree of boxes, from left to right, so that answers have the order of the pieces.

Arguments are arrays where a search runs compiled, and lists where it is interpreted, because the
interpreter reads lists faster. Only `+ - * /`, `sqrt` and comparisons are used: both give the same
bits. A piece with two corners is a segment and contains nothing.
"""

from collections.abc import Sequence

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt

from ._tree import FANOUT, Tree

__all__ = ["containing", "meeting", "nearest", "piece_contains", "segment_fraction"]

_INFINITE = float("inf")


def segment_fraction(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far along the segment from a to b its point nearest to (x, y) lies, from 0 to 1."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return 0.0
    fraction = ((x - ax) * dx + (y - ay) * dy) / square
    return min(1.0, max(0.0, fraction))


def piece_contains(x: float, y: float, xs: Floats, ys: Floats, start: int, end: int) -> bool:
    """Whether a point lies in the polygon of these corners; the rule of `geometry.is_inside`.

    Of two polygons that share an edge with the same corners exactly one contains a point on it.
    """
    inside = False
    for i in range(start, end):
        j = i + 1 if i + 1 < end else start
        ax, ay, bx, by = xs[i], ys[i], xs[j], ys[j]
        if (ay > y) != (by > y):
            if ay > by:
                ax, ay, bx, by = bx, by, ax, ay
            if (x - ax) * (by - ay) < (bx - ax) * (y - ay):
                inside = not inside
    return inside


def _square_away(x: float, y: float, xs: Floats, ys: Floats, start: int, end: int) -> float:
    """The square of a point's distance from the edges of a piece."""
    best = _INFINITE
    # A segment has one edge, a polygon as many as corners.
    for i in range(start, end if end - start > 2 else end - 1):
        j = i + 1 if i + 1 < end else start
        ax, ay, bx, by = xs[i], ys[i], xs[j], ys[j]
        fraction = segment_fraction(x, y, ax, ay, bx, by)
        away_x, away_y = x - (ax + fraction * (bx - ax)), y - (ay + fraction * (by - ay))
        square = away_x * away_x + away_y * away_y
        if square < best:
            best = square
    return best


def _after(level: int, node: int, top: int) -> tuple[int, int]:
    """The next box beside this one, or beside the last one above that has a next."""
    node += 1
    while level < top and node % FANOUT == 0:
        level, node = level + 1, node // FANOUT
    return level, node


def containing(
    x: float,
    y: float,
    tree: Tree,
    found: list[int],
) -> int:
    """Write the shapes that contain a point, ascending; return how many."""
    xs, ys, starts, shapes, lasts, west, south, east, north, levels = tree
    count = 0
    top = len(levels) - 1
    level, node = top, 0
    while level < top or node == 0:
        box = levels[level] + node
        if west[box] <= x <= east[box] and south[box] <= y <= north[box]:
            if level > 0:
                level, node = level - 1, FANOUT * node
                continue
            if piece_contains(x, y, xs, ys, starts[node], starts[node + 1]):
                found[count] = shapes[node]
                count += 1
                node = lasts[node]
        level, node = _after(level, node, top)
    return count


def meeting(
    low_x: float,
    low_y: float,
    high_x: float,
    high_y: float,
    tree: Tree,
    found: list[int],
) -> int:
    """Write the shapes that meet a box, ascending; return how many. Touching counts."""
    xs, ys, starts, shapes, lasts, west, south, east, north, levels = tree
    count = 0
    top = len(levels) - 1
    level, node = top, 0
    while level < top or node == 0:
        box = levels[level] + node
        if (
            west[box] <= high_x
            and east[box] >= low_x
            and south[box] <= high_y
            and north[box] >= low_y
        ):
            if level > 0:
                level, node = level - 1, FANOUT * node
                continue
            is_within = (
                low_x <= west[box]
                and east[box] <= high_x
                and low_y <= south[box]
                and north[box] <= high_y
            )
            if is_within or _meets(
                low_x, low_y, high_x, high_y, xs, ys, starts[node], starts[node + 1]
            ):
                found[count] = shapes[node]
                count += 1
                node = lasts[node]
        level, node = _after(level, node, top)
    return count


def _meets(
    low_x: float,
    low_y: float,
    high_x: float,
    high_y: float,
    xs: Floats,
    ys: Floats,
    start: int,
    end: int,
) -> bool:
    """Whether a piece and a box have a point in common."""
    for i in range(start, end if end - start > 2 else end - 1):
        j = i + 1 if i + 1 < end else start
        ax, ay, bx, by = xs[i], ys[i], xs[j], ys[j]
        if (
            min(ax, bx) <= high_x
            and max(ax, bx) >= low_x
            and min(ay, by) <= high_y
            and max(ay, by) >= low_y
        ):
            # The edge's line passes the box if its corners are not all on one side.
            dx, dy = bx - ax, by - ay
            first = dx * (low_y - ay) - dy * (low_x - ax)
            second = dx * (low_y - ay) - dy * (high_x - ax)
            third = dx * (high_y - ay) - dy * (low_x - ax)
            fourth = dx * (high_y - ay) - dy * (high_x - ax)
            if (
                min(min(first, second), min(third, fourth)) <= 0.0
                and max(max(first, second), max(third, fourth)) >= 0.0
            ):
                return True
    return end - start > 2 and piece_contains(low_x, low_y, xs, ys, start, end)


def _box_square_away(
    x: float, y: float, west: float, south: float, east: float, north: float
) -> float:
    """The square of a point's distance from a box."""
    dx = west - x if x < west else x - east if x > east else 0.0
    dy = south - y if y < south else y - north if y > north else 0.0
    return dx * dx + dy * dy


def nearest(
    x: float,
    y: float,
    wanted: Sequence[int],
    tree: Tree,
) -> tuple[int, float]:
    """The piece of a wanted shape nearest to a point, and its distance; (-1, inf) if none.

    Of equally near shapes it is the first, and of equally near pieces of a shape the first.
    """
    xs, ys, starts, shapes, _, west, south, east, north, levels = tree
    top = len(levels) - 1
    best, best_square, best_away = -1, _INFINITE, _INFINITE
    limit, first = _INFINITE, _close_piece(x, y, tree)
    if first >= 0 and wanted[shapes[first]]:
        limit = _with_margin(_square_away(x, y, xs, ys, starts[first], starts[first + 1]))
    level, node = top, 0
    # Nothing is nearer than 0, and the first that is as near counts.
    while best_away > 0.0 and (level < top or node == 0):
        box = levels[level] + node
        is_used = west[box] <= east[box]
        beside = _INFINITE
        if is_used:
            beside = _box_square_away(x, y, west[box], south[box], east[box], north[box])
        if is_used and beside <= limit:
            if level > 0:
                level, node = level - 1, FANOUT * node
                continue
            shape, start, end = shapes[node], starts[node], starts[node + 1]
            if wanted[shape]:
                is_inside = (
                    beside == 0.0 and end - start > 2 and piece_contains(x, y, xs, ys, start, end)
                )
                square = 0.0 if is_inside else _square_away(x, y, xs, ys, start, end)
                away = sqrt(square)
                is_same = best >= 0 and shapes[best] == shape
                # Within a shape the squares decide, between shapes their rounded roots.
                if (is_same and square < best_square) or (not is_same and away < best_away):
                    best, best_square, best_away = node, square, away
                    limit = min(limit, _with_margin(square))
        level, node = _after(level, node, top)
    return best, best_away


def _close_piece(x: float, y: float, tree: Tree) -> int:
    """A piece that is close, if rarely the closest: its distance rules out most boxes.

    Boxes of lanes that lie askew overlap, so their centres tell more than their edges do.
    """
    west, south, east, north, levels = tree[5:]
    top = len(levels) - 1
    node = 0
    for level in range(top - 1, -1, -1):
        closest, closest_square = -1, _INFINITE
        for child in range(FANOUT * node, FANOUT * node + FANOUT):
            box = levels[level] + child
            if west[box] <= east[box]:
                dx = x - 0.5 * (west[box] + east[box])
                dy = y - 0.5 * (south[box] + north[box])
                edge = _box_square_away(x, y, west[box], south[box], east[box], north[box])
                square = edge + 0.01 * (dx * dx + dy * dy)
                if square < closest_square:
                    closest, closest_square = child, square
        node = closest
        if node < 0:
            break
    return node


def _with_margin(square: float) -> float:
    """A square of a distance, with more than its rounding error added."""
    return square + (1e-9 + 1e-9 * square)
