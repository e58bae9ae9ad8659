"""What every part of a scenario is made of, and the types of its values."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, final

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

from project_ghost.core.duration import NS_PER_S, parse_duration_ns
from project_ghost.core.errors import InputError
from project_ghost.core.rate import parse_rate_hz

__all__ = [
    "SUBJECT",
    "Colour",
    "DelayNs",
    "DurationNs",
    "LatencyNs",
    "Name",
    "PeriodNs",
    "Rate",
    "RunNs",
    "Sampled",
    "Section",
    "StepNs",
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


# What the reading of a file puts the name of the key for.
SUBJECT = "<key>"

_DAY_NS = 24 * 3600 * NS_PER_S
_RATE_MIN, _RATE_MAX = Fraction(1, 1_000_000), Fraction(1_000_000)


@final
@dataclass(frozen=True)
class _Span:
    """A duration from `low_ns` to `high_ns`, both included, which have the names of `words`."""

    low_ns: int
    high_ns: int
    words: str

    def __call__(self, value: object) -> int:
        expected = f"a duration {self.words}, such as 10ms, or whole nanoseconds"
        if isinstance(value, float):
            raise InputError(
                f"{SUBJECT} is {value!r}, a number without a unit",
                "",
                expected,
                f"write {value:g}s if seconds are meant",
            )
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise PydanticCustomError("no_duration", "", {"expected": expected})
        value_ns = parse_duration_ns(value, SUBJECT)
        if not self.low_ns <= value_ns <= self.high_ns:
            raise PydanticCustomError("out_of_range", "", {"expected": expected})
        return value_ns


def _rate(value: object) -> str:
    expected = "a rate from 1/1000000 to 1000000 Hz, such as 100, 29.97 or '30000/1001'"
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise PydanticCustomError("no_rate", "", {"expected": expected})
    rate = parse_rate_hz(value, SUBJECT)
    if not _RATE_MIN <= rate <= _RATE_MAX:
        raise PydanticCustomError("out_of_range", "", {"expected": expected})
    return str(rate)


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

_IS_DURATION = WithJsonSchema(_DURATION_SCHEMA)
# The longest run: 100 days in nanoseconds are still exact where a kernel has them as a float.
_RUN_MAX_NS = 100 * _DAY_NS

StepNs = Annotated[int, BeforeValidator(_Span(1_000, NS_PER_S, "from 1us to 1s")), _IS_DURATION]
RunNs = Annotated[int, BeforeValidator(_Span(1, _RUN_MAX_NS, "of up to 2400h")), _IS_DURATION]
DurationNs = Annotated[int, BeforeValidator(_Span(0, _RUN_MAX_NS, "of up to 2400h")), _IS_DURATION]
PeriodNs = Annotated[
    int, BeforeValidator(_Span(1, _RUN_MAX_NS, "above 0 and up to 2400h")), _IS_DURATION
]
DelayNs = Annotated[
    int, BeforeValidator(_Span(1, 60 * NS_PER_S, "above 0 and up to 60s")), _IS_DURATION
]
LatencyNs = Annotated[int, BeforeValidator(_Span(0, 60 * NS_PER_S, "from 0s to 60s")), _IS_DURATION]
Rate = Annotated[str, BeforeValidator(_rate), WithJsonSchema(_RATE_SCHEMA)]
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][A-Za-z0-9_]*$", max_length=64)]
Colour = Annotated[str, StringConstraints(pattern=r"^(#[0-9a-fA-F]{6}|[a-z]+)$")]


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
