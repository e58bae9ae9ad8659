"""A lane: a centre line in the direction of travel, with its neighbours and successors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar, final

from project_ghost.core.dmath import atan2, wrap_angle
from project_ghost.world.maps.geometry._edges import line_beside
from project_ghost.world.maps.geometry._polyline import (
    Nearest,
    Point,
    Polyline,
    distances_along,
    gap,
    headings_along,
    nearest_on,
    point_along,
    segment_at,
)
from project_ghost.world.maps.index import ShapeIndex

from ._furniture import Outline
from ._pickled import stored_fields
from ._turn import Turn, turn_of

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

# Lanes that form roads: those for cars, and those that some vehicles have for themselves.
_ROAD_LANES = (*DRIVABLE, "bus", "taxi", "HOV")

# Lanes whose ground a car can drive on, allowed or not.
_PAVED = (*_ROAD_LANES, "shoulder", "parking", "stop")


T = TypeVar("T")


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
    `stations_m` are the stations of the road at which the points were sampled. If the map has
    edges of its own, `left_bound` and `right_bound` have a point for each of `points`.
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
    left_bound: Polyline = ()
    right_bound: Polyline = ()

    def __getstate__(self) -> dict[str, object]:
        return stored_fields(self)

    def at_points(self, kept: Sequence[int]) -> "Lane":
        """The lane with only these of its points."""

        def chosen(line: tuple[T, ...]) -> tuple[T, ...]:
            return tuple(line[i] for i in kept) if line else ()

        return replace(
            self,
            points=chosen(self.points),
            widths_m=chosen(self.widths_m),
            stations_m=chosen(self.stations_m),
            left_bound=chosen(self.left_bound),
            right_bound=chosen(self.right_bound),
        )

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

    @property
    def is_road_lane(self) -> bool:
        """Whether vehicles drive on the lane, if only buses or taxis; not if it has no width."""
        return self.kind in _ROAD_LANES and max(self.widths_m) > 0.0

    @property
    def is_paved(self) -> bool:
        """Whether a car can drive on the lane's ground: shoulders and parking spaces too."""
        return self.kind in _PAVED

    @cached_property
    def left_edge(self) -> Polyline:
        """The left edge: the map's, or half the width beside the centre line."""
        return self.left_bound or line_beside(self.points, tuple(0.5 * w for w in self.widths_m))

    @cached_property
    def right_edge(self) -> Polyline:
        """The right edge: the map's, or half the width beside the centre line."""
        return self.right_bound or line_beside(self.points, tuple(-0.5 * w for w in self.widths_m))

    @cached_property
    def outline(self) -> Outline:
        """The polygon between the edges: the right one forwards, the left one backwards."""
        return tuple((x, y) for x, y, _ in (*self.right_edge, *reversed(self.left_edge)))

    @cached_property
    def pieces(self) -> tuple[Outline, ...]:
        """The polygon in pieces, one for each segment of the centre line.

        Unlike the outline they never cross themselves in a bend that is tighter than the lane is
        wide.
        """
        left, right = self.left_edge, self.right_edge
        quads = []
        for i in range(len(left) - 1):
            corners = (right[i], right[i + 1], left[i + 1], left[i])
            quads.append(tuple((x, y) for x, y, _ in corners))
        return tuple(quads)

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
        i, fraction = self._segment_at(distance_m)
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

    def curvature_at(self, distance_m: float) -> float:
        """The curvature at a distance from the start, in 1/m; positive to the left.

        At a point of the centre line it is the turn over the mean length of the two segments
        there, and linear in between; at both ends it is that of the nearest inner point.
        """
        curvatures = self._curvatures
        i, fraction = self._segment_at(distance_m)
        return curvatures[i] + fraction * (curvatures[i + 1] - curvatures[i])

    def contains(self, x_m: float, y_m: float) -> bool:
        """Whether a point is on the lane."""
        return bool(self._area.containing(x_m, y_m))

    def distance(self, x_m: float, y_m: float) -> float:
        """The distance of a point from the lane; 0 on it."""
        away = self._area.nearest(x_m, y_m)
        assert away is not None
        return away[2]

    def signed_distance(self, x_m: float, y_m: float) -> float:
        """The distance of a point from the lane's outline; negative on the lane."""
        away = self._border.nearest(x_m, y_m)
        assert away is not None
        return -away[2] if self.contains(x_m, y_m) else away[2]

    def _segment_at(self, distance_m: float) -> tuple[int, float]:
        """The segment of the centre line at a distance, and the fraction of it before there."""
        i = segment_at(self.distances_m, distance_m)
        start, end = self.distances_m[i], self.distances_m[i + 1]
        return i, min(1.0, max(0.0, (distance_m - start) / (end - start))) if end > start else 0.0

    @cached_property
    def _area(self) -> ShapeIndex:
        return ShapeIndex([self.pieces], "interpreted")

    @cached_property
    def _border(self) -> ShapeIndex:
        ring = (*self.outline, self.outline[0])
        return ShapeIndex([[ring[i : i + 2] for i in range(len(ring) - 1)]], "interpreted")

    @cached_property
    def _curvatures(self) -> tuple[float, ...]:
        headings = headings_along(self.points)
        inner = []
        for i in range(len(headings) - 1):
            before = gap(self.points[i], self.points[i + 1])
            after = gap(self.points[i + 1], self.points[i + 2])
            length = 0.5 * (before + after)
            turn = wrap_angle(headings[i + 1] - headings[i])
            inner.append(turn / length if length > 0.0 else 0.0)
        return (inner[0], *inner, inner[-1]) if inner else (0.0, 0.0)

    @cached_property
    def turn_rad(self) -> float:
        """How far the lane turns from its start to its end; positive to the left."""
        headings = headings_along(self.points)
        total = 0.0
        for i in range(len(headings) - 1):
            total += wrap_angle(headings[i + 1] - headings[i])
        return total

    @property
    def turn(self) -> Turn:
        """Where the lane leads: a turn is at least 30 degrees, a U-turn 150."""
        return turn_of(self.turn_rad)

    def cross_section(self, distance_m: float) -> tuple[Point, Point]:
        """The points of the left and the right edge at a distance from the start."""
        i, fraction = self._segment_at(distance_m)
        return (
            _between(self.left_edge[i], self.left_edge[i + 1], fraction),
            _between(self.right_edge[i], self.right_edge[i + 1], fraction),
        )


def _between(a: Point, b: Point, fraction: float) -> Point:
    return (
        a[0] + fraction * (b[0] - a[0]),
        a[1] + fraction * (b[1] - a[1]),
        a[2] + fraction * (b[2] - a[2]),
    )
