"""A route, as a file has it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.core.errors import InputError
from project_ghost.scenario.file.ranges import (
    Coordinate,
    Point,
    Spacing,
    Speed,
)
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem, Section

from ._start import Start

__all__ = ["Route", "Waypoint", "route_problems"]

_WITH_SPEED = 3


def _form(given: object) -> str:
    has_speed = isinstance(given, list | tuple) and len(given) == _WITH_SPEED
    return "with_speed" if has_speed else "place"


Waypoint: TypeAlias = Annotated[
    Annotated[Point, Tag("place")]
    | Annotated[tuple[Coordinate, Coordinate, Speed], Tag("with_speed")],
    Discriminator(_form),
]


class Route(Section):
    """A route through waypoints, to a goal, or along lanes of the map."""

    waypoints: tuple[Waypoint, ...] = Field(
        default=(), description="[x, y] in metres, or [x, y, speed]: the speed from there on"
    )
    goal: Point | None = Field(default=None, description="[x, y] in metres, instead of waypoints")
    plan: Literal["straight", "walkable", "lanes"] = Field(
        default="straight",
        description="how to get from each point to the next: on straight lines; by A* over "
        "the walkable ground; by A* over the lanes of the map",
    )
    lanes: tuple[str, ...] = Field(
        default=(),
        description="the lanes to follow, by their names in the map, instead of waypoints",
    )
    spacing_m: Spacing = Field(default=0.1, description="the distance between points of the path")
    loop: bool = Field(default=False, description="start again at the end")

    @model_validator(mode="after")
    def _is_clear(self) -> "Route":
        given = [bool(self.waypoints), self.goal is not None, bool(self.lanes)]
        if sum(given) != 1:
            raise PydanticCustomError(
                "clash",
                "the route has more than one definition" if any(given) else "the route is empty",
                {
                    "key": "waypoints",
                    "expected": "one of waypoints, goal, lanes",
                    "fix": "keep one of them" if any(given) else "write `waypoints: [[x, y], ...]`",
                },
            )
        return self


def route_problems(
    context: CheckContext, keys: KeyPath, route: Route, name: str, start: Start | None
) -> Iterator[Problem]:
    """Report a route that does not lead from a start to another place; `name` is its owner's."""
    is_named = keys[0] == "actors"  # a population has no `start`
    if len(route.waypoints) == 1 and start is None:
        yield (
            (*keys, "waypoints"),
            InputError(
                "a route of one waypoint has no direction",
                expected="two waypoints" + (", or a start elsewhere" if is_named else ""),
                fix="add a waypoint" + (", or a `start:`" if is_named else ""),
            ),
        )
    if route.goal is not None and start is None:
        yield (
            keys,
            InputError(
                f"the start of {name} is missing",
                expected="a start, because the route only has a goal",
                fix="add `start: {x_m: ..., y_m: ...}` or `start: {lane: ...}` to the actor"
                if is_named
                else "write waypoints; the first one is the start",
            ),
        )
    places = [point[:2] for point in route.waypoints]
    if start is not None and start.place is not None and len(places) == 1:
        places = [start.place, *places]
    for number, (one, two) in enumerate(pairwise(places)):
        if one == two:
            yield (
                (*keys, "waypoints", number + 1),
                InputError(
                    "two waypoints in a row are the same place",
                    expected="different places",
                    fix="remove one of the two",
                ),
            )
    if route.goal is not None and start is not None and route.goal == start.place:
        yield (
            (*keys, "goal"),
            InputError(
                f"{name} starts at its goal",
                expected="a goal elsewhere",
                fix="move the goal, or the start",
            ),
        )
    if (route.plan == "lanes" or route.lanes) and context.spec.map is None:
        yield (
            (*keys, "lanes" if route.lanes else "plan"),
            InputError(
                "the route follows lanes, and the scenario has no map",
                expected="a map with lanes",
                fix="add a line `map: ...`, or write waypoints",
            ),
        )
