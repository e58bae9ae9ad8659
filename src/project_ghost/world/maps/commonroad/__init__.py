"""The reader of CommonRoad files, versions 2018b and 2020a: their maps.

General layout: `_document` (the file: version, time step), `_lanelets` (lanes with bounds and
links), `_kinds` (kinds of lanes), `_signs` (signs and speed limits), `_lights` (lights with their
cycles, stop lines), `_shapes` (also of buildings), `_junctions` (which lanes form junctions),
`_read` (the map). Obstacles and planning problems belong to a scenario: `scenario.commonroad`.
"""

from project_ghost.world.maps._xml import Element as Element

from ._document import CommonRoadDocument as CommonRoadDocument
from ._document import open_commonroad as open_commonroad
from ._document import point as point
from ._document import reference as reference
from ._read import map_of as map_of
from ._read import read_commonroad_map as read_commonroad_map
from ._shapes import centre_of as centre_of
from ._shapes import shape_outlines as shape_outlines
from ._shapes import size_of as size_of

__all__ = [
    "CommonRoadDocument",
    "Element",
    "centre_of",
    "map_of",
    "open_commonroad",
    "point",
    "read_commonroad_map",
    "reference",
    "shape_outlines",
    "size_of",
]
