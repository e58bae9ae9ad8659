"""Pure pursuit."""

from collections.abc import Callable
from typing import ClassVar, Literal

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import PurePursuit

from ._follower import AbstractAimingFollower

__all__ = ["PurePursuitDriver"]


class PurePursuitDriver(AbstractAimingFollower):
    """Steers along the circle through a point ahead on the route."""

    component: ClassVar[Callable[..., AbstractComponent]] = PurePursuit

    kind: Literal["pure_pursuit"]
