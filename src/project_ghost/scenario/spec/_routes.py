"""Where an actor begins, and where it goes."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.scenario.file.ranges import Coordinate, Degrees, Point, Spacing, Speed
from project_ghost.scenario.file.section import Section

__all__ = ["PathPlan", "Route", "Start", "Waypoint"]

_WITH_SPEED = 3


def _form(given: object) -> str:
    is_fast = isinstance(given, list | tuple) and len(given) == _WITH_SPEED
    return "with_speed" if is_fast else "place"


Waypoint: TypeAlias = Annotated[
    Annotated[Point, Tag("place")]
    | Annotated[tuple[Coordinate, Coordinate, Speed], Tag("with_speed")],
    Discriminator(_form),
]
PathPlan: TypeAlias = Literal["straight", "walkable", "lanes"]


class Start(Section):
    """The pose and speed at time 0. Left out: at the first waypoint, facing the second, at rest."""

    x_m: Coordinate = Field(description="east, of the centre")
    y_m: Coordinate = Field(description="north, of the centre")
    yaw_deg: Degrees | None = Field(default=None, description="heading from east, anticlockwise")
    speed_mps: Speed = Field(default=0.0, description="forward")


class Route(Section):
    """A way: through waypoints, or to a goal by a plan that the map allows."""

    waypoints: tuple[Waypoint, ...] = Field(
        default=(), description="[x, y] in metres, or [x, y, speed]: the speed from there on"
    )
    goal: Point | None = Field(default=None, description="[x, y] in metres, instead of waypoints")
    plan: PathPlan = Field(
        default="straight",
        description="how to get from each point to the next: on straight lines; by A* over "
        "the walkable ground; by A* over the lanes of the map",
    )
    lanes: tuple[str, ...] = Field(
        default=(),
        description="the lanes to follow, by their names in the map, instead of waypoints",
    )
    spacing_m: Spacing = Field(
        default=0.1, description="the distance of the points that are followed"
    )
    loop: bool = Field(default=False, description="begin again at the end")

    @model_validator(mode="after")
    def _is_one_way(self) -> "Route":
        given = [bool(self.waypoints), self.goal is not None, bool(self.lanes)]
        if sum(given) != 1:
            raise PydanticCustomError(
                "clash",
                "the route is not clear" if any(given) else "the route goes nowhere",
                {
                    "key": "waypoints",
                    "expected": "one of waypoints, goal, lanes",
                    "fix": "keep one of them" if any(given) else "write `waypoints: [[x, y], ...]`",
                },
            )
        return self
