"""Actuators between a command and the wheels: lags, and limits of angle, rate, force and power."""

from typing import NamedTuple

from project_ghost.engine.ops import clip

# A wanted steering angle, and a wanted acceleration.
Command = tuple[float, float]


class Limits(NamedTuple):
    """The limits and lags of one vehicle's steering, drive and brakes."""

    steering_max_rad: float
    steering_rate_max: float
    steering_lag_s: float
    acceleration_max: float
    braking_max: float
    switch_speed_mps: float  # above it the engine's power limits the acceleration
    speed_min_mps: float
    speed_max_mps: float
    acceleration_lag_s: float


def limited_steering_rate(angle: float, rate: float, angle_max: float, rate_max: float) -> float:
    """The rate at which the front wheels turn: limited, and 0 where it leads out of the range."""
    if (angle >= angle_max and rate >= 0.0) or (angle <= -angle_max and rate <= 0.0):
        return 0.0
    return clip(rate, -rate_max, rate_max)


def limited_acceleration(
    speed: float, wanted: float, limits: Limits, friction_accel: float
) -> float:
    """The acceleration that drive and brakes give for a wanted one; friction limits both.

    Above the switching speed the engine's power is the limit, so the largest acceleration
    falls as 1 / speed. At the ends of the speed range nothing leads further out.
    """
    if (speed <= limits.speed_min_mps and wanted <= 0.0) or (
        speed >= limits.speed_max_mps and wanted >= 0.0
    ):
        return 0.0
    largest = min(limits.acceleration_max, friction_accel)
    if speed > limits.switch_speed_mps:
        largest = largest * limits.switch_speed_mps / speed
    return clip(wanted, -min(limits.braking_max, friction_accel), largest)


def actuator_rates(
    steering: float, drive_accel: float, command: Command, limits: Limits
) -> tuple[float, float]:
    """The rates at which the steering angle and the drive's acceleration follow a command."""
    steering_max = limits.steering_max_rad
    target = clip(command[0], -steering_max, steering_max)
    rate = (target - steering) / limits.steering_lag_s
    rate = limited_steering_rate(steering, rate, steering_max, limits.steering_rate_max)
    wanted = clip(command[1], -limits.braking_max, limits.acceleration_max)
    return rate, (wanted - drive_accel) / limits.acceleration_lag_s
