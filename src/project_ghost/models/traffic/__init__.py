"""Traffic: drivers who follow each other, and actors who come and go.

General layout: `_idm` (the driver model, pure), `_ahead` (who is ahead on one's path),
`_drivers` (the table of drivers), `_spawner` (who comes and goes).
"""

from ._drivers import IdmDrivers as IdmDrivers
from ._idm import desired_gap as desired_gap
from ._idm import equilibrium_gap as equilibrium_gap
from ._idm import free_acceleration as free_acceleration
from ._idm import leader_acceleration as leader_acceleration
from ._spawner import Spawner as Spawner

__all__ = [
    "IdmDrivers",
    "Spawner",
    "desired_gap",
    "equilibrium_gap",
    "free_acceleration",
    "leader_acceleration",
]
