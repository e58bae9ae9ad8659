"""The actors that a scenario names, one class for each kind."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from project_ghost.scenario.file.ranges import (
    Acceleration,
    BodyMass,
    BodySize,
    FlyerMass,
    Length,
    Point3,
    Speed,
    Time,
    WalkingSpeed,
)
from project_ghost.scenario.file.section import Colour, Name, Sampled, Section

from ._drivers import CarDriver, PIDDriver
from ._estimators import Estimator
from ._routes import Route, Start
from ._sensors import Sensor

__all__ = ["Actor", "Car", "CarSize", "Controller", "FigureEight", "Pedestrian", "Quadrotor"]


class CarSize(Section):
    """The footprint of a car."""

    length_m: BodySize = Field(default=4.7, description="bumper to bumper")
    width_m: BodySize = Field(default=1.9, description="without mirrors")
    height_m: BodySize = Field(default=1.5, description="from the ground to the roof")


class _Actor(Section):
    """What every named actor has."""

    colour: Colour | None = Field(default=None, description="in pictures")
    sensors: dict[Name, Sensor] = Field(default={}, description="what it carries, by name")
    estimators: dict[Name, Estimator] = Field(
        default={}, description="what it believes about itself, by name"
    )


class Car(_Actor):
    """A car on a route."""

    kind: Literal["car"]
    model: Literal["kinematic", "single_track"] = Field(
        default="kinematic", description="bicycle without slip, or single track with linear tyres"
    )
    size: CarSize = Field(default=CarSize(), description="its footprint")
    mass_kg: BodyMass = Field(default=1500.0, description="with all that is in it")
    start: Start | None = Field(default=None, description="where it begins, if not on its route")
    route: Route = Field(description="where it goes")
    speed_mps: Speed = Field(description="how fast, where a waypoint does not say it")
    accel_max_mps2: Acceleration | None = Field(
        default=None, description="the most its engine gives"
    )
    brake_max_mps2: Acceleration | None = Field(
        default=None, description="the most its brakes give"
    )
    driver: CarDriver = Field(default=PIDDriver(), description="what steers it")


class Pedestrian(_Actor):
    """A person on foot."""

    kind: Literal["pedestrian"]
    model: Literal["walker"] = Field(default="walker", description="walks along its route")
    radius_m: BodySize = Field(default=0.25, description="of the circle that it is to others")
    height_m: BodySize = Field(default=1.75, description="from the ground to the top")
    mass_kg: BodyMass = Field(default=75.0, description="of the person")
    start: Start | None = Field(default=None, description="where it begins, if not on its route")
    route: Route = Field(description="where it goes")
    speed_mps: WalkingSpeed = Field(description="how fast, where a waypoint does not say it")
    accel_max_mps2: Acceleration | None = Field(
        default=None, description="how quickly it gets going"
    )
    brake_max_mps2: Acceleration | None = Field(default=None, description="how quickly it stops")


class FigureEight(Section):
    """A lying eight, flown again and again."""

    centre_m: Point3 = Field(default=(0.0, 0.0, 5.0), description="[x, y, z] of the crossing")
    length_m: Length = Field(default=10.0, description="from end to end, along x")
    width_m: Length = Field(default=5.0, description="from side to side, along y")
    period_s: Time = Field(default=10.0, description="for one eight")
    ramp_s: Time = Field(default=4.0, description="until it is at full speed, from rest")


class Controller(Sampled):
    """The cascade of a quadrotor: position, attitude, rates."""

    kind: Literal["cascade"] = Field(default="cascade", description="the only one so far")


class Quadrotor(_Actor):
    """A multicopter with four rotors."""

    kind: Literal["quadrotor"]
    model: Literal["quadrotor"] = Field(
        default="quadrotor", description="rigid body with motor lags"
    )
    mass_kg: FlyerMass | None = Field(default=None, description="with battery and sensors")
    radius_m: BodySize = Field(default=0.25, description="of the circle that it is to others")
    height_m: BodySize = Field(default=0.3, description="half of it above its z, half below")
    trajectory: FigureEight | None = Field(default=None, description="what it flies")
    hover_m: Point3 | None = Field(
        default=None, description="where it stays, instead of a trajectory"
    )
    controller: Controller = Field(default=Controller(), description="what flies it")


Actor: TypeAlias = Annotated[Car | Pedestrian | Quadrotor, Field(discriminator="kind")]
