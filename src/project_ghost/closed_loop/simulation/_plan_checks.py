"""Whether a plan can be driven from here."""

from typing import Any

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.trajectory import plan_table
from project_ghost.core.arrays import Floats
from project_ghost.core.errors import GhostError
from project_ghost.models.plans import EGO_X, EGO_Y, PLAN_TIME, PLAN_VX, PLAN_VY, PLAN_X, PLAN_Y

from ._iteration import SimulationIteration
from ._seat import SeenSample

__all__ = ["PlanError", "checked_plan", "iteration_place"]

PERFECT = "perfect"
_SPEED_MAX_MPS = 50.0
_DISTANCE_MAX_M = 5.0
_DURATION_MAX_S = 3600.0  # trackers sample the whole plan at their step


class PlanError(ClosedLoopValueError):
    """A planner's trajectory cannot be driven."""


def iteration_place(planner: str, iteration: SimulationIteration) -> str:
    """The planner and its iteration, for errors."""
    return f"planner {planner}, iteration {iteration.index} at {iteration.time_s:.3f} s"


def checked_plan(
    trajectory: Any,  # noqa: ANN401 - whatever a planner returned
    seen: SeenSample,
    period_ns: int,
    controller: str,
    planner: str,
) -> tuple[Floats, float]:
    """The table of a trajectory and the number of its rows; refuses what cannot be driven."""
    now_ns = seen.iteration.time_point.time_ns
    where = iteration_place(planner, seen.iteration)
    try:
        table, count = plan_table(trajectory)
    except GhostError as error:
        raise PlanError(error.what, where, error.expected, error.fix) from error
    plan: Floats = table[:count]
    first_ns, last_ns, next_ns = plan[0, PLAN_TIME], plan[-1, PLAN_TIME], now_ns + period_ns
    if first_ns > now_ns or last_ns < next_ns:
        raise PlanError(
            f"the plan covers {first_ns / 1e9:.6f} s to {last_ns / 1e9:.6f} s",
            where,
            f"a plan that covers {now_ns / 1e9:.6f} s, this iteration, to {next_ns / 1e9:.6f} s, "
            "the next",
            "begin the trajectory with the present state, and let it reach beyond the next "
            "iteration",
        )
    duration_s = (last_ns - first_ns) / 1e9
    if duration_s > _DURATION_MAX_S:
        raise PlanError(
            f"the plan is {duration_s:.6g} s long",
            where,
            f"a plan of at most {_DURATION_MAX_S:.0f} s",
            "check the units of the times: TimePoint takes microseconds",
        )
    ego = seen.ego
    dx, dy = plan[0, PLAN_X] - ego[EGO_X], plan[0, PLAN_Y] - ego[EGO_Y]
    distance_m = float(np.sqrt(dx * dx + dy * dy))
    if distance_m > _DISTANCE_MAX_M:
        raise PlanError(
            f"the plan begins at ({plan[0, PLAN_X]:.2f}, {plan[0, PLAN_Y]:.2f}), "
            f"{distance_m:.2f} m from the ego at ({ego[EGO_X]:.2f}, {ego[EGO_Y]:.2f})",
            where,
            f"a first state within {_DISTANCE_MAX_M} m of the ego's rear axle",
            "begin the trajectory with the present state, in world coordinates",
        )
    if controller == PERFECT:
        _require_possible_speed(plan, next_ns, where)
    return table, float(count)


def _require_possible_speed(plan: Floats, next_ns: int, where: str) -> None:
    """Refuse speeds that a car under perfect tracking would have before the next iteration."""
    used = int(np.searchsorted(plan[:, PLAN_TIME], next_ns)) + 1
    vx, vy = plan[:used, PLAN_VX], plan[:used, PLAN_VY]
    speed_mps = float(np.sqrt((vx * vx + vy * vy).max()))
    if speed_mps >= _SPEED_MAX_MPS:
        raise PlanError(
            f"Velocity is too high: {speed_mps}!",
            where,
            f"speeds below {_SPEED_MAX_MPS} m/s, which perfect tracking would drive",
            "plan a lower speed, or use another controller",
        )
