"""Angles from their sine, cosine or tangent."""

from math import copysign
from math import sqrt as ieee_sqrt

from project_ghost.core.errors import DomainError

from ._exact import INFINITY, ordered_two_sum, split, two_product, two_square, two_sum
from ._polynomials import asin_series, atan_series, atan_wide_series
from ._tables import (
    ATAN_HALF,
    ATAN_HALF_LOW,
    ATAN_ONE,
    ATAN_ONE_LOW,
    ATAN_THREE_HALVES,
    ATAN_THREE_HALVES_LOW,
    HALF_PI,
    HALF_PI_LOW,
    PI,
    PI_LOW,
    atan_high,
    atan_low,
)

_TINY = 7.450580596923828e-09  # 2**-27: x**3 is below the last bit of x


def _atan_ratio(y: float, x: float) -> tuple[float, float]:
    """atan(y / x) as high + low, for 0 <= y <= x, 0 < x, both finite.

    With c = i/16 near y/x: atan(y/x) = atan(c) + atan(t), t = (y - c x) / (x + c y),
    and |t| < 1/31.
    """
    ratio = y / x
    if ratio < _TINY:
        return ratio, 0.0
    if x > 1e150:
        y *= 2.409919865102884e-181  # 2**-600
        x *= 2.409919865102884e-181
    elif y < 1e-130:
        y *= 4.149515568880993e180  # 2**600
        x *= 4.149515568880993e180
    i = int(ratio * 16.0 + 0.5)
    c = i * 0.0625
    # c has 5 bits, so its products with the halves of x are exact, and so is y - c x_high.
    x_high, x_low = split(x)
    above, above_low = two_sum(y - c * x_high, -(c * x_low))
    below, below_low = ordered_two_sum(x, c * y)
    inverse = 1.0 / below
    t = above * inverse
    product, product_low = two_product(t, below)
    t_low = (((above - product) - product_low) + (above_low - t * below_low)) * inverse
    z = t * t
    high, error = ordered_two_sum(atan_high(i), t)
    return ordered_two_sum(high, error + (atan_low(i) + (t_low + t * z * atan_series(z))))


def _angle(y: float, x: float, x_is_positive: bool) -> float:  # noqa: FBT001 - compiled code
    """atan2(y, x), or atan2(y, -x), for positive finite y and x.

    Every octant is a multiple of pi/2 plus or minus the angle to the nearer axis.
    """
    steep = y > x
    high, low = _atan_ratio(x if steep else y, y if steep else x)
    axis = HALF_PI if steep else 0.0 if x_is_positive else PI
    axis_low = HALF_PI_LOW if steep else 0.0 if x_is_positive else PI_LOW
    sign = -1.0 if steep == x_is_positive else 1.0
    total, error = ordered_two_sum(axis, sign * high)
    return total + (error + (axis_low + sign * low))


def atan(x: float) -> float:
    """The angle in [-pi/2, pi/2] whose tangent is x."""
    x = float(x)
    a = abs(x)
    # atan(a) = atan(c) + atan((a - c) / (1 + a c)), c being 0, 1/2, 1, 3/2 or infinity
    if a < 0.4375:
        above, below, base, base_low = a, 1.0, 0.0, 0.0
    elif a < 0.6875:
        above, below, base, base_low = a - 0.5, 1.0 + 0.5 * a, ATAN_HALF, ATAN_HALF_LOW
    elif a < 1.1875:
        above, below, base, base_low = a - 1.0, 1.0 + a, ATAN_ONE, ATAN_ONE_LOW
    elif a < 2.4375:
        above, below = a - 1.5, 1.0 + 1.5 * a
        base, base_low = ATAN_THREE_HALVES, ATAN_THREE_HALVES_LOW
    elif a == a:
        above, below, base, base_low = -1.0, a, HALF_PI, HALF_PI_LOW
    else:
        raise DomainError("dmath.atan", "a number", x)
    t = above / below
    z = t * t
    total, error = ordered_two_sum(base, t)
    return copysign(total + (error + (base_low + t * z * atan_wide_series(z))), x)


def atan2(y: float, x: float) -> float:
    """The angle in [-pi, pi] of the point (x, y), with the signs of zeros as IEEE 754 has it."""
    y = float(y)
    x = float(x)
    right = copysign(1.0, x) > 0.0
    x_size = abs(x)
    y_size = abs(y)
    if 0.0 < x_size < INFINITY and 0.0 < y_size < INFINITY:
        return copysign(_angle(y_size, x_size, right), y)
    if x != x or y != y:
        raise DomainError("dmath.atan2", "numbers", y, x)
    if x_size == INFINITY and y_size == INFINITY:
        angle = 0.5 * HALF_PI if right else 1.5 * HALF_PI
    elif y_size == 0.0 or x_size == INFINITY:
        angle = 0.0 if right else PI
    else:
        angle = HALF_PI
    return copysign(angle, y)


def _asin_far(size: float) -> tuple[float, float]:
    """acos(size) as high + low, for 1/2 <= size <= 1: twice asin(sqrt((1 - size) / 2))."""
    z = 0.5 * (1.0 - size)
    root = ieee_sqrt(z)
    if root == 0.0:
        return 0.0, 0.0
    square, square_low = two_square(root)
    root_low = ((z - square) - square_low) / (2.0 * root)
    return 2.0 * root, 2.0 * (root_low + root * z * asin_series(z))


def _minus(a: float, a_low: float, b: float, b_low: float) -> float:
    """(a + a_low) - (b + b_low), for a >= b >= 0."""
    high, error = ordered_two_sum(a, -b)
    return high + (error + (a_low - b_low))


def asin(x: float) -> float:
    """The angle in [-pi/2, pi/2] whose sine is x, for -1 <= x <= 1."""
    x = float(x)
    if -0.5 < x < 0.5:
        return x if -_TINY < x < _TINY else x + x * (x * x) * asin_series(x * x)
    if not -1.0 <= x <= 1.0:
        raise DomainError("dmath.asin", "-1 <= x <= 1", x)
    high, low = _asin_far(abs(x))
    return copysign(_minus(HALF_PI, HALF_PI_LOW, high, low), x)


def acos(x: float) -> float:
    """The angle in [0, pi] whose cosine is x, for -1 <= x <= 1."""
    x = float(x)
    if -0.5 < x < 0.5:
        high, error = ordered_two_sum(HALF_PI, -x)
        return high + (error + (HALF_PI_LOW - x * (x * x) * asin_series(x * x)))
    if not -1.0 <= x <= 1.0:
        raise DomainError("dmath.acos", "-1 <= x <= 1", x)
    high, low = _asin_far(abs(x))
    return high + low if x > 0.0 else _minus(PI, PI_LOW, high, low)
