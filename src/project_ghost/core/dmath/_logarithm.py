"""The logarithm, from a table of log(i/128) and a short polynomial."""

from project_ghost.core.errors import DomainError

from ._exact import (
    INFINITY,
    nearest_integer,
    ordered_two_sum,
    power_of_two,
    significand_and_exponent,
    split,
    two_square,
    two_sum,
)
from ._polynomials import log1p_series
from ._tables import LN2_HIGH, LN2_LOW, LOG_FIRST, log_high, log_inverse, log_low, log_offset


def log_parts(x: float) -> tuple[float, float]:
    """log(x) as high + low, to about 2**-66 of itself, for finite x > 0.

    With x = m * 2**k and c the table's inverse of m, r = m c - 1 is found without
    error (c has 12 bits), and log(x) = k log 2 - log(c) + log(1 + r), |r| < 2**-7.4.
    """
    m, k = significand_and_exponent(x)
    row = int(nearest_integer(m * 128.0)) - LOG_FIRST
    c = log_inverse(row)
    m_high, m_low = split(m)
    r, r_low = two_sum(m_high * c - 1.0, m_low * c)
    square, square_low = two_square(r)
    cubic = r * square * log1p_series(r)
    high, error_1 = ordered_two_sum(k * LN2_HIGH + log_high(row), r)
    high, error_2 = ordered_two_sum(high, -0.5 * square)
    rest = (error_1 + error_2) + (k * LN2_LOW + log_low(row))
    return ordered_two_sum(high, rest + ((r_low - r * r_low - 0.5 * square_low) + cubic))


def _log_near(m: float, m_rest: float, k: int) -> float:
    """log((m + m_rest) * 2**k), as `log_parts` does it but in one double."""
    i = nearest_integer(m * 128.0)
    row = int(i) - LOG_FIRST
    r = log_offset(row) + ((m - i * 0.0078125) + m_rest) * log_inverse(row)
    square = r * r
    high, error = ordered_two_sum(k * LN2_HIGH + log_high(row), r)
    rest = error + (k * LN2_LOW + log_low(row))
    return high + (rest + (r * square * log1p_series(r) - 0.5 * square))


def log(x: float) -> float:
    """The natural logarithm of x > 0."""
    x = float(x)
    if not 0.0 < x < INFINITY:
        if x == INFINITY:
            return x
        raise DomainError("dmath.log", "x > 0", x)
    m, k = significand_and_exponent(x)
    return _log_near(m, 0.0, k)


def log1p(x: float) -> float:
    """log(1 + x) for x > -1, accurate also where x is small."""
    x = float(x)
    if -5e-17 < x < 5e-17:
        return x
    if not x > -1.0:
        raise DomainError("dmath.log1p", "x > -1", x)
    if x > 1e17:
        return log(x)  # 1 is below the last bit
    one_plus, error = two_sum(1.0, x)
    m, k = significand_and_exponent(one_plus)
    return _log_near(m, error * power_of_two(-k), k)
