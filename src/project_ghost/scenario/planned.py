"""The actors that a planner drives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, final

from project_ghost.world.objects import RecordedTrack

from .file.section import KeyPath

if TYPE_CHECKING:
    from .drivers.planner import GoalState, RecordedSensors

__all__ = ["PlannedActor"]


@final
@dataclass(frozen=True)
class PlannedActor:
    """An actor that a planner drives: where the planner is asked, and for what vehicle.

    `port` is the component that waits for its plans, every `period_ns` from time 0 on. `keys`
    lead to the driver's section, for errors about it.
    """

    actor: str
    port: str
    row: int  # of the scene
    period_ns: int
    planner: str
    options: Mapping[str, Any]
    controller: str
    goal: "tuple[GoalState, ...]"
    expert: RecordedTrack | None  # a recorded drive of the actor
    sensors: "RecordedSensors | None"  # raw data for the planner
    keys: KeyPath
    length_m: float
    width_m: float
    rear_axle_to_center_m: float
    wheelbase_m: float
