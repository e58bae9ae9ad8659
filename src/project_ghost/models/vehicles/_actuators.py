"""What stands between a command and a wheel: lags, limits of angle, rate, force and power."""

from project_ghost.engine.ops import clip, maximum


def limited_steering_rate(angle: float, rate: float, angle_max: float, rate_max: float) -> float:
    """The rate at which the front wheels turn: limited, and 0 where it leads out of the range."""
    if (angle >= angle_max and rate >= 0.0) or (angle <= -angle_max and rate <= 0.0):
        return 0.0
    return clip(rate, -rate_max, rate_max)


def limited_acceleration(
    speed: float,
    wanted: float,
    acceleration_max: float,
    braking_max: float,
    switch_speed: float,
    speed_min: float,
    speed_max: float,
) -> float:
    """What drive and brakes give of a wanted acceleration.

    Above the switching speed the engine's power is the limit, so the largest acceleration
    falls as 1 / speed. At the ends of the speed range nothing leads further out.
    """
    if (speed <= speed_min and wanted <= 0.0) or (speed >= speed_max and wanted >= 0.0):
        return 0.0
    largest = acceleration_max
    if speed > switch_speed:
        largest = acceleration_max * switch_speed / speed
    return clip(wanted, -braking_max, largest)


def actuator_rates(
    steering: float,
    acceleration: float,
    wanted_steering: float,
    wanted_acceleration: float,
    steering_max: float,
    steering_rate_max: float,
    steering_lag_s: float,
    acceleration_max: float,
    braking_max: float,
    acceleration_lag_s: float,
) -> tuple[float, float]:
    """How fast the steering angle and the drive's acceleration follow what is wanted."""
    target = clip(wanted_steering, -steering_max, steering_max)
    rate = limited_steering_rate(
        steering, (target - steering) / steering_lag_s, steering_max, steering_rate_max
    )
    push = clip(wanted_acceleration, -braking_max, acceleration_max)
    return rate, (push - acceleration) / acceleration_lag_s


def at_least(lag_s: float, dt_s: float) -> float:
    """A lag that one step can resolve: never shorter than the step."""
    return maximum(lag_s, dt_s)
