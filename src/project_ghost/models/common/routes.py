"""Routes: polylines with a speed at each point, packed so that kernels can walk along them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import atan2, sqrt, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.engine import Parameter, array, number

__all__ = [
    "CURVATURE",
    "PATIENCE",
    "POINT_SPEED",
    "POINT_X",
    "POINT_Y",
    "ROUTE_WIDTH",
    "SHAPE_WIDTH",
    "STATION",
    "Point",
    "Route",
    "RouteTable",
    "beyond_end",
    "curvatures_of",
    "deviation",
    "nearest_ahead",
    "nearest_anywhere",
    "on_segment",
    "packed_routes",
    "place_at",
    "route_table",
    "segment_at",
    "station_at",
    "way_to_turn",
]

Route = Sequence[Sequence[float]]
Point = tuple[float, float, float]

# The columns of a route's points.
POINT_X = 0
POINT_Y = 1
POINT_SPEED = 2  # m/s, on the way to this point
ROUTE_WIDTH = 3

# The columns of what `packed_routes` finds out about each point.
STATION = 0  # m from the route's beginning
CURVATURE = 1  # 1/m, positive to the left
SHAPE_WIDTH = 2

# A search goes on past this many segments that are no nearer, so that a kink does not end it.
PATIENCE = 4

# The segment of a station is searched among this many before it is searched by bisection.
_NEXT = 32

# Curvature is that of the circle through points this far before and behind, metres.
_REACH_M = 1.0


class RouteTable(NamedTuple):
    """Packed routes, as kernels search them.

    `lengths` has the number of points of each route; `closed` is 1 where the end of a route
    leads to its beginning; `window` is how many segments ahead the nearest place is searched.
    """

    routes: Floats = array(Parameter(shape=("route_count", "point_count", ROUTE_WIDTH)))
    shapes: Floats = array(Parameter(shape=("route_count", "point_count", SHAPE_WIDTH)))
    lengths: Floats = array(Parameter(shape=("route_count",)))
    closed: Floats = array(Parameter(0.0, shape=("route_count",)))
    window: float = number(Parameter(64.0))


def packed_routes(
    routes: Sequence[Route], closed: Sequence[bool] = (), *, where: str = "packed_routes"
) -> dict[str, Any]:
    """Routes of (x, y, speed) points as the parameters of a kernel that follows them.

    `closed` says of each route whether its end leads to its beginning. The result has the
    sizes `route_count` and `point_count` and the parameters `routes`, `lengths`, `shapes`
    and `closed`.
    """
    if not routes:
        raise InputError("there is no route", where, "one route or more", "give a list of routes")
    loops = [*closed, *[False] * (len(routes) - len(closed))]
    whole = [_checked(r, loops[i], f"{where}: route {i}") for i, r in enumerate(routes)]
    longest = max(len(r) for r in whole)
    points = np.zeros((len(whole), longest, ROUTE_WIDTH))
    shapes = np.zeros((len(whole), longest, SHAPE_WIDTH))
    for i, route in enumerate(whole):
        points[i, : len(route)] = route
        points[i, len(route) :] = route[-1]
        stations, curvatures = _shape_of(np.array(route).tobytes(), loops[i])
        shapes[i, : len(route), STATION] = stations
        shapes[i, len(route) :, STATION] = stations[-1]
        shapes[i, : len(route), CURVATURE] = curvatures
    return {
        "route_count": len(whole),
        "point_count": longest,
        "routes": points,
        "lengths": np.array([float(len(r)) for r in whole]),
        "shapes": shapes,
        "closed": np.array([1.0 if loop else 0.0 for loop in loops]),
    }


def route_table(packed: Mapping[str, Any], window: float = 64.0) -> RouteTable:
    """The table that a kernel gets for the result of `packed_routes`."""
    return RouteTable(
        packed["routes"], packed["shapes"], packed["lengths"], packed["closed"], window
    )


def _checked(route: Route, loop: bool, where: str) -> list[Point]:  # noqa: FBT001
    """A route's points, those that repeat the one before left out, closed where it is a loop."""
    points: list[Point] = []
    for point in route:
        x, y, speed = (float(v) for v in point)
        if not points or points[-1][:2] != (x, y):
            points.append((x, y, speed))
    if loop and points and points[0][:2] != points[-1][:2]:
        points.append(points[0])
    if len(points) < 2:
        raise InputError(
            f"it has {len(points)} points that differ",
            where,
            "two points or more",
            "give a route that leads somewhere",
        )
    return points


# Several components read the same routes, and layouts of a scene share them.
@lru_cache(maxsize=64)
def _shape_of(bits: bytes, loop: bool) -> tuple[Floats, Floats]:  # noqa: FBT001 - a fact
    """The station and the curvature of each point of a route, which is given by its bits."""
    points: list[Point] = [
        (x, y, speed) for x, y, speed in np.frombuffer(bits).reshape(-1, ROUTE_WIDTH).tolist()
    ]
    return np.array(_stations(points)), np.array(curvatures_of(points, loop))


def _stations(points: Sequence[Sequence[float]]) -> list[float]:
    """How far along each point is."""
    stations = [0.0]
    for (ax, ay, _), (bx, by, _) in pairwise(points):
        dx, dy = bx - ax, by - ay
        stations.append(stations[-1] + sqrt(dx * dx + dy * dy))
    return stations


def curvatures_of(
    points: list[Point],
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    reach_m: float = _REACH_M,
) -> list[float]:
    """At each point, of the circle through it and two others about `reach_m` away."""
    laps = points[:-1] * 2 + points if loop else points
    first = len(points) - 1 if loop else 0
    stations = _stations(laps)
    last = len(laps) - 1
    behind, ahead = 0, 0
    found = []
    for k in range(first, first + len(points)):
        while behind < k and stations[behind + 1] <= stations[k] - reach_m:
            behind += 1
        while ahead < last and (ahead <= k or stations[ahead] < stations[k] + reach_m):
            ahead += 1
        found.append(_bend(laps[behind], laps[k], laps[ahead]))
    if not loop and len(points) > 2:
        found[0], found[-1] = found[1], found[-2]
    return found


def _bend(a: Point, b: Point, c: Point) -> float:
    """The curvature of the circle through three points: four times the area over the sides."""
    ax, ay = b[0] - a[0], b[1] - a[1]
    bx, by = c[0] - b[0], c[1] - b[1]
    cx, cy = ax + bx, ay + by
    sides = sqrt((ax * ax + ay * ay) * (bx * bx + by * by) * (cx * cx + cy * cy))
    return 0.0 if sides == 0.0 else 2.0 * (ax * by - ay * bx) / sides


# ------------------------------------------------------------------ inside kernels


def on_segment(routes: Floats, route: int, k: int, x: float, y: float) -> tuple[float, float]:
    """The place on segment k nearest to a point: its fraction, and the distance squared."""
    ax, ay = routes[route, k, 0], routes[route, k, 1]
    dx, dy = routes[route, k + 1, 0] - ax, routes[route, k + 1, 1] - ay
    length2 = dx * dx + dy * dy
    part = 0.0
    if length2 > 0.0:
        part = ((x - ax) * dx + (y - ay) * dy) / length2
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part
    ex, ey = x - (ax + part * dx), y - (ay + part * dy)
    return part, ex * ex + ey * ey


@inlined
def nearest_ahead(
    table: RouteTable, route: int, start: int, x: float, y: float, tie_m2: float
) -> tuple[int, float]:
    """The nearest place on the next `window` segments from `start` on: segment and fraction.

    Of two places whose squared distances differ by no more than `tie_m2`, it is the earlier
    one. The search ends early after `PATIENCE` segments in a row that are no nearer.
    """
    routes, count = table.routes, int(table.lengths[route])
    best_k, best_part = start, 0.0
    best = -1.0
    misses = 0
    for step in range(min(int(table.window), count - 1)):
        k = start + step
        if k >= count - 1:
            if table.closed[route] == 0.0:
                break
            k -= count - 1
        part, d2 = on_segment(routes, route, k, x, y)
        if best < 0.0 or d2 < best - tie_m2:
            best_k, best_part, best = k, part, d2
            misses = 0
        else:
            misses += 1
            if misses >= PATIENCE:
                break
    return best_k, best_part


@inlined
def nearest_anywhere(table: RouteTable, route: int, x: float, y: float) -> tuple[int, float]:
    """The nearest place on the whole route: segment and fraction."""
    routes = table.routes
    best_k, best_part = 0, 0.0
    best = -1.0
    for k in range(int(table.lengths[route]) - 1):
        part, d2 = on_segment(routes, route, k, x, y)
        if best < 0.0 or d2 < best:
            best_k, best_part, best = k, part, d2
    return best_k, best_part


@inlined
def way_to_turn(
    table: RouteTable, route: int, k: int, part: float, reach: float
) -> tuple[float, int]:
    """The distance to where the route turns back, and the segment after that corner.

    The route turns back at the first corner of more than 120 degrees within `reach`; the
    segment is -1 if there is none.
    """
    routes, shapes, count = table.routes, table.shapes, int(table.lengths[route])
    here = station_at(shapes, route, k, part)
    lap = 0.0
    for _ in range(count - 1):
        away = shapes[route, k + 1, 0] + lap - here
        if away >= reach:
            break
        upcoming = k + 1
        if upcoming >= count - 1:
            if table.closed[route] == 0.0:
                break
            upcoming, lap = 0, lap + shapes[route, count - 1, 0]
        ax = routes[route, k + 1, 0] - routes[route, k, 0]
        ay = routes[route, k + 1, 1] - routes[route, k, 1]
        bx = routes[route, upcoming + 1, 0] - routes[route, upcoming, 0]
        by = routes[route, upcoming + 1, 1] - routes[route, upcoming, 1]
        along = ax * bx + ay * by
        if along < 0.0 and along * along > 0.25 * (ax * ax + ay * ay) * (bx * bx + by * by):
            return away, upcoming
        k = upcoming
    return reach, -1


def station_at(shapes: Floats, route: int, k: int, part: float) -> float:
    """Metres from the route's beginning."""
    first: float = shapes[route, k, 0]
    upcoming: float = shapes[route, k + 1, 0]
    return first + part * (upcoming - first)


@inlined
def beyond_end(table: RouteTable, route: int, k: int, part: float, x: float, y: float) -> float:
    """How far past the end of a route a point is, or before its beginning (negative)."""
    routes = table.routes
    ax, ay = routes[route, k, 0], routes[route, k, 1]
    dx, dy = routes[route, k + 1, 0] - ax, routes[route, k + 1, 1] - ay
    length = sqrt(dx * dx + dy * dy)
    along: float = ((x - ax) * dx + (y - ay) * dy) / length
    if k == 0 and part == 0.0:
        return along
    if k == int(table.lengths[route]) - 2 and part == 1.0:
        return along - length
    return 0.0


def segment_at(shapes: Floats, route: int, count: int, station: float, near: int = 0) -> int:
    """The segment on which a station lies: among the next ones from `near` on, or by bisection."""
    low, high = 0, count - 1
    if shapes[route, near, 0] <= station:
        low = near
        for _ in range(_NEXT):
            if low + 1 >= high or shapes[route, low + 1, 0] > station:
                return low
            low += 1
    # As often as the longest search needs, so that the station does not decide when the loop ends:
    # then the search can be an expression, too.
    segments = 1
    while segments < shapes.shape[1]:
        segments *= 2
        if high - low <= 1:
            break
        middle = (low + high) // 2
        if shapes[route, middle, 0] <= station:
            low = middle
        else:
            high = middle
    return low


@inlined
def place_at(
    table: RouteTable, route: int, station: float, near: int = 0
) -> tuple[float, float, int]:
    """The point at a station, and its segment; the last segment is extended beyond the end.

    The search begins at the segment `near`.
    """
    routes, shapes, count = table.routes, table.shapes, int(table.lengths[route])
    length = shapes[route, count - 1, 0]
    if station >= length and table.closed[route] != 0.0:
        station -= length
    k = segment_at(shapes, route, count, station, near)
    first = shapes[route, k, 0]
    part = (station - first) / (shapes[route, k + 1, 0] - first)
    ax, ay = routes[route, k, 0], routes[route, k, 1]
    return (
        ax + part * (routes[route, k + 1, 0] - ax),
        ay + part * (routes[route, k + 1, 1] - ay),
        k,
    )


def deviation(
    routes: Floats, route: int, k: int, x: float, y: float, yaw: float
) -> tuple[float, float]:
    """How far left of segment k a point is, and how far left of it a yaw points."""
    ax, ay = routes[route, k, 0], routes[route, k, 1]
    dx, dy = routes[route, k + 1, 0] - ax, routes[route, k + 1, 1] - ay
    length = sqrt(dx * dx + dy * dy)
    left = (dx * (y - ay) - dy * (x - ax)) / length
    return left, wrap_angle(yaw - atan2(dy, dx))
