"""The state of a vehicle, and the frames and rotations it is given in.

General layout: `transforms` is the only place where frames and quaternion orders are
converted; `_navigation` is where the vehicle is and how it moves; `_status` is how it is
and what it is to do; `_vehicle` puts them together; `messages` has the same names again.
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
