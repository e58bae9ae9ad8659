"""Pedestrians: walkers along routes, alone or in a crowd.

General layout: `_walk` (motion of one pedestrian), `_avoid` (a social force between neighbours),
`_walkers` (the table).
"""

from ._avoid import social_push as social_push
from ._walk import walked as walked
from ._walkers import Walkers as Walkers

__all__ = ["Walkers", "social_push", "walked"]
