"""The ranges of the numbers in a scenario file.

They are wide. A number outside of its range is a typing error or a wrong unit; it would end in
numbers that are not finite, in too much memory, or in a run that was not meant.
"""

from dataclasses import dataclass
from typing import Annotated, TypeVar, final

from pydantic import Discriminator, GetCoreSchemaHandler, GetJsonSchemaHandler, Tag
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

__all__ = [
    "RAD_PER_DEGREE",
    "SPEED_MAX_MPS",
    "WALKING_MAX_MPS",
    "Acceleration",
    "Angle",
    "AngleSpread",
    "ArrivalRate",
    "Bias",
    "BodyMass",
    "BodySize",
    "Capacity",
    "Coordinate",
    "Count",
    "Degrees",
    "Distance",
    "DrivingSpeed",
    "Factor",
    "FlyerMass",
    "Fraction01",
    "Gain",
    "Height",
    "LeavingRate",
    "Length",
    "Objects",
    "Offset",
    "Opening",
    "OptionalAcceleration",
    "PerAxis",
    "Point",
    "Point3",
    "PositiveGain",
    "Seed",
    "Sight",
    "Spacing",
    "Speed",
    "Spread",
    "SpreadPerAxis",
    "Time",
    "TimeAhead",
    "Turn",
    "WalkingSpeed",
    "Wind3",
    "WindSpread",
    "Within",
]


@final
@dataclass(frozen=True)
class Within:
    """A number from `low` to `high`, both included."""

    low: float
    high: float
    unit: str = ""

    @property
    def words(self) -> str:
        """The range, as errors and the reference of keys show it."""
        unit = f" {self.unit}" if self.unit else ""
        return f"from {_written(self.low)} to {_written(self.high)}{unit}"

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """The type's own check, then this one."""
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The range, for editors."""
        return {**handler(schema), "minimum": self.low, "maximum": self.high}

    def _checked(self, value: float) -> float:
        if not self.low <= value <= self.high:
            kind = "a whole number" if isinstance(value, int) else "a number"
            raise PydanticCustomError("out_of_range", "", {"expected": f"{kind} {self.words}"})
        return value


def _written(number: float) -> str:
    """Whole numbers in full: 64 bits have 20 digits."""
    return str(number) if isinstance(number, int) else f"{number:.12g}"


Number = TypeVar("Number")

# One number for all axes, or one for each: the form that was written decides what an error is
# about.
PerAxis = Annotated[
    Annotated[Number, Tag("one")] | Annotated[tuple[Number, Number, Number], Tag("three")],
    Discriminator(lambda given: "three" if isinstance(given, list | tuple) else "one"),
]

# Places and sizes. UTM coordinates, as maps may have them, have seven digits before the point.
Coordinate = Annotated[float, Within(-1e7, 1e7, "m")]
Height = Annotated[float, Within(0.0, 1e5, "m")]
Length = Annotated[float, Within(0.01, 1e5, "m")]
BodySize = Annotated[float, Within(0.05, 100.0, "m")]
Spacing = Annotated[float, Within(0.001, 1000.0, "m")]
Sight = Annotated[float, Within(0.1, 1e4, "m")]
Offset = Annotated[float, Within(-100.0, 100.0, "m")]
Distance = Annotated[float, Within(0.0, 1e4, "m")]
Degrees = Annotated[float, Within(-360.0, 360.0, "degrees")]
Turn = Annotated[float, Within(0.0, 180.0, "degrees")]
Opening = Annotated[float, Within(0.1, 360.0, "degrees")]
Angle = Annotated[float, Within(-3.2, 3.2, "rad")]
AngleSpread = Annotated[float, Within(0.0, 3.2, "rad")]

# A file has angles in degrees. A product with this is one rounding, the same everywhere.
RAD_PER_DEGREE = 0.017453292519943295

# Motion. The largest speed is that of the vehicle models.
SPEED_MAX_MPS = 50.8
WALKING_MAX_MPS = 15.0
Speed = Annotated[float, Within(0.0, SPEED_MAX_MPS, "m/s")]
DrivingSpeed = Annotated[float, Within(0.1, SPEED_MAX_MPS, "m/s")]
WalkingSpeed = Annotated[float, Within(0.0, WALKING_MAX_MPS, "m/s")]
Acceleration = Annotated[float, Within(0.01, 100.0, "m/s2")]
OptionalAcceleration = Annotated[float, Within(0.0, 100.0, "m/s2")]
_WindSpeed = Annotated[float, Within(-100.0, 100.0, "m/s")]
WindSpread = Annotated[float, Within(0.0, 100.0, "m/s")]
BodyMass = Annotated[float, Within(0.1, 1e6, "kg")]
FlyerMass = Annotated[float, Within(0.05, 50.0, "kg")]

# Time as a number of seconds; durations have their own ranges in `section`.
Time = Annotated[float, Within(0.01, 86_400.0, "s")]
TimeAhead = Annotated[float, Within(0.0, 60.0, "s")]
ArrivalRate = Annotated[float, Within(1e-6, 1000.0, "Hz")]
LeavingRate = Annotated[float, Within(0.0, 1000.0, "Hz")]

# Parameters of sensors and drivers, in various units.
Gain = Annotated[float, Within(0.0, 1000.0)]
PositiveGain = Annotated[float, Within(0.001, 1000.0)]
Factor = Annotated[float, Within(0.0, 0.99)]
Fraction01 = Annotated[float, Within(0.0, 1.0)]
Spread = Annotated[float, Within(0.0, 1000.0)]
SpreadPerAxis = PerAxis[Spread]
Bias = Annotated[float, Within(-1000.0, 1000.0)]

# Counts.
Count = Annotated[int, Within(0, 5_000)]
Capacity = Annotated[int, Within(1, 5_000)]
Objects = Annotated[int, Within(1, 256)]
Seed = Annotated[int, Within(0, 2**64 - 1)]

Point = tuple[Coordinate, Coordinate]
Point3 = tuple[Coordinate, Coordinate, Height]
Wind3 = tuple[_WindSpeed, _WindSpeed, _WindSpeed]
