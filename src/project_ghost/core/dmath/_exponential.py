"""The exponential function, from a table of 2**(j/128) and a short polynomial."""

from project_ghost.core.errors import DomainError

from ._exact import INFINITY, nearest_integer, power_of_two, scale, two_sum
from ._polynomials import exp_series, expm1_series
from ._tables import EXP_STEP_HIGH, EXP_STEP_LOW, EXP_STEPS_PER_UNIT, exp_high, exp_low


def exp_reduce(x: float, x_low: float) -> tuple[float, float, int]:
    """(r, r_low, n) with x + x_low = r + r_low + n log(2)/128 and |r| < log(2)/256.

    For |x| < 1500 and x_low far below x.
    """
    steps = nearest_integer(x * EXP_STEPS_PER_UNIT)
    high = x - steps * EXP_STEP_HIGH  # exact: the product has 53 bits, the difference is near
    low = x_low - steps * EXP_STEP_LOW
    r = high + low
    return r, (high - r) + low, int(steps)


def exp_assemble(r: float, r_low: float, n: int) -> tuple[float, float, int]:
    """(high, low, k) with exp(r + r_low + n log(2)/128) = (high + low) * 2**k, to 2**-60.

    With n = 128 k + j this is 2**k * 2**(j/128) * exp(r); low is below high by 2**-8.
    """
    p = r + (r_low + r * r * exp_series(r))
    j = n & 127
    high = exp_high(j)
    return high, exp_low(j) + high * p, n >> 7


def exp(x: float) -> float:
    """e to the power x; infinity above 709.78, zero below -745.13."""
    x = float(x)
    if not -746.0 < x < 710.0:
        if x != x:
            raise DomainError("dmath.exp", "a number", x)
        return 0.0 if x < 0.0 else INFINITY
    r, r_low, n = exp_reduce(x, 0.0)
    high, low, k = exp_assemble(r, r_low, n)
    return scale(high + low, k)


def expm1(x: float) -> float:
    """exp(x) - 1, accurate also where x is small."""
    x = float(x)
    if -0.125 < x < 0.125:
        if -5e-17 < x < 5e-17:
            return x  # also keeps the sign of zero
        return x + (0.5 * (x * x) + x * x * x * expm1_series(x))
    if not -40.0 < x < 710.0:
        if x != x:
            raise DomainError("dmath.expm1", "a number", x)
        return -1.0 if x < 0.0 else INFINITY
    r, r_low, n = exp_reduce(x, 0.0)
    high, low, k = exp_assemble(r, r_low, n)
    if k > 60:
        return scale(high + low, k)  # 1 is below the last bit
    total, error = two_sum(high, -power_of_two(-k))
    return (total + (error + low)) * power_of_two(k)
