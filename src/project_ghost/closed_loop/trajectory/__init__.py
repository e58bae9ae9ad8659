"""Trajectories: what a planner answers, and what objects may do.

General layout: `_abstract` (what a trajectory is), `_interpolated` (states or one array, linear in
between), `_sampling` (how often and how far), `_predicted` (what an object may do), `_plan_table`
(a trajectory as the table that the vehicle follows).
"""

from ._abstract import AbstractTrajectory as AbstractTrajectory
from ._interpolated import InterpolatedTrajectory as InterpolatedTrajectory
from ._plan_table import plan_table as plan_table
from ._predicted import PredictedTrajectory as PredictedTrajectory
from ._sampling import TrajectorySampling as TrajectorySampling

__all__ = [
    "AbstractTrajectory",
    "InterpolatedTrajectory",
    "PredictedTrajectory",
    "TrajectorySampling",
    "plan_table",
]
