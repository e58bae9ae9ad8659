"""Decompose polygons into convex pieces, at set-up: plain Python over tuples."""

from collections.abc import Sequence

import numpy as np

from project_ghost.core.errors import InputError

from ._polygons import signed_area
from ._shapes import FARTHEST_M

Point = tuple[float, float]
Polygon = tuple[Point, ...]


def convex_pieces(
    corners: Sequence[Sequence[float]], where: str = "polygon"
) -> tuple[Polygon, ...]:
    """The convex polygons, anticlockwise, that together cover a simple polygon.

    A convex polygon is its own only piece. Any other is triangulated by ear clipping (always
    the first ear in corner order); then neighbouring pieces are merged while the result stays
    convex. A wall with one bend thus becomes two pieces.
    """
    polygon = _cleaned(corners, where)
    pieces = _triangles(polygon, where) if not is_convex(polygon) else [polygon]
    joined = True
    while joined:
        pieces, joined = _joined(pieces)
    return tuple(pieces)


def is_convex(polygon: Sequence[Point]) -> bool:
    """Whether an anticlockwise polygon turns left, or does not turn, at every corner."""
    n = len(polygon)
    return all(_turn(polygon[i - 1], polygon[i], polygon[(i + 1) % n]) >= 0.0 for i in range(n))


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive if the path a, b, c turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _cleaned(corners: Sequence[Sequence[float]], where: str) -> Polygon:
    """The corners anticlockwise, without repeated corners and corners on a straight edge."""
    points = [(float(x), float(y)) for x, y in corners]
    if any(c - c != 0.0 for point in points for c in point):
        raise InputError(
            "a corner of the polygon is not finite",
            where,
            "numbers in metres",
            "correct the coordinates",
        )
    if any(abs(c) > FARTHEST_M for point in points for c in point):
        raise InputError(
            f"a corner of the polygon is more than {FARTHEST_M:g} m from the origin",
            where,
            f"coordinates in metres, at most {FARTHEST_M:g}",
            "correct the coordinates",
        )
    i = 0
    while len(points) > 2 and i < len(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        if points[i] == after or _turn(before, points[i], after) == 0.0:
            del points[i]
            i = max(i - 1, 0)
        else:
            i += 1
    if len(points) < 3:
        raise InputError(
            f"the polygon has no area: {len(points)} of {len(corners)} corners are not redundant",
            where,
            "at least three corners that are not on one line",
            "list the corners of the outline in order",
        )
    _require_simple(points, where)
    if signed_area(np.array(points), len(points)) < 0.0:
        points.reverse()
    return tuple(points)


def _require_simple(points: list[Point], where: str) -> None:
    n = len(points)
    for i in range(n):
        for j in range(i + 1, n):
            if j in (i, i + 1) or (i == 0 and j == n - 1):
                continue
            if _cross(points[i], points[(i + 1) % n], points[j], points[(j + 1) % n]):
                raise InputError(
                    f"the edges from corner {i} and from corner {j} of the polygon meet",
                    where,
                    "an outline that does not cross or touch itself",
                    "check the order of the corners",
                )


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments ab and cd intersect or touch."""
    sides = (_turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b))
    if 0.0 in sides:
        ends = ((a, b, c, sides[0]), (a, b, d, sides[1]), (c, d, a, sides[2]), (c, d, b, sides[3]))
        if any(side == 0.0 and _is_between(p, q, r) for p, q, r, side in ends):
            return True
    return (sides[0] > 0.0) != (sides[1] > 0.0) and (sides[2] > 0.0) != (sides[3] > 0.0)


def _is_between(a: Point, b: Point, c: Point) -> bool:
    """Whether c, on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _triangles(polygon: Polygon, where: str) -> list[Polygon]:
    points = list(polygon)
    triangles: list[Polygon] = []
    while len(points) > 3:
        ear = next((i for i in range(len(points)) if _is_ear(points, i)), None)
        if ear is None:
            raise InputError(
                "the polygon cannot be cut into triangles",
                where,
                "a simple polygon",
                "remove corners that lie almost on the line between their neighbours",
            )
        triangles.append((points[ear - 1], points[ear], points[(ear + 1) % len(points)]))
        del points[ear]
    if _turn(points[0], points[1], points[2]) > 0.0:
        triangles.append((points[0], points[1], points[2]))
    return triangles


def _is_ear(points: list[Point], i: int) -> bool:
    """Whether the triangle at a corner lies inside the polygon and contains no other corner."""
    a, b, c = points[i - 1], points[i], points[(i + 1) % len(points)]
    if _turn(a, b, c) <= 0.0:
        return False
    others = (p for p in points if p not in (a, b, c))
    return not any(
        _turn(a, b, p) >= 0.0 and _turn(b, c, p) >= 0.0 and _turn(c, a, p) >= 0.0 for p in others
    )


def _joined(pieces: list[Polygon]) -> tuple[list[Polygon], bool]:
    """Merge the first two pieces that share an edge and whose union is convex."""
    for i, one in enumerate(pieces):
        for j in range(i + 1, len(pieces)):
            whole = _union(one, pieces[j])
            if whole is not None and is_convex(whole):
                return [*pieces[:i], whole, *pieces[i + 1 : j], *pieces[j + 1 :]], True
    return pieces, False


def _union(one: Polygon, two: Polygon) -> Polygon | None:
    """The union of two polygons that share an edge, else None."""
    for i, a in enumerate(one):
        b = one[(i + 1) % len(one)]
        if b in two:
            j = two.index(b)
            if two[(j + 1) % len(two)] == a:
                rest_of_one = one[i + 1 :] + one[: i + 1]
                rest_of_two = two[j + 1 :] + two[: j + 1]
                return rest_of_one + rest_of_two[1:-1]
    return None
