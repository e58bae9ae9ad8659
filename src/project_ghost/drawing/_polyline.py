"""Paths for pictures: fewer points that look the same."""

from collections.abc import Sequence
from math import sqrt

__all__ = ["simplified"]

Point = tuple[float, float]


def simplified(path: Sequence[Point], tolerance: float) -> list[Point]:
    """The same path by fewer points, none of those left out further from it than this.

    The farthest point from the line between two ends is kept, and both halves are looked at
    again (Douglas and Peucker 1973).
    """
    if len(path) < 3:
        return list(path)
    kept = {0, len(path) - 1}
    open_spans = [(0, len(path) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        farthest, distance = first, tolerance
        for k in range(first + 1, last):
            beside = _beside(path[first], path[last], path[k])
            if beside > distance:
                farthest, distance = k, beside
        if farthest != first:
            kept.add(farthest)
            open_spans += [(first, farthest), (farthest, last)]
    return [path[k] for k in sorted(kept)]


def _beside(a: Point, b: Point, p: Point) -> float:
    """How far a point is from the segment between two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square > 0.0 else 0.0
    share = min(1.0, max(0.0, share))
    x, y = p[0] - a[0] - share * dx, p[1] - a[1] - share * dy
    return sqrt(x * x + y * y)
