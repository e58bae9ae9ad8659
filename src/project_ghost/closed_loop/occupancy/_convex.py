"""An occupancy map of convex polygons, on `world.geometry`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, final

from project_ghost.closed_loop.states import SceneObject
from project_ghost.core.arrays import Floats
from project_ghost.world.geometry import distance, overlaps

from ._abstract import OccupancyMap

__all__ = ["ConvexOccupancyMap"]


@final
class ConvexOccupancyMap(OccupancyMap[Floats]):
    """Convex polygons as arrays (corners, 2), anticlockwise, such as a box's `corners_array`."""

    @classmethod
    def from_objects(cls, scene_objects: Iterable[SceneObject]) -> Self:
        """The boxes of objects by their track tokens."""
        return cls(
            {
                thing.track_token: thing.box.corners_array
                for thing in scene_objects
                if thing.track_token is not None
            }
        )

    def get_nearest_entry_to(self, geometry_id: str) -> tuple[str, Floats, float]:
        """The nearest other polygon: its name, itself, its distance."""
        others = self._others(geometry_id)
        own = self._shapes[geometry_id]
        nearest, least = others[0], float("inf")
        for name in others:
            shape = self._shapes[name]
            apart = distance(own, len(own), 0.0, shape, len(shape), 0.0)
            if apart < least:
                nearest, least = name, apart
        return nearest, self._shapes[nearest], least

    def intersects(self, geometry: Floats) -> Self:
        """A map of the polygons that overlap or touch another one."""
        return type(self)(
            {
                name: shape
                for name, shape in self._shapes.items()
                if overlaps(shape, len(shape), 0.0, geometry, len(geometry), 0.0)
            }
        )
