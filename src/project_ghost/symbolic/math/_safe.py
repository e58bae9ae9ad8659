"""CasADi's own functions, with finite derivatives where the true slope is infinite.

At such a point (the root of zero, the angle of the origin, the arc of exactly 1) all derivatives
are taken as 0. The gradient of a norm at rest is then 0, and not 0/0. The values are CasADi's.
"""

from __future__ import annotations

from functools import cache

import casadi as ca

from ._calls import call_with_slopes
from ._selection import Expression, Value, is_expression

__all__ = ["acos", "asin", "atan2", "cbrt", "hypot", "power", "sqrt", "wrap_angle"]

_PI = 3.141592653589793
_DERIVATIVES_OF_A_POWER = 3  # that are right at zero, too: a gradient, a Hessian, and one more


def only_where(condition: Expression, value: Expression) -> Expression:
    """Return the value where the condition holds, otherwise 0 with derivative 0."""
    return ca.if_else(condition, value, 0.0)


def sqrt(x: Expression) -> Expression:
    """Return the square root; slope 0 at 0."""
    return only_where(x != 0.0, ca.sqrt(x + (x == 0.0)))


def hypot(x: Expression, y: Expression) -> Expression:
    """Return the length of (x, y); slope 0 at the origin."""
    return sqrt(x * x + y * y)


def atan2(y: Expression, x: Expression) -> Expression:
    """Return the angle of the point (x, y); slope 0 at the origin."""
    origin = ca.logic_and(x == 0.0, y == 0.0)
    return only_where(ca.logic_not(origin), ca.atan2(y, x + origin))


def asin(x: Expression) -> Expression:
    """Return the angle whose sine is x; slope 0 at -1 and 1."""
    end = ca.fabs(x) == 1.0
    return ca.if_else(end, ca.sign(x) * (0.5 * _PI), ca.asin(x * ca.logic_not(end)))


def acos(x: Expression) -> Expression:
    """Return the angle whose cosine is x; slope 0 at -1 and 1."""
    end = ca.fabs(x) == 1.0
    return ca.if_else(end, (1.0 - ca.sign(x)) * (0.5 * _PI), ca.acos(x * ca.logic_not(end)))


def cbrt(x: Expression) -> Expression:
    """Return the cube root, negative for a negative x; slope 0 at 0."""
    size = ca.fabs(x) + (x == 0.0)
    return ca.sign(x) * ca.power(size, 1.0 / 3.0)


def wrap_angle(x: Expression) -> Expression:
    """Return the angle in [-pi, pi]; slope 1 everywhere."""
    return ca.remainder(x, 2.0 * _PI)


def power(x: Expression, y: Value) -> Expression:
    """Return x to the power y. A whole constant y is left to CasADi."""
    exponent = _constant(y)
    if exponent is not None and exponent == int(exponent):
        return ca.power(x, exponent)
    return _power_call(_DERIVATIVES_OF_A_POWER)(x, y)


def _constant(y: Value) -> float | None:
    if not is_expression(y):
        return float(y)
    return float(y) if y.is_constant() else None


@cache
def _power_call(orders: int) -> ca.Function:
    """x**y as a call, with that many derivatives that are right at zero, too.

    CasADi's own derivative of a power to y is x**y log(x), which is NaN at zero even where nobody
    asks for it, and its derivative to x by exp and log would be 0 there.
    """
    x, y = ca.SX.sym("x"), ca.SX.sym("y")
    pole = ca.logic_and(x == 0.0, y < 0.0)
    value = only_where(ca.logic_not(pole), ca.power(x + pole, y))
    if orders == 0:
        return ca.Function("power_0", [x, y], [value])
    lower = _power_call(orders - 1)
    positive = x > 0.0
    slopes = ca.horzcat(
        y * lower(x, y - 1.0),
        only_where(positive, lower(x, y) * ca.log(ca.if_else(positive, x, 1.0))),
    )
    return call_with_slopes(f"power_{orders}", [x, y], [value], slopes)
