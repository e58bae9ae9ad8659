"""A PID on the heading."""

from collections.abc import Callable
from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import WaypointPid
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Gain, Length, TimeAhead

from ._follower import LOOKAHEAD_M, LOOKAHEAD_S, SPEED_KI, AbstractAimingFollower

__all__ = ["PIDDriver"]


class PIDDriver(AbstractAimingFollower):
    """A PID on the heading to a point ahead, and a PID on the speed."""

    component: ClassVar[Callable[..., AbstractComponent]] = WaypointPid

    kind: Literal["pid"] = "pid"
    speed_ki: Gain = Field(default=default_of(WaypointPid, "speed_ki"), description=SPEED_KI)
    lookahead_m: Length = Field(
        default=default_of(WaypointPid, "lookahead_m"), description=LOOKAHEAD_M
    )
    lookahead_s: TimeAhead = Field(
        default=default_of(WaypointPid, "lookahead_s"), description=LOOKAHEAD_S
    )
    steering_kp: Gain = Field(
        default=default_of(WaypointPid, "steering_kp"), description="rad per rad of error"
    )
    steering_ki: Gain = Field(
        default=default_of(WaypointPid, "steering_ki"), description="rad per rad s of error"
    )
    steering_kd: Gain = Field(
        default=default_of(WaypointPid, "steering_kd"), description="rad per rad/s"
    )
