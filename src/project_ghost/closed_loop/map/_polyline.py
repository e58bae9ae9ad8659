"""Baselines and boundaries of lanes."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import Point2D, StateSE2
from project_ghost.core.dmath import atan2, sqrt
from project_ghost.world.maps import (
    Nearest,
    Point,
    Polyline,
    distances_along,
    gap,
    headings_along,
    nearest_on_piece,
    point_along,
)
from project_ghost.world.maps.index import ShapeIndex

from ._objects import AbstractMapObject
from ._shapely import line_string

if TYPE_CHECKING:
    from shapely.geometry import LineString

__all__ = ["PolylineMapObject"]

# Distances that nuPlan estimates curvature and heading over, metres.
_FOR_CURVATURE_M = 2.0
_FOR_HEADING_M = 0.5


class PolylineMapObject(AbstractMapObject):
    """A line: the middle of a lane in the direction of travel, or one of its boundaries."""

    def __init__(self, path_id: str, points: Polyline) -> None:
        super().__init__(path_id)
        # Lines of nuPlan do not repeat points.
        kept = [i for i in range(len(points)) if i == 0 or points[i][:2] != points[i - 1][:2]]
        self._points = tuple(points[i] for i in kept)
        self._distances = distances_along(self._points)
        if not self._distances[-1] > 0.0:
            raise ClosedLoopValueError("The length of the polyline has to be greater than 0!")

    @property
    def points(self) -> Polyline:
        """The corners of the line."""
        return self._points

    @cached_property
    def linestring(self) -> LineString:
        """The line as a LineString of shapely."""
        return line_string(self._points, "PolylineMapObject.linestring")

    @property
    def length(self) -> float:
        """The length, metres."""
        return self._distances[-1]

    @cached_property
    def discrete_path(self) -> list[StateSE2]:
        """The corners, each with the heading to the next one; the last with that to it."""
        headings = headings_along(self._points)
        return [
            StateSE2(x, y, heading)
            for (x, y, _), heading in zip(self._points, (*headings, headings[-1]), strict=True)
        ]

    def nearest(self, point: Point2D) -> Nearest:
        """The nearest place on the line: distance along it, offset to the left, the place."""
        found = self._segments.nearest(point.x, point.y)
        assert found is not None
        return nearest_on_piece(self._points, self._distances, found[1], point.x, point.y)

    def get_nearest_arc_length_from_position(self, point: Point2D) -> float:
        """The distance along the line of its place nearest to a point."""
        return self.nearest(point).distance_m

    def get_nearest_pose_from_position(self, point: Point2D) -> StateSE2:
        """The place nearest to a point; its heading is that of the next half metre."""
        arc_length = self.get_nearest_arc_length_from_position(point)
        here, ahead = self._at(arc_length), self._at(arc_length + _FOR_HEADING_M)
        start = here
        if here == ahead:
            start = self._at(arc_length - _FOR_HEADING_M)
        return StateSE2(here[0], here[1], atan2(ahead[1] - start[1], ahead[0] - start[0]))

    def get_curvature_at_arc_length(self, arc_length: float) -> float:
        """The curvature at a distance along the line, in 1/m, positive to the left.

        It is that of the circle through three points two metres apart.
        """
        if not 0.0 <= arc_length <= self.length:
            raise ClosedLoopValueError(
                f"the arc length is {arc_length!r}",
                "get_curvature_at_arc_length",
                f"from 0 to the length of the line, {self.length!r}",
                "use get_nearest_curvature_from_position",
            )
        reach = min(_FOR_CURVATURE_M, 0.5 * self.length)
        middle = min(max(arc_length, reach), self.length - reach)
        return _curvature(self._at(middle - reach), self._at(middle), self._at(middle + reach))

    def get_nearest_curvature_from_position(self, point: Point2D) -> float:
        """The curvature at the place nearest to a point."""
        return self.get_curvature_at_arc_length(self.get_nearest_arc_length_from_position(point))

    def _at(self, arc_length: float) -> Point:
        return point_along(self._points, self._distances, arc_length)

    @cached_property
    def _segments(self) -> ShapeIndex:
        return ShapeIndex([[self._points[i : i + 2] for i in range(len(self._points) - 1)]])


def _curvature(first: Point, second: Point, third: Point) -> float:
    a, b, c = gap(first, second), gap(second, third), gap(third, first)
    # Sixteen times the square of the triangle's area, by Heron's formula.
    square = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c))
    if square < 1e-6:  # almost in line
        return 0.0
    dx, dy = second[0] - first[0], second[1] - first[1]
    side = dx * (third[1] - first[1]) - dy * (third[0] - first[0])
    curvature = sqrt(square) / (a * b * c)
    return curvature if side > 0.0 else -curvature
