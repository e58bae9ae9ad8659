"""Pure pursuit."""

from collections.abc import Callable
from typing import ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import PurePursuit
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.file.ranges import Length, TimeAhead

from ._follower import LOOKAHEAD_M, LOOKAHEAD_S, AbstractAimingFollower

__all__ = ["PurePursuitDriver"]


class PurePursuitDriver(AbstractAimingFollower):
    """Steers along the circle through a point ahead on the route."""

    component: ClassVar[Callable[..., AbstractComponent]] = PurePursuit

    kind: Literal["pure_pursuit"]
    lookahead_m: Length = Field(
        default=default_of(PurePursuit, "lookahead_m"), description=LOOKAHEAD_M
    )
    lookahead_s: TimeAhead = Field(
        default=default_of(PurePursuit, "lookahead_s"), description=LOOKAHEAD_S
    )
