"""Components that only make sense for a scenario as a whole: who is where, who came, who went.

General layout: `_poses` (where everybody is), `_comings` (who came and went), `_arrivals`
(who is at the end of the way), `_monitor` (when it is over), `_flyer` (what flies, as a row
of the scene), `_changes` (numbers that became others), `_fault_clock` and `_fault_table` (when
what goes wrong), `_fields` (what several events share).
"""

from ._arrivals import ARRIVAL_FIELDS as ARRIVAL_FIELDS
from ._arrivals import Arrivals as Arrivals
from ._changes import Changes as Changes
from ._changes import change_fields as change_fields
from ._comings import COMING_FIELDS as COMING_FIELDS
from ._comings import Comings as Comings
from ._fault_clock import FaultClock as FaultClock
from ._fault_table import FaultTable as FaultTable
from ._flyer import Flyer as Flyer
from ._monitor import Monitor as Monitor
from ._poses import POSE_FIELDS as POSE_FIELDS
from ._poses import Poses as Poses

__all__ = [
    "ARRIVAL_FIELDS",
    "COMING_FIELDS",
    "POSE_FIELDS",
    "Arrivals",
    "Changes",
    "Comings",
    "FaultClock",
    "FaultTable",
    "Flyer",
    "Monitor",
    "Poses",
    "change_fields",
]
