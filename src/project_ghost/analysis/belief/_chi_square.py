"""The chi-square distribution: cumulative distribution function and quantiles."""

from math import exp, isfinite, lgamma, log, sqrt

_STEPS_MAX = 1_000_000
_TINY = 1e-300


def chi_square_cdf(value: float, degrees: int) -> float:
    """Return the probability that a chi-square variable is at most this value."""
    return _lower_gamma(degrees / 2.0, value / 2.0)


def chi_square_quantile(probability: float, degrees: int) -> float:
    """Return the quantile for a probability, by bisection."""
    if not 0.0 < probability < 1.0 or degrees < 1:
        raise ValueError(f"no quantile of {probability!r} with {degrees} degrees of freedom")
    low, high = 0.0, degrees + 20.0 * sqrt(2.0 * degrees) + 60.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if not low < middle < high:
            break
        if chi_square_cdf(middle, degrees) < probability:
            low = middle
        else:
            high = middle
    return high


def _lower_gamma(a: float, x: float) -> float:
    """Return the regularised lower incomplete gamma function, by series or continued fraction."""
    if x <= 0.0:
        return 0.0
    if not isfinite(x):
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    if x < a + 1.0:
        term = total = 1.0 / a
        n = a
        for _ in range(_STEPS_MAX):
            n += 1.0
            term *= x / n
            total += term
            if term < total * 1e-17:
                break
        return min(1.0, total * front)
    b = x + 1.0 - a
    c, d = 1.0 / _TINY, 1.0 / b
    fraction = d
    for i in range(1, _STEPS_MAX):
        factor = -i * (i - a)
        b += 2.0
        d = 1.0 / _nonzero(factor * d + b)
        c = _nonzero(b + factor / c)
        step = c * d
        fraction *= step
        if abs(step - 1.0) < 1e-16:
            break
    return max(0.0, 1.0 - front * fraction)


def _nonzero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
