"""The base classes of drivers that follow a path at its speeds."""

from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import (
    Acceleration,
    Gain,
    Length,
    OptionalAcceleration,
    TimeAhead,
)

from ._abstract import AbstractDriver, Fleet

__all__ = ["AbstractAimingFollower", "AbstractFollower"]

# The parameters of the component for keys that are called differently.
_PARAMETERS = {
    "accel_mps2": "acceleration_max",
    "brake_mps2": "braking_max",
    "stopping_mps2": "stopping",
}


class AbstractFollower(AbstractDriver):
    """A driver along a path, with a controller of the speed."""

    component: ClassVar[Callable[..., AbstractComponent]]

    plan_speeds: bool = Field(
        default=False, description="slow down before the corners of a route of waypoints"
    )
    speed_kp: Gain | None = Field(default=None, description="m/s2 per m/s of error")
    speed_ki: Gain | None = Field(default=None, description="m/s2 per m of error")
    accel_mps2: Acceleration | None = Field(default=None, description="largest acceleration")
    brake_mps2: Acceleration | None = Field(default=None, description="largest braking")
    stopping_mps2: OptionalAcceleration | None = Field(
        default=None, description="braking for the end of the route; 0: none"
    )

    def make(self, draft: GraphDraft, fleet: Fleet) -> AbstractComponent:
        """The component, whose parameters are the keys of the file."""
        return self.component(
            [path.points for path in fleet.paths],
            fleet.table.capacity,
            closed=fleet.loops,
            scene=draft.rows,
            first_row=fleet.table.first_row,
            **fleet.chassis.for_driver(),
            **self.parameters(draft),
        )

    def parameters(self, draft: GraphDraft) -> dict[str, Any]:  # noqa: ARG002
        """The parameters of the component."""
        given = self.model_dump(exclude={"kind", "plan_speeds"}, exclude_none=True)
        return {_PARAMETERS.get(key, key): value for key, value in given.items()}


class AbstractAimingFollower(AbstractFollower):
    """A driver that aims at a point ahead on the path."""

    lookahead_m: Length | None = Field(default=None, description="smallest distance of that point")
    lookahead_s: TimeAhead | None = Field(
        default=None, description="distance of that point, as time at the current speed"
    )
