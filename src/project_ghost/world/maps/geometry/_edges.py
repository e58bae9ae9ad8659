"""The edges of a lane: lines beside its centre line."""

from project_ghost.core.dmath import sqrt

from ._polyline import Point, Polyline, gap

__all__ = ["line_beside", "normals_along"]

# At a corner the edge is farther away than half the width, but at most by this factor.
_MITRE_MAX = 2.0


def normals_along(line: Polyline) -> tuple[tuple[float, float], ...]:
    """The vectors to the left at each point that a line one metre beside it is shifted by.

    Where the line turns they are longer than 1, so that the shifted segments are parallel.
    """
    units = [_left_of(line[i], line[i + 1]) for i in range(len(line) - 1)]
    # A segment without length takes the direction of the next one that has it, or the last.
    for i in range(len(units) - 2, -1, -1):
        units[i] = units[i] if units[i] != (0.0, 0.0) else units[i + 1]
    for i in range(1, len(units)):
        units[i] = units[i] if units[i] != (0.0, 0.0) else units[i - 1]
    inner = [_mitre(units[i], units[i + 1]) for i in range(len(units) - 1)]
    return (units[0], *inner, units[-1])


def line_beside(line: Polyline, offsets_m: tuple[float, ...]) -> Polyline:
    """The line shifted to the left by an offset at each point; to the right where negative."""
    return tuple(
        (x + offset_m * nx, y + offset_m * ny, z)
        for (x, y, z), (nx, ny), offset_m in zip(line, normals_along(line), offsets_m, strict=True)
    )


def _left_of(a: Point, b: Point) -> tuple[float, float]:
    length = gap(a, b)
    return ((a[1] - b[1]) / length, (b[0] - a[0]) / length) if length > 0.0 else (0.0, 0.0)


def _mitre(before: tuple[float, float], after: tuple[float, float]) -> tuple[float, float]:
    x, y = before[0] + after[0], before[1] + after[1]
    length = sqrt(x * x + y * y)  # twice the cosine of half the turn
    if length == 0.0:  # the line turns back
        return after
    scale = min(2.0 / length, _MITRE_MAX) / length
    return x * scale, y * scale
