"""Goal: the reported spread is that of the simulator, without errors of the analysis.

Method: laws over random repeats against exact rational arithmetic, and cases with one
planted difference each.
"""

import json
from dataclasses import asdict, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.analysis.traces import Traces, Variable, VariableKind
from project_ghost.analysis.variance import analyze_variance, collision_times
from project_ghost.core.files import pretty_json

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
def test_a_difference_is_never_zero_and_agrees_with_exact_arithmetic(values):
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
def test_values_whose_squares_underflow_are_not_lost(values):
    report = analyze_variance(traces(x=column(*values)))
    assert report.max_sigma_m > 0.0
    assert report.max_sigma_norm_m >= report.max_sigma_m
    assert not report.identical


def test_zero_and_minus_zero_are_distinguished():
    report = analyze_variance(traces(x=column(0.0, -0.0)))
    assert report.max_sigma_m == 0.0
    assert not report.identical
    assert report.differing.count == 1


def test_the_largest_axis_counts_and_the_norm_is_reported():
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
    for n in (2, 10, 100, 1000):
        p = analyze_variance(traces(x=column(*[0.0] * n))).differing_run_bound
        assert (1.0 - p) ** n == pytest.approx(0.05, rel=1e-9)


@pytest.mark.parametrize("bad", [0, 17, 999])
def test_one_bad_run_of_a_thousand_is_not_diluted(bad):
    values = [20.0] * 1000
    values[bad] = 20.5
    report = analyze_variance(traces(x=column(*values)), tolerance_m=0.02)
    assert report.max_sigma_m == pytest.approx(0.5 / 1000**0.5, rel=1e-9)  # below the tolerance
    assert report.max_deviation_m == 0.5
    assert not report.permissible
    assert report.farthest is not None
    assert (report.farthest.repeat, report.farthest.variable) == (str(bad + 1), "x")
    assert report.by_actor[0].max_deviation_m == 0.5
    assert (report.differing.count, report.differing.runs) == (1, 1000)
    assert report.differing.low == pytest.approx(2.5317e-05, rel=1e-4)
    assert report.differing.high == pytest.approx(0.0055589, rel=1e-4)
    assert analyze_variance(traces(x=column(*values)), tolerance_m=0.5).permissible


@given(st.lists(finite, min_size=2, max_size=30))
def test_the_farthest_repeat_is_as_far_as_exact_arithmetic_has_it(values):
    report = analyze_variance(traces(x=column(*values)))
    numbers = [Fraction(v) for v in values]
    others = len(numbers) - 1
    wanted = max(abs(n - (sum(numbers) - n) / others) for n in numbers)
    assert report.max_deviation_m >= report.max_sigma_m
    assert report.max_deviation_m == pytest.approx(float(wanted), rel=1e-12, abs=5e-324)


def test_differences_are_counted_from_the_most_frequent_repeat():
    report = analyze_variance(traces(x=column(5, 1, 1, 2, 1, 1)))
    assert report.differing.count == 2
    # A collision that only one repeat has is a difference, at the same positions.
    stops = traces(x=np.zeros((3, 1, 4)), collisions=(None, 300_000_000, None))
    assert analyze_variance(stops).differing.count == 1
    assert not analyze_variance(stops).identical


@pytest.mark.parametrize(
    ("values", "distance"),
    [
        ((0.0, 1e155), 1e155),
        ((-1e308, 1e308), 1.7976931348623157e308),  # 2e308 is beyond the largest float
        ((1.7e308, 1.6e308, 1.6e308), 1e307),
        ((0.0, 1e-320, 0.0), 1e-320),
    ],
)
def test_no_length_is_too_large_or_too_small(values, distance):
    report = analyze_variance(traces(x=column(*values), y=column(*values), z=column(*values)))
    assert report.max_deviation_m == pytest.approx(distance, rel=1e-3)
    assert 0.0 < report.max_sigma_m <= report.max_sigma_norm_m
    assert report.not_finite is None
    assert (report.max_variance_m2 is None) is (report.max_sigma_m > 1.4e154)
    assert json.loads(pretty_json(asdict(report)))["max_deviation_m"] == report.max_deviation_m


def test_when_each_actor_parts_from_the_others():
    x = np.zeros((3, 2, 6))
    x[1, 0, 2:] = [1e-9, 0.02, 0.5, 0.5]  # it took part in the collision at 0.2 s
    x[1, 1, 4:] = [0.005, 0.3]  # and this one did not
    made = replace(traces(x=x, collisions=(200_000_000,) * 3), touching=("a",))
    first, second = analyze_variance(made).by_actor
    assert (first.collided, first.parts_ns, first.breaks_ns) == (True, 200_000_000, 300_000_000)
    assert (second.collided, second.parts_ns, second.breaks_ns) == (False, 400_000_000, 500_000_000)
    same = analyze_variance(traces(x=np.zeros((2, 1, 3)))).by_actor[0]
    assert (same.parts_ns, same.breaks_ns) == (None, None)


def test_the_spread_of_collision_times():
    spread = collision_times([None, 1_000_000_000, 1_100_000_000, 1_200_000_000])
    assert spread is not None
    assert (spread.repeats, spread.earliest_ns, spread.latest_ns) == (
        3,
        1_000_000_000,
        1_200_000_000,
    )
    assert spread.sigma_ns == pytest.approx(1e8, rel=1e-12)
    assert collision_times([None, None]) is None
    once = collision_times([5, None])
    assert once is not None
    assert (once.repeats, once.sigma_ns) == (1, 0.0)
