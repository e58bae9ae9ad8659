"""Events of a run, and the components that derive them from the scene.

General layout: `_poses` (the pose of each actor), `_commands` (the commands to each actor),
`_spawns` (actors that appear and disappear), `_arrivals` (actors at the end of their paths),
`_changes` (values that change), `_monitor` (what ends a run), `_fields` (columns that several
events share).
"""

from ._arrivals import Arrivals as Arrivals
from ._arrivals import add_arrivals as add_arrivals
from ._changes import ValueChangeEvents as ValueChangeEvents
from ._commands import CommandRecords as CommandRecords
from ._commands import add_commands as add_commands
from ._monitor import End as End
from ._monitor import EndedBy as EndedBy
from ._monitor import Monitor as Monitor
from ._monitor import add_monitor as add_monitor
from ._monitor import ended_by as ended_by
from ._poses import Poses as Poses
from ._poses import add_poses as add_poses
from ._spawns import SpawnEvents as SpawnEvents
from ._spawns import add_spawn_events as add_spawn_events

__all__ = [
    "Arrivals",
    "CommandRecords",
    "End",
    "EndedBy",
    "Monitor",
    "Poses",
    "SpawnEvents",
    "ValueChangeEvents",
    "add_arrivals",
    "add_commands",
    "add_monitor",
    "add_poses",
    "add_spawn_events",
    "ended_by",
]
