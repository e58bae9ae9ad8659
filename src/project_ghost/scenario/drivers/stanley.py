"""The Stanley controller."""

from collections.abc import Callable
from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import Stanley
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import PositiveGain

from ._follower import AbstractFollower

__all__ = ["StanleyDriver"]


class StanleyDriver(AbstractFollower):
    """Steers by the heading error plus the cross-track error at the front axle."""

    component: ClassVar[Callable[..., AbstractComponent]] = Stanley
    needs_arcs: ClassVar[bool] = True

    kind: Literal["stanley"]
    gain: PositiveGain = Field(
        default=default_of(Stanley, "gain"), description="gain of the cross-track error, 1/s"
    )
