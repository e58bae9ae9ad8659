"""Sine, cosine, tangent, and angles modulo one turn."""

from project_ghost.core.errors import DomainError

from ._exact import INFINITY, ordered_two_sum, quotient, two_square
from ._polynomials import cos_series, sin_series
from ._reduction import reduce_angle
from ._tables import HALF_PI, HALF_PI_LOW, PI, PI_LOW

# Squares are compared: one comparison replaces two, for every double.
_QUARTER_PI_SQUARED = 0.6168502750680849
_TINY_SQUARED = 5.551115123125783e-17  # 2**-54: x**3 is below the last bit of x


def _sin_parts(y: float, y_low: float, z: float) -> tuple[float, float]:
    """sin(y + y_low) as high + low, for |y| <= pi/4 and z = y**2."""
    return y, y * z * sin_series(z) + y_low * (1.0 - 0.5 * z)


def _cos_parts(y: float, y_low: float, z: float) -> tuple[float, float]:
    """cos(y + y_low) as high + low, for |y| <= pi/4 and z = y**2."""
    half = 0.5 * z
    high = 1.0 - half
    return high, ((1.0 - high) - half) + (z * z * cos_series(z) - y * y_low)


def _sin_near(y: float, y_low: float) -> float:
    high, low = _sin_parts(y, y_low, y * y)
    return high + low


def _cos_near(y: float, y_low: float) -> float:
    high, low = _cos_parts(y, y_low, y * y)
    return high + low


def _sin_of_small(x: float, z: float) -> float:
    """sin(x) for 2**-27 <= |x| <= pi/4 and z = x**2: `_sin_near` with y_low = 0."""
    return x + x * z * sin_series(z)


def _cos_of_small(z: float) -> float:
    """cos(x) for |x| <= pi/4 and z = x**2: `_cos_near` with y_low = 0."""
    half = 0.5 * z
    high = 1.0 - half
    return high + (((1.0 - high) - half) + z * z * cos_series(z))


def sin_of_large(x: float) -> float:
    """sin(x) for |x| > pi/4."""
    if not -INFINITY < x < INFINITY:
        raise DomainError("dmath.sin", "a finite angle", x)
    quadrant, y, y_low = reduce_angle(x)
    value = _cos_near(y, y_low) if quadrant & 1 else _sin_near(y, y_low)
    return -value if quadrant & 2 else value


def sin(x: float) -> float:
    """The sine of x radians."""
    x = float(x)
    z = x * x
    if z <= _QUARTER_PI_SQUARED:
        return x if z < _TINY_SQUARED else _sin_of_small(x, z)
    return sin_of_large(x)


def cos_of_large(x: float) -> float:
    """cos(x) for |x| > pi/4."""
    if not -INFINITY < x < INFINITY:
        raise DomainError("dmath.cos", "a finite angle", x)
    quadrant, y, y_low = reduce_angle(x)
    value = _sin_near(y, y_low) if quadrant & 1 else _cos_near(y, y_low)
    return -value if quadrant == 1 or quadrant == 2 else value


def cos(x: float) -> float:
    """The cosine of x radians."""
    x = float(x)
    z = x * x
    if z <= _QUARTER_PI_SQUARED:
        return _cos_of_small(z)
    return cos_of_large(x)


def sincos(x: float) -> tuple[float, float]:
    """(sin(x), cos(x)), the same bits as from separate calls, with one reduction."""
    x = float(x)
    z = x * x
    if z <= _QUARTER_PI_SQUARED:
        if z < _TINY_SQUARED:
            return x, _cos_of_small(z)
        return _sin_of_small(x, z), _cos_of_small(z)
    if not -INFINITY < x < INFINITY:
        raise DomainError("dmath.sincos", "a finite angle", x)
    quadrant, y, y_low = reduce_angle(x)
    sine = _sin_near(y, y_low)
    cosine = _cos_near(y, y_low)
    if quadrant == 0:
        return sine, cosine
    if quadrant == 1:
        return cosine, -sine
    if quadrant == 2:
        return -sine, -cosine
    return -cosine, sine


def _tan_of_small(x: float) -> float:
    """tan(x) for 2**-27 <= |x| <= pi/4: `tan` with x_low = 0 and no quarter turn."""
    z, z_low = two_square(x)
    sine, sine_low = ordered_two_sum(x, x * z * sin_series(z) - x * z_low * 0.16666666666666666)
    half = 0.5 * z
    high = 1.0 - half
    low = ((1.0 - high) - half) + z * z * cos_series(z)
    cosine, cosine_low = ordered_two_sum(high, low - 0.5 * z_low)
    return quotient(sine, sine_low, cosine, cosine_low)


def tan(x: float) -> float:
    """The tangent of x radians."""
    x = float(x)
    z = x * x
    if z <= _QUARTER_PI_SQUARED:
        return x if z < _TINY_SQUARED else _tan_of_small(x)
    if not -INFINITY < x < INFINITY:
        raise DomainError("dmath.tan", "a finite angle", x)
    quadrant, y, y_low = reduce_angle(x)
    # A quotient of two rounded values could be off by more than 1 ulp: keep the rounding of y**2.
    z, z_low = two_square(y)
    sine, sine_low = _sin_parts(y, y_low, z)
    sine, sine_low = ordered_two_sum(sine, sine_low - y * z_low * 0.16666666666666666)
    cosine, cosine_low = _cos_parts(y, y_low, z)
    cosine, cosine_low = ordered_two_sum(cosine, cosine_low - 0.5 * z_low)
    # An odd number of quarter turns makes it -cosine / sine; choosing is quicker than branching.
    odd = quadrant & 1 == 1
    return quotient(
        cosine if odd else sine,
        cosine_low if odd else sine_low,
        -sine if odd else cosine,
        -sine_low if odd else cosine_low,
    )


def wrap_angle(x: float) -> float:
    """The angle in [-pi, pi] that differs from x by whole turns, of the true 2 pi.

    An x in that range is returned unchanged. Even huge angles keep their sine and cosine.
    """
    x = float(x)
    if -PI <= x <= PI:
        return x
    if not -INFINITY < x < INFINITY:
        raise DomainError("dmath.wrap_angle", "a finite angle", x)
    quadrant, y, y_low = reduce_angle(x)
    if quadrant == 0:
        return y
    turn = HALF_PI if quadrant & 1 else PI
    turn_low = HALF_PI_LOW if quadrant & 1 else PI_LOW
    if quadrant == 3 or (quadrant == 2 and y > 0.0):
        turn = -turn
        turn_low = -turn_low
    high, error = ordered_two_sum(turn, y)
    return high + (error + (turn_low + y_low))
