"""The drivers of cars, one module for each kind, and drivers of a user's own.

A module has the section of the file and how the driver is added to the graph; the control law is
in `models.controllers` or `models.traffic`. `_abstract` has the base classes of all drivers,
`_follower` those of drivers that follow a path at its speeds, `_stops` the places of red lights.
`own`, `own_walking` and `own_flying` are those of a class of the user's, for cars, people and
quadrotors; `_own_ground` is what the first two have in common.
"""

from ._abstract import AbstractCarDriver as AbstractCarDriver
from ._abstract import AbstractDriver as AbstractDriver
from ._abstract import AbstractTableDriver as AbstractTableDriver
from ._abstract import AnyDriver as AnyDriver
from ._abstract import Fleet as Fleet
from ._follower import AbstractAimingFollower as AbstractAimingFollower
from ._follower import AbstractFollower as AbstractFollower

__all__ = [
    "AbstractAimingFollower",
    "AbstractCarDriver",
    "AbstractDriver",
    "AbstractFollower",
    "AbstractTableDriver",
    "AnyDriver",
    "Fleet",
]
