"""Components that turn the state of the scene into events.

General layout: `_poses` (where each actor is), `_spawns` (actors that appear and disappear),
`_arrivals` (actors at the end of their paths), `_changes` (values that change), `_monitor` (what
ends a run), `_fields` (fields that several events share).
"""

from ._arrivals import ARRIVAL_FIELDS as ARRIVAL_FIELDS
from ._arrivals import Arrivals as Arrivals
from ._changes import ValueChangeEvents as ValueChangeEvents
from ._changes import change_fields as change_fields
from ._monitor import EndedBy as EndedBy
from ._monitor import Monitor as Monitor
from ._monitor import ended_by as ended_by
from ._poses import POSE_FIELDS as POSE_FIELDS
from ._poses import Poses as Poses
from ._spawns import SPAWN_FIELDS as SPAWN_FIELDS
from ._spawns import SpawnEvents as SpawnEvents

__all__ = [
    "ARRIVAL_FIELDS",
    "POSE_FIELDS",
    "SPAWN_FIELDS",
    "Arrivals",
    "EndedBy",
    "Monitor",
    "Poses",
    "SpawnEvents",
    "ValueChangeEvents",
    "change_fields",
    "ended_by",
]
