"""Sensors: what they see of the truth, wrong in the ways that sensors are.

General layout: `_link` (bias, latency and dropout, which all have), and one file a sensor.
"""

from ._compass import Compass as Compass
from ._gnss import Gnss as Gnss
from ._imu import Imu as Imu
from ._wheel_odometry import WheelOdometry as WheelOdometry

__all__ = ["Compass", "Gnss", "Imu", "WheelOdometry"]
