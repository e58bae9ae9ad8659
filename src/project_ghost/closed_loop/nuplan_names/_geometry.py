"""The type of shapes in occupancy maps, for annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

__all__ = ["Geometry"]

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    Geometry: TypeAlias = BaseGeometry
else:
    try:
        from shapely.geometry.base import BaseGeometry as Geometry
    except ImportError:  # an annotation needs no shapely
        Geometry = Any
