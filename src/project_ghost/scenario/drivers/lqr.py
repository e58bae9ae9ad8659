"""Linear-quadratic tracking."""

from collections.abc import Callable
from typing import Any, ClassVar, Literal

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import LqrTracking
from project_ghost.scenario.draft import GraphDraft

from ._follower import AbstractFollower

__all__ = ["LQRDriver"]


class LQRDriver(AbstractFollower):
    """Linear-quadratic tracking with gains from the Riccati equation."""

    component: ClassVar[Callable[..., AbstractComponent]] = LqrTracking
    needs_arcs: ClassVar[bool] = True

    kind: Literal["lqr"]
    plan_speeds: bool = Field(
        default=True, description="slow down before the corners of a route of waypoints"
    )

    def parameters(self, draft: GraphDraft) -> dict[str, Any]:
        """The gains also depend on the step."""
        return {**super().parameters(draft), "period_s": draft.spec.step / 1e9}
