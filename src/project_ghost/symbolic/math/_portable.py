"""The functions of dmath as calls made from dmath's own source: the engine's bits."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, reduce
from inspect import getmodule, signature
from typing import Any

import casadi as ca

from project_ghost.core.dmath import (
    _exponential,
    _hyperbolic,
    _inverse,
    _logarithm,
    _power,
    _trigonometry,
)

from ._calls import call_with_slopes
from ._native import NATIVE
from ._selection import Value, exact_building
from ._source import Reader
from ._twins import twins

__all__ = ["kernel", "outside"]

_HOMES = (_exponential, _hyperbolic, _inverse, _logarithm, _power, _trigonometry)


@cache
def kernel(name: str) -> ca.Function:
    """Return a function of dmath as a call, with the derivatives of CasADi's function.

    Taken through dmath's text they would be 0 beyond the first interval: rounding to an integer
    and the digits of 2/pi have no slope. Only values promise the engine's bits.
    """
    arguments, values, _ = _read(name)
    native = NATIVE[name](*arguments)
    slopes = ca.jacobian(ca.vertcat(*_as_tuple(native)), ca.vertcat(*arguments))
    return call_with_slopes(f"dmath_{name}", arguments, values, slopes)


@cache
def outside(name: str) -> ca.Function:
    """Return whether arguments are outside of the domain of a function of dmath, as a function."""
    arguments, _, stops = _read(name)
    return ca.Function(f"outside_{name}", arguments, [reduce(ca.logic_or, stops, ca.SX(0.0))])


@cache
def _read(name: str) -> tuple[list[ca.SX], list[ca.SX], list[ca.SX]]:
    source = _source(name)
    arguments = [ca.SX.sym(parameter) for parameter in signature(source).parameters]
    with exact_building():
        reader = Reader(twins())
        values = _as_tuple(reader.call(source, arguments))
    return arguments, list(values), reader.stops


def _source(name: str) -> Callable[..., Any]:
    """Return the readable function of dmath: the public one is a flat copy."""
    (home,) = [home for home in _HOMES if getmodule(vars(home).get(name)) is home]
    return vars(home)[name]  # type: ignore[no-any-return]


def _as_tuple(value: Value) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
