"""A PID on the heading."""

from collections.abc import Callable
from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import WaypointPid
from project_ghost.scenario.file.ranges import Gain

from ._follower import AbstractAimingFollower

__all__ = ["PIDDriver"]


class PIDDriver(AbstractAimingFollower):
    """A PID on the heading to a point ahead, and a PID on the speed."""

    component: ClassVar[Callable[..., AbstractComponent]] = WaypointPid

    kind: Literal["pid"] = "pid"
    steering_kp: Gain | None = Field(default=None, description="rad per rad of error")
    steering_ki: Gain | None = Field(default=None, description="rad per rad s of error")
    steering_kd: Gain | None = Field(default=None, description="rad per rad/s")
