"""Maps: roads and lanes, junctions, crossings, lights, obstacles.

General layout: `model` (what a map consists of), `geometry` (polylines and outlines), `index`
(shapes by place), `native` (Ghost's own files), `opendrive`, `commonroad` (readers of these
formats), `_xml` (bounded XML), `_read_map` (any format), `_library` (the built-in maps, files in
builtin/), `_summary` (text).
"""

from ._library import builtin_maps as builtin_maps
from ._read_map import MAP_SUFFIXES as MAP_SUFFIXES
from ._read_map import read_map as read_map
from ._read_map import within_reach as within_reach
from ._summary import lane_rows as lane_rows
from ._summary import light_rows as light_rows
from ._summary import map_counts as map_counts
from ._summary import road_rows as road_rows
from ._summary import stop_line_rows as stop_line_rows
from .geometry._outline import outline_contains as outline_contains
from .geometry._polyline import Nearest as Nearest
from .geometry._polyline import Point as Point
from .geometry._polyline import Polyline as Polyline
from .geometry._polyline import distances_along as distances_along
from .geometry._polyline import gap as gap
from .geometry._polyline import headings_along as headings_along
from .geometry._polyline import nearest_on as nearest_on
from .geometry._polyline import nearest_on_piece as nearest_on_piece
from .geometry._polyline import point_along as point_along
from .geometry._polyline import resampled as resampled
from .model._furniture import COLOURS as COLOURS
from .model._furniture import Area as Area
from .model._furniture import Controller as Controller
from .model._furniture import Crossing as Crossing
from .model._furniture import Light as Light
from .model._furniture import LightPhase as LightPhase
from .model._furniture import LightProgram as LightProgram
from .model._furniture import Obstacle as Obstacle
from .model._furniture import Outline as Outline
from .model._furniture import Sign as Sign
from .model._furniture import StopLine as StopLine
from .model._intersections import Intersection as Intersection
from .model._lane import Lane as Lane
from .model._lane import SpeedLimit as SpeedLimit
from .model._layers import Layer as Layer
from .model._layers import LayerName as LayerName
from .model._layers import stop_area as stop_area
from .model._road_map import Bounds as Bounds
from .model._road_map import ExactRoad as ExactRoad
from .model._road_map import Junction as Junction
from .model._road_map import Road as Road
from .model._road_map import RoadMap as RoadMap
from .model._road_map import Unread as Unread
from .model._roadblocks import Roadblock as Roadblock
from .model._turn import Turn as Turn
from .native._read import read_native as read_native
from .native._text import native_text as native_text

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
    "within_reach",
]
