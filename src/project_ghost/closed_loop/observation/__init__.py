"""What planners see.

General layout: `_types` (tracked objects, sensors), `idm` (the Intelligent Driver Model with
nuPlan's names).
"""

from ._types import CameraChannel as CameraChannel
from ._types import DetectionsTracks as DetectionsTracks
from ._types import LidarChannel as LidarChannel
from ._types import Observation as Observation
from ._types import Sensors as Sensors

__all__ = ["CameraChannel", "DetectionsTracks", "LidarChannel", "Observation", "Sensors"]
