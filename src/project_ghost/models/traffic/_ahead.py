"""Who is ahead on one's own path: strides along evenly spaced points.

A point at a distance d from another cannot be within the corridor before the path has gone
on for d minus the corridor's half width. So each look allows a stride, and a few looks find
out whether, and where, somebody is on the path, however fine the route is.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.models.common.routes import place_at

# Beyond what is asked for, a path goes on straight for this long, metres.
TAIL_M = 5.0


def even_paths(packed: Mapping[str, Any], spacing_m: float) -> Floats:
    """The routes as points `spacing_m` apart: (routes, points, 2)."""
    routes, shapes = packed["routes"], packed["shapes"]
    counts = [int(n) for n in packed["lengths"]]
    ends = [float(shapes[r, n - 1, 0]) for r, n in enumerate(counts)]
    longest = max(int((end + TAIL_M) / spacing_m) + 2 for end in ends)
    paths = np.zeros((len(counts), longest, 2))
    for r, count in enumerate(counts):
        loop = bool(packed["closed"][r] != 0.0)
        for k in range(longest):
            station = k * spacing_m
            if loop:
                station -= int(station / ends[r]) * ends[r]
            x, y, _ = place_at(routes, shapes, r, count, loop, station)
            paths[r, k, 0], paths[r, k, 1] = x, y
    return paths


def found_ahead(
    paths: Floats,
    route: int,
    spacing_m: float,
    length_m: float,
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    station: float,
    horizon_m: float,
    half_width_m: float,
    x: float,
    y: float,
) -> float:
    """How far ahead on the path a point is, metres, or -1.0 where it is not within the corridor.

    The answer is a whole number of spacings after `station`: where the path comes nearest to
    the point, after it has come within the corridor.
    """
    ahead = 0.0
    best = -1.0
    nearest = 0.0
    last = paths.shape[1] - 1
    while ahead <= horizon_m:
        at = station + ahead
        if loop and at >= length_m:
            at -= length_m
        k = int(at / spacing_m + 0.5)
        if k > last:
            break
        dx, dy = x - paths[route, k, 0], y - paths[route, k, 1]
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
