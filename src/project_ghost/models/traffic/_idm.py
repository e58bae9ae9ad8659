"""The Intelligent Driver Model, as pure functions.

Treiber, Hennecke and Helbing, "Congested traffic states in empirical observations and
microscopic simulations", Physical Review E 62, 1805 (2000).
"""

from project_ghost.core.dmath import sqrt
from project_ghost.engine.ops import maximum, minimum

# The least gap that the model divides by, metres.
_GAP_LEAST_M = 0.01


def free_acceleration(speed: float, desired: float, acceleration: float, gain: float) -> float:
    """The acceleration on a free road: a (1 - (v / v0)^4), and gain (v0 - v) above v0.

    The model's own term is weak just above the desired speed, so a driver would hardly slow
    down where the speed limit falls. The proportional term follows the limit.
    """
    if speed > desired:
        return gain * (desired - speed)
    if desired <= 0.0:
        return 0.0
    part = speed / desired
    square = part * part
    return acceleration * (1.0 - square * square)


def desired_gap(
    speed: float,
    approach: float,
    gap_min_m: float,
    headway_s: float,
    acceleration: float,
    braking: float,
) -> float:
    """s* = s0 + max(0, v T + v dv / (2 sqrt(a b))), where dv is the speed minus the leader's."""
    dynamic = speed * headway_s + speed * approach / (2.0 * sqrt(acceleration * braking))
    return gap_min_m + maximum(0.0, dynamic)


def leader_acceleration(
    speed: float,
    leader_speed: float,
    gap_m: float,
    gap_min_m: float,
    headway_s: float,
    acceleration: float,
    braking: float,
) -> float:
    """The acceleration that a leader adds: -a (s* / s)^2."""
    wanted = desired_gap(speed, speed - leader_speed, gap_min_m, headway_s, acceleration, braking)
    part = wanted / maximum(gap_m, _GAP_LEAST_M)
    return -acceleration * part * part


def equilibrium_gap(speed: float, desired: float, gap_min_m: float, headway_s: float) -> float:
    """The gap at which a driver follows a leader of the same speed without acceleration."""
    part = speed / desired
    square = part * part
    return (gap_min_m + speed * headway_s) / sqrt(1.0 - square * square)


def idm_acceleration(
    speed: float,
    leader_speed: float,
    gap_m: float,
    desired: float,
    gap_min_m: float,
    headway_s: float,
    acceleration: float,
    braking: float,
) -> float:
    """The model's acceleration as nuPlan has it, for planners that are compared with its own.

    Differences to the functions above: s* may be less than the least gap, the gap counts as at
    least the least gap, and above the desired speed the model's own term holds.
    """
    wanted = (
        gap_min_m
        + speed * headway_s
        + speed * (speed - leader_speed) / (2.0 * sqrt(acceleration * braking))
    )
    part = speed / desired
    square = part * part
    share = wanted / maximum(gap_m, gap_min_m)
    return acceleration * (1.0 - square * square - share * share)


def idm_step(
    progress_m: float,
    speed: float,
    leader_speed: float,
    gap_m: float,
    step_s: float,
    desired: float,
    gap_min_m: float,
    headway_s: float,
    acceleration: float,
    braking: float,
) -> tuple[float, float]:
    """Progress and speed after one Euler step, with the acceleration within -b and a."""
    change = idm_acceleration(
        speed, leader_speed, gap_m, desired, gap_min_m, headway_s, acceleration, braking
    )
    change = minimum(maximum(change, -braking), acceleration)
    return progress_m + step_s * speed, speed + step_s * change
