"""A single-track vehicle in body axes, which a blow may turn or push anywhere.

The tyres are those of `_single_track`, but their forces end where friction ends, and they
act along the vehicle's own axes, as drive and brakes do, so that also a spinning car comes
to rest. At constant speed and for small slip angles both are the same model.
"""

from project_ghost.core.dmath import cos, sin, tan
from project_ghost.engine.ops import clip
from project_ghost.models.common.slide import GRAVITY_MPS2, turning_friction

from ._actuators import actuator_rates, limited_acceleration
from ._single_track import tyre_weight
from ._tyres import axle_loads, axle_pushes

State8 = tuple[float, float, float, float, float, float, float, float]
Body = tuple[float, float, float, float, float]
Rolling = tuple[float, float, float]


def given_acceleration(
    speed: float,
    push: float,
    grip: float,
    drive: tuple[float, float, float, float, float, float],
    held: bool,  # noqa: FBT001 - a fact, not a choice
) -> float:
    """What drive and brakes give; the wheels of a car pushed below its least speed are held.

    `drive` is (acceleration, braking, switching speed, least and largest speed, lag).
    """
    acceleration_max, braking_max, switch_speed, speed_min, speed_max, _ = drive
    if held:
        return min(braking_max, grip)
    return limited_acceleration(
        speed,
        push,
        min(acceleration_max, grip),
        min(braking_max, grip),
        switch_speed,
        speed_min,
        speed_max,
    )


def car_rates(
    state: State8,
    wanted_steering: float,
    wanted_acceleration: float,
    body: Body,
    tyres: tuple[float, float, float],
    steering: tuple[float, float, float],
    drive: tuple[float, float, float, float, float, float],
    rolling: Rolling,
    held: bool,  # noqa: FBT001 - a fact, not a choice
) -> State8:
    """The derivative of (x, y, yaw, vx, vy, yaw rate, steering angle, drive's acceleration).

    vx and vy are along the vehicle's axis and to its left. `body` is (front and rear axle's
    distance, height, mass over inertia, friction), `tyres` (front and rear stiffness, limit),
    `steering` (largest angle, largest rate, lag), `rolling` (speeds between which the tyres'
    forces fade in, time in which slip settles below); `held` says that the wheels are held,
    because the car was pushed below its least speed before this step.
    """
    front_m, rear_m, height_m, ratio, friction = body
    _, _, yaw, vx, vy, turn, angle, push = state
    grip = friction * GRAVITY_MPS2
    acceleration = given_acceleration(vx, push, grip, drive, held)
    angle_rate, push_rate = actuator_rates(
        angle,
        push,
        wanted_steering,
        wanted_acceleration,
        steering[0],
        steering[1],
        steering[2],
        drive[0],
        drive[1],
        drive[5],
    )
    weight = tyre_weight(vx, rolling[0], rolling[1])
    side, spin = 0.0, 0.0
    if weight > 0.0:
        front_push, rear_push = axle_pushes(
            angle - (vy + front_m * turn) / vx,
            (rear_m * turn - vy) / vx,
            axle_loads(acceleration, front_m, rear_m, height_m),
            friction,
            (tyres[0], tyres[1]),
            tyres[2],
        )
        side = weight * (front_push + rear_push - vx * turn)
        spin = weight * ratio * (front_m * front_push - rear_m * rear_push)
    if weight < 1.0:
        slope = tan(angle)
        per_metre = 1.0 / (front_m + rear_m)
        goal = vx * slope * per_metre
        ahead = (acceleration * slope + vx * angle_rate * (1.0 + slope * slope)) * per_metre
        most = turning_friction(friction, front_m, rear_m, ratio)
        spin += (1.0 - weight) * (ahead + clip((goal - turn) / rolling[2], -most, most))
        drift = clip((rear_m * goal - vy) / rolling[2], -grip, grip)
        side += (1.0 - weight) * (rear_m * ahead + drift)
    c, s = cos(yaw), sin(yaw)
    return (
        vx * c - vy * s,
        vx * s + vy * c,
        turn,
        acceleration + weight * vy * turn,
        side,
        spin,
        angle_rate,
        push_rate,
    )


def shifted(state: State8, rates: State8, h: float) -> State8:
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


def car_step(
    state: State8,
    wanted_steering: float,
    wanted_acceleration: float,
    body: Body,
    tyres: tuple[float, float, float],
    steering: tuple[float, float, float],
    drive: tuple[float, float, float, float, float, float],
    rolling: Rolling,
    dt_s: float,
    count: int,
) -> State8:
    """The state after dt in `count` steps of the fourth-order rule, inputs held."""
    h = dt_s / count
    wish, push = wanted_steering, wanted_acceleration
    for _ in range(count):
        held = state[3] < drive[3]
        k1 = car_rates(state, wish, push, body, tyres, steering, drive, rolling, held)
        at = shifted(state, k1, 0.5 * h)
        k2 = car_rates(at, wish, push, body, tyres, steering, drive, rolling, held)
        at = shifted(state, k2, 0.5 * h)
        k3 = car_rates(at, wish, push, body, tyres, steering, drive, rolling, held)
        at = shifted(state, k3, h)
        k4 = car_rates(at, wish, push, body, tyres, steering, drive, rolling, held)
        total = shifted(shifted(shifted(k1, k2, 2.0), k3, 2.0), k4, 1.0)
        after = shifted(state, total, h / 6.0)
        state = (
            after[0],
            after[1],
            after[2],
            not_past(drive[3], state[3], after[3], push),
            after[4],
            after[5],
            after[6],
            after[7],
        )
    return state


def not_past(speed_min: float, before: float, after: float, wanted: float) -> float:
    """A speed that brakes, or held wheels, bring to its least value, and not past it."""
    falls = before >= speed_min > after
    rises = before < speed_min < after and wanted <= 0.0
    return speed_min if falls or rises else after


def step_count(dt_s: float, step_s: float) -> int:
    """How many equal steps of at most step_s make dt_s; a hair more than a whole number is none."""
    whole = int(dt_s / step_s)
    return whole if whole * step_s >= dt_s * 0.999999 else whole + 1
