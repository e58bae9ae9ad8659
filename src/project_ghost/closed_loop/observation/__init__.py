"""What planners see.

General layout: `_types` (tracked objects, sensors), `_abstract` (what gives observations),
`_tracks` (recorded objects), `_idm_agents` (those that react), `_sensors` (raw data), `idm` (the
Intelligent Driver Model with nuPlan's names).
"""

from ._abstract import AbstractObservation as AbstractObservation
from ._idm_agents import IDMAgents as IDMAgents
from ._sensors import RecordedChannels as RecordedChannels
from ._sensors import SensorsObservation as SensorsObservation
from ._tracks import ScenarioObservation as ScenarioObservation
from ._tracks import TracksObservation as TracksObservation
from ._tracks import WalkingPedestrians as WalkingPedestrians
from ._types import CameraChannel as CameraChannel
from ._types import DetectionsTracks as DetectionsTracks
from ._types import LidarChannel as LidarChannel
from ._types import Observation as Observation
from ._types import Sensors as Sensors

__all__ = [
    "AbstractObservation",
    "CameraChannel",
    "DetectionsTracks",
    "IDMAgents",
    "LidarChannel",
    "Observation",
    "RecordedChannels",
    "ScenarioObservation",
    "Sensors",
    "SensorsObservation",
    "TracksObservation",
    "WalkingPedestrians",
]
