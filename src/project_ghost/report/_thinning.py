"""Fewer points that look the same."""

from collections.abc import Sequence
from math import hypot

__all__ = ["simplified", "thinned"]

Point = tuple[float, float]


def thinned(values: Sequence[float | None], stretches: int = 300) -> list[int]:
    """Which samples of a long series to draw: the extremes of each of so many stretches.

    Samples that are missing stay, one in each stretch, so that a gap stays a gap.
    """
    count = len(values)
    if count <= 2 * stretches:
        return list(range(count))
    kept: set[int] = {0, count - 1}
    for i in range(stretches):
        span = range(i * count // stretches, (i + 1) * count // stretches)
        known = [(value, k) for k in span if (value := values[k]) is not None]
        if known:
            kept |= {min(known)[1], max(known)[1]}
        if len(known) < len(span):
            kept.add(next(k for k in span if values[k] is None))
    return sorted(kept)


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
    return hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)
