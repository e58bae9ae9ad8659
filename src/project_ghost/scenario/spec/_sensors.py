"""The sensors that an actor may carry."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from ._section import DurationNs, Fraction01, NotNegative, Positive, Sampled

__all__ = ["GNSS", "IMU", "Compass", "Detector", "Odometry", "Sensor"]


class _Sensor(Sampled):
    """What all sensors have: a delay, and samples that get lost."""

    latency: DurationNs = Field(0, description="how late a measurement comes; whole samples")
    dropout: Fraction01 = Field(0.0, description="how likely a sample is lost")


class IMU(_Sensor):
    """Proper acceleration and angular rate in the body frame."""

    kind: Literal["imu"]
    accel_noise_mps2: NotNegative = Field(0.05, description="white noise, standard deviation")
    gyro_noise_rps: NotNegative = Field(0.002, description="white noise, standard deviation")
    accel_bias_mps2: NotNegative = Field(0.0, description="the bias at the start, each axis")
    gyro_bias_rps: NotNegative = Field(0.0, description="the bias at the start, each axis")
    accel_walk: NotNegative = Field(0.0, description="random walk of the bias, m/s2 per sqrt(s)")
    gyro_walk: NotNegative = Field(0.0, description="random walk of the bias, rad/s per sqrt(s)")


class GNSS(_Sensor):
    """Position and velocity in the world frame."""

    kind: Literal["gnss"]
    position_noise_m: NotNegative = Field(1.0, description="white noise, standard deviation")
    velocity_noise_mps: NotNegative = Field(0.1, description="white noise, standard deviation")


class Odometry(_Sensor):
    """Forward speed and yaw rate from the wheels."""

    kind: Literal["odometry"]
    speed_noise_mps: NotNegative = Field(0.05, description="white noise, standard deviation")
    yaw_rate_noise_rps: NotNegative = Field(0.01, description="white noise, standard deviation")


class Compass(_Sensor):
    """Heading."""

    kind: Literal["compass"]
    noise_rad: NotNegative = Field(0.01, description="white noise, standard deviation")


class Detector(_Sensor):
    """Other actors in sight, like a camera with a tracker behind it."""

    kind: Literal["detector"]
    range_m: Positive = Field(50.0, description="how far it sees")
    field_of_view_deg: Annotated[float, Field(gt=0.0, le=360.0)] = Field(
        90.0, description="how wide it sees"
    )
    noise_m: NotNegative = Field(0.2, description="white noise of a position")


Sensor: TypeAlias = Annotated[
    IMU | GNSS | Odometry | Compass | Detector, Field(discriminator="kind")
]
