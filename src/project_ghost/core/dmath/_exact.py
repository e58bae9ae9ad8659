"""Operations without rounding error, the basis of all other functions.

Everything here is IEEE binary64 `+ - *`, integers, or a change of exponent: exact,
or with its error returned as well. The two functions that read or make the bits of a float
(`power_of_two`, `significand_and_exponent`) have another body in compiled code, in
`project_ghost.core.compiled`; all others have one source, interpreted and compiled.
"""

from math import frexp, ldexp

INFINITY = float("inf")
SQRT_HALF = 0.7071067811865476

# Adding and subtracting 1.5 * 2**52 rounds to the nearest integer, ties to even.
_ROUND = 6755399441055744.0
_SPLIT = 134217729.0  # 2**27 + 1


def power_of_two(exponent: int) -> float:
    """2.0**exponent, for -1022 <= exponent <= 1023."""
    return ldexp(1.0, exponent)


def significand_and_exponent(x: float) -> tuple[float, int]:
    """(m, k) with x = m * 2**k and sqrt(1/2) <= m < sqrt(2), for finite x > 0."""
    m, k = frexp(x)
    return (m * 2.0, k - 1) if m < SQRT_HALF else (m, k)


def nearest_integer(x: float) -> float:
    """x rounded to the nearest integer, ties to even, for |x| < 2**51."""
    return (x + _ROUND) - _ROUND


def split(a: float) -> tuple[float, float]:
    """a = high + low with 26 bits in each (Veltkamp), for |a| < 2**996."""
    c = _SPLIT * a
    high = c - (c - a)
    return high, a - high


def two_product(a: float, b: float) -> tuple[float, float]:
    """a * b and its rounding error (Dekker)."""
    product = a * b
    a_high, a_low = split(a)
    b_high, b_low = split(b)
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def two_square(a: float) -> tuple[float, float]:
    """a * a and its rounding error: as `two_product`, with only one factor to split."""
    square = a * a
    high, low = split(a)
    mixed = high * low
    return square, ((high * high - square) + mixed + mixed) + low * low


def two_sum(a: float, b: float) -> tuple[float, float]:
    """a + b and its rounding error (Knuth)."""
    total = a + b
    b_part = total - a
    return total, (a - (total - b_part)) + (b - b_part)


def ordered_two_sum(a: float, b: float) -> tuple[float, float]:
    """a + b and its rounding error, where |a| >= |b| or a is zero (Dekker)."""
    total = a + b
    return total, (a - total) + b


def quotient(a: float, a_low: float, b: float, b_low: float) -> float:
    """(a + a_low) / (b + b_low): the first 26 bits, and the rest from the exact remainder."""
    inverse = 1.0 / b
    head, _ = split(a * inverse)
    b_head, b_tail = split(b)
    remainder = ((a - head * b_head) - head * b_tail) + (a_low - head * b_low)
    return head + remainder * inverse


def scale(y: float, exponent: int) -> float:
    """y * 2**exponent, through the subnormals or to infinity, for |exponent| < 1980."""
    if exponent > 1020:
        return y * power_of_two(1020) * power_of_two(exponent - 1020)
    if exponent < -1020:
        return y * power_of_two(-960) * power_of_two(exponent + 960)
    return y * power_of_two(exponent)
