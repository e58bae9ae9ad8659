"""The messages of `project_ghost.state` under the name that other programs import."""

from . import (
    FlightMode,
    FlightStatus,
    Goal,
    IMUBiases,
    MissionMode,
    MissionStatus,
    NavigationState,
    Pose,
    SensorHealthMap,
    Twist,
    VehicleState,
    vehicle_state_from_ground_truth,
)

__all__ = [
    "FlightMode",
    "FlightStatus",
    "Goal",
    "IMUBiases",
    "MissionMode",
    "MissionStatus",
    "NavigationState",
    "Pose",
    "SensorHealthMap",
    "Twist",
    "VehicleState",
    "vehicle_state_from_ground_truth",
]
