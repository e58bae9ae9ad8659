"""What a planner sees: tracked objects, or what sensors gave."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from project_ghost.closed_loop.states import TrackedObjects

__all__ = ["CameraChannel", "DetectionsTracks", "LidarChannel", "Observation", "Sensors"]


class CameraChannel(Enum):
    """The cameras of nuPlan's vehicle."""

    CAM_B0 = "CAM_B0"
    CAM_F0 = "CAM_F0"
    CAM_L0 = "CAM_L0"
    CAM_L1 = "CAM_L1"
    CAM_L2 = "CAM_L2"
    CAM_R0 = "CAM_R0"
    CAM_R1 = "CAM_R1"
    CAM_R2 = "CAM_R2"


class LidarChannel(Enum):
    """The lidars of nuPlan's vehicle."""

    MERGED_PC = "MergedPointCloud"


@dataclass
class Observation:
    """What a planner sees."""

    @classmethod
    def detection_type(cls) -> str:
        """The name of the class."""
        return cls.__name__


@dataclass
class DetectionsTracks(Observation):
    """The objects around the ego."""

    tracked_objects: TrackedObjects


@dataclass
class Sensors(Observation):
    """What sensors gave, by channel."""

    pointcloud: Mapping[LidarChannel, Any] | None
    images: Mapping[CameraChannel, Any] | None = None
