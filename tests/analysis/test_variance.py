"""Goal: what is reported is the spread of the simulator, and none of the analysis's own.

Method: laws over random repeats against exact rational arithmetic, and cases with one
planted difference each.
"""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.analysis.traces import Traces, Variable, VariableKind
from project_ghost.analysis.variance import analyze_variance, differing_run_bound

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6)


def traces(present=None, collisions=None, **variables):
    """Traces from arrays (repeats, actors, times); a pair is values and kind."""
    made = {}
    for name, given_ in variables.items():
        values, kind = given_ if isinstance(given_, tuple) else (given_, VariableKind.POSITION)
        made[name] = Variable(np.array(values, dtype=float), kind, "m")
    shape = next(iter(made.values())).values.shape
    there = np.ones(shape, dtype=bool) if present is None else np.array(present)
    return Traces(
        "test",
        tuple(str(i + 1) for i in range(shape[0])),
        tuple("abc"[: shape[1]]),
        np.arange(shape[2], dtype=np.int64) * 100_000_000,
        there,
        made,
        collisions or (None,) * shape[0],
    )


def column(*values):
    """One actor at one time, a value for each repeat."""
    return np.array(values, dtype=float).reshape(-1, 1, 1)


def exact_variance(values):
    numbers = [Fraction(v) for v in values]
    mean = sum(numbers) / len(numbers)
    return sum((n - mean) ** 2 for n in numbers) / (len(numbers) - 1)


@given(value=finite, count=st.integers(2, 200))
def test_identical_repeats_give_exactly_zero(value, count):
    report = analyze_variance(traces(x=column(*[value] * count)))
    assert report.identical
    assert report.max_sigma_m == report.max_variance_m2 == report.max_sigma_norm_m == 0.0
    assert report.permissible


@given(st.lists(finite, min_size=2, max_size=30).filter(lambda v: len(set(v)) > 1))
def test_what_differs_is_never_zero_and_agrees_with_exact_arithmetic(values):
    report = analyze_variance(traces(x=column(*values)))
    assert not report.identical
    assert report.max_sigma_m > 0.0
    exact = exact_variance(values)
    if exact > 1e-200:
        assert abs(Fraction(report.max_sigma_m) ** 2 / exact - 1) < 1e-12


def test_a_difference_of_one_unit_in_the_last_place_is_seen():
    values = [1000.0] * 99 + [float(np.nextafter(1000.0, 2000.0))]
    report = analyze_variance(traces(x=column(*values)))
    spread = exact_variance(values)
    assert report.max_sigma_m == pytest.approx(float(spread) ** 0.5, rel=1e-14)
    assert not report.identical


@pytest.mark.parametrize("values", [(5e-324, 0.0, 0.0), (1e-300, 0.0), (1e-200, 3e-200)])
def test_what_would_underflow_when_squared_is_not_lost(values):
    report = analyze_variance(traces(x=column(*values)))
    assert report.max_sigma_m > 0.0
    assert report.max_sigma_norm_m >= report.max_sigma_m
    assert not report.identical


def test_zero_and_minus_zero_are_told_apart():
    report = analyze_variance(traces(x=column(0.0, -0.0)))
    assert report.max_sigma_m == 0.0
    assert not report.identical
    assert report.differing_run_bound is None


def test_the_largest_axis_counts_and_the_norm_stands_beside_it():
    report = analyze_variance(traces(x=column(0, 2), y=column(0, 4), z=column(0, 4)))
    assert report.max_sigma_m == pytest.approx(8**0.5, rel=1e-15)
    assert report.max_variance_m2 == pytest.approx(8, rel=1e-14)
    assert report.max_sigma_norm_m == pytest.approx(18**0.5, rel=1e-15)
    assert report.peak is not None
    assert report.peak.variable == "y"


def test_the_maximum_is_found_at_its_actor_and_time():
    x = np.zeros((3, 2, 4))
    x[1, 1, 2] = 0.3
    report = analyze_variance(traces(x=x))
    assert report.peak is not None
    assert (report.peak.actor, report.peak.time_ns) == ("b", 200_000_000)
    assert [a.identical for a in report.by_actor] == [True, False]
    assert report.by_actor[0].max_sigma_m == 0.0
    assert not report.permissible


def test_the_verdict_rests_on_the_maximum_not_on_a_mean():
    x = np.zeros((2, 1, 10_000))
    x[0, 0, 1234] = 0.1
    assert not analyze_variance(traces(x=x)).permissible
    assert analyze_variance(traces(x=x), tolerance_m=0.1).permissible


def test_before_and_after_the_first_collision_of_any_repeat():
    x = np.zeros((2, 1, 4))
    x[0, 0] = [0.0, 0.001, 0.5, 2.0]
    report = analyze_variance(traces(x=x, collisions=(300_000_000, 200_000_000)))
    assert report.first_collision_ns == 200_000_000
    assert report.before_collision_m == pytest.approx(0.001 / 2**0.5, rel=1e-12)
    assert report.after_collision_m == pytest.approx(2**0.5, rel=1e-12)
    assert report.by_actor[0].before_collision_m == report.before_collision_m


def test_missing_samples_are_reported_with_the_first_time():
    present = np.ones((3, 2, 5), dtype=bool)
    present[2, 1, 3:] = False
    report = analyze_variance(traces(x=np.zeros((3, 2, 5)), present=present))
    assert report.missing is not None
    assert report.missing.samples == 2
    assert report.missing.first_actor == "b"
    assert report.missing.first_time_ns == 300_000_000
    assert report.missing.repeats == ("3",)
    assert not report.identical
    assert not report.permissible


def test_an_actor_that_ends_at_the_same_time_in_all_repeats_is_not_missing():
    present = np.ones((3, 2, 5), dtype=bool)
    present[:, 1, 3:] = False
    x = np.zeros((3, 2, 5))
    x[1, 1, 4] = 77.0  # no sample, so it does not matter what stands there
    report = analyze_variance(traces(x=x, present=present))
    assert report.missing is None
    assert report.identical


def test_nan_is_not_a_missing_sample():
    x = np.zeros((3, 1, 2))
    x[1, 0, 1] = np.nan
    report = analyze_variance(traces(x=x))
    assert report.missing is None
    assert report.not_finite is not None
    assert report.not_finite.repeats == ("2",)
    assert not report.identical
    assert not report.permissible


def test_angles_go_the_short_way_round():
    almost, turn = 0.01, 2 * np.pi
    report = analyze_variance(
        traces(x=column(0, 0), yaw=(column(almost, turn - almost), VariableKind.ANGLE))
    )
    (yaw,) = report.by_variable
    assert yaw.max_sigma == pytest.approx(0.02 / 2**0.5, rel=1e-9)


@given(angle=st.floats(-10, 10), count=st.integers(2, 50))
def test_identical_angles_give_exactly_zero(angle, count):
    values = (column(*[angle] * count), VariableKind.ANGLE)
    report = analyze_variance(traces(x=column(*[0.0] * count), yaw=values))
    assert report.by_variable[0].max_sigma == 0.0


def test_outcomes_that_flip_are_counted_by_repeat():
    status = np.zeros((4, 1, 3))
    status[1, 0, 2] = status[3, 0, 1:] = 1.0
    report = analyze_variance(traces(x=np.zeros((4, 1, 3)), status=(status, VariableKind.CATEGORY)))
    (flips,) = report.by_category
    assert flips.repeats_flipped == 2
    assert flips.first_time_ns == 100_000_000
    assert not report.identical


def test_the_bound_is_the_exact_binomial_one():
    for n in (1, 10, 100, 1000):
        p = differing_run_bound(n)
        assert (1.0 - p) ** n == pytest.approx(0.05, rel=1e-12)
    assert differing_run_bound(1000) < differing_run_bound(100)
