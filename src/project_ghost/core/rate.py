"""Rates as exact fractions of a hertz, and their periods in steps."""

import re
from fractions import Fraction
from math import floor, isfinite
from operator import index

from .duration import NS_PER_S, require_ns_at_least
from .errors import InputError, InputTypeError

__all__ = ["interval_steps_from_rate", "parse_rate_hz", "period_ns_from_rate"]

_RATE = re.compile(r"[0-9]+(_[0-9]+)*((\.[0-9]+)|(/[0-9]+))?")
_DIGITS_MAX = 40
_EXPECTED = "a positive rate in hertz: 100, 29.97, '29.97' or '30000/1001'"


def parse_rate_hz(value: object, name: str = "rate_hz", where: str = "parse_rate_hz") -> Fraction:
    """Return the exact rate that a file's `100`, `29.97` or `30000/1001` means.

    A float stands for the shortest decimal that reads back as the same float, which is what
    the file contains: 29.97 is 2997/100, not the nearest binary fraction.
    """
    rate_hz = _exact(value, name, where)
    if rate_hz is None or rate_hz <= 0:
        raise InputError(
            f"{name} is {value!r}, which is not a rate",
            where,
            _EXPECTED,
            "write a positive decimal number or a ratio of two integers, without a unit",
            key=name,
        )
    return rate_hz


def interval_steps_from_rate(
    rate_hz: object, step_ns: int, name: str = "rate_hz", where: str = "interval_steps_from_rate"
) -> Fraction:
    """Return the exact number of steps between two instants of a rate, at least one."""
    step_ns = require_ns_at_least(1, step_ns, "step_ns", where)
    interval_steps = NS_PER_S / (parse_rate_hz(rate_hz, name, where) * step_ns)
    if interval_steps < 1:
        raise InputError(
            f"{name} is {rate_hz} Hz, faster than the simulation's step of {step_ns:_} ns",
            where,
            f"at most one instant in a step: {_spell(step_ns)}, or slower",
            f"lower {name}, or shorten the step",
            key=name,
        )
    return interval_steps


def period_ns_from_rate(
    rate_hz: object, step_ns: int, name: str = "rate_hz", where: str = "period_ns_from_rate"
) -> int:
    """Return the period of a rate, if that is a whole number of steps.

    Otherwise the message names the nearest rates that fit the step, as a file can have them,
    and how to keep the exact rate on average.
    """
    step_ns = require_ns_at_least(1, step_ns, "step_ns", where)
    interval_steps = interval_steps_from_rate(rate_hz, step_ns, name, where)
    if interval_steps.denominator != 1:
        steps = floor(interval_steps)
        raise InputError(
            f"{name} is {rate_hz} Hz, whose period is not a whole number of steps",
            where,
            f"a period that is a multiple of the step, {step_ns:_} ns",
            f"use the nearest rate below, {_spell((steps + 1) * step_ns)}, "
            f"or above, {_spell(steps * step_ns)}; "
            "or keep the rate exactly on average with `on_grid: true`",
            key=name,
        )
    return interval_steps.numerator * step_ns


def _exact(value: object, name: str, where: str) -> Fraction | None:
    """Return the exact number that a value stands for; None if it is malformed."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, float):
        # `repr` of a numpy float is not a number, `float.__repr__` of it is.
        return Fraction(float.__repr__(value)) if isfinite(value) else None
    if isinstance(value, str):
        text = value.strip()
        if not _RATE.fullmatch(text) or len(text) > _DIGITS_MAX:
            return None
        numerator, _, denominator = text.partition("/")
        divisor = int(denominator or 1)
        return Fraction(numerator) / divisor if divisor else None
    if not isinstance(value, bool):
        try:
            return Fraction(index(value))  # type: ignore[arg-type]  # anything else raises
        except TypeError:
            pass
    raise InputTypeError(
        f"{name} is {value!r}, of type {type(value).__name__}",
        where,
        _EXPECTED,
        "write a number or a text in one of these forms",
        key=name,
    )


def _spell(period_ns: int) -> str:
    """Return a rate as a file may have it, a ratio with its decimal value."""
    rate_hz = Fraction(NS_PER_S, period_ns)
    about = f" (about {float(rate_hz):.6g})" if rate_hz.denominator != 1 else ""
    return f"{rate_hz} Hz{about}"
