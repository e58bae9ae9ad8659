"""Whether the ego reaches the goal of its scenario."""

import numpy as np
from numpy.typing import NDArray

from project_ghost.world.geometry import is_inside

from ._evaluation import Evaluation
from ._result import MetricResult
from ._run_arrays import GoalRegion, RunArrays

__all__ = ["measure"]

_TURN = 6.283185307179586


def measure(evaluation: Evaluation) -> MetricResult:
    """Whether at some sample one of the goals holds, and when first; it has no score."""
    run = evaluation.run
    if not run.goals:
        return MetricResult(note="the scenario has no goal")
    reached = np.zeros(len(run), dtype=bool)
    for goal in run.goals:
        reached |= _holds(run, goal)
    first = np.flatnonzero(reached)
    return MetricResult(
        statistics={
            "reached": bool(len(first)),
            "first_s": float(run.seconds[first[0]]) if len(first) else None,
        },
        series={"at_goal": reached.astype(float)},
    )


def _holds(run: RunArrays, goal: GoalRegion) -> NDArray[np.bool_]:
    result = np.ones(len(run), dtype=bool)
    if goal.time_ns is not None:
        result &= (run.times_ns >= goal.time_ns[0]) & (run.times_ns <= goal.time_ns[1])
    if goal.speed_mps is not None:
        low, high = goal.speed_mps
        result &= (run.speed_mps >= low) & (run.speed_mps <= high)
    if goal.yaw_rad is not None:
        low, high = goal.yaw_rad
        turned = (run.yaw_rad - low) - _TURN * np.floor((run.yaw_rad - low) / _TURN)
        result &= turned <= high - low
    if goal.polygons:
        result &= [
            any(is_inside(x, y, corners, len(corners)) for corners in goal.polygons)
            for x, y in run.center.tolist()
        ]
    return result
