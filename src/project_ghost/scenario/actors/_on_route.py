"""The base class of actors on a route."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from project_ghost.engine import AbstractComponent, Parameter
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import Acceleration
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.paths import Path, Route, Start, path_of, route_problems

from ._abstract import AbstractActor

__all__ = ["AbstractActorOnRoute", "own_limits"]

# The parameters of a plant that an actor may have its own values for.
_LIMITS = {"accel_max_mps2": "acceleration_max", "brake_max_mps2": "braking_max"}


class AbstractActorOnRoute(AbstractActor):
    """An actor that follows a route on the ground."""

    start: Start | None = Field(
        default=None, description="start pose; default: the beginning of the route"
    )
    route: Route = Field(description="where it goes")
    speed_mps: float
    accel_max_mps2: Acceleration | None = Field(default=None, description="largest acceleration")
    brake_max_mps2: Acceleration | None = Field(default=None, description="largest braking")

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a route that leads nowhere."""
        yield from super().problems(context, keys)
        name = str(keys[-1])
        yield from route_problems(context, (*keys, "route"), self.route, name, self.start)

    def path(self, draft: GraphDraft, name: str, width_m: float) -> Path:
        """The path of its route."""
        keys = ("actors", name, "route")
        return path_of(draft, keys, self.route, self.speed_mps, self.start, 0.5 * width_m)


def own_limits(
    actors: Sequence[AbstractActorOnRoute], plant: type[AbstractComponent]
) -> dict[str, Any]:
    """The limits of a table where some of its actors have their own; the plant's for the others."""
    values: dict[str, Any] = {}
    for key, parameter in _LIMITS.items():
        given = [getattr(actor, key) for actor in actors]
        if any(value is not None for value in given):
            declared = plant.declarations[parameter]
            assert isinstance(declared, Parameter)
            values[parameter] = [declared.default if value is None else value for value in given]
    return values
