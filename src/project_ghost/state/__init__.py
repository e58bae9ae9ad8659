"""The state of a vehicle, with its frames and rotations.

General layout: `transforms` is the only place that converts frames and quaternion orders;
`_navigation` has pose, velocity and covariance; `_status` has health, flight and mission status;
`_vehicle` combines them; `messages` exports the same names for other programs.
"""

from ._navigation import IMUBiases as IMUBiases
from ._navigation import NavigationState as NavigationState
from ._navigation import Pose as Pose
from ._navigation import Twist as Twist
from ._status import FlightMode as FlightMode
from ._status import FlightStatus as FlightStatus
from ._status import Goal as Goal
from ._status import MissionMode as MissionMode
from ._status import MissionStatus as MissionStatus
from ._status import SensorHealthMap as SensorHealthMap
from ._vehicle import VehicleState as VehicleState
from ._vehicle import vehicle_state_from_ground_truth as vehicle_state_from_ground_truth

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
