"""Pedestrians: walkers along routes, alone or in a crowd.

General layout: `_walk` (motion of one pedestrian), `_avoid` (a social force between neighbours),
`_table` (what all tables have in common), `_walkers` (along routes), `_guided` (as they are told).
"""

from ._avoid import social_push as social_push
from ._guided import WALKING_FIELDS as WALKING_FIELDS
from ._guided import GuidedWalkers as GuidedWalkers
from ._walk import walked as walked
from ._walkers import Walkers as Walkers

__all__ = ["WALKING_FIELDS", "GuidedWalkers", "Walkers", "social_push", "walked"]
