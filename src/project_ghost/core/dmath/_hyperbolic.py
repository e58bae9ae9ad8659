"""Hyperbolic sine, cosine and tangent, from the exponential in two parts."""

from math import copysign

from project_ghost.core.errors import DomainError

from ._exact import INFINITY, ordered_two_sum, power_of_two, quotient, scale, two_sum
from ._exponential import exp_assemble, exp_reduce
from ._polynomials import sinh_series, tanh_series


def _exp_pair(r: float, r_low: float, n: int) -> tuple[float, float]:
    """What `exp_assemble` gives, as high + low with its power of two multiplied in."""
    high, low, k = exp_assemble(r, r_low, n)
    high, low = ordered_two_sum(high, low)
    factor = power_of_two(k)
    return high * factor, low * factor


def _half_exp(x: float) -> float:
    """exp(x) / 2 for x > 22, also where exp(x) itself is beyond the largest double."""
    if x > 711.0:
        return INFINITY
    r, r_low, n = exp_reduce(x, 0.0)
    high, low, k = exp_assemble(r, r_low, n)
    return scale(high + low, k - 1)


def sinh(x: float) -> float:
    """(exp(x) - exp(-x)) / 2."""
    x = float(x)
    size = abs(x)
    if size < 0.5:
        z = x * x
        return x + x * z * sinh_series(z)
    if size != size:
        raise DomainError("dmath.sinh", "a number", x)
    if size > 22.0:
        return copysign(_half_exp(size), x)  # exp(-x) is below the last bit
    r, r_low, n = exp_reduce(size, 0.0)
    grown, grown_low = _exp_pair(r, r_low, n)
    shrunk, shrunk_low = _exp_pair(-r, -r_low, -n)
    total, error = two_sum(grown, -shrunk)
    return copysign(0.5 * (total + (error + (grown_low - shrunk_low))), x)


def cosh(x: float) -> float:
    """(exp(x) + exp(-x)) / 2."""
    x = float(x)
    size = abs(x)
    if size != size:
        raise DomainError("dmath.cosh", "a number", x)
    if size > 22.0:
        return _half_exp(size)  # exp(-x) is below the last bit
    r, r_low, n = exp_reduce(size, 0.0)
    grown, grown_low = _exp_pair(r, r_low, n)
    shrunk, shrunk_low = _exp_pair(-r, -r_low, -n)
    total, error = two_sum(grown, shrunk)
    return 0.5 * (total + (error + (grown_low + shrunk_low)))


def tanh(x: float) -> float:
    """sinh(x) / cosh(x), between -1 and 1."""
    x = float(x)
    size = abs(x)
    if size < 0.25:
        if size < 1e-9:
            return x  # also keeps the sign of zero
        z = x * x
        return x + x * z * tanh_series(z)
    if size != size:
        raise DomainError("dmath.tanh", "a number", x)
    if size > 20.0:
        return copysign(1.0, x)
    # (e - 1) / (e + 1) with e = exp(2 x)
    r, r_low, n = exp_reduce(2.0 * size, 0.0)
    e, e_low = _exp_pair(r, r_low, n)
    above, above_low = two_sum(e, -1.0)
    below, below_low = two_sum(e, 1.0)
    return copysign(quotient(above, above_low + e_low, below, below_low + e_low), x)
