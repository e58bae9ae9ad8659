"""Neighbours: a grid over the scene, bodies within a radius, overlapping pairs of circles.

General layout: `_grid` (the grid, rebuilt each tick, and its queries), `_pairs` (the broad
phase of collision). Kernels may call all of them; results are in ascending order of rows.
"""

from ._grid import bucket_count as bucket_count
from ._grid import fill_grid as fill_grid
from ._grid import rows_within as rows_within
from ._pairs import pairs_of_circles as pairs_of_circles

__all__ = ["bucket_count", "fill_grid", "pairs_of_circles", "rows_within"]
