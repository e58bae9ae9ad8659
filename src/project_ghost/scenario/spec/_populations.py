"""Many actors of one kind, that come from rules instead of names."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from project_ghost.scenario.file.ranges import (
    ArrivalRate,
    BodyMass,
    BodySize,
    Capacity,
    Count,
    DrivingSpeed,
    LeavingRate,
    Length,
    Path,
    Point,
    Seed,
    Speed,
    Turn,
    WalkingSpeed,
)
from project_ghost.scenario.file.section import Section

from ._actors import CarSize
from ._drivers import IDMDriver
from ._routes import Route

__all__ = ["Area", "Cars", "Population", "Spawner", "Walkers"]


def _in_order(speeds: tuple[float, float]) -> tuple[float, float]:
    if speeds[0] > speeds[1]:
        raise PydanticCustomError(
            "clash",
            "the slowest would be faster than the fastest",
            {"key": "", "expected": "[slowest, fastest]", "fix": "swap the two"},
        )
    return speeds


_Speeds: TypeAlias = Annotated[
    Annotated[WalkingSpeed, Tag("one")]
    | Annotated[tuple[WalkingSpeed, WalkingSpeed], AfterValidator(_in_order), Tag("two")],
    # One number or two: what is meant shows in what is written, so that an error is about that.
    Discriminator(lambda given: "two" if isinstance(given, list | tuple) else "one"),
]


class Area(Section):
    """A rectangle of ground, along the axes."""

    low: Point = Field(description="[x, y] of its south-west corner")
    high: Point = Field(description="[x, y] of its north-east corner")

    @model_validator(mode="after")
    def _is_not_empty(self) -> "Area":
        if not (self.low[0] < self.high[0] and self.low[1] < self.high[1]):
            raise PydanticCustomError(
                "clash",
                "the area is empty",
                {"key": "high", "expected": "high above low in x and y", "fix": "swap the two"},
            )
        return self


class Spawner(Section):
    """Actors that come while the run goes on, and go where their route ends."""

    rate_hz: ArrivalRate = Field(description="how many a second, on average, in all")
    capacity: Capacity = Field(description="how many there may be at once")
    leaving_hz: LeavingRate = Field(default=0.0, description="how likely each vanishes, a second")
    clear_m: Length = Field(default=8.0, description="how much room an entry must have")
    jitter_along_m: Path = Field(default=0.0, description="how far from the entry, along")
    jitter_across_m: Path = Field(default=0.0, description="how far from the entry, across")
    jitter_yaw_deg: Turn = Field(default=0.0, description="how far from the route's heading")
    jitter_speed_mps: Speed = Field(default=0.0, description="how far from the start speed")


class _Population(Section):
    """What all populations have."""

    count: Count = Field(description="how many there are at the start")
    layout_seed: Seed = Field(
        default=0, description="decides places and speeds at the start; not the seed of the run"
    )
    start_speed_mps: Speed = Field(default=0.0, description="how fast they are at the start")
    spawner: Spawner | None = Field(default=None, description="more of them, as time goes by")


class Cars(_Population):
    """Cars on some routes, spread along them at the start."""

    kind: Literal["car"]
    size: CarSize = Field(default=CarSize(), description="of each")
    mass_kg: BodyMass = Field(default=1500.0, description="of each")
    routes: Annotated[tuple[Route, ...], Field(min_length=1)] = Field(
        description="where they go; they take turns"
    )
    speed_mps: DrivingSpeed = Field(description="as fast as they like to go, limits allowing")
    driver: IDMDriver = Field(default=IDMDriver(kind="idm"), description="what drives each of them")


class Walkers(_Population):
    """People who walk to and fro in an area, or along some routes."""

    kind: Literal["pedestrian"]
    radius_m: BodySize = Field(default=0.25, description="of each")
    height_m: BodySize = Field(default=1.75, description="of each")
    mass_kg: BodyMass = Field(default=75.0, description="of each")
    avoid: bool = Field(default=True, description="keep out of the way of all that is near")
    area: Area | None = Field(default=None, description="where they walk to and fro")
    routes: tuple[Route, ...] = Field(default=(), description="where they go, instead of an area")
    speed_mps: _Speeds = Field(
        default=(0.8, 1.6), description="of each, or from the one to the other"
    )


Population: TypeAlias = Annotated[Cars | Walkers, Field(discriminator="kind")]
