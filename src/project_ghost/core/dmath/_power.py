"""Powers and roots."""

from math import copysign
from math import sqrt as ieee_sqrt

from project_ghost.core.errors import DomainError

from ._exact import (
    INFINITY,
    power_of_two,
    scale,
    significand_and_exponent,
    two_product,
    two_square,
)
from ._exponential import exp_assemble, exp_reduce
from ._logarithm import log_parts
from ._polynomials import cbrt_series
from ._tables import CBRT_2, CBRT_4

_UP = 4.149515568880993e180  # 2**600
_DOWN = 2.409919865102884e-181  # 2**-600


def sqrt(x: float) -> float:
    """The square root of x >= 0, correctly rounded as IEEE 754 requires."""
    x = float(x)
    if not x >= 0.0:
        raise DomainError("dmath.sqrt", "x >= 0", x)
    return ieee_sqrt(x)


def pow(x: float, y: float) -> float:  # noqa: A001 - the function's name everywhere
    """x to the power y.

    A negative x needs an integer y; zero has no negative power. `pow(x, 0)` is 1.
    """
    x = float(x)
    y = float(y)
    if x != x or y != y:
        raise DomainError("dmath.pow", "numbers", x, y)
    if y == 0.0 or x == 1.0:
        return 1.0
    magnitude = x
    negative = False
    if x <= 0.0:
        kind = parity(y)
        if (x == 0.0 and y < 0.0) or (x < 0.0 and x != -INFINITY and kind < 0):
            raise DomainError(
                "dmath.pow", "x > 0, or an integer y, and not zero to a negative y", x, y
            )
        magnitude = -x
        negative = kind == 1 and copysign(1.0, x) < 0.0
    result = _power_of_positive(magnitude, y)
    return -result if negative else result


def parity(y: float) -> int:
    """1 for an odd integer, 0 for an even one or an infinity, -1 for any other number."""
    size = abs(y)
    if size >= 9007199254740992.0:
        return 0
    whole = int(size)
    if float(whole) != size:
        return -1
    return whole & 1


def _power_of_positive(x: float, y: float) -> float:
    """x**y for x >= 0 or infinite, y not zero; no NaN."""
    if x == 1.0:
        return 1.0
    if x == 0.0 or x == INFINITY:
        return 0.0 if (x == 0.0) == (y > 0.0) else INFINITY
    high, low = log_parts(x)
    size = high * y
    if not -746.0 < size < 710.0:
        return 0.0 if size < 0.0 else INFINITY
    product, error = two_product(high, y)
    r, r_low, n = exp_reduce(product, error + low * y)
    head, tail, k = exp_assemble(r, r_low, n)
    return scale(head + tail, k)


def cbrt(x: float) -> float:
    """The cube root of x, negative for a negative x."""
    x = float(x)
    if x == 0.0 or x == INFINITY or x == -INFINITY:
        return x
    if x != x:
        raise DomainError("dmath.cbrt", "a number", x)
    m, exponent = significand_and_exponent(abs(x))
    third = exponent // 3
    remainder = exponent - 3 * third
    t = cbrt_series(m)
    if remainder == 1:
        m *= 2.0
        t *= CBRT_2
    elif remainder == 2:
        m *= 4.0
        t *= CBRT_4
    # Halley's iteration takes 22 bits to all of them; the residual then repairs the rounding.
    cube = t * t * t
    t *= (cube + 2.0 * m) / (2.0 * cube + m)
    square, square_low = two_square(t)
    cube, cube_low = two_product(square, t)
    residual = (m - cube) - (cube_low + square_low * t)
    root = (t + residual / (3.0 * square)) * power_of_two(third)
    return root if x > 0.0 else -root


def hypot(x: float, y: float) -> float:
    """The length of (x, y), without undue overflow or underflow."""
    x = float(x)
    y = float(y)
    if x != x or y != y:
        raise DomainError("dmath.hypot", "numbers", x, y)
    a = abs(x)
    b = abs(y)
    large = a if a > b else b
    small = b if a > b else a
    if large == INFINITY or small * 4.0e16 <= large:
        return large + small  # the small one is below the last bit
    back = 1.0
    if large > 1e150:
        large *= _DOWN
        small *= _DOWN
        back = _UP
    elif small < 1e-130:
        large *= _UP
        small *= _UP
        back = _DOWN
    square, square_low = two_square(large)
    other, other_low = two_square(small)
    total = square + other
    rest = ((square - total) + other) + (square_low + other_low)
    root = ieee_sqrt(total)
    again, again_low = two_square(root)
    return (root + (((total - again) - again_low) + rest) / (2.0 * root)) * back
