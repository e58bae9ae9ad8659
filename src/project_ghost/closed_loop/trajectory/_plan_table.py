"""A planner's answer as the table that the vehicle follows."""

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.core.arrays import Floats
from project_ghost.models.plans import PLAN_ROWS, PLAN_TIME, PLAN_WIDTH

from ._abstract import AbstractTrajectory
from ._interpolated import InterpolatedTrajectory

__all__ = ["plan_table"]


def plan_table(trajectory: object, where: str = "") -> tuple[Floats, int]:
    """The table `plan` of a trajectory, and how many of its rows are used.

    An error names the first state that cannot be used; `where` says whose answer it is.
    """
    if not isinstance(trajectory, AbstractTrajectory):
        given = "None" if trajectory is None else type(trajectory).__name__
        raise ClosedLoopValueError(
            f"the planner answered {given}",
            where=where,
            expected="an AbstractTrajectory, such as InterpolatedTrajectory",
            fix="return a trajectory from compute_planner_trajectory",
        )
    rows = _rows(trajectory, where)
    count = len(rows)
    if count < 2:
        raise ClosedLoopValueError(
            f"There is not enough states in trajectory: {count}!", where, "2 or more states"
        )
    if count > PLAN_ROWS:
        raise ClosedLoopValueError(
            f"the planner's trajectory has {count} states",
            where,
            f"at most {PLAN_ROWS}",
            "sample it less often, or plan less far",
        )
    if not np.isfinite(rows).all():
        index, column = np.argwhere(~np.isfinite(rows))[0].tolist()
        raise ClosedLoopValueError(
            f"{_COLUMNS[column]} of state {index} of the planner's trajectory is "
            f"{rows[index, column]}",
            where,
            "finite numbers",
        )
    times = rows[:, PLAN_TIME]
    if not (times[1:] > times[:-1]).all():
        index = int(np.argmin(times[1:] > times[:-1])) + 1
        raise ClosedLoopValueError(
            f"the planner's trajectory goes back in time: state {index} is at "
            f"{int(times[index])} ns, state {index - 1} at {int(times[index - 1])} ns",
            where,
            "times that rise from state to state",
        )
    plan = np.zeros((PLAN_ROWS, PLAN_WIDTH))
    plan[:count] = rows
    return plan, count


_COLUMNS = ("the time", "x", "y", "the heading", "vx", "vy", "ax", "ay", "the steering angle")


def _rows(trajectory: AbstractTrajectory, where: str) -> Floats:
    if isinstance(trajectory, InterpolatedTrajectory):
        return trajectory.array
    states = trajectory.get_sampled_trajectory()
    if len(states) < 2:
        raise ClosedLoopValueError(
            f"There is not enough states in trajectory: {len(states)}!", where, "2 or more states"
        )
    return InterpolatedTrajectory(states).array
