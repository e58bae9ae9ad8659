"""The sensors that an actor may carry. Left-out numbers are the sensor's own defaults."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from project_ghost.scenario.file.ranges import (
    Angle,
    AngleSpread,
    Bias,
    BodySize,
    Fraction01,
    Height,
    Objects,
    Opening,
    Sight,
    Spread,
)
from project_ghost.scenario.file.section import LatencyNs, Sampled

__all__ = ["GNSS", "IMU", "Compass", "Detector", "Odometry", "Sensor"]


class _Sensor(Sampled):
    """What all sensors have: a delay, and samples that get lost."""

    latency: LatencyNs = Field(default=0, description="how late a measurement comes; whole samples")
    dropout: Fraction01 = Field(default=0.0, description="how likely a sample is lost")


class IMU(_Sensor):
    """Proper acceleration and angular rate in the body frame."""

    kind: Literal["imu"]
    accel_noise: Spread | None = Field(default=None, description="density, m/s2 per sqrt(Hz)")
    gyro_noise: Spread | None = Field(default=None, description="density, rad/s per sqrt(Hz)")
    accel_walk: Spread | None = Field(default=None, description="of the bias, m/s3 per sqrt(Hz)")
    gyro_walk: Spread | None = Field(default=None, description="of the bias, rad/s2 per sqrt(Hz)")
    accel_bias_mps2: Bias | None = Field(default=None, description="at the start, each axis")
    gyro_bias_rps: Bias | None = Field(default=None, description="at the start, each axis")
    accel_bias_spread_mps2: Spread | None = Field(default=None, description="standard deviation")
    gyro_bias_spread_rps: Spread | None = Field(default=None, description="standard deviation")


class GNSS(_Sensor):
    """Position and velocity in the world frame."""

    kind: Literal["gnss"]
    position_noise_m: Spread | None = Field(
        default=None, description="standard deviation, each axis"
    )
    velocity_noise_mps: Spread | None = Field(
        default=None, description="standard deviation, each axis"
    )
    bias_m: Bias | None = Field(default=None, description="at the start, each axis")
    bias_spread_m: Spread | None = Field(default=None, description="standard deviation")
    bias_walk: Spread | None = Field(default=None, description="m per sqrt(s)")


class Odometry(_Sensor):
    """Forward speed and yaw rate from the wheels."""

    kind: Literal["odometry"]
    noise_mps: Spread | None = Field(default=None, description="of a wheel, standard deviation")
    track_m: BodySize | None = Field(default=None, description="between the wheels of an axle")
    bias_mps: Bias | None = Field(default=None, description="at the start, of both wheels")
    bias_spread_mps: Spread | None = Field(default=None, description="standard deviation")
    bias_walk: Spread | None = Field(default=None, description="m/s per sqrt(s)")


class Compass(_Sensor):
    """Heading."""

    kind: Literal["compass"]
    noise_rad: AngleSpread | None = Field(default=None, description="standard deviation")
    bias_rad: Angle | None = Field(default=None, description="at the start")
    bias_spread_rad: AngleSpread | None = Field(default=None, description="standard deviation")
    bias_walk: Spread | None = Field(default=None, description="rad per sqrt(s)")


class Detector(_Sensor):
    """Other actors in sight, like a camera with a detector behind it."""

    kind: Literal["detector"]
    range_m: Sight = Field(default=60.0, description="how far it sees")
    field_of_view_deg: Opening = Field(default=90.0, description="how wide it sees")
    mount_z_m: Height | None = Field(
        default=None,
        description="how high above z of its carrier; left out: at 0.8 of the height of what "
        "stands on the ground, at the centre of what flies",
    )
    max_objects: Objects = Field(default=16, description="how many it tells of; the nearest count")
    miss: Fraction01 = Field(default=0.0, description="how likely it overlooks one")
    range_noise_m: Spread | None = Field(default=None, description="along the line of sight")
    bearing_noise_rad: AngleSpread | None = Field(default=None, description="across it")
    velocity_noise_mps: Spread | None = Field(default=None, description="each axis")
    bearing_bias_rad: Angle | None = Field(default=None, description="at the start, across it")
    bearing_bias_spread_rad: AngleSpread | None = Field(
        default=None, description="standard deviation"
    )
    bearing_bias_walk: Spread | None = Field(default=None, description="rad per sqrt(s)")


Sensor: TypeAlias = Annotated[
    IMU | GNSS | Odometry | Compass | Detector, Field(discriminator="kind")
]
