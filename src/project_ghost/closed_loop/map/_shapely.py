"""The import of shapely, which only planners for nuPlan need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from project_ghost.core.errors import InputError
from project_ghost.world.maps import Outline

if TYPE_CHECKING:
    from shapely.geometry import LineString, Polygon

__all__ = ["line_string", "polygon_of", "polygon_of_several"]

# Gaps between lanes that lie side by side, and their rounding errors, are narrower.
_GAP_M = 0.05


def line_string(points: Sequence[tuple[float, ...]], where: str) -> LineString:
    """A line in the plane; `where` it was asked for, in errors."""
    return _geometry(where).LineString([point[:2] for point in points])


def polygon_of(outline: Outline, where: str) -> Polygon:
    """A valid polygon; `where` it was asked for, in errors.

    Of an outline that crosses itself it is what the outline encloses.
    """
    polygon = _geometry(where).Polygon(outline)
    if polygon.is_valid:
        return polygon
    from shapely import make_valid

    valid = _largest(make_valid(polygon))
    return valid if valid.geom_type == "Polygon" else polygon.buffer(0.0)  # empty


def polygon_of_several(outlines: Sequence[Outline], where: str) -> Polygon:
    """One polygon around several, without the narrow gaps between them."""
    parts = [polygon_of(outline, where).buffer(_GAP_M, join_style="mitre") for outline in outlines]
    union = parts[0]
    for part in parts[1:]:
        union = union.union(part)
    joined = union.buffer(-_GAP_M, join_style="mitre")
    return joined if joined.geom_type == "Polygon" else joined.convex_hull


def _largest(geometry: Any) -> Any:  # noqa: ANN401 - shapely's
    """The largest polygon among the parts of a geometry; of equal ones the first."""
    best = geometry
    for i, part in enumerate(getattr(geometry, "geoms", ())):
        found = _largest(part)
        best = found if i == 0 or found.area > best.area else best
    return best


def _geometry(where: str) -> Any:  # noqa: ANN401 - a module
    try:
        from shapely import geometry
    except ImportError:
        raise InputError(
            "shapely is not installed",
            where,
            "shapely, for programs that ask for its geometries",
            "pip install 'ghost-sim[nuplan-planners]', or use `road_map` of the map",
        ) from None
    return geometry
