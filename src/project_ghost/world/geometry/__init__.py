"""Shapes in the plane: boxes, circles, polygons; overlap, distance, sweeps and rays.

General layout: `_shapes` (a shape as corners and a radius), `_separation` (separating axes,
distance), `_boxes` (many boxes at once), `_contact_points` (where two shapes touch), `_sweep` (when
two moving shapes first touch), `_polygons` (area, point in polygon, bounds), `_rays` (ray casts and
lines of sight), `_convex` (convex decomposition, at set-up).

All but `convex_pieces` and the functions of `_boxes` may be called inside a Kernel.
"""

from ._boxes import box_corners as box_corners
from ._boxes import boxes_overlap as boxes_overlap
from ._contact_points import contact_points as contact_points
from ._convex import convex_pieces as convex_pieces
from ._convex import is_convex as is_convex
from ._polygons import bounds as bounds
from ._polygons import is_inside as is_inside
from ._polygons import signed_area as signed_area
from ._rays import ray_hits_body as ray_hits_body
from ._rays import ray_hits_box as ray_hits_box
from ._rays import ray_hits_circle as ray_hits_circle
from ._rays import ray_hits_polygon as ray_hits_polygon
from ._rays import segment_is_clear as segment_is_clear
from ._separation import distance as distance
from ._separation import nearest_on_segment as nearest_on_segment
from ._separation import overlaps as overlaps
from ._separation import separation as separation
from ._shapes import FARTHEST_M as FARTHEST_M
from ._shapes import LARGEST_M as LARGEST_M
from ._shapes import UNLIMITED_M as UNLIMITED_M
from ._shapes import extent as extent
from ._shapes import place_box as place_box
from ._shapes import place_shape as place_shape
from ._shapes import reach as reach
from ._sweep import MOTION_WIDTH as MOTION_WIDTH
from ._sweep import NEVER as NEVER
from ._sweep import TOUCH_M as TOUCH_M
from ._sweep import first_touch as first_touch
from ._sweep import place_at as place_at

__all__ = [
    "FARTHEST_M",
    "LARGEST_M",
    "MOTION_WIDTH",
    "NEVER",
    "TOUCH_M",
    "UNLIMITED_M",
    "bounds",
    "box_corners",
    "boxes_overlap",
    "contact_points",
    "convex_pieces",
    "distance",
    "extent",
    "first_touch",
    "is_convex",
    "is_inside",
    "nearest_on_segment",
    "overlaps",
    "place_at",
    "place_box",
    "place_shape",
    "ray_hits_body",
    "ray_hits_box",
    "ray_hits_circle",
    "ray_hits_polygon",
    "reach",
    "segment_is_clear",
    "separation",
    "signed_area",
]
