"""Controllers of cars: PID, pure pursuit, Stanley, LQR; as functions and as route followers.

General layout: `_laws` (steering laws as pure functions), `_riccati` (LQR gains), `_plan` (speeds
that suit the bends), `_follower` (the base of all followers, and its bundles), `_following` (their
loop), and the followers `_waypoint_pid`, `_pure_pursuit`, `_stanley` and `_lqr_tracking`, each a
steering law.
"""

from ._follower import AbstractFollower as AbstractFollower
from ._laws import heading_to as heading_to
from ._laws import pid_step as pid_step
from ._laws import pure_pursuit as pure_pursuit
from ._laws import stanley as stanley
from ._laws import state_feedback as state_feedback
from ._laws import stopping_speed as stopping_speed
from ._lqr_tracking import LqrTracking as LqrTracking
from ._lqr_tracking import tracking_gain as tracking_gain
from ._plan import with_planned_speeds as with_planned_speeds
from ._pure_pursuit import PurePursuit as PurePursuit
from ._riccati import lqr_gain as lqr_gain
from ._riccati import riccati_solution as riccati_solution
from ._stanley import Stanley as Stanley
from ._waypoint_pid import WaypointPid as WaypointPid

__all__ = [
    "AbstractFollower",
    "LqrTracking",
    "PurePursuit",
    "Stanley",
    "WaypointPid",
    "heading_to",
    "lqr_gain",
    "pid_step",
    "pure_pursuit",
    "riccati_solution",
    "stanley",
    "state_feedback",
    "stopping_speed",
    "tracking_gain",
    "with_planned_speeds",
]
