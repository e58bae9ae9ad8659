"""The Intelligent Driver Model, as a pure function.

Treiber, Hennecke and Helbing, "Congested traffic states in empirical observations and
microscopic simulations", Physical Review E 62, 1805 (2000).
"""

from project_ghost.core.dmath import sqrt
from project_ghost.engine.ops import maximum

# A gap that is closed counts as this many metres, so that nothing divides by zero.
_CLOSED_M = 0.01


def free_acceleration(speed: float, desired: float, acceleration: float, gain: float) -> float:
    """What a driver with nobody ahead does: a (1 - (v / v0)^4), and above v0 gain (v0 - v).

    The model's own term is hardly felt just above the desired speed, where a limit drops;
    a proportional one follows it.
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
    """s* = s0 + max(0, v T + v dv / (2 sqrt(a b))), dv the speed above the leader's."""
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
    """What a leader adds: -a (s* / s)^2."""
    wanted = desired_gap(speed, speed - leader_speed, gap_min_m, headway_s, acceleration, braking)
    part = wanted / maximum(gap_m, _CLOSED_M)
    return -acceleration * part * part


def equilibrium_gap(speed: float, desired: float, gap_min_m: float, headway_s: float) -> float:
    """The gap at which a car behind another of the same speed neither gains nor falls back."""
    part = speed / desired
    square = part * part
    return (gap_min_m + speed * headway_s) / sqrt(1.0 - square * square)
