"""A lane: a centre line in the direction of travel, with its neighbours and successors."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, final

from project_ghost.core.dmath import atan2

from ._polyline import (
    Nearest,
    Point,
    Polyline,
    distances_along,
    nearest_on,
    point_along,
    segment_at,
)

__all__ = ["KINDS", "Lane", "SpeedLimit"]

# The lane types of OpenDRIVE, and `other` for any unknown one.
KINDS = (
    "driving",
    "sidewalk",
    "shoulder",
    "biking",
    "parking",
    "bus",
    "taxi",
    "HOV",
    "bidirectional",
    "entry",
    "exit",
    "onRamp",
    "offRamp",
    "connectingRamp",
    "slipLane",
    "stop",
    "border",
    "curb",
    "median",
    "restricted",
    "tram",
    "rail",
    "roadWorks",
    "none",
    "other",
)

# Lanes for cars.
DRIVABLE = (
    "driving",
    "bidirectional",
    "entry",
    "exit",
    "onRamp",
    "offRamp",
    "connectingRamp",
    "slipLane",
)


class SpeedLimit(NamedTuple):
    """The limit from a distance along the lane up to the next entry; None if no limit is known."""

    start_m: float
    limit_mps: float | None


@final
@dataclass(frozen=True)
class Lane:
    """One lane of a piece of road.

    `points` are in the direction of travel, and `widths_m` are the widths at the points. `left`
    and `right` are the adjacent lanes with the same direction of travel, `opposite` is the one
    across the centre line; an empty text means none. If the map has exact geometry,
    `stations_m` are the stations of the road at which the points were sampled.
    """

    id: str
    road: str
    kind: str
    points: Polyline
    widths_m: tuple[float, ...]
    speed_limits: tuple[SpeedLimit, ...] = ()
    left: str = ""
    right: str = ""
    opposite: str = ""
    may_change_left: bool = False
    may_change_right: bool = False
    successors: tuple[str, ...] = ()
    predecessors: tuple[str, ...] = ()
    stations_m: tuple[float, ...] = ()

    @cached_property
    def distances_m(self) -> tuple[float, ...]:
        """The distance of each point from the first, along the centre line."""
        return distances_along(self.points)

    @property
    def length_m(self) -> float:
        """The length of the centre line."""
        return self.distances_m[-1]

    @property
    def is_drivable(self) -> bool:
        """Whether the lane is for cars."""
        return self.kind in DRIVABLE

    def point_at(self, distance_m: float) -> Point:
        """The centre line's point at a distance from its start."""
        return point_along(self.points, self.distances_m, distance_m)

    def heading_at(self, distance_m: float) -> float:
        """The direction of travel at a distance from its start, in radians from the x axis."""
        i = segment_at(self.distances_m, distance_m)
        a, b = self.points[i], self.points[i + 1]
        return atan2(b[1] - a[1], b[0] - a[0])

    def width_at(self, distance_m: float) -> float:
        """The width at a distance from its start."""
        i = segment_at(self.distances_m, distance_m)
        start, end = self.distances_m[i], self.distances_m[i + 1]
        fraction = min(1.0, max(0.0, (distance_m - start) / (end - start))) if end > start else 0.0
        return self.widths_m[i] + fraction * (self.widths_m[i + 1] - self.widths_m[i])

    def limit_at(self, distance_m: float) -> float | None:
        """The speed limit at a distance from the start; None if none is known."""
        current = None
        for limit in self.speed_limits:
            if limit.start_m <= distance_m:
                current = limit.limit_mps
        return current

    def nearest(self, x_m: float, y_m: float) -> Nearest:
        """The position on the centre line nearest to a point."""
        return nearest_on(self.points, self.distances_m, x_m, y_m)
