"""Routes of a scenario file, and their paths on the map.

General layout: `_route` (a route, as a file has it), `_start` (a start, and its place), `_path` (a
path as closely spaced points), `_routing` (the path of a route), `_walkable` (free ground around
obstacles), `_corners` (arcs in place of corners), `_straight_on` (the path of a recorded vehicle).
"""

from ._corners import round_corners as round_corners
from ._path import LanePart as LanePart
from ._path import Path as Path
from ._path import PathPoint as PathPoint
from ._path import initial_heading as initial_heading
from ._path import length_of as length_of
from ._path import nearest_on as nearest_on
from ._path import pose_at as pose_at
from ._path import slowed_for_corners as slowed_for_corners
from ._path import spaced as spaced
from ._route import Route as Route
from ._route import route_problems as route_problems
from ._routing import path_of as path_of
from ._start import Start as Start
from ._start import StartPlace as StartPlace
from ._start import start_place as start_place
from ._start import start_pose as start_pose
from ._straight_on import straight_on as straight_on
from ._walkable import find_path as find_path
from ._walkable import is_clear as is_clear
from ._walkable import is_free as is_free
from ._walkable import walkable_ground as walkable_ground

__all__ = [
    "LanePart",
    "Path",
    "PathPoint",
    "Route",
    "Start",
    "StartPlace",
    "find_path",
    "initial_heading",
    "is_clear",
    "is_free",
    "length_of",
    "nearest_on",
    "path_of",
    "pose_at",
    "round_corners",
    "route_problems",
    "slowed_for_corners",
    "spaced",
    "start_place",
    "start_pose",
    "straight_on",
    "walkable_ground",
]
