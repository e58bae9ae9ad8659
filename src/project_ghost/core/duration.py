"""Durations and instants as exact integer nanoseconds, and as text."""

import re
from fractions import Fraction
from math import floor
from operator import index

from .errors import InputError, InputTypeError

__all__ = [
    "NS_PER_S",
    "duration_literal",
    "duration_text",
    "parse_duration_ns",
    "require_ns",
    "require_ns_at_least",
    "seconds_text",
]

NS_PER_S = 1_000_000_000

_NS_PER_UNIT = {
    "": 1,
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # the micro sign
    "μs": 1_000,  # the Greek letter, which looks the same
    "ms": 1_000_000,
    "s": NS_PER_S,
    "min": 60 * NS_PER_S,
    "h": 3_600 * NS_PER_S,
}
# The units that texts are written in.
_UNITS_SHOWN = ("h", "s", "ms", "us", "ns")
# No exponents: a short text such as "1e999999999s" would need all memory.
_DURATION = re.compile(r"(?P<number>[+-]?[0-9]+(_[0-9]+)*(\.[0-9]+)?)\s*(?P<unit>\D*)")
_DIGITS_MAX = 40
_EXPECTED = "a whole number of nanoseconds: '10ms', '1.5 s', '250us', '10_000_000' or 10_000_000"


def require_ns(value: object, name: str, where: str = "require_ns") -> int:
    """Return `value` as a plain integer of nanoseconds, or refuse it by name.

    Any type that Python accepts as an index is an integer (`numpy.int64` for example). A bool
    or a float is refused, even a float that is a whole number.
    """
    if type(value) is int:
        return value
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type]  # anything else raises
        except TypeError:
            pass
    raise InputTypeError(
        f"{name} is {value!r}, of type {type(value).__name__}",
        where,
        "an integer number of nanoseconds",
        f"give {name} in integer nanoseconds (10 ms is 10_000_000), "
        "or convert a text with parse_duration_ns('10ms')",
        key=name,
    )


def require_ns_at_least(
    minimum_ns: int, value: object, name: str, where: str = "require_ns_at_least"
) -> int:
    """Return `value` as a plain integer of nanoseconds that is not below the minimum."""
    value_ns = require_ns(value, name, where)
    if value_ns < minimum_ns:
        raise InputError(
            f"{name} is {value_ns:_} ns",
            where,
            f"an integer number of nanoseconds, {minimum_ns:_} or more",
            f"give a {name} of {minimum_ns:_} ns or more",
            key=name,
        )
    return value_ns


def parse_duration_ns(
    value: object, name: str = "duration", where: str = "parse_duration_ns"
) -> int:
    """Return the exact nanoseconds that a file's `10ms`, `1.5 s` or `10_000_000` means.

    A number without a unit is in nanoseconds. A sign is allowed; the caller decides whether a
    negative duration makes sense. A fraction of a nanosecond is refused, and the message names
    the two nearest durations.
    """
    if not isinstance(value, str):
        return require_ns(value, name, where)
    match = _DURATION.fullmatch(value.strip())
    ns_per_unit = match and _NS_PER_UNIT.get(match["unit"])
    if not match or not ns_per_unit or len(match["number"]) > _DIGITS_MAX:
        raise InputError(
            f"{name} is {value!r}, which is not a duration",
            where,
            _EXPECTED,
            "write a decimal number and one of the units ns, us, ms, s, min, h",
            key=name,
        )
    exact_ns = Fraction(match["number"]) * ns_per_unit
    if exact_ns.denominator != 1:
        below_ns = floor(exact_ns)
        raise InputError(
            f"{name} is {value!r}, which is not a whole number of nanoseconds",
            where,
            _EXPECTED,
            f"write the nearest below, '{below_ns:_} ns', or above, '{below_ns + 1:_} ns'",
            key=name,
        )
    return exact_ns.numerator


def duration_text(time_ns: Fraction | int) -> str:
    """Return a duration in the largest unit that it fills, to three decimals: `1.5 ms`.

    Where three decimals are not exact the text begins with `about`.
    """
    if not time_ns:
        return "0"
    unit = next((u for u in _UNITS_SHOWN if time_ns >= _NS_PER_UNIT[u]), "ns")
    exact = Fraction(time_ns * 1000) / _NS_PER_UNIT[unit]
    thousandths = round(exact)
    return f"{'' if exact == thousandths else 'about '}{thousandths / 1000:.12g} {unit}"


def seconds_text(time_ns: int) -> str:
    """Return a time in seconds, exactly: `6 s`, `0.05 s`."""
    whole, rest = divmod(abs(time_ns), NS_PER_S)
    text = f"{whole}.{rest:09d}".rstrip("0").rstrip(".")
    return f"{'-' if time_ns < 0 else ''}{text} s"


def duration_literal(duration_ns: int) -> str:
    """Return a duration as a file has it, `90s` or `250ms`; `parse_duration_ns` reads it."""
    unit = next(unit for unit in ("s", "ms", "us", "ns") if duration_ns % _NS_PER_UNIT[unit] == 0)
    return f"{duration_ns // _NS_PER_UNIT[unit]}{unit}"
