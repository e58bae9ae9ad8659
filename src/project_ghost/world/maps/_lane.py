"""A lane: a centre line in the direction of travel, and what is beside, before and after it."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, final

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

# What a lane is for; OpenDRIVE's own words, and `other` for what is none of them.
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

# On these, a car may go.
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
    """From a distance along the lane to the next such: a limit, or None for no (known) limit."""

    start_m: float
    limit_mps: float | None


@final
@dataclass(frozen=True)
class Lane:
    """A stretch of road of one lane.

    `points` run in the direction of travel; `widths_m` belong to them one by one. `left` and
    `right` are the lanes beside it with the same direction of travel, `opposite` the one across
    the centre line; an empty text is none. `stations_m`, where the map has exact geometry, are
    the stations of its road at which the points were taken.
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
        """Whether cars may go on it."""
        return self.kind in DRIVABLE

    def point_at(self, distance_m: float) -> Point:
        """The centre line's point at a distance from its start."""
        return point_along(self.points, self.distances_m, distance_m)

    def width_at(self, distance_m: float) -> float:
        """The width at a distance from its start."""
        i = segment_at(self.distances_m, distance_m)
        start, end = self.distances_m[i], self.distances_m[i + 1]
        share = min(1.0, max(0.0, (distance_m - start) / (end - start))) if end > start else 0.0
        return self.widths_m[i] + share * (self.widths_m[i + 1] - self.widths_m[i])

    def limit_at(self, distance_m: float) -> float | None:
        """The speed limit there; None where none is known."""
        found = None
        for limit in self.speed_limits:
            if limit.start_m <= distance_m:
                found = limit.limit_mps
        return found

    def nearest(self, x_m: float, y_m: float) -> Nearest:
        """Where on the centre line a point is nearest."""
        return nearest_on(self.points, self.distances_m, x_m, y_m)
