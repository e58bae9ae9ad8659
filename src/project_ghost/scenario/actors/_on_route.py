"""The base class of actors on a route."""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.scenario.defaults import default_of
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.ranges import Acceleration
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.paths import (
    Path,
    Route,
    Start,
    StartPlace,
    path_of,
    route_problems,
    start_place,
)

from ._abstract import AbstractActor

__all__ = ["AbstractActorOnRoute", "limits_of", "own_limits"]

# The parameters of a plant that an actor may have its own values for.
_LIMITS = {"accel_max_mps2": "acceleration_max", "brake_max_mps2": "braking_max"}


class AbstractActorOnRoute(AbstractActor):
    """An actor that follows a route on the ground."""

    start: Start | None = Field(
        default=None, description="start pose; default: the beginning of the route"
    )
    route: Route | None = Field(default=None, description="where it goes")
    speed_mps: float
    accel_max_mps2: Acceleration | None = Field(
        default=None, description="largest acceleration; default: that of the model"
    )
    brake_max_mps2: Acceleration | None = Field(
        default=None, description="largest braking; default: that of the model"
    )

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a route that leads nowhere."""
        yield from super().problems(context, keys)
        if self.route is not None:
            name = str(keys[-1])
            yield from route_problems(context, (*keys, "route"), self.route, name, self.start)

    def path(self, draft: GraphDraft, name: str, width_m: float) -> Path:
        """The path of its route."""
        assert self.route is not None, "the rules ask for a route"
        keys, start = ("actors", name, "route"), self.start_place(draft, name)
        return path_of(draft, keys, self.route, self.speed_mps, start, 0.5 * width_m)

    def start_place(self, draft: GraphDraft, name: str) -> StartPlace | None:
        """The place of its start; None for the beginning of the route."""
        return start_place(draft, ("actors", name, "start"), self.start)


def limits_of(plant: type[AbstractComponent]) -> dict[str, float]:
    """The limits of a plant, by the keys that actors have for them."""
    # A user's model need not have these limits.
    declared = plant.declarations
    return {key: default_of(plant, each) for key, each in _LIMITS.items() if each in declared}


def own_limits(
    actors: Sequence[AbstractActorOnRoute], plant: type[AbstractComponent]
) -> dict[str, Any]:
    """The limits of a table's actors; of the plant, where only some of them have their own."""
    values: dict[str, Any] = {}
    for key, parameter in _LIMITS.items():
        given = [getattr(actor, key) for actor in actors]
        if any(value is not None for value in given):
            usual = default_of(plant, parameter)
            values[parameter] = [usual if value is None else value for value in given]
    return values
