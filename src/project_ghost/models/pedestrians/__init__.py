"""Pedestrians: walkers along routes, alone or in a crowd.

General layout: `_walk` (one step, as a pure function), `_walkers` (the table).
"""

from ._walk import walked as walked
from ._walkers import Walkers as Walkers

__all__ = ["Walkers", "walked"]
