"""Scenery: walls, houses and other obstacles of a scenario, beside those of its map."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.core.dmath import sincos
from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.file.ranges import RAD_PER_DEGREE, Coordinate, Degrees, Length, Point
from project_ghost.scenario.file.section import KeyPath, Section
from project_ghost.world.geometry import UNLIMITED_M, convex_pieces
from project_ghost.world.maps import Obstacle, Outline, RoadMap

if TYPE_CHECKING:
    from project_ghost.scenario.file._load import ScenarioFile

__all__ = ["Box", "Scenery", "Shape", "obstacles_of"]


class Box(Section):
    """A rectangle, turned by an angle."""

    x_m: Coordinate = Field(description="east, of the centre")
    y_m: Coordinate = Field(description="north, of the centre")
    length_m: Length = Field(description="along its own x axis")
    width_m: Length = Field(description="along its own y axis")
    yaw_deg: Degrees = Field(default=0.0, description="angle from east, anticlockwise")

    def corners(self) -> Outline:
        """The corners, anticlockwise."""
        sine, cosine = sincos(self.yaw_deg * RAD_PER_DEGREE)
        half = (0.5 * self.length_m, 0.5 * self.width_m)
        signs = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))
        return tuple(
            (
                self.x_m + a * half[0] * cosine - b * half[1] * sine,
                self.y_m + a * half[0] * sine + b * half[1] * cosine,
            )
            for a, b in signs
        )


class Shape(Section):
    """A piece of ground: a box or a polygon."""

    box: Box | None = Field(default=None, description="a rectangle")
    polygon: Annotated[tuple[Point, ...], Field(min_length=3)] | None = Field(
        default=None,
        description="the corners [x, y] in order, either way around; edges must not cross",
    )

    @model_validator(mode="after")
    def _has_one_shape(self) -> "Shape":
        if (self.box is None) == (self.polygon is None):
            raise PydanticCustomError(
                "clash",
                "the shape is not clear",
                {
                    "key": "polygon",
                    "expected": "either box or polygon",
                    "fix": "write one of the two",
                },
            )
        return self

    @property
    def outline(self) -> Outline:
        """The corners of the box or the polygon."""
        outline = self.polygon if self.box is None else self.box.corners()
        assert outline is not None, "a shape is a box or a polygon"
        return outline


class Scenery(Shape):
    """An obstacle that does not move: a wall, a house, a parked car."""

    height_m: Length | None = Field(default=None, description="height; default: without limit")


def obstacles_of(file: "ScenarioFile", road_map: RoadMap | None) -> dict[str, Obstacle]:
    """All obstacles by name: those of the map first, then the scenery.

    One without a height is as high as the world: `height_m` is always that of its top.
    """
    by_name: dict[str, Obstacle] = {}
    for obstacle in road_map.obstacles if road_map is not None else ():
        height_m = obstacle.height_m if obstacle.height_m > 0.0 else UNLIMITED_M
        by_name[f"map:{obstacle.id}"] = replace(obstacle, height_m=height_m)
        _require_outline(file, ("map",), f"the obstacle {obstacle.id}: ", obstacle.outline)
    for name, scenery in file.spec.scenery.items():
        height_m = UNLIMITED_M if scenery.height_m is None else scenery.height_m
        by_name[name] = Obstacle(name, "scenery", scenery.outline, height_m)
        key = "polygon" if scenery.box is None else "box"
        _require_outline(file, ("scenery", name, key), "", scenery.outline)
    return by_name


def _require_outline(file: "ScenarioFile", keys: KeyPath, whose: str, outline: Outline) -> None:
    try:
        convex_pieces(outline)
    except GhostError as error:
        problem = InputError(f"{whose}{error.what}", expected=error.expected, fix=error.fix)
        raise file.refused(keys, problem) from None
