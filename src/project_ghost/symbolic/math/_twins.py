"""Twins of dmath's operations on bits and tables, as expressions.

What compiled code does with the bits of a double is done here by comparisons and by products
with powers of two, all exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import casadi as ca

from project_ghost.core.dmath import _exact, _reduction, _tables

from ._selection import select
from ._source import Reader

__all__ = ["twins"]

Twins = Mapping[Callable[..., Any], Callable[..., Any]]

_SMALLEST_NORMAL = 2.2250738585072014e-308
_LARGE_ANGLE = 1647099.0  # where `reduce_angle` turns to the digits of 2/pi


@cache
def twins() -> Twins:
    """Return what to call in place of a function of dmath's source. Build them exactly."""
    return {**_twins_of_bits(), _reduction.reduce_large_angle: _reduce_large_angle()}


@cache
def _twins_of_bits() -> Twins:
    return {
        _exact.power_of_two: _power_of_two,
        _exact.significand_and_exponent: _significand_and_exponent,
        _exact.nearest_integer: lambda x: x - ca.remainder(x, 1.0),
        **{lookup: _table(lookup.__name__, values) for lookup, values in _tables.LOOKUPS},
    }


def _power_of_two(exponent: ca.SX) -> ca.SX:
    """2**exponent for -1022 <= exponent <= 1023: a product over the exponent's binary digits."""
    product, rest = ca.SX(1.0), ca.fabs(exponent)
    for digit in range(10):
        half = ca.floor(rest * 0.5)
        product = product * select(rest - 2.0 * half, 2.0 ** (1 << digit), 1.0)
        rest = half
    return select(exponent < 0.0, 1.0 / product, product)


def _significand_and_exponent(x: ca.SX) -> tuple[ca.SX, ca.SX]:
    """(m, k) with x = m * 2**k and sqrt(1/2) <= m < sqrt(2), for finite x > 0, by halving."""
    subnormal = x < _SMALLEST_NORMAL
    m = select(subnormal, x * 2.0**54, x)
    k = select(subnormal, -54.0, 0.0)
    for digit in range(9, -1, -1):
        large = m >= 2.0 ** (1 << digit)
        m = m * select(large, 2.0 ** -(1 << digit), 1.0)
        k = k + select(large, float(1 << digit), 0.0)
    for digit in range(9, -1, -1):
        small = m < 2.0 ** (1 - (1 << digit))
        m = m * select(small, 2.0 ** (1 << digit), 1.0)
        k = k - select(small, float(1 << digit), 0.0)
    halved = m >= 2.0 * _exact.SQRT_HALF  # now 1 <= m < 2
    return select(halved, 0.5 * m, m), k + select(halved, 1.0, 0.0)


def _table(name: str, values: Sequence[float]) -> ca.Function:
    """A table as a call, so that it is one node wherever it is used."""
    index = ca.MX.sym("index")
    return ca.Function(name, [index], [ca.MX(ca.DM(list(values)))[index]], {"never_inline": True})


def _reduce_large_angle() -> ca.Function:
    """Payne and Hanek behind a switch, as hardly any angle needs their thousand operations."""
    x = ca.SX.sym("x")
    reduced = Reader(_twins_of_bits()).call(_reduction.reduce_large_angle, [x])
    large = ca.Function("reduce_large", [x], list(reduced))
    unused = ca.Function("reduce_none", [x], [0.0 * x] * 3)
    angle = ca.MX.sym("angle")
    size = ca.fabs(angle)
    is_large = ca.logic_and(size >= _LARGE_ANGLE, size < _exact.INFINITY)
    switched = ca.Function.if_else("reduce_if_large", large, unused)(is_large, angle)
    return ca.Function("reduce_large_angle", [angle], list(switched), {"never_inline": True})
