"""An inertial measurement unit."""

from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.sensors import Imu
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Bias, Spread

from ._abstract import AbstractSensor

__all__ = ["IMU"]


class IMU(AbstractSensor):
    """Specific force and angular rate in the body frame."""

    component: ClassVar[type[AbstractComponent]] = Imu

    kind: Literal["imu"]
    accel_noise: Spread = Field(
        default=default_of(Imu, "accel_noise"), description="density, m/s2 per sqrt(Hz)"
    )
    gyro_noise: Spread = Field(
        default=default_of(Imu, "gyro_noise"), description="density, rad/s per sqrt(Hz)"
    )
    accel_walk: Spread = Field(
        default=default_of(Imu, "accel_walk"), description="of the bias, m/s3 per sqrt(Hz)"
    )
    gyro_walk: Spread = Field(
        default=default_of(Imu, "gyro_walk"), description="of the bias, rad/s2 per sqrt(Hz)"
    )
    accel_bias_mps2: Bias = Field(
        default=default_of(Imu, "accel_bias_mps2"), description="at the start, each axis"
    )
    gyro_bias_rps: Bias = Field(
        default=default_of(Imu, "gyro_bias_rps"), description="at the start, each axis"
    )
    accel_bias_spread_mps2: Spread = Field(
        default=default_of(Imu, "accel_bias_spread_mps2"),
        description="standard deviation at the start",
    )
    gyro_bias_spread_rps: Spread = Field(
        default=default_of(Imu, "gyro_bias_spread_rps"),
        description="standard deviation at the start",
    )
