"""The kinematic bicycle: wheels that roll where they point.

The reference point lies on the vehicle's axis, `rear_axle_m` ahead of the rear axle. At the
rear axle itself (0) this is the model KS of CommonRoad, at the centre the one that its
single-track model uses at low speed (Althoff and Würsching, "CommonRoad: Vehicle Models",
2020; Rajamani, "Vehicle Dynamics and Control", 2nd edition, section 2.2).
"""

from typing import NamedTuple

from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import atan, sincos, sqrt, tan
from project_ghost.engine import Block, Continuous, Input, Kind, Output, Parameter
from project_ghost.models.common.slide import GRAVITY_MPS2

from ._actuators import Command, Limits, actuator_rates, limited_acceleration

# x, y, yaw, speed, steering angle, drive's acceleration.
State6 = tuple[float, float, float, float, float, float]


class RollingGeometry(NamedTuple):
    """One vehicle's axles, and the friction of its wheels on the road."""

    wheelbase_m: float
    rear_axle_m: float  # from the reference point
    friction: float


def kinematic_rates(
    yaw: float, speed: float, steering: float, wheelbase_m: float, rear_axle_m: float
) -> tuple[float, float, float]:
    """The velocity of the reference point (world axes), and the yaw rate."""
    return rolling_rates(yaw, speed, tan(steering), wheelbase_m, rear_axle_m)


def rolling_rates(
    yaw: float, speed: float, slope: float, wheelbase_m: float, rear_axle_m: float
) -> tuple[float, float, float]:
    """The velocity of the reference point and the yaw rate, from the steering angle's tangent.

    The slip angle b has tan(b) = slope * rear_axle / wheelbase, so its cosine and sine need
    no further elementary function.
    """
    sideways = slope * rear_axle_m / wheelbase_m
    cos_slip = 1.0 / sqrt(1.0 + sideways * sideways)
    along = speed * cos_slip
    across = along * sideways
    s, c = sincos(yaw)
    return along * c - across * s, along * s + across * c, along * slope / wheelbase_m


def kinematic_slip(slope: float, wheelbase_m: float, rear_axle_m: float) -> float:
    """The slip angle at the reference point, rad, from the tangent of the steering angle."""
    return atan(slope * rear_axle_m / wheelbase_m)


def gripping_slope(steering: float, speed: float, wheelbase_m: float, friction: float) -> float:
    """The tangent of the steering angle that friction allows.

    Rolling wheels have no slip, so friction limits the curvature: the lateral acceleration
    speed^2 * tan(steering) / wheelbase stays within friction * g.
    """
    limit = friction * GRAVITY_MPS2 * wheelbase_m
    slope = tan(steering)
    turning = slope * speed * speed
    if turning > limit:
        return limit / (speed * speed)
    if turning < -limit:
        return -limit / (speed * speed)
    return slope


@inlined
def bicycle_rates(
    state: State6, command: Command, geometry: RollingGeometry, limits: Limits
) -> State6:
    """The derivative of (x, y, yaw, speed, steering angle, drive's acceleration)."""
    wheelbase_m, rear_axle_m, friction = geometry
    _, _, yaw, speed, angle, drive_accel = state
    slope = gripping_slope(angle, speed, wheelbase_m, friction)
    vx, vy, yaw_rate = rolling_rates(yaw, speed, slope, wheelbase_m, rear_axle_m)
    acceleration = limited_acceleration(speed, drive_accel, limits, friction * GRAVITY_MPS2)
    angle_rate, drive_rate = actuator_rates(angle, drive_accel, command, limits)
    return vx, vy, yaw_rate, acceleration, angle_rate, drive_rate


def advanced(state: State6, rates: State6, h: float) -> State6:
    """The state plus h times the rates."""
    return (
        state[0] + h * rates[0],
        state[1] + h * rates[1],
        state[2] + h * rates[2],
        state[3] + h * rates[3],
        state[4] + h * rates[4],
        state[5] + h * rates[5],
    )


def bicycle_step(
    state: State6, command: Command, geometry: RollingGeometry, limits: Limits, dt_s: float
) -> State6:
    """The state after one step of Runge and Kutta's fourth-order rule, inputs held.

    A loop, so that the rates are compiled into one place.
    """
    at, total = state, state
    for stage in range(4):
        rates = bicycle_rates(at, command, geometry, limits)
        total = rates if stage == 0 else advanced(total, rates, 1.0 if stage == 3 else 2.0)
        at = advanced(state, rates, 0.5 * dt_s if stage < 2 else dt_s)
    return advanced(state, total, dt_s / 6.0)


class KinematicBicycle(Block):
    """One kinematic bicycle about its centre: steering angle and acceleration in, pose out.

    The defaults are CommonRoad's vehicle 2 (BMW 320i), with lags of our own.
    """

    steering_wanted = Input(unit="rad")
    acceleration_wanted = Input(unit="m/s2")
    x = Continuous(unit="m")
    y = Continuous(unit="m")
    heading = Continuous(unit="rad")
    rolling = Continuous(unit="m/s")
    angle = Continuous(unit="rad")
    push = Continuous(unit="m/s2")
    px = Output(unit="m")
    py = Output(unit="m")
    yaw = Output(unit="rad", kind=Kind.ANGLE)
    speed = Output(unit="m/s")
    steering = Output(unit="rad", kind=Kind.ANGLE)
    front_axle_m = Parameter(1.1561957064, unit="m")
    rear_axle_m = Parameter(1.4227170936, unit="m")
    friction = Parameter(1.0)
    steering_max_rad = Parameter(1.066, unit="rad")
    steering_rate_max = Parameter(0.4, unit="rad/s")
    steering_lag_s = Parameter(0.1, unit="s")
    acceleration_max = Parameter(11.5, unit="m/s2")
    braking_max = Parameter(11.5, unit="m/s2")
    switch_speed_mps = Parameter(7.319, unit="m/s")
    speed_min_mps = Parameter(0.0, unit="m/s")
    speed_max_mps = Parameter(50.8, unit="m/s")
    acceleration_lag_s = Parameter(0.1, unit="s")

    @staticmethod
    def output(
        x: float, y: float, heading: float, rolling: float, angle: float
    ) -> tuple[float, float, float, float, float]:
        """The pose, the speed and the steering angle."""
        return x, y, heading, rolling, angle

    @staticmethod
    def derivative(
        x: float,
        y: float,
        heading: float,
        rolling: float,
        angle: float,
        push: float,
        steering_wanted: float,
        acceleration_wanted: float,
        front_axle_m: float,
        rear_axle_m: float,
        friction: float,
        steering_max_rad: float,
        steering_rate_max: float,
        steering_lag_s: float,
        acceleration_max: float,
        braking_max: float,
        switch_speed_mps: float,
        speed_min_mps: float,
        speed_max_mps: float,
        acceleration_lag_s: float,
    ) -> State6:
        """The derivative of the states by `bicycle_rates`."""
        return bicycle_rates(
            (x, y, heading, rolling, angle, push),
            (steering_wanted, acceleration_wanted),
            RollingGeometry(front_axle_m + rear_axle_m, rear_axle_m, friction),
            Limits(
                steering_max_rad,
                steering_rate_max,
                steering_lag_s,
                acceleration_max,
                braking_max,
                switch_speed_mps,
                speed_min_mps,
                speed_max_mps,
                acceleration_lag_s,
            ),
        )
