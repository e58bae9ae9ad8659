"""Cars that actions from outside drive, at every period: for learning.

General layout: `_port` (where the actions come from: a port, or a recording of them), `_control`,
`_manoeuvres` and `_trajectory` (an action as a command for the car, one module a kind of action),
`_view` (what the car sees: the observation), `_totals` (what it has done so far: the terms of a
reward), `_ground` (whether a place is on the drivable area), `_on_route` (the car's place on its
route, which most of them read).
"""

from ._control import ControlAction as ControlAction
from ._ground import packed_ground as packed_ground
from ._manoeuvres import MANOEUVRES as MANOEUVRES
from ._manoeuvres import ManoeuvreAction as ManoeuvreAction
from ._on_route import PLACE_WIDTH as PLACE_WIDTH
from ._on_route import RoutePlace as RoutePlace
from ._port import ActionPort as ActionPort
from ._port import RecordedActions as RecordedActions
from ._totals import TOTALS as TOTALS
from ._totals import CarTotals as CarTotals
from ._trajectory import STATE_WIDTH as STATE_WIDTH
from ._trajectory import TrajectoryAction as TrajectoryAction
from ._view import EGO_FIELDS as EGO_FIELDS
from ._view import LIGHT_FIELDS as LIGHT_FIELDS
from ._view import NEIGHBOUR_FIELDS as NEIGHBOUR_FIELDS
from ._view import POINT_FIELDS as POINT_FIELDS
from ._view import CarView as CarView

__all__ = [
    "EGO_FIELDS",
    "LIGHT_FIELDS",
    "MANOEUVRES",
    "NEIGHBOUR_FIELDS",
    "PLACE_WIDTH",
    "POINT_FIELDS",
    "STATE_WIDTH",
    "TOTALS",
    "ActionPort",
    "CarTotals",
    "CarView",
    "ControlAction",
    "ManoeuvreAction",
    "RecordedActions",
    "RoutePlace",
    "TrajectoryAction",
    "packed_ground",
]
