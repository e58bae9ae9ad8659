"""The reader of CommonRoad files, versions 2018b and 2020a: their maps.

General layout: `_document` (the file: version, time step), `_lanelets` (lanes with bounds and
links), `_kinds` (kinds of lanes), `_signs` (signs and speed limits), `_lights` (lights with their
cycles, stop lines), `_junctions` (which lanes form junctions), `_read` (the map). Obstacles and
planning problems belong to a scenario: `scenario.commonroad`.
"""

from ._document import CommonRoadDocument as CommonRoadDocument
from ._document import open_commonroad as open_commonroad
from ._document import point as point
from ._document import reference as reference
from ._read import map_of as map_of
from ._read import read_commonroad_map as read_commonroad_map

__all__ = [
    "CommonRoadDocument",
    "map_of",
    "open_commonroad",
    "point",
    "read_commonroad_map",
    "reference",
]
