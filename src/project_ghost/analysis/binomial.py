"""Exact statements about a share of runs, from the number of runs that showed it.

Everything follows from the binomial tail P(X <= k) by bisection, without approximation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, exp, lgamma, log, log1p

from project_ghost.core.errors import InputError

__all__ = [
    "CONFIDENCE",
    "ShareInterval",
    "binomial_cdf",
    "chance_of_split",
    "clopper_pearson",
    "repeats_needed",
    "share_bound",
]

CONFIDENCE = 0.95
# A term smaller than this share of the sum so far does not change it.
_NEGLIGIBLE = 1e-18
_DIGITS = 12  # of a result: the logarithms of two systems may differ after these


@dataclass(frozen=True)
class ShareInterval:
    """A number of runs out of `runs`, and the interval of Clopper and Pearson for their share.

    `confidence` is two-sided: the true share is below `low` with a probability of at most half of
    what remains, and above `high` with as much.
    """

    count: int
    runs: int
    share: float
    low: float
    high: float
    confidence: float


def binomial_cdf(count: int, runs: int, share: float) -> float:
    """Return P(X <= count) for a binomial variable: the smaller tail is added up exactly."""
    if count >= runs or share <= 0.0:
        return 1.0
    if count < 0 or share >= 1.0:
        return 0.0
    if count < runs * share:
        return _tail(count, runs, share)
    # The upper tail P(X >= count + 1) is the lower tail of the runs that do not show it.
    return 1.0 - _tail(runs - count - 1, runs, 1.0 - share)


def _tail(count: int, runs: int, share: float) -> float:
    """Return P(X <= count), by terms that get smaller from the last one down."""
    log_term = _log_choose(runs, count) + count * log(share) + (runs - count) * log1p(-share)
    odds = (1.0 - share) / share
    total = term = 1.0
    for k in range(count, 0, -1):
        term *= odds * k / (runs - k + 1)
        total += term
        if term < _NEGLIGIBLE * total:
            break
    return min(1.0, exp(log_term) * total)


def share_bound(count: int, runs: int, confidence: float = CONFIDENCE) -> float:
    """Return the upper bound on a share that `count` of `runs` runs show (one-sided).

    At a share of this size as few as `count` would have the probability 1 - confidence. For no
    run at all this is 1 - (1 - confidence)^(1 / runs).
    """
    if count >= runs:
        return 1.0
    return _bisected(
        lambda share: binomial_cdf(count, runs, share) > 1.0 - confidence, count / runs, 1.0
    )


def clopper_pearson(count: int, runs: int, confidence: float = CONFIDENCE) -> ShareInterval:
    """Return the share of `count` in `runs` with its exact two-sided interval."""
    if runs < 1 or not 0 <= count <= runs:
        raise InputError(
            f"there are {count} of {runs} runs", "clopper_pearson", "from 0 to all of 1 or more"
        )
    one_sided = 0.5 + 0.5 * confidence
    share = count / runs
    low = _bisected(lambda p: binomial_cdf(count - 1, runs, p) > one_sided, 0.0, share)
    return ShareInterval(
        count, runs, share, low if count else 0.0, share_bound(count, runs, one_sided), confidence
    )


def repeats_needed(share: float, confidence: float = CONFIDENCE, count: int = 0) -> int:
    """Return how many runs show that a share is at most this, if `count` of them show it.

    It is the smallest n with P(X <= count) <= 1 - confidence at that share: for no run at all,
    the smallest n with (1 - share)^n <= 1 - confidence.
    """
    remainder = 1.0 - confidence
    low, high = count, max(count + 1, ceil(-log(remainder) / share) + 1)
    while binomial_cdf(count, high, share) > remainder:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        if binomial_cdf(count, middle, share) > remainder:
            low = middle
        else:
            high = middle
    return high


def chance_of_split(count: int, runs: int, other_count: int, other_runs: int) -> float:
    """Return the probability of at least `other_count` in the other group if the two are alike.

    Of two groups of runs, `count` of `runs` and `other_count` of `other_runs` show something. This
    is Fisher's exact test, one-sided: all of them are distributed over the groups by chance.
    """
    total, every = count + other_count, runs + other_runs
    log_all = _log_choose(every, total)
    return min(
        1.0,
        sum(
            exp(_log_choose(other_runs, k) + _log_choose(runs, total - k) - log_all)
            for k in range(other_count, min(other_runs, total) + 1)
        ),
    )


def _log_choose(runs: int, count: int) -> float:
    return lgamma(runs + 1) - lgamma(count + 1) - lgamma(runs - count + 1)


def _bisected(is_above: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a condition that holds at `low` ends to hold, to twelve digits."""
    while (middle := 0.5 * (low + high)) not in (low, high):
        if is_above(middle):
            low = middle
        else:
            high = middle
    return float(f"{high:.{_DIGITS}g}")
