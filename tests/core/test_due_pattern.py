"""Goal: due steps are exact for ever. Method: compare with ideal instants kept as fractions."""

from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.due_pattern import DuePattern
from project_ghost.core.errors import InputError, InputTypeError

exactly = settings(derandomize=True, deadline=None)
MS = 1_000_000
HOUR_STEPS = 3_600_000


def gaps(pattern: DuePattern, first: int, count: int) -> list[int]:
    return [pattern.gap_before(k) for k in range(first, first + count)]


def test_a_whole_period_is_due_every_so_many_steps():
    pattern = DuePattern.every(10 * MS, MS, phase_ns=3 * MS)
    assert pattern == DuePattern(phase=3, interval=10, denominator=1)
    assert [step for step in range(40) if pattern.is_due(step)] == [3, 13, 23, 33]
    assert gaps(pattern, 0, 4) == [10, 10, 10, 10]
    assert (pattern.cycle_steps, pattern.cycle_count) == (10, 1)


def test_thirty_hertz_under_a_millisecond():
    pattern = DuePattern.on_grid(30, MS)
    assert [pattern.step_of(k) for k in range(7)] == [0, 34, 67, 100, 134, 167, 200]
    assert gaps(pattern, 1, 6) == [34, 33, 33, 34, 33, 33]
    assert pattern.gap_before(0) == 33
    assert (pattern.cycle_steps, pattern.cycle_count) == (100, 3)


def test_a_rate_that_fits_is_the_same_pattern_either_way():
    assert DuePattern.on_grid(100, MS, 2 * MS) == DuePattern.every(10 * MS, MS, 2 * MS)


@pytest.mark.parametrize("rate", ["30", "60", "300", "29.97", "30000/1001"])
def test_an_hour_on_the_grid_is_exact(rate):
    """Every due step of an hour is the ceiling of its ideal instant, and none is missed."""
    exact = Fraction(rate)
    pattern = DuePattern.on_grid(rate, MS)
    interval = Fraction(1000) / exact
    count = ceil(exact * 3600)
    steps = [pattern.step_of(k) for k in range(count)]
    # Integers of the fraction itself: the reference owes nothing to the code under test.
    top, bottom = interval.numerator, interval.denominator
    assert steps == [k * top // bottom + (k * top % bottom > 0) for k in range(count)]
    assert pattern.count_before(HOUR_STEPS) == count
    assert all(map(pattern.is_due, steps[:1000]))
    # A whole number of cycles takes exactly its ideal time.
    assert pattern.step_of(7 * pattern.cycle_count) == 7 * interval * pattern.cycle_count


def test_a_day_at_one_kilohertz_leaves_no_drift():
    """86.4 million occurrences, by arithmetic: the last is where it should be to the nanosecond."""
    day_ns = 24 * 3600 * 10**9
    pattern = DuePattern.on_grid(1000, MS)
    assert pattern.step_of(86_400_000) * MS == day_ns
    assert pattern.count_before(day_ns // MS) == 86_400_000
    fine = DuePattern.on_grid(1000, 1)
    assert fine.step_of(86_400_000) == day_ns


intervals = st.fractions(1, 50, max_denominator=60)
phases = st.fractions(0, 100, max_denominator=60)


@pytest.mark.slow
@exactly
@given(intervals, phases)
def test_the_pattern_is_the_ceiling_of_the_ideal_instants(interval, phase):
    pattern = DuePattern.from_steps(interval, phase)
    due = [ceil(phase + k * interval) for k in range(50)]
    assert [pattern.step_of(k) for k in range(50)] == due
    assert gaps(pattern, 1, 49) == [b - a for a, b in pairwise(due)]
    for step in range(due[-1]):
        assert pattern.is_due(step) == (step in due)
        assert pattern.count_before(step) == sum(earlier < step for earlier in due)


@exactly
@given(intervals, phases)
def test_the_cycle_is_the_shortest_after_which_the_pattern_repeats(interval, phase):
    pattern = DuePattern.from_steps(interval, phase)
    steps, count = pattern.cycle_steps, pattern.cycle_count
    assert all(pattern.step_of(k + count) == pattern.step_of(k) + steps for k in range(2 * count))
    assert interval * count == steps
    assert all((interval * fewer).denominator > 1 for fewer in range(1, count))


@exactly
@given(st.integers(1, 1000), st.integers(0, 10**9), st.integers(1, 9))
def test_equal_patterns_are_equal_values(rate, phase_ns, factor):
    pattern = DuePattern.on_grid(rate, MS, phase_ns)
    slower = DuePattern.on_grid(Fraction(rate, factor), MS * factor, phase_ns * factor)
    assert pattern == slower
    assert hash(pattern) == hash(slower)


def test_a_phase_between_steps_is_kept_on_the_grid():
    pattern = DuePattern.on_grid(30, MS, phase_ns=MS // 2)
    ideal = [Fraction(1, 2) + k * Fraction(100, 3) for k in range(10)]
    assert [pattern.step_of(k) for k in range(10)] == [ceil(instant) for instant in ideal]


@pytest.mark.parametrize("make", [DuePattern.on_grid, DuePattern.every])
def test_integers_of_numpy_do_not_leak_into_the_pattern(make):
    pattern = make(np.int64(100), np.int64(1), np.int64(50))
    assert {type(number) for number in (pattern.phase, pattern.interval, pattern.step_of(3))} == {
        int
    }


@pytest.mark.parametrize(
    ("period_ns", "phase_ns", "what", "fix"),
    [
        (2_500_000, 0, "period_ns is 2_500_000 ns, which", "use 2_000_000 or 3_000_000 ns; or"),
        (500_000, 0, "period_ns is 500_000 ns, which", "use 1_000_000 ns; or"),
        (MS, 1, "phase_ns is 1 ns, which", "use 0 or 1_000_000 ns; or"),
        (MS, MS + 1, "phase_ns is 1_000_001 ns, which", "use 1_000_000 or 2_000_000 ns; or"),
    ],
)
def test_a_period_of_a_fraction_of_a_step_names_legal_ones(period_ns, phase_ns, what, fix):
    with pytest.raises(InputError) as caught:
        DuePattern.every(period_ns, MS, phase_ns, "car.yaml:9")
    error = caught.value
    assert error.what.startswith(what)
    assert error.where == "car.yaml:9"
    assert error.expected == "a multiple of the step, 1_000_000 ns"
    assert error.fix.startswith(fix)
    assert "`on_grid: true`" in error.fix


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: DuePattern.every(0, MS), "period_ns is 0 ns"),
        (lambda: DuePattern.every(MS, 0), "step_ns is 0 ns"),
        (lambda: DuePattern.every(MS, MS, -MS), "phase_ns is -1_000_000 ns"),
        (lambda: DuePattern.on_grid(30, MS, -1), "phase_ns is -1 ns"),
        (lambda: DuePattern.on_grid(1001, MS), "rate_hz is 1001 Hz, faster than"),
        (lambda: DuePattern.on_grid("x", MS), "rate_hz is 'x', which is not a rate"),
    ],
)
def test_what_is_out_of_range_is_refused(make, what):
    with pytest.raises(InputError) as caught:
        make()
    assert caught.value.what.startswith(what)
    assert caught.value.where in ("DuePattern.every", "DuePattern.on_grid")


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((-1, 10, 1), "a phase of 0 or more"),
        ((0, 1, 2), "an interval of at least the denominator"),
        ((0, 1, 0), "an interval of at least the denominator"),
        ((0, -1, -2), "an interval of at least the denominator"),
    ],
)
def test_numbers_that_make_no_pattern_are_refused(numbers, expected):
    with pytest.raises(InputError) as caught:
        DuePattern(*numbers)
    error = caught.value
    assert error.what == f"phase, interval and denominator are {numbers}"
    assert error.where == "DuePattern"
    assert expected in error.expected
    assert "DuePattern.from_steps" in error.fix


def test_a_pattern_that_is_not_in_lowest_terms_is_shown_in_them():
    with pytest.raises(InputError) as caught:
        DuePattern(4, 20, 2)
    error = caught.value
    assert error.what == "phase, interval and denominator are (4, 20, 2), all multiples of 2"
    assert error.where == "DuePattern"
    assert "lowest terms" in error.expected
    assert error.fix == "write DuePattern(2, 10, 1)"


@pytest.mark.parametrize("numbers", [(0.0, 10, 1), (0, Fraction(10), 1), (0, 10, True)])
def test_a_pattern_is_of_integers(numbers):
    with pytest.raises(InputTypeError, match="phase, interval and denominator are"):
        DuePattern(*numbers)


@pytest.mark.parametrize(
    ("interval", "phase", "what", "fix"),
    [
        (Fraction(1, 2), Fraction(0), "interval_steps is 1/2", "lower the rate"),
        (Fraction(0), Fraction(0), "interval_steps is 0", "lower the rate"),
        (Fraction(2), Fraction(-1, 3), "phase_steps is -1/3", "add whole intervals"),
    ],
)
def test_steps_that_make_no_pattern_are_refused(interval, phase, what, fix):
    with pytest.raises(InputError) as caught:
        DuePattern.from_steps(interval, phase)
    error = caught.value
    assert error.what == what
    assert error.where == "DuePattern.from_steps"
    assert "or more" in error.expected
    assert fix in error.fix


@pytest.mark.parametrize(("interval", "phase"), [(1.5, Fraction(0)), (Fraction(2), None)])
def test_steps_are_exact(interval, phase):
    with pytest.raises(InputTypeError) as caught:
        DuePattern.from_steps(interval, phase)
    assert caught.value.where == "DuePattern.from_steps"
    assert "Fraction(100, 3)" in caught.value.fix


def test_whole_steps_may_be_plain_integers():
    assert DuePattern.from_steps(10, 3) == DuePattern(3, 10, 1)


@pytest.mark.parametrize("name", ["period_ns", "step_ns", "phase_ns"])
def test_floats_are_refused_by_name(name):
    arguments: dict[str, Any] = {"period_ns": MS, "step_ns": MS, "phase_ns": 0} | {name: 1e6}
    with pytest.raises(InputTypeError, match=f"{name} is 1000000.0"):
        DuePattern.every(**arguments)
