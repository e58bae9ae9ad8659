"""Map objects: their ids, and what they cover."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from project_ghost.closed_loop.states import Point2D
from project_ghost.world.maps import Outline
from project_ghost.world.maps.index import ShapeIndex

from ._shapely import polygon_of

if TYPE_CHECKING:
    from shapely.geometry import Polygon

__all__ = ["AbstractMapObject", "PolygonMapObject"]


class AbstractMapObject:
    """An object of a map."""

    def __init__(self, object_id: str) -> None:
        self.id = str(object_id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"


class PolygonMapObject(AbstractMapObject):
    """An object that covers ground: a polygon, in pieces that are simple polygons."""

    def __init__(self, object_id: str, outline: Outline, pieces: Sequence[Outline] = ()) -> None:
        super().__init__(object_id)
        self._outline = outline
        self._pieces = pieces or (outline,)

    @property
    def outline(self) -> Outline:
        """The corners of the polygon."""
        return self._outline

    @cached_property
    def polygon(self) -> Polygon:
        """The ground as a polygon of shapely."""
        return polygon_of(self._outline, f"{type(self).__name__}.polygon")

    def contains_point(self, point: Point2D) -> bool:
        """Whether a point is on the object."""
        return bool(self._area.containing(point.x, point.y))

    @cached_property
    def _area(self) -> ShapeIndex:
        return ShapeIndex([self._pieces], "interpreted")
