"""A plan at a time: linear between its rows, the yaw the short way."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.models.plans import (
    EGO_AX,
    EGO_AY,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_VY,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
    PLAN_AX,
    PLAN_AY,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_VX,
    PLAN_VY,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)

__all__ = ["part_of_segment", "read_plan", "segment_of"]

_S_PER_NS = 1e-9


def segment_of(plan: Floats, count: int, time_ns: float) -> int:
    """The segment of a plan at a time: the index of its first row, the last but one at most."""
    low, high = 0, count - 2
    # As often as the longest search needs, so that the time does not decide when the loop ends.
    rows = 1
    while rows < plan.shape[0]:
        rows *= 2
        if low >= high:
            break
        middle = (low + high + 1) // 2
        if plan[middle, PLAN_TIME] <= time_ns:
            low = middle
        else:
            high = middle - 1
    return low


def part_of_segment(plan: Floats, k: int, time_ns: float) -> float:
    """How much of the segment k is over at a time, from 0 to 1."""
    begin, end = plan[k, PLAN_TIME], plan[k + 1, PLAN_TIME]
    part: float = (time_ns - begin) / (end - begin)
    return min(max(part, 0.0), 1.0)


def read_plan(plan: Floats, count: int, time_ns: float, ego: Floats) -> None:
    """Write the row `ego` of a vehicle that is where the plan says, at a time.

    The rates of yaw and steering are those of the segment. Before the plan and after it, the
    vehicle is at its first or last row.
    """
    k = segment_of(plan, count, time_ns)
    part = part_of_segment(plan, k, time_ns)
    span_s = (plan[k + 1, PLAN_TIME] - plan[k, PLAN_TIME]) * _S_PER_NS
    turn = wrap_angle(plan[k + 1, PLAN_YAW] - plan[k, PLAN_YAW])
    ego[EGO_X] = _between(plan, k, PLAN_X, part)
    ego[EGO_Y] = _between(plan, k, PLAN_Y, part)
    ego[EGO_YAW] = wrap_angle(plan[k, PLAN_YAW] + part * turn)
    ego[EGO_VX] = _between(plan, k, PLAN_VX, part)
    ego[EGO_VY] = _between(plan, k, PLAN_VY, part)
    ego[EGO_AX] = _between(plan, k, PLAN_AX, part)
    ego[EGO_AY] = _between(plan, k, PLAN_AY, part)
    ego[EGO_YAW_RATE] = turn / span_s
    ego[EGO_YAW_ACCELERATION] = 0.0
    ego[EGO_STEERING] = _between(plan, k, PLAN_STEERING, part)
    steered = plan[k + 1, PLAN_STEERING] - plan[k, PLAN_STEERING]
    ego[EGO_STEERING_RATE] = steered / span_s


def _between(plan: Floats, k: int, column: int, part: float) -> float:
    value: float = plan[k, column] + part * (plan[k + 1, column] - plan[k, column])
    return value
