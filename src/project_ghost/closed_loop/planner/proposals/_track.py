"""The line of a route as proposals need it: directions, and how fast each place may be driven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np

from project_ghost.closed_loop.geometry import values_between
from project_ghost.closed_loop.planner._route_line import RouteLine
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt, wrap_angle

__all__ = ["STANDOFF_M", "RouteTrack", "route_track"]

# A vehicle stops this far before the end of its line, its centre.
STANDOFF_M = 6.0

# In bends: the acceleration towards the inside in m/s2, and the yaw rate in rad/s.
_LATERAL_MOST = 2.5
_YAW_RATE_MOST = 0.6
# How much a vehicle brakes before a bend or a lower limit, m/s2.
_BRAKING = 1.5
# Curvatures are those of this many metres.
_SMOOTHED_M = 4


@final
@dataclass(frozen=True, eq=False)
class RouteTrack:
    """A line with the direction and the speed at each of its points."""

    line: RouteLine
    directions: Floats  # (n, 2), unit vectors
    speeds_mps: Floats  # (n,)

    def places_at(self, progress_m: Floats) -> tuple[Floats, Floats]:
        """The positions and directions at distances along the line; straight on beyond its end."""
        line = self.line
        flat = progress_m.reshape(-1)
        inside = np.minimum(np.maximum(flat, 0.0), line.length_m)
        points = values_between(line.progress_m, line.points, inside)
        directions = values_between(line.progress_m, self.directions, inside)
        directions = _unit(directions)
        points = points + (flat - inside)[:, np.newaxis] * directions
        shape = (*progress_m.shape, 2)
        return points.reshape(shape), directions.reshape(shape)

    def around(self, progress_m: float, behind_m: float, ahead_m: float) -> slice:
        """The segments of a part of the line."""
        first, last = np.searchsorted(
            self.line.progress_m, [progress_m - behind_m, progress_m + ahead_m]
        ).tolist()
        count = len(self.line.points)
        return slice(min(max(0, first - 1), count - 2), max(1, min(count - 1, last + 1)))


def route_track(line: RouteLine, free_mps: float) -> RouteTrack:
    """The line with directions and speeds, which allow for bends and limits ahead.

    Where no limit is known, it is `free_mps`.
    """
    count = len(line.points)
    # At a point, half way between the segments before and after it.
    axes = np.vstack([line.axes[:1], line.axes, line.axes[-1:]])
    directions = _unit(axes[:-1] + axes[1:])
    headings = line.headings[:, 0].tolist()
    progress = line.progress_m.tolist()
    speeds = []
    for i in range(count):
        low, high = max(0, i - _SMOOTHED_M // 2), min(count - 1, i + _SMOOTHED_M // 2)
        turn = abs(wrap_angle(headings[high] - headings[low]))
        curvature = turn / (progress[high] - progress[low])
        speed = float(line.limits_mps[i]) or free_mps
        if curvature > 0.0:
            speed = min(speed, sqrt(_LATERAL_MOST / curvature), _YAW_RATE_MOST / curvature)
        speeds.append(speed)
    # Where the line ends, so does what is known of the road.
    for i in range(count):
        if progress[i] > progress[-1] - STANDOFF_M:
            speeds[i] = 0.0
    for i in range(count - 2, -1, -1):
        reachable = speeds[i + 1] * speeds[i + 1] + 2.0 * _BRAKING * (progress[i + 1] - progress[i])
        speeds[i] = min(speeds[i], sqrt(reachable))
    return RouteTrack(line, directions, np.array(speeds))


def _unit(vectors: Floats) -> Floats:
    """The vectors with length 1; where a line turns back there is none, and east is taken."""
    square = vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1]
    length = np.sqrt(square)
    east = np.array([1.0, 0.0])
    is_short = length[:, np.newaxis] < 1e-6
    return np.where(is_short, east, vectors / np.where(is_short, 1.0, length[:, np.newaxis]))
