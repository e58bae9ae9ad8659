"""Runs and maps made by hand, with known answers."""

from collections.abc import Sequence

import numpy as np

from project_ghost.closed_loop.metrics import EgoShape, RunArrays
from project_ghost.world.bodies import BODY_WIDTH
from project_ghost.world.maps import Lane, RoadMap

SHAPE = EgoShape(5.176, 2.297, 1.461)


class GridOfLanes:
    """Straight lanes along x, each an axis-aligned strip; a lane map for tests.

    A lane is (id, left x, right x, centre y, forward, limit); the width is 4 m. Successors are the
    lanes that begin where one ends, at the same y.
    """

    WIDTH = 4.0

    def __init__(self, *lanes, junction: Sequence[str] = ()) -> None:
        self._lanes = {lane[0]: lane[1:] for lane in lanes}
        self._junction = frozenset(junction)
        self.road_map = RoadMap(
            "strips",
            lanes=tuple(
                Lane(name, "road", "driving", ((low, y, 0.0), (high, y, 0.0)), (4.0, 4.0))
                for name, (low, high, y, _, _) in self._lanes.items()
            ),
        )

    def lanes_at(self, points):
        return [tuple(n for n in self._lanes if self._away(n, x, y) == 0.0) for x, y in points]

    def _away(self, name, x, y):
        low, high, middle, _, _ = self._lanes[name]
        dx = max(low - x, 0.0, x - high)
        dy = max(abs(y - middle) - 0.5 * self.WIDTH, 0.0)
        return float(np.hypot(dx, dy))

    def drivable_distance_m(self, points):
        return np.array([min(self._away(name, x, y) for name in self._lanes) for x, y in points])

    def lane_distance_m(self, lane, points):
        return np.array([self._away(lane, x, y) for x, y in points])

    def in_intersection(self, points):
        return np.array(
            [any(self._away(n, x, y) == 0.0 for n in self._junction) for x, y in points], dtype=bool
        )

    def is_connector(self, lane):
        return lane in self._junction

    def successors(self, lane):
        low, high, y, forward, _ = self._lanes[lane]
        end = high if forward else low
        return tuple(
            other
            for other, (a, b, other_y, other_forward, _) in self._lanes.items()
            if other_y == y and other_forward == forward and (a if forward else b) == end
        )

    def predecessors(self, lane):
        return tuple(other for other in self._lanes if lane in self.successors(other))

    def roadblock_of(self, lane):
        low, high, _, forward, _ = self._lanes[lane]
        return f"{low}-{high}-{forward}"

    def lane_length_m(self, lane):
        return self._lanes[lane][1] - self._lanes[lane][0]

    def speed_limit_mps(self, lane):
        return self._lanes[lane][4]

    def arc_length(self, lane, points):
        low, high, _, forward, _ = self._lanes[lane]
        x = np.clip(points[:, 0], low, high)
        return x - low if forward else high - x


def drive(
    xs, ys=0.0, yaws=0.0, speeds=None, *, step_ns=100_000_000, others=(), **options
) -> RunArrays:
    """A run of the ego's rear axle over some places; `others` are (x, y, yaw, speed) over time.

    The speed is the derivative of x unless it is given.
    """
    xs = np.asarray(xs, dtype=float)
    count = len(xs)
    ego = np.zeros((count, 11))
    ego[:, 0] = xs
    ego[:, 1] = ys
    ego[:, 2] = yaws
    step_s = step_ns / 1e9
    ego[:, 3] = np.gradient(xs, step_s) if speeds is None else speeds
    bodies = np.zeros((count, 1 + len(others), BODY_WIDTH))
    bodies[:, 0, 0] = 1.0
    for row, (x, y, yaw, speed) in enumerate(others, start=1):
        bodies[:, row, 0] = 1.0
        bodies[:, row, 1] = row
        bodies[:, row, 2] = x
        bodies[:, row, 3] = y
        bodies[:, row, 5] = yaw
        bodies[:, row, 6] = np.cos(yaw) * np.asarray(speed)
        bodies[:, row, 7] = np.sin(yaw) * np.asarray(speed)
    rows = 1 + len(others)
    given = {
        "kinds": np.zeros(rows, dtype=np.int64),
        "lengths_m": np.full(rows, 4.5),
        "widths_m": np.full(rows, 1.8),
        **options,
    }
    return RunArrays(step_ns * np.arange(count), ego, bodies, ego_row=0, shape=SHAPE, **given)
