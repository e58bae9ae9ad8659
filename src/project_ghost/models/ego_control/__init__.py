"""Vehicles that drive the plans of a planner.

General layout: `_port` (where the planner answers), `_reading` (a plan at a time), `_rows` (the
vehicle's row `ego` and its body); `_planned_motion` (drives a plan exactly), `_log_playback`
(repeats a recorded drive), `_lqr_bicycle` (tracks a plan as nuPlan does), `_trajectory_tracker`
(the same tracker for cars of ours); `_lqr` (the tracker's law), `_least_squares` (the velocities
and curvatures of a plan); `_own_control` (a class in Python drives a plan);
`_perceived` (the scene as a detector sees it).
"""

from ._log_playback import LogPlayback as LogPlayback
from ._lqr import LqrLaw as LqrLaw
from ._lqr import tracking_command as tracking_command
from ._lqr_bicycle import LqrBicycle as LqrBicycle
from ._own_control import AbstractEgoControl as AbstractEgoControl
from ._own_control import ControlledEgo as ControlledEgo
from ._perceived import PerceivedScene as PerceivedScene
from ._planned_motion import PlannedMotion as PlannedMotion
from ._port import PlannerPort as PlannerPort
from ._rows import ego_at as ego_at
from ._trajectory_tracker import RearAxle as RearAxle
from ._trajectory_tracker import TrajectoryTracker as TrajectoryTracker

__all__ = [
    "AbstractEgoControl",
    "ControlledEgo",
    "LogPlayback",
    "LqrBicycle",
    "LqrLaw",
    "PerceivedScene",
    "PlannedMotion",
    "PlannerPort",
    "RearAxle",
    "TrajectoryTracker",
    "ego_at",
    "tracking_command",
]
