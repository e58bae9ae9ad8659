"""Random shapes, for us and for shapely."""

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray
from shapely import MultiPoint, Point
from shapely import Polygon as ShapelyPolygon

from project_ghost.world.geometry import place_shape

coordinates = st.floats(-8.0, 8.0)
angles = st.floats(-7.0, 7.0)
extents = st.floats(0.05, 5.0)


@dataclass(frozen=True)
class Shape:
    """Corners as kernels have them, and the same for shapely."""

    corners: NDArray[np.float64]
    count: int
    radius: float

    @property
    def arguments(self) -> tuple[NDArray[np.float64], int, float]:
        return self.corners, self.count, self.radius

    def moved(self, x: float, y: float) -> "Shape":
        return Shape(self.corners + np.array([x, y]), self.count, self.radius)

    def for_shapely(self, quad_segs: int = 256):
        points = self.corners[: self.count]
        core = Point(points[0]) if self.count == 1 else ShapelyPolygon(points)
        return core.buffer(self.radius, quad_segs=quad_segs) if self.radius else core


def box(x, y, yaw, half_length, half_width):
    corners = np.full((4, 2), np.nan)
    count = place_shape(x, y, yaw, half_length, half_width, 0.0, corners)
    return Shape(corners, count, 0.0)


def circle(x, y, radius):
    corners = np.full((4, 2), np.nan)
    return Shape(corners, place_shape(x, y, 0.0, 0.0, 0.0, radius, corners), radius)


def convex(points):
    """The hull of some points, or None where it has no area to speak of."""
    hull = MultiPoint(points).convex_hull
    if hull.geom_type != "Polygon" or hull.area < 1e-3:
        return None
    ring = np.array(hull.exterior.coords)[:-1]
    if not hull.exterior.is_ccw:
        ring = ring[::-1]
    return Shape(np.ascontiguousarray(ring), len(ring), 0.0)


boxes = st.builds(box, coordinates, coordinates, angles, extents, extents)
circles = st.builds(circle, coordinates, coordinates, extents)
polygons = (
    st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=8)
    .map(convex)
    .filter(lambda shape: shape is not None)
)
shapes = st.one_of(boxes, circles, polygons)
