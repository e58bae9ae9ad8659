"""Who is near: a grid over the scene, neighbours within a radius, pairs of circles that meet.

General layout: `_grid` (the grid, rebuilt each tick, and its queries), `_pairs` (the broad
phase of collision). All may be called inside a Kernel; what they find is in ascending order.
"""

from ._grid import bucket_count as bucket_count
from ._grid import fill_grid as fill_grid
from ._grid import rows_within as rows_within
from ._pairs import pairs_of_circles as pairs_of_circles

__all__ = ["bucket_count", "fill_grid", "pairs_of_circles", "rows_within"]
