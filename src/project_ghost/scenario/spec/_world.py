"""What stands around the actors, and what disturbs them."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.scenario.file.ranges import (
    Coordinate,
    Degrees,
    Fraction01,
    Length,
    Point,
    Time,
    Wind3,
    WindSpread,
)
from project_ghost.scenario.file.section import DurationNs, PeriodNs, Section

__all__ = ["Box", "Disturbances", "FrictionPatch", "Gust", "Light", "Phase", "Scenery", "Wind"]


class Box(Section):
    """A rectangle that may be turned."""

    x_m: Coordinate = Field(description="east, of the centre")
    y_m: Coordinate = Field(description="north, of the centre")
    length_m: Length = Field(description="along its own x axis")
    width_m: Length = Field(description="along its own y axis")
    yaw_deg: Degrees = Field(default=0.0, description="its turn from east, anticlockwise")


class Shape(Section):
    """A piece of ground: a box or a polygon."""

    box: Box | None = Field(default=None, description="a rectangle")
    polygon: Annotated[tuple[Point, ...], Field(min_length=3)] | None = Field(
        default=None,
        description="the corners [x, y] in order, whichever way around; edges must not cross",
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


class Scenery(Shape):
    """Something that stands there: a wall, a house, a parked car."""

    height_m: Length | None = Field(
        default=None, description="how high it is; left out: without limit"
    )


class Phase(Section):
    """One state of a light, and how long it lasts."""

    state: Literal["green", "amber", "red"] = Field(description="what it shows")
    duration: PeriodNs = Field(description="for how long")


class Light(Section):
    """A traffic light of the map, with a programme of its own instead of the map's."""

    phases: Annotated[tuple[Phase, ...], Field(min_length=1)] = Field(
        description="what it shows, one after the other, again and again"
    )
    offset: DurationNs = Field(default=0, description="when its first phase begins")


class Gust(Section):
    """One gust: it swells and dies away again as a wave of 1 - cosine."""

    at: DurationNs = Field(description="when it begins")
    lasting: PeriodNs = Field(description="from its beginning to its end")
    peak_mps: Wind3 = Field(description="what it adds in its middle [east, north, up]")


class Wind(Section):
    """A steady wind with gusts on it."""

    velocity_mps: Wind3 = Field(
        default=(0.0, 0.0, 0.0), description="the steady part [east, north, up]"
    )
    gust_std_mps: WindSpread = Field(
        default=0.0, description="standard deviation of the gusts, each axis"
    )
    gust_time_s: Time = Field(default=2.0, description="how long a gust lasts, about")
    gust: Gust | None = Field(default=None, description="one more gust, at a time of its own")


class FrictionPatch(Shape):
    """A piece of ground with another grip."""

    friction: Fraction01 = Field(description="grip, where 1 is dry road")


class Disturbances(Section):
    """What the weather does."""

    wind: Wind | None = Field(default=None, description="moves what flies")
    friction: dict[str, FrictionPatch] = Field(default={}, description="slippery places, by name")
