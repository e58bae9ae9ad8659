"""What an occupancy map is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Generic, Self, TypeVar

from project_ghost.closed_loop.errors import ClosedLoopValueError

__all__ = ["OccupancyMap"]

Shape = TypeVar("Shape")


class OccupancyMap(ABC, Generic[Shape]):
    """Shapes by name, in the order in which they were inserted. Answers keep that order."""

    def __init__(self, shapes: Mapping[str, Shape] | None = None) -> None:
        self._shapes = dict(shapes or {})

    @abstractmethod
    def get_nearest_entry_to(self, geometry_id: str) -> tuple[str, Shape, float]:
        """The nearest other shape: its name, itself, its distance; of equally near ones, the first.

        The map must have another shape.
        """

    @abstractmethod
    def intersects(self, geometry: Shape) -> Self:
        """A map of the shapes that overlap or touch another one."""

    def insert(self, geometry_id: str, geometry: Shape) -> None:
        """Add a shape, or replace the one of that name."""
        self._shapes[geometry_id] = geometry

    def get(self, geometry_id: str) -> Shape:
        """The shape of a name."""
        return self._shapes[geometry_id]

    def set(self, geometry_id: str, geometry: Shape) -> None:
        """Replace a shape, or add it."""
        self._shapes[geometry_id] = geometry

    def get_all_ids(self) -> list[str]:
        """All names."""
        return list(self._shapes)

    def get_all_geometries(self) -> list[Shape]:
        """All shapes."""
        return list(self._shapes.values())

    @property
    def size(self) -> int:
        """The number of shapes."""
        return len(self._shapes)

    def is_empty(self) -> bool:
        """Whether there is no shape."""
        return not self._shapes

    def contains(self, geometry_id: str) -> bool:
        """Whether there is a shape of a name."""
        return geometry_id in self._shapes

    def remove(self, geometry_ids: Iterable[str]) -> None:
        """Remove shapes by name."""
        for name in geometry_ids:
            if name not in self._shapes:
                raise ClosedLoopValueError("Geometry does not exist in occupancy map")
            del self._shapes[name]

    def __len__(self) -> int:
        return self.size

    def _others(self, geometry_id: str) -> list[str]:
        if geometry_id not in self._shapes:
            raise ClosedLoopValueError("This occupancy map does not contain given geometry id")
        others = [name for name in self._shapes if name != geometry_id]
        if not others:
            raise ClosedLoopValueError(
                f"there is no other shape than {geometry_id!r}",
                where="OccupancyMap.get_nearest_entry_to",
                expected="2 or more shapes",
            )
        return others
