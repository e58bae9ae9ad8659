"""The base classes of drivers that follow a path at its speeds."""

from collections.abc import Callable
from typing import Any, ClassVar

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.controllers import AbstractFollower as FollowerComponent
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import (
    Acceleration,
    Gain,
    Length,
    OptionalAcceleration,
    TimeAhead,
)

from ._abstract import AbstractTableDriver, Fleet

__all__ = ["AbstractAimingFollower", "AbstractFollower"]

# The parameters of the component for keys that are called differently.
_PARAMETERS = {
    "accel_mps2": "acceleration_max",
    "brake_mps2": "braking_max",
    "stopping_mps2": "stopping",
}


# The descriptions of keys whose defaults each kind has for itself.
LOOKAHEAD_M = "smallest distance of that point"
LOOKAHEAD_S = "distance of that point, as time at the current speed"
SPEED_KI = "m/s2 per m of error"


class AbstractFollower(AbstractTableDriver):
    """A driver along a path, with a controller of the speed."""

    component: ClassVar[Callable[..., AbstractComponent]]

    plan_speeds: bool = Field(
        default=False, description="slow down before the corners of a route of waypoints"
    )
    speed_kp: Gain = Field(
        default=default_of(FollowerComponent, "speed_kp"), description="m/s2 per m/s of error"
    )
    speed_ki: Gain = Field(default=default_of(FollowerComponent, "speed_ki"), description=SPEED_KI)
    accel_mps2: Acceleration = Field(
        default=default_of(FollowerComponent, "acceleration_max"),
        description="largest acceleration",
    )
    brake_mps2: Acceleration = Field(
        default=default_of(FollowerComponent, "braking_max"), description="largest braking"
    )
    stopping_mps2: OptionalAcceleration = Field(
        default=default_of(FollowerComponent, "stopping"),
        description="braking for the end of the route; 0: none",
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
        given = self.model_dump(exclude={"kind", "plan_speeds"})
        return {_PARAMETERS.get(key, key): value for key, value in given.items()}


class AbstractAimingFollower(AbstractFollower):
    """A driver that aims at a point ahead on the path."""

    # A kind has the defaults of its component.
    lookahead_m: Length = Field(description=LOOKAHEAD_M)
    lookahead_s: TimeAhead = Field(description=LOOKAHEAD_S)
