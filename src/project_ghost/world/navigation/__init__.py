"""Paths over lanes and over ground, by A*.

General layout: `_search` (A* over any graph), `_lane_route`, `_route_points` and `_onward`
(over lanes),
`_grid`, `_grid_search` and `_walk_path` (over ground).
"""

from ._grid import WalkableGrid as WalkableGrid
from ._grid import walkable_grid as walkable_grid
from ._lane_route import LaneRoute as LaneRoute
from ._lane_route import LaneStep as LaneStep
from ._lane_route import Place as Place
from ._lane_route import lane_route as lane_route
from ._onward import onward_lanes as onward_lanes
from ._route_points import RoutePoints as RoutePoints
from ._route_points import route_points as route_points
from ._search import NodePath as NodePath
from ._search import shortest_path as shortest_path
from ._walk_path import walk_path as walk_path

__all__ = [
    "LaneRoute",
    "LaneStep",
    "NodePath",
    "Place",
    "RoutePoints",
    "WalkableGrid",
    "lane_route",
    "onward_lanes",
    "route_points",
    "shortest_path",
    "walk_path",
    "walkable_grid",
]
