"""Goal: bounds on a share are exact. Method: mpmath, closed forms, and values of other programs."""

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.analysis.binomial import (
    binomial_cdf,
    chance_of_split,
    clopper_pearson,
    repeats_needed,
    share_bound,
)
from project_ghost.core.errors import InputError


@pytest.mark.parametrize(
    ("count", "runs", "low", "high"),
    [
        # scipy.stats.binomtest(k, n).proportion_ci(method="exact"), and R's binom.test.
        (0, 1000, 0.0, 0.003682083896865671),
        (1, 10, 0.002528578544, 0.445016117028),
        (3, 1000, 0.00061909993, 0.00874202324),
        (10, 10, 0.691502892181, 1.0),
        (0, 100, 0.0, 0.036216693),
    ],
)
def test_the_interval_is_the_one_of_other_programs(count, runs, low, high) -> None:
    result = clopper_pearson(count, runs)
    assert result.low == pytest.approx(low, abs=1e-11)
    assert result.high == pytest.approx(high, abs=1e-8)
    assert result.share == count / runs


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_each_side_of_the_interval_leaves_two_and_a_half_percent(case) -> None:
    count, runs = case
    result = clopper_pearson(count, runs)
    with mpmath.workdps(30):
        if count:
            below = mpmath.betainc(count, runs - count + 1, 0, result.low, regularized=True)
            assert below == pytest.approx(0.025, rel=1e-8)
        if count < runs:
            above = 1 - mpmath.betainc(count + 1, runs - count, 0, result.high, regularized=True)
            assert above == pytest.approx(0.025, rel=1e-8)


@given(st.integers(0, 60), st.integers(1, 60), st.floats(0.001, 0.999))
def test_the_tail_is_the_sum_of_its_terms(count, runs, share) -> None:
    with mpmath.workdps(30):
        p = mpmath.mpf(share)
        terms = (mpmath.binomial(runs, k) * p**k * (1 - p) ** (runs - k) for k in range(count + 1))
        wanted = mpmath.fsum(terms) if count < runs else 1
    assert binomial_cdf(count, runs, share) == pytest.approx(float(wanted), rel=1e-11, abs=1e-15)


def test_how_many_repeats_it_takes() -> None:
    assert repeats_needed(0.003) == 998
    assert 0.997**998 <= 0.05 < 0.997**997
    assert repeats_needed(0.5, 0.5) == 1
    assert repeats_needed(1e-4, 0.99) == 46_050
    # With five that differ it takes more, and then the bound is just below.
    needed = repeats_needed(0.003, count=5)
    assert share_bound(5, needed) <= 0.003 < share_bound(5, needed - 1)
    assert share_bound(7, 7) == 1.0


def test_no_runs_are_no_share() -> None:
    with pytest.raises(InputError, match="3 of 2 runs"):
        clopper_pearson(3, 2)


def test_a_split_between_two_groups_by_chance() -> None:
    # Fisher's tea tasting: 3 of 4 and 1 of 4, one-sided.
    assert chance_of_split(1, 4, 3, 4) == pytest.approx(17 / 70, rel=1e-12)
    assert chance_of_split(0, 20, 5, 980) == pytest.approx(0.903, abs=1e-3)
    assert chance_of_split(0, 20, 882, 980) < 1e-12
    assert chance_of_split(0, 20, 0, 980) == 1.0
