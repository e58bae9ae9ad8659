"""Paths with fewer points that look the same."""

from collections.abc import Sequence
from math import hypot

from ._svg import Point

__all__ = ["simplified"]


def simplified(path: Sequence[Point], tolerance: float) -> list[Point]:
    """The path with fewer points; no point left out is farther from it than the tolerance.

    The point that is farthest from the line between two ends is kept, and both halves are
    simplified in turn (Douglas and Peucker 1973).
    """
    if len(path) < 3:
        return list(path)
    kept = {0, len(path) - 1}
    open_spans = [(0, len(path) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        farthest, distance = first, tolerance
        for k in range(first + 1, last):
            offset = _distance(path[first], path[last], path[k])
            if offset > distance:
                farthest, distance = k, offset
        if farthest != first:
            kept.add(farthest)
            open_spans += [(first, farthest), (farthest, last)]
    return [path[k] for k in sorted(kept)]


def _distance(a: Point, b: Point, p: Point) -> float:
    """The distance of a point from the segment between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    fraction = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square > 0.0 else 0.0
    fraction = min(1.0, max(0.0, fraction))
    return hypot(p[0] - a[0] - fraction * dx, p[1] - a[1] - fraction * dy)
