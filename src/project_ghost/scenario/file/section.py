"""The base class of a scenario's sections, and the types of their values."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, final

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.duration import NS_PER_S, parse_duration_ns
from project_ghost.core.errors import GhostError, InputError
from project_ghost.core.rate import parse_rate_hz, period_ns_from_rate

if TYPE_CHECKING:
    from project_ghost.scenario.spec import ScenarioSpec

__all__ = [
    "OMITTED_IF_EMPTY",
    "SUBJECT",
    "CheckContext",
    "Colour",
    "DelayNs",
    "DurationNs",
    "KeyPath",
    "LatencyNs",
    "Matching",
    "Name",
    "PeriodNs",
    "Problem",
    "Rate",
    "RunNs",
    "Sampled",
    "Section",
    "StepNs",
]


# Fewer nanoseconds than this are most likely another unit.
_BARE_MAX_NS = 100_000

# The keys that lead to a value of a file, and an error with the keys that it is about.
KeyPath: TypeAlias = tuple[str | int, ...]
Problem: TypeAlias = tuple[KeyPath, GhostError]


@final
@dataclass(frozen=True)
class CheckContext:
    """The scenario that a section's rules may read beside the section itself."""

    spec: "ScenarioSpec"
    # The duration is not the file's own, so events after it are not a mistake.
    is_cut: bool = False

    def step_problems(self, keys: KeyPath, time_ns: int) -> Iterator[Problem]:
        """Report a time that is not a whole number of steps."""
        step_ns = self.spec.step
        steps, rest = divmod(time_ns, step_ns)
        if not rest:
            return
        below = steps * step_ns
        fix = f"use the nearest above, {below + step_ns:_} ns"
        if below:
            fix += f", or below, {below:_} ns"
        if time_ns < _BARE_MAX_NS:
            fix = (
                f"a number without a unit is in nanoseconds: write {time_ns}s if seconds are meant"
            )
        yield (
            keys,
            InputError(
                f"{keys[-1]} is {time_ns:_} ns, which is not a whole number of steps",
                expected=f"a multiple of the step, {step_ns:_} ns",
                fix=fix,
            ),
        )


class Section(BaseModel):
    """A mapping of known keys to values of exactly their types; it never changes."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, defer_build=True
    )

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

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:  # noqa: ARG002
        """Report what does not fit the rest of the scenario; `keys` lead to this section."""
        return iter(())

    def dependent_defaults(
        self,
        context: CheckContext,  # noqa: ARG002 - for sections that have some
        keys: KeyPath,  # noqa: ARG002
    ) -> Mapping[str, Any]:
        """The defaults that depend on other keys of the scenario, for keys that are left out."""
        return {}


# Marks a key that is not in the canonical text while it is empty: it is younger than recordings.
OMITTED_IF_EMPTY = "ghost:omitted_if_empty"

# Stands in an error for the key's name, which the reader of the file puts in.
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


@final
@dataclass(frozen=True)
class Matching:
    """A text that matches a regular expression; `expected` describes it in errors."""

    pattern: str
    expected: str

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the type's own check, followed by this one."""
        return core_schema.no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Return the schema with the pattern, for editors."""
        return {**handler(schema), "pattern": self.pattern}

    def _checked(self, value: str) -> str:
        if not re.fullmatch(self.pattern, value):
            raise PydanticCustomError("no_match", "", {"expected": self.expected})
        return value


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
Name = Annotated[
    str,
    StringConstraints(max_length=64),
    Matching(
        r"^[a-z][A-Za-z0-9_]*$", "a name of letters, digits and _, beginning with a small letter"
    ),
]
Colour = Annotated[
    str, Matching(r"^(#[0-9a-fA-F]{6}|[a-z]+)$", "a colour such as red or '#cc3311'")
]


class Sampled(Section):
    """Something with its own rate: a sensor, a controller. Default: every step."""

    rate_hz: Rate | None = Field(default=None, description="sampling rate in hertz")
    period: PeriodNs | None = Field(
        default=None, description="sampling period; default: the step, unless there is a rate"
    )
    on_grid: bool = Field(
        default=False,
        description="keep the rate on average where its period is not a whole number of steps",
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

    def dependent_defaults(self, context: CheckContext, keys: KeyPath) -> Mapping[str, Any]:
        """Sample at every step."""
        period = {} if self.rate_hz is not None else {"period": context.spec.step}
        return {**super().dependent_defaults(context, keys), **period}

    def period_ns(self, step_ns: int) -> int:
        """The time between two samples; not for a rate that is `on_grid`."""
        if self.rate_hz is not None:
            return period_ns_from_rate(self.rate_hz, step_ns)
        return step_ns if self.period is None else self.period

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report a rate or a period that the scenario's steps cannot keep."""
        yield from super().problems(context, keys)
        step_ns = context.spec.step
        try:
            if self.rate_hz is not None and self.on_grid:
                DuePattern.on_grid(self.rate_hz, step_ns, 0, "")
            else:
                DuePattern.every(self.period_ns(step_ns), step_ns, 0, "")
        except GhostError as error:
            yield (*keys, "period" if self.rate_hz is None else "rate_hz"), error
