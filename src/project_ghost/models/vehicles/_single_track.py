"""The single-track model: two axles with linear tyres, load transfer, and slip.

In (speed, slip angle) this is the model ST of CommonRoad (Althoff and Würsching,
"CommonRoad: Vehicle Models", 2020): `single_track_rates`. It divides by the speed, so at low
speed the wheels are assumed to roll where they point, as in ST; `tyre_weight` blends the two.
"""

from math import inf
from typing import NamedTuple

from project_ghost.core.dmath import cos, sin, sqrt, tan
from project_ghost.engine import Block, Continuous, Input, Kind, Output, Parameter

from ._actuators import Limits, limited_acceleration, limited_steering_rate
from ._kinematic import kinematic_rates, kinematic_slip
from ._tyres import axle_loads, axle_pushes

State7 = tuple[float, float, float, float, float, float, float]


class SingleTrackBody(NamedTuple):
    """One vehicle's axles and mass, and the friction of its tyres on the road."""

    front_axle_m: float
    rear_axle_m: float
    height_m: float
    mass_over_inertia: float  # 1/m2
    friction: float


def tyre_weight(speed: float, slow_mps: float, fast_mps: float) -> float:
    """The weight of the tyres' forces against rolling: 0 below slow, 1 above fast.

    In between it is a cubic with level ends. It has no jump and no memory, so a vehicle cannot
    alternate between two models. Backwards the wheels always roll.
    """
    if speed <= slow_mps:
        return 0.0
    if speed >= fast_mps:
        return 1.0
    part = (speed - slow_mps) / (fast_mps - slow_mps)
    return part * part * (3.0 - 2.0 * part)


def single_track_rates(
    steering: float,
    speed: float,
    yaw_rate: float,
    slip: float,
    acceleration: float,
    body: SingleTrackBody,
    stiffness: tuple[float, float],
) -> tuple[float, float]:
    """The derivatives of yaw rate and slip angle, from the tyres' forces."""
    front_axle_m, rear_axle_m = body.front_axle_m, body.rear_axle_m
    front_push, rear_push = axle_pushes(
        steering - slip - front_axle_m * yaw_rate / speed,
        rear_axle_m * yaw_rate / speed - slip,
        axle_loads(acceleration, front_axle_m, rear_axle_m, body.height_m),
        body.friction,
        stiffness,
        inf,
    )
    return (
        body.mass_over_inertia * (front_axle_m * front_push - rear_axle_m * rear_push),
        (front_push + rear_push) / speed - yaw_rate,
    )


def rolling_slip_rates(
    steering: float,
    speed: float,
    steering_rate: float,
    acceleration: float,
    wheelbase_m: float,
    rear_axle_m: float,
) -> tuple[float, float]:
    """The derivatives of yaw rate and slip angle where the wheels roll where they point.

    Those of atan(s * rear / wheelbase) and speed * cos(slip) * s / wheelbase, s = tan(steering).
    """
    ratio = rear_axle_m / wheelbase_m
    slope = tan(steering)
    slope_rate = steering_rate * (1.0 + slope * slope)
    square = 1.0 + ratio * ratio * slope * slope
    slip_rate = ratio * slope_rate / square
    cos_slip = 1.0 / sqrt(square)
    growth = slope_rate / square  # of slope * cos_slip, over cos_slip
    return (acceleration * slope + speed * growth) * cos_slip / wheelbase_m, slip_rate


class SingleTrack(Block):
    """One single-track vehicle about its centre: steering rate and acceleration in, pose out.

    States and inputs are those of CommonRoad's model ST; the defaults are its vehicle 2.
    Between `slow_mps` and `fast_mps` the tyres' forces fade in; below, the yaw rate and the
    slip angle settle within `settling_s` on what rolling wheels give.
    """

    steering_rate = Input(unit="rad/s")
    acceleration = Input(unit="m/s2")
    x = Continuous(unit="m")
    y = Continuous(unit="m")
    angle = Continuous(unit="rad")
    rolling = Continuous(unit="m/s")
    heading = Continuous(unit="rad")
    turning = Continuous(unit="rad/s")
    drift = Continuous(unit="rad")
    px = Output(unit="m")
    py = Output(unit="m")
    yaw = Output(unit="rad", kind=Kind.ANGLE, rate="yaw_rate")
    speed = Output(unit="m/s")
    steering = Output(unit="rad", kind=Kind.ANGLE)
    yaw_rate = Output(unit="rad/s")
    slip = Output(unit="rad", kind=Kind.ANGLE)
    mass_kg = Parameter(1093.2952334674046, unit="kg")
    inertia_kgm2 = Parameter(1791.5995300122856, unit="kg m2")
    front_axle_m = Parameter(1.1561957064, unit="m")
    rear_axle_m = Parameter(1.4227170936, unit="m")
    height_m = Parameter(0.61373004, unit="m")
    friction = Parameter(1.0489)
    stiffness_front = Parameter(20.898083706740398, unit="1/rad")
    stiffness_rear = Parameter(20.898083706740398, unit="1/rad")
    steering_max_rad = Parameter(1.066, unit="rad")
    steering_rate_max = Parameter(0.4, unit="rad/s")
    acceleration_max = Parameter(11.5, unit="m/s2")
    braking_max = Parameter(11.5, unit="m/s2")
    switch_speed_mps = Parameter(7.319, unit="m/s")
    speed_min_mps = Parameter(-13.9, unit="m/s")
    speed_max_mps = Parameter(50.8, unit="m/s")
    slow_mps = Parameter(1.0, unit="m/s")
    fast_mps = Parameter(3.0, unit="m/s")
    settling_s = Parameter(0.1, unit="s")

    @staticmethod
    def output(
        x: float,
        y: float,
        heading: float,
        rolling: float,
        angle: float,
        turning: float,
        drift: float,
    ) -> State7:
        """The pose, the speed, the steering angle, the yaw rate and the slip angle."""
        return x, y, heading, rolling, angle, turning, drift

    @staticmethod
    def derivative(
        angle: float,
        rolling: float,
        heading: float,
        turning: float,
        drift: float,
        steering_rate: float,
        acceleration: float,
        mass_kg: float,
        inertia_kgm2: float,
        front_axle_m: float,
        rear_axle_m: float,
        height_m: float,
        friction: float,
        stiffness_front: float,
        stiffness_rear: float,
        steering_max_rad: float,
        steering_rate_max: float,
        acceleration_max: float,
        braking_max: float,
        switch_speed_mps: float,
        speed_min_mps: float,
        speed_max_mps: float,
        slow_mps: float,
        fast_mps: float,
        settling_s: float,
    ) -> State7:
        """The derivative of the states: tyres above `fast_mps`, rolling below `slow_mps`."""
        rate = limited_steering_rate(angle, steering_rate, steering_max_rad, steering_rate_max)
        limits = Limits(
            steering_max_rad,
            steering_rate_max,
            0.0,
            acceleration_max,
            braking_max,
            switch_speed_mps,
            speed_min_mps,
            speed_max_mps,
            0.0,
        )
        applied_accel = limited_acceleration(rolling, acceleration, limits, inf)
        wheelbase_m = front_axle_m + rear_axle_m
        weight = tyre_weight(rolling, slow_mps, fast_mps)
        turning_rate, drift_rate = 0.0, 0.0
        if weight > 0.0:
            turning_rate, drift_rate = single_track_rates(
                angle,
                rolling,
                turning,
                drift,
                applied_accel,
                SingleTrackBody(
                    front_axle_m, rear_axle_m, height_m, mass_kg / inertia_kgm2, friction
                ),
                (stiffness_front, stiffness_rear),
            )
        if weight < 1.0:
            rolling_turn, rolling_drift = rolling_slip_rates(
                angle, rolling, rate, applied_accel, wheelbase_m, rear_axle_m
            )
            _, _, goal = kinematic_rates(0.0, rolling, angle, wheelbase_m, rear_axle_m)
            rolling_turn += (goal - turning) / settling_s
            rolling_drift += (
                kinematic_slip(tan(angle), wheelbase_m, rear_axle_m) - drift
            ) / settling_s
            turning_rate = weight * turning_rate + (1.0 - weight) * rolling_turn
            drift_rate = weight * drift_rate + (1.0 - weight) * rolling_drift
        course = heading + drift
        return (
            rolling * cos(course),
            rolling * sin(course),
            rate,
            applied_accel,
            turning,
            turning_rate,
            drift_rate,
        )
