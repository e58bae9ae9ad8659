"""The estimators that an actor may have: what it believes about itself."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from project_ghost.scenario.file.ranges import AngleSpread, Bias, Spread, Within
from project_ghost.scenario.file.section import Sampled, Section

__all__ = ["Declared", "ErrorStateFilter", "Estimator", "NoisyTruth"]

# A measurement without noise would be believed entirely.
Deviation = Annotated[float, Within(1e-9, 1000.0)]


class Declared(Section):
    """The standard deviations that a belief claims, each axis. Nobody checks them."""

    position_m: Spread = Field(description="of the position")
    velocity_mps: Spread = Field(description="of the velocity")
    attitude_rad: AngleSpread = Field(description="of the attitude, about the world's axes")
    accel_bias_mps2: Spread = Field(default=0.0, description="of the accelerometers' bias")
    gyro_bias_rps: Spread = Field(default=0.0, description="of the gyroscopes' bias")


class NoisyTruth(Sampled):
    """The truth with noise. It estimates nothing, and says what it is told to say."""

    kind: Literal["noisy_truth"]
    position_noise_m: Spread = Field(default=0.0, description="standard deviation, each axis")
    orientation_noise_rad: AngleSpread = Field(
        default=0.0, description="standard deviation about each axis"
    )
    velocity_noise_mps: Spread = Field(default=0.0, description="standard deviation, each axis")
    rate_noise_rps: Spread = Field(default=0.0, description="standard deviation, each axis")
    acceleration_noise_mps2: Spread = Field(
        default=0.0, description="standard deviation, each axis"
    )
    declared: Declared = Field(description="the covariance that it declares")


class ErrorStateFilter(Section):
    """A Kalman filter at the rate of its IMU. Left-out noises are those of the sensors."""

    kind: Literal["error_state_filter"]
    imu: str = Field(description="the name of the IMU that predicts")
    gnss: str | None = Field(default=None, description="the name of a GNSS that corrects")
    compass: str | None = Field(default=None, description="the name of a compass that corrects")
    odometry: str | None = Field(default=None, description="the name of wheels that correct")
    accel_noise: Spread | None = Field(default=None, description="density, m/s2 per sqrt(Hz)")
    gyro_noise: Spread | None = Field(default=None, description="density, rad/s per sqrt(Hz)")
    accel_walk: Spread | None = Field(default=None, description="of the bias, m/s3 per sqrt(Hz)")
    gyro_walk: Spread | None = Field(default=None, description="of the bias, rad/s2 per sqrt(Hz)")
    gnss_position_noise_m: Deviation | None = Field(
        default=None, description="standard deviation, each axis"
    )
    gnss_velocity_noise_mps: Deviation | None = Field(
        default=None, description="standard deviation, each axis"
    )
    compass_noise_rad: Deviation | None = Field(default=None, description="standard deviation")
    speed_noise_mps: Deviation | None = Field(
        default=None, description="of the wheels' speed, standard deviation"
    )
    yaw_rate_noise_rps: Deviation | None = Field(
        default=None, description="of the wheels' yaw rate, standard deviation"
    )
    accel_bias_mps2: Bias = Field(default=0.0, description="believed at first, each axis")
    gyro_bias_rps: Bias = Field(default=0.0, description="believed at first, each axis")
    position_std_m: Spread = Field(default=1.0, description="of the first belief, each axis")
    velocity_std_mps: Spread = Field(default=0.1, description="of the first belief, each axis")
    attitude_std_rad: AngleSpread = Field(
        default=0.02, description="of the first belief, about each axis"
    )
    accel_bias_std_mps2: Spread = Field(default=0.05, description="of the first belief, each axis")
    gyro_bias_std_rps: Spread = Field(default=0.002, description="of the first belief, each axis")
    gate_sigma: Spread = Field(
        default=0.0, description="pass over what is further off than so many deviations; 0: never"
    )


Estimator: TypeAlias = Annotated[NoisyTruth | ErrorStateFilter, Field(discriminator="kind")]
