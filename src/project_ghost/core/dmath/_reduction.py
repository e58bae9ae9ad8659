"""Angles modulo pi/2, exact enough for every double."""

from ._exact import (
    nearest_integer,
    ordered_two_sum,
    power_of_two,
    significand_and_exponent,
    two_product,
    two_sum,
)
from ._tables import (
    HALF_PI,
    HALF_PI_0,
    HALF_PI_1,
    HALF_PI_2,
    HALF_PI_3,
    HALF_PI_LOW,
    TWO_OVER_PI,
    two_over_pi_digit,
)

_DIGIT = 0xFFFFFF


def reduce_angle(x: float) -> tuple[int, float, float]:
    """(quadrant, y, y_low) with x = n pi/2 + y + y_low, quadrant = n mod 4, |y| <= pi/4.

    For finite x. Beyond |x| = 2**20 pi/2 the products below would round, and the
    digits of 2/pi are used instead.
    """
    if not -1647099.0 < x < 1647099.0:
        return reduce_large_angle(x)
    n = nearest_integer(x * TWO_OVER_PI)
    # Cody and Waite: n times a 33-bit part of pi/2 is exact, and so is the first difference.
    first = x - n * HALF_PI_0
    high, error_1 = two_sum(first, -(n * HALF_PI_1))
    high, error_2 = two_sum(high, -(n * HALF_PI_2))
    y, y_low = ordered_two_sum(high, (error_1 + error_2) - n * HALF_PI_3)
    return int(n) & 3, y, y_low


def reduce_large_angle(x: float) -> tuple[int, float, float]:
    """Payne and Hanek: the digits of x * 2/pi around the point, in integers of 51 bits.

    x is a 53-bit integer times 2**(24 q + s): shifted left by s, it is four digits of
    24 bits, and the point of the product falls between two digits.
    """
    m, exponent = significand_and_exponent(abs(x))
    mantissa = int(m * 9007199254740992.0)
    q = (exponent - 53) // 24
    s = (exponent - 53) - 24 * q
    a0 = (mantissa & _DIGIT) << s
    a1 = (((mantissa >> 24) & _DIGIT) << s) + (a0 >> 24)
    a2 = ((mantissa >> 48) << s) + (a1 >> 24)
    a3 = a2 >> 24
    a0 &= _DIGIT
    a1 &= _DIGIT
    a2 &= _DIGIT
    # From far behind the point up to it; the carry of the omitted digits changes no bit used.
    d7 = _product_digit(a0, a1, a2, a3, q + 7)
    d6 = _product_digit(a0, a1, a2, a3, q + 6) + (d7 >> 24)
    d5 = _product_digit(a0, a1, a2, a3, q + 5) + (d6 >> 24)
    d4 = _product_digit(a0, a1, a2, a3, q + 4) + (d5 >> 24)
    d3 = _product_digit(a0, a1, a2, a3, q + 3) + (d4 >> 24)
    d2 = _product_digit(a0, a1, a2, a3, q + 2) + (d3 >> 24)
    d1 = _product_digit(a0, a1, a2, a3, q + 1) + (d2 >> 24)
    d0 = _product_digit(a0, a1, a2, a3, q) + (d1 >> 24)
    # The fraction in three pieces of 48 bits, moved to [-1/2, 1/2).
    head = ((d1 & _DIGIT) << 24) | (d2 & _DIGIT)
    quadrant = d0 & 3
    if head >= 1 << 47:
        head -= 1 << 48
        quadrant += 1
    middle = ((d3 & _DIGIT) << 24) | (d4 & _DIGIT)
    tail = ((d5 & _DIGIT) << 24) | (d6 & _DIGIT)
    high, low = ordered_two_sum(head * power_of_two(-48), middle * power_of_two(-96))
    high, low = ordered_two_sum(high, low + tail * power_of_two(-144))
    # Times pi/2.
    product, error = two_product(high, HALF_PI)
    y, y_low = ordered_two_sum(product, error + (high * HALF_PI_LOW + low * HALF_PI))
    if x < 0.0:
        return -quadrant & 3, -y, -y_low
    return quadrant & 3, y, y_low


def _product_digit(a0: int, a1: int, a2: int, a3: int, position: int) -> int:
    """One column of the long multiplication; the table starts at position -2."""
    i = position + 2
    return (
        a0 * two_over_pi_digit(i)
        + a1 * two_over_pi_digit(i + 1)
        + a2 * two_over_pi_digit(i + 2)
        + a3 * two_over_pi_digit(i + 3)
    )
