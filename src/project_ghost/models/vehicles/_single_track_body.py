"""A single-track vehicle in body axes, which an impulse may push in any direction or turn.

The tyres are those of `_single_track`, but their forces are limited by friction, and they
act along the vehicle's own axes, as drive and brakes do, so that a spinning car also comes to
rest. At constant speed and for small slip angles the two models are equal.
"""

from typing import NamedTuple

from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sincos, tan
from project_ghost.engine import Parameter, number
from project_ghost.engine.ops import clip
from project_ghost.models.common.slide import GRAVITY_MPS2, turning_friction

from ._actuators import Command, Limits, actuator_rates, limited_acceleration
from ._single_track import SingleTrackBody, tyre_weight
from ._tyres import axle_loads, axle_pushes

# x, y, yaw, velocity ahead and to the left, yaw rate, steering angle, drive's acceleration.
State8 = tuple[float, float, float, float, float, float, float, float]


class Tyres(NamedTuple):
    """The stiffness of one vehicle's tyres (1/rad), and the share of friction they may use."""

    stiffness_front: float
    stiffness_rear: float
    limit: float


class LowSpeed(NamedTuple):
    """The transition from tyres to rolling wheels, and the longest step of integration.

    Tyre forces fade in between `slow_mps` and `fast_mps`; below, slip settles within
    `settling_s` on that of rolling wheels.
    """

    slow_mps: float = number(Parameter(1.0, unit="m/s"))
    fast_mps: float = number(Parameter(3.0, unit="m/s"))
    settling_s: float = number(Parameter(0.1, unit="s"))
    step_s: float = number(Parameter(0.01, unit="s"))


def applied_acceleration(
    speed: float,
    drive_accel: float,
    friction_accel: float,
    limits: Limits,
    wheels_locked: bool,  # noqa: FBT001 - a fact, not a choice
) -> float:
    """The acceleration of drive and brakes; that of sliding for locked wheels.

    The wheels of a car that was pushed below its least speed are locked.
    """
    if wheels_locked:
        return min(limits.braking_max, friction_accel)
    return limited_acceleration(speed, drive_accel, limits, friction_accel)


@inlined
def body_rates(
    state: State8,
    command: Command,
    body: SingleTrackBody,
    tyres: Tyres,
    limits: Limits,
    low_speed: LowSpeed,
    wheels_locked: bool,  # noqa: FBT001 - a fact, not a choice
) -> State8:
    """The derivative of (x, y, yaw, vx, vy, yaw rate, steering angle, drive's acceleration).

    vx and vy are along the vehicle's axis and to its left. `wheels_locked`: the car was
    pushed below its least speed before this step.
    """
    front_m, rear_m, friction = body.front_axle_m, body.rear_axle_m, body.friction
    _, _, yaw, vx, vy, turn, angle, drive_accel = state
    friction_accel = friction * GRAVITY_MPS2
    acceleration = applied_acceleration(vx, drive_accel, friction_accel, limits, wheels_locked)
    angle_rate, drive_rate = actuator_rates(angle, drive_accel, command, limits)
    weight = tyre_weight(vx, low_speed.slow_mps, low_speed.fast_mps)
    side, spin = 0.0, 0.0
    if weight > 0.0:
        front_push, rear_push = axle_pushes(
            angle - (vy + front_m * turn) / vx,
            (rear_m * turn - vy) / vx,
            axle_loads(acceleration, front_m, rear_m, body.height_m),
            friction,
            (tyres.stiffness_front, tyres.stiffness_rear),
            tyres.limit,
        )
        side = weight * (front_push + rear_push - vx * turn)
        spin = weight * body.mass_over_inertia * (front_m * front_push - rear_m * rear_push)
    if weight < 1.0:
        slope = tan(angle)
        per_metre = 1.0 / (front_m + rear_m)
        goal = vx * slope * per_metre
        ahead = (acceleration * slope + vx * angle_rate * (1.0 + slope * slope)) * per_metre
        most = turning_friction(friction, front_m, rear_m, body.mass_over_inertia)
        settling_s = low_speed.settling_s
        spin += (1.0 - weight) * (ahead + clip((goal - turn) / settling_s, -most, most))
        drift = clip((rear_m * goal - vy) / settling_s, -friction_accel, friction_accel)
        side += (1.0 - weight) * (rear_m * ahead + drift)
    s, c = sincos(yaw)
    return (
        vx * c - vy * s,
        vx * s + vy * c,
        turn,
        acceleration + weight * vy * turn,
        side,
        spin,
        angle_rate,
        drive_rate,
    )


def advanced(state: State8, rates: State8, h: float) -> State8:
    """The state plus h times the rates."""
    return (
        state[0] + h * rates[0],
        state[1] + h * rates[1],
        state[2] + h * rates[2],
        state[3] + h * rates[3],
        state[4] + h * rates[4],
        state[5] + h * rates[5],
        state[6] + h * rates[6],
        state[7] + h * rates[7],
    )


def body_step(
    state: State8,
    command: Command,
    body: SingleTrackBody,
    tyres: Tyres,
    limits: Limits,
    low_speed: LowSpeed,
    dt_s: float,
    count: int,
) -> State8:
    """The state after dt in `count` steps of the fourth-order rule, inputs held."""
    h = dt_s / count
    for _ in range(count):
        locked = state[3] < limits.speed_min_mps
        at, total = state, state
        for stage in range(4):
            rates = body_rates(at, command, body, tyres, limits, low_speed, locked)
            total = rates if stage == 0 else advanced(total, rates, 1.0 if stage == 3 else 2.0)
            at = advanced(state, rates, 0.5 * h if stage < 2 else h)
        after = advanced(state, total, h / 6.0)
        state = (
            after[0],
            after[1],
            after[2],
            not_past(limits.speed_min_mps, state[3], after[3], command[1]),
            after[4],
            after[5],
            after[6],
            after[7],
        )
    return state


def not_past(speed_min: float, before: float, after: float, wanted: float) -> float:
    """The speed after a step, stopped at its least value by brakes or by locked wheels."""
    falls = before >= speed_min > after
    rises = before < speed_min < after and wanted <= 0.0
    return speed_min if falls or rises else after


def step_count(dt_s: float, step_s: float) -> int:
    """The number of equal steps of at most step_s in dt_s; one millionth more is ignored."""
    whole = int(dt_s / step_s)
    return whole if whole * step_s >= dt_s * 0.999999 else whole + 1
