"""What every part of a scenario is made of, and the types of its values."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from project_ghost.core.duration import parse_duration_ns, require_ns_at_least
from project_ghost.core.rate import parse_rate_hz

__all__ = [
    "Colour",
    "DurationNs",
    "Fraction01",
    "Name",
    "NotNegative",
    "PeriodNs",
    "Point",
    "Point3",
    "Positive",
    "Rate",
    "Sampled",
    "Section",
]


class Section(BaseModel):
    """A mapping of known keys to values of exactly their types; it never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys_only(cls, data: Any) -> Any:  # noqa: ANN401 - whatever a file holds
        """Name the unknown key itself, not what is missing because of it."""
        if isinstance(data, Mapping):
            for key in data:
                if key not in cls.model_fields:
                    known = tuple(cls.model_fields)
                    raise PydanticCustomError("unknown_key", "", {"key": key, "known": known})
        return data


def _duration_ns(value: object) -> int:
    return require_ns_at_least(0, parse_duration_ns(value, "the duration"), "the duration")


def _period_ns(value: object) -> int:
    return require_ns_at_least(1, parse_duration_ns(value, "the period"), "the period")


def _rate(value: object) -> str:
    return str(parse_rate_hz(value, "the rate"))


_DURATION_SCHEMA = {
    "anyOf": [
        {"type": "string", "pattern": r"^[0-9][0-9_]*(\.[0-9]+)?\s*(ns|us|µs|ms|s|min|h)?$"},
        {"type": "integer", "minimum": 0},
    ],
    "description": "a duration: '10ms', '1.5s', or whole nanoseconds",
}
_RATE_SCHEMA = {
    "anyOf": [
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "string", "pattern": r"^[0-9][0-9_]*(\.[0-9]+|/[0-9]+)?$"},
    ],
    "description": "a rate in hertz: 100, 29.97 or '30000/1001'",
}

DurationNs = Annotated[int, BeforeValidator(_duration_ns), WithJsonSchema(_DURATION_SCHEMA)]
PeriodNs = Annotated[int, BeforeValidator(_period_ns), WithJsonSchema(_DURATION_SCHEMA)]
Rate = Annotated[str, BeforeValidator(_rate), WithJsonSchema(_RATE_SCHEMA)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9_]*$", max_length=64)]
Colour = Annotated[str, StringConstraints(pattern=r"^(#[0-9a-fA-F]{6}|[a-z]+)$")]
Positive = Annotated[float, Field(gt=0.0)]
NotNegative = Annotated[float, Field(ge=0.0)]
Fraction01 = Annotated[float, Field(ge=0.0, le=1.0)]
Point = tuple[float, float]
Point3 = tuple[float, float, float]


class Sampled(Section):
    """Something with a rate of its own: a sensor, a controller. Left out: every step."""

    rate_hz: Rate | None = Field(default=None, description="how often, in hertz")
    period: PeriodNs | None = Field(default=None, description="how often, as a duration")
    on_grid: bool = Field(
        default=False, description="keep the rate on average where it does not divide the step"
    )

    @model_validator(mode="after")
    def _has_one_rate(self) -> "Sampled":
        if self.rate_hz is not None and self.period is not None:
            raise PydanticCustomError(
                "clash",
                "both rate_hz and period are given",
                {"key": "period", "expected": "one of the two", "fix": "remove one of them"},
            )
        return self
