"""Occupancy maps: which shapes meet another, and which is nearest.

General layout: `_abstract` (what an occupancy map is), `_convex` (convex polygons, on
`world.geometry`), `_strtree` (shapely geometries, for planners written for nuPlan).
"""

from ._abstract import OccupancyMap as OccupancyMap
from ._convex import ConvexOccupancyMap as ConvexOccupancyMap
from ._strtree import STRTreeOccupancyMap as STRTreeOccupancyMap
from ._strtree import STRTreeOccupancyMapFactory as STRTreeOccupancyMapFactory

__all__ = [
    "ConvexOccupancyMap",
    "OccupancyMap",
    "STRTreeOccupancyMap",
    "STRTreeOccupancyMapFactory",
]
