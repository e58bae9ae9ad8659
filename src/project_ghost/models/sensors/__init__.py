"""Sensors: measurements of the true state with realistic errors.

General layout: `_link` (bias, latency and dropout of all sensors), `_imu`, `_gnss`, `_compass`,
`_wheel_odometry` and `_object_detector` (the sensors), `_sight` (the detector's lines of sight).
"""

from ._compass import Compass as Compass
from ._gnss import Gnss as Gnss
from ._imu import Imu as Imu
from ._object_detector import OBJECT_FIELDS as OBJECT_FIELDS
from ._object_detector import OBJECT_ROW as OBJECT_ROW
from ._object_detector import OBJECT_SERIAL as OBJECT_SERIAL
from ._object_detector import OBJECT_VX as OBJECT_VX
from ._object_detector import OBJECT_VY as OBJECT_VY
from ._object_detector import OBJECT_WIDTH as OBJECT_WIDTH
from ._object_detector import OBJECT_X as OBJECT_X
from ._object_detector import OBJECT_Y as OBJECT_Y
from ._object_detector import OBJECT_YAW as OBJECT_YAW
from ._object_detector import ObjectDetector as ObjectDetector
from ._wheel_odometry import WheelOdometry as WheelOdometry

__all__ = [
    "OBJECT_FIELDS",
    "OBJECT_ROW",
    "OBJECT_SERIAL",
    "OBJECT_VX",
    "OBJECT_VY",
    "OBJECT_WIDTH",
    "OBJECT_X",
    "OBJECT_Y",
    "OBJECT_YAW",
    "Compass",
    "Gnss",
    "Imu",
    "ObjectDetector",
    "WheelOdometry",
]
