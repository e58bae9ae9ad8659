"""The tracker of nuPlan: velocity first, then the lateral error, each by one step of LQR.

A plan is resampled, its velocities and curvatures are fitted to it, and the command minimises the
quadratic costs of the errors at the horizon. Formulas and defaults are those of nuPlan's
LQRTracker.
"""

from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.engine import Parameter, array, number
from project_ghost.models.plans import (
    EGO_STEERING,
    EGO_VX,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    PLAN_TIME,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)

from ._least_squares import curvatures_of, velocities_of
from ._reading import part_of_segment, segment_of

__all__ = ["LqrLaw", "tracking_command"]


class LqrLaw(NamedTuple):
    """The weights of the errors and of the commands, and the reference that they refer to."""

    q_longitudinal: float = number(Parameter(10.0))
    r_longitudinal: float = number(Parameter(1.0))
    q_lateral: Floats = array(Parameter((1.0, 10.0, 0.0), shape=(3,)))
    r_lateral: float = number(Parameter(1.0))
    discretization_s: float = number(Parameter(0.1, unit="s"))
    horizon_steps: float = number(Parameter(10.0))
    jerk_penalty: float = number(Parameter(1e-4))
    curvature_rate_penalty: float = number(Parameter(1e-2))
    stopping_gain: float = number(Parameter(0.5))
    stopping_speed_mps: float = number(Parameter(0.2, unit="m/s"))


def tracking_command(
    plan: Floats, count: int, time_ns: int, ego: Floats, law: LqrLaw, wheelbase_m: float
) -> tuple[float, float]:
    """The acceleration and the steering rate that bring a vehicle back to its plan."""
    dt_s, steps = law.discretization_s, int(law.horizon_steps)
    step_ns = dt_s * 1e9
    poses = resampled(plan, count, step_ns)
    velocities = velocities_of(poses, dt_s, law.jerk_penalty)
    begin = (time_ns - plan[0, PLAN_TIME]) / step_ns
    wanted = value_at(velocities, begin + steps)
    speed = ego[EGO_VX]
    if wanted <= law.stopping_speed_mps and speed <= law.stopping_speed_mps:
        return -law.stopping_gain * (speed - wanted), 0.0
    gain = steps * dt_s
    weighted = gain * law.q_longitudinal
    acceleration = -(weighted * (speed - wanted)) / (weighted * gain + law.r_longitudinal)
    curvatures = curvatures_of(poses, velocities, dt_s, law.curvature_rate_penalty)
    lateral, heading = errors_to(plan, count, time_ns, ego)
    # The errors after the horizon without a command, and what each unit of command adds.
    steering = ego[EGO_STEERING]
    lateral_gain, heading_gain, steering_gain = 0.0, 0.0, 0.0
    for k in range(steps):
        moved = (speed + acceleration * dt_s * k) * dt_s
        curvature = value_at(curvatures, begin + k)
        lateral, heading = (
            lateral + moved * heading,
            heading + moved / wheelbase_m * steering - moved * curvature,
        )
        lateral_gain, heading_gain = (
            lateral_gain + moved * heading_gain,
            heading_gain + moved / wheelbase_m * steering_gain,
        )
        steering_gain += dt_s
    heading, steering = wrap_angle(heading), wrap_angle(steering)
    q = law.q_lateral
    cost = (
        lateral_gain * q[0] * lateral_gain
        + heading_gain * q[1] * heading_gain
        + steering_gain * q[2] * steering_gain
        + law.r_lateral
    )
    error = (
        lateral_gain * q[0] * lateral
        + heading_gain * q[1] * heading
        + steering_gain * q[2] * steering
    )
    return acceleration, -error / cost


def resampled(plan: Floats, count: int, step_ns: float) -> Floats:
    """The poses of a plan at equal steps, at least two; its yaw does not jump between them."""
    begin, end = plan[0, PLAN_TIME], plan[count - 1, PLAN_TIME]
    many = max(2, int((end - begin) / step_ns + 1e-9) + 1)
    poses = np.empty((many, 3))
    k, unwrapped = 0, plan[0, PLAN_YAW]
    for i in range(many):
        time_ns = begin + i * step_ns
        while k < count - 2 and plan[k + 1, PLAN_TIME] <= time_ns:
            unwrapped += wrap_angle(plan[k + 1, PLAN_YAW] - plan[k, PLAN_YAW])
            k += 1
        part = part_of_segment(plan, k, time_ns)
        poses[i, 0] = plan[k, PLAN_X] + part * (plan[k + 1, PLAN_X] - plan[k, PLAN_X])
        poses[i, 1] = plan[k, PLAN_Y] + part * (plan[k + 1, PLAN_Y] - plan[k, PLAN_Y])
        turn = wrap_angle(plan[k + 1, PLAN_YAW] - plan[k, PLAN_YAW])
        poses[i, 2] = unwrapped + part * turn
    return poses


def value_at(values: Floats, at: float) -> float:
    """The value at a fractional index, linear in between and held beyond both ends."""
    last = values.shape[0] - 1
    if at <= 0.0:
        first: float = values[0]
        return first
    k = int(at)
    if k >= last:
        end: float = values[last]
        return end
    value: float = values[k] + (at - k) * (values[k + 1] - values[k])
    return value


def errors_to(plan: Floats, count: int, time_ns: int, ego: Floats) -> tuple[float, float]:
    """How far left of its place in the plan a vehicle is, and how far left of it it points."""
    k = segment_of(plan, count, time_ns)
    part = part_of_segment(plan, k, time_ns)
    x = plan[k, PLAN_X] + part * (plan[k + 1, PLAN_X] - plan[k, PLAN_X])
    y = plan[k, PLAN_Y] + part * (plan[k + 1, PLAN_Y] - plan[k, PLAN_Y])
    yaw = plan[k, PLAN_YAW] + part * wrap_angle(plan[k + 1, PLAN_YAW] - plan[k, PLAN_YAW])
    sine, cosine = sincos(yaw)
    lateral = -(ego[EGO_X] - x) * sine + (ego[EGO_Y] - y) * cosine
    return lateral, wrap_angle(ego[EGO_YAW] - yaw)
