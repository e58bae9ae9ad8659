"""The next body ahead on a driver's path: strides along evenly spaced points.

A point at a distance d from the path cannot be within the corridor until the path has gone
on for d minus the corridor's half width. So each look allows a stride, and a few looks find
whether, and where, a body is on the path, however fine the route is.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Parameter, array, number
from project_ghost.engine.ops import minimum
from project_ghost.models.common.routes import place_at, route_table
from project_ghost.world.bodies import VX, VY, X, Y, Z

# A path is extended straight beyond its end for this long, metres.
TAIL_M = 5.0

# The gap with nobody ahead, metres: far beyond every horizon.
FAR_M = 1e9


class Corridor(NamedTuple):
    """The paths of all routes as evenly spaced points, and which bodies are on them.

    A body is on a path within `corridor_m` of it, unless it is more than `headroom_m` above or
    below the driver.
    """

    paths: Floats = array(Parameter(shape=("route_count", "path_count", 2)))
    spacing_m: float = number(Parameter(1.0, unit="m"))
    body_length_m: Floats = array(Parameter(4.5, shape=("scene",), unit="m"))
    corridor_m: float = number(Parameter(1.3, unit="m"))
    headroom_m: float = number(Parameter(3.0, unit="m"))


class OwnPath(NamedTuple):
    """The path of one driver, and its route."""

    points: Floats  # (points, 2)
    spacing_m: float
    half_width_m: float  # of the corridor
    length_m: float  # of the route
    closed: bool
    route: int


def even_paths(packed: Mapping[str, Any], spacing_m: float) -> Floats:
    """The routes as points `spacing_m` apart: (routes, points, 2)."""
    table = route_table(packed)
    counts = [int(n) for n in table.lengths]
    ends = [float(table.shapes[r, n - 1, 0]) for r, n in enumerate(counts)]
    longest = max(int((end + TAIL_M) / spacing_m) + 2 for end in ends)
    paths = np.zeros((len(counts), longest, 2))
    for r, end in enumerate(ends):
        near = 0
        for k in range(longest):
            station = k * spacing_m
            if table.closed[r] != 0.0:
                station -= int(station / end) * end
            paths[r, k, 0], paths[r, k, 1], near = place_at(table, r, station, near)
    return paths


@inlined
def point_near(at: float, spacing_m: float) -> int:
    """The number of the path's point that is nearest to a station."""
    # Paths mostly have a point every metre, and a division would take a third of a look's time.
    return int(at + 0.5) if spacing_m == 1.0 else int(at / spacing_m + 0.5)


@inlined
def found_ahead(own: OwnPath, station: float, horizon_m: float, x: float, y: float) -> float:
    """How far ahead on the path a point is, metres, or -1.0 if it is not within the corridor.

    The answer is a whole number of spacings after `station`: where the path comes nearest to
    the point, after it has come within the corridor.
    """
    points, spacing_m, half_width_m, length_m, loop, _ = own
    ahead = 0.0
    best = -1.0
    nearest = 0.0
    last = points.shape[0] - 1
    while ahead <= horizon_m:
        at = station + ahead
        if loop and at >= length_m:
            at -= length_m
        k = point_near(at, spacing_m)
        if k > last:
            break
        dx, dy = x - points[k, 0], y - points[k, 1]
        distance = sqrt(dx * dx + dy * dy)
        if distance <= half_width_m:
            if best >= 0.0 and distance >= nearest:
                break
            best, nearest = ahead, distance
            ahead += spacing_m
        elif best >= 0.0:
            break
        else:
            stride = distance - half_width_m
            ahead += stride if stride > spacing_m else spacing_m
    return best


@inlined
def refined(
    bodies: Floats, other: int, own: OwnPath, station: float, ahead: float
) -> tuple[float, float]:
    """The exact distance to a body along the path, and its speed along it."""
    points, spacing_m, _, length_m, loop, _ = own
    at = station + ahead
    if loop and at >= length_m:
        at -= length_m
    k = point_near(at, spacing_m)
    if k >= points.shape[0] - 1:
        k = points.shape[0] - 2
    ax, ay = points[k, 0], points[k, 1]
    tx = (points[k + 1, 0] - ax) / spacing_m
    ty = (points[k + 1, 1] - ay) / spacing_m
    along = (bodies[other, X] - ax) * tx + (bodies[other, Y] - ay) * ty
    way = ahead + (k * spacing_m - at) + along
    return way, bodies[other, VX] * tx + bodies[other, VY] * ty


@inlined
def leader(
    bodies: Floats,
    row: int,
    near: Integers,
    corridor: Corridor,
    own: OwnPath,
    station: float,
    horizon_m: float,
) -> tuple[float, float]:
    """The gap to the next body ahead on the path, bumper to bumper, and its speed along it.

    `near` has the rows to search. With nobody ahead the gap is `FAR_M`.
    """
    height_m, headroom_m, length_m = bodies[row, Z], corridor.headroom_m, corridor.body_length_m
    best, best_speed = FAR_M, 0.0
    limit = horizon_m
    for n in range(near.shape[0]):
        other = near[n]
        if other == row or abs(bodies[other, Z] - height_m) > headroom_m:
            continue
        ahead = found_ahead(own, station, limit, bodies[other, X], bodies[other, Y])
        if ahead <= 0.0:
            continue
        way, along = refined(bodies, other, own, station, ahead)
        space = way - 0.5 * (length_m[row] + length_m[other])
        if space < best:
            best, best_speed = space, along
            limit = minimum(limit, ahead + own.spacing_m)
    return best, best_speed
