"""Traffic: drivers that follow each other, and spawning of actors.

General layout: `_idm` (the Intelligent Driver Model), `_ahead` (the leader on a driver's path),
`_lines` (stop lines and yield lines), `_drivers` (the table of drivers), `_spawner` (spawns and
despawns actors).
"""

from ._drivers import IdmDrivers as IdmDrivers
from ._idm import desired_gap as desired_gap
from ._idm import equilibrium_gap as equilibrium_gap
from ._idm import free_acceleration as free_acceleration
from ._idm import idm_acceleration as idm_acceleration
from ._idm import idm_step as idm_step
from ._idm import leader_acceleration as leader_acceleration
from ._spawner import Spawner as Spawner
from ._spawner import is_within as is_within

__all__ = [
    "IdmDrivers",
    "Spawner",
    "desired_gap",
    "equilibrium_gap",
    "free_acceleration",
    "idm_acceleration",
    "idm_step",
    "is_within",
    "leader_acceleration",
]
