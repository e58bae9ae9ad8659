"""Maps: roads and lanes, junctions, crossings, lights, obstacles.

General layout: `_polyline`, `_outline`, `_edges` (plane geometry), `index` (shapes by place),
`_turn`, `_lane`, `_furniture`, `_road_map`, `_pickled` (the model), `_roadblocks`,
`_intersections`, `_layers` (what follows from it), `_sampling` (curves to polylines), `_xml`
(bounded XML), `opendrive`, `commonroad` (readers of these formats), `_native` and `_native_text`
(reader and writer of Ghost's own files), `_read_map` (any format), `_library` (the built-in maps,
files in builtin/), `_summary` (text).
"""

from ._furniture import COLOURS as COLOURS
from ._furniture import Area as Area
from ._furniture import Controller as Controller
from ._furniture import Crossing as Crossing
from ._furniture import Light as Light
from ._furniture import LightPhase as LightPhase
from ._furniture import LightProgram as LightProgram
from ._furniture import Obstacle as Obstacle
from ._furniture import Outline as Outline
from ._furniture import Sign as Sign
from ._furniture import StopLine as StopLine
from ._intersections import Intersection as Intersection
from ._lane import Lane as Lane
from ._lane import SpeedLimit as SpeedLimit
from ._layers import Layer as Layer
from ._layers import LayerName as LayerName
from ._layers import stop_area as stop_area
from ._library import builtin_maps as builtin_maps
from ._native import read_native as read_native
from ._native_text import native_text as native_text
from ._outline import outline_contains as outline_contains
from ._polyline import Nearest as Nearest
from ._polyline import Point as Point
from ._polyline import Polyline as Polyline
from ._polyline import distances_along as distances_along
from ._polyline import gap as gap
from ._polyline import headings_along as headings_along
from ._polyline import nearest_on as nearest_on
from ._polyline import nearest_on_piece as nearest_on_piece
from ._polyline import point_along as point_along
from ._polyline import resampled as resampled
from ._read_map import MAP_SUFFIXES as MAP_SUFFIXES
from ._read_map import read_map as read_map
from ._road_map import Bounds as Bounds
from ._road_map import ExactRoad as ExactRoad
from ._road_map import Junction as Junction
from ._road_map import Road as Road
from ._road_map import RoadMap as RoadMap
from ._road_map import Unread as Unread
from ._roadblocks import Roadblock as Roadblock
from ._summary import lane_rows as lane_rows
from ._summary import light_rows as light_rows
from ._summary import map_counts as map_counts
from ._summary import road_rows as road_rows
from ._summary import stop_line_rows as stop_line_rows
from ._turn import Turn as Turn

__all__ = [
    "COLOURS",
    "MAP_SUFFIXES",
    "Area",
    "Bounds",
    "Controller",
    "Crossing",
    "ExactRoad",
    "Intersection",
    "Junction",
    "Lane",
    "Layer",
    "LayerName",
    "Light",
    "LightPhase",
    "LightProgram",
    "Nearest",
    "Obstacle",
    "Outline",
    "Point",
    "Polyline",
    "Road",
    "RoadMap",
    "Roadblock",
    "Sign",
    "SpeedLimit",
    "StopLine",
    "Turn",
    "Unread",
    "builtin_maps",
    "distances_along",
    "gap",
    "headings_along",
    "lane_rows",
    "light_rows",
    "map_counts",
    "native_text",
    "nearest_on",
    "nearest_on_piece",
    "outline_contains",
    "point_along",
    "read_map",
    "read_native",
    "resampled",
    "road_rows",
    "stop_area",
    "stop_line_rows",
]
