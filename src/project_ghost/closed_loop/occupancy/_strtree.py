"""An occupancy map of shapely geometries, under the names that planners for nuPlan import.

The name says how nuPlan finds neighbours; of the few shapes around a vehicle, all are tested at
once, so that answers have one order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Self, TypeAlias, final

from project_ghost.closed_loop.states import SceneObject

from ._abstract import OccupancyMap

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    Geometry: TypeAlias = BaseGeometry

__all__ = ["STRTreeOccupancyMap", "STRTreeOccupancyMapFactory"]


@final
class STRTreeOccupancyMap(OccupancyMap["Geometry"]):
    """Shapely geometries by name."""

    def get_nearest_entry_to(self, geometry_id: str) -> tuple[str, Geometry, float]:
        """The nearest other geometry: its name, itself, its distance."""
        import shapely

        others = self._others(geometry_id)
        apart = shapely.distance([self._shapes[name] for name in others], self._shapes[geometry_id])
        index = int(apart.argmin())
        return others[index], self._shapes[others[index]], float(apart[index])

    def intersects(self, geometry: Geometry) -> Self:
        """A map of the geometries that overlap or touch another one."""
        import shapely

        if self.is_empty():
            return type(self)({})
        touching = shapely.intersects(list(self._shapes.values()), geometry)
        return type(self)(
            {
                name: shape
                for (name, shape), meets in zip(self._shapes.items(), touching, strict=True)
                if meets
            }
        )


@final
class STRTreeOccupancyMapFactory:
    """Makes occupancy maps of shapely geometries."""

    @staticmethod
    def get_from_boxes(scene_objects: Iterable[SceneObject]) -> STRTreeOccupancyMap:
        """The boxes of objects by their track tokens."""
        return STRTreeOccupancyMap(
            {
                thing.track_token: thing.box.geometry
                for thing in scene_objects
                if thing.track_token is not None
            }
        )

    @staticmethod
    def get_from_geometry(
        geometries: Sequence[Geometry], geometry_ids: Sequence[str] | None = None
    ) -> STRTreeOccupancyMap:
        """Geometries by given names, or by their places in the list."""
        names = range(len(geometries)) if geometry_ids is None else geometry_ids
        return STRTreeOccupancyMap(
            {str(name): shape for name, shape in zip(names, geometries, strict=True)}
        )
