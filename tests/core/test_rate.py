"""Goal: a rate is the exact fraction that was written; its period fits the step or is refused."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.errors import GhostError, InputError, InputTypeError
from project_ghost.core.rate import interval_steps_from_rate, parse_rate_hz, period_ns_from_rate

exactly = settings(derandomize=True, deadline=None)
MS = 1_000_000


@pytest.mark.parametrize(
    ("written", "rate"),
    [
        (100, Fraction(100)),
        (np.int32(100), Fraction(100)),
        (0.1, Fraction(1, 10)),
        (29.97, Fraction(2997, 100)),
        (np.float64(29.97), Fraction(2997, 100)),
        (1e22, Fraction(10**22)),
        ("29.97", Fraction(2997, 100)),
        (" 1_000 ", Fraction(1000)),
        ("30000/1001", Fraction(30000, 1001)),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_rates_are_read_exactly(written, rate):
    assert parse_rate_hz(written) == rate


@pytest.mark.parametrize(
    "written",
    [
        *(0, -1, 0.0, -2.5, float("nan"), float("inf"), Fraction(0)),
        *("", "fast", "1/0", "1/2/3", "1.5/2", "1e3", "-1", "9" * 41, "100Hz"),
    ],
)
def test_an_invalid_rate_lists_valid_ones(written):
    with pytest.raises(InputError) as caught:
        parse_rate_hz(written, "camera.rate_hz", "car.yaml:9")
    error = caught.value
    assert error.what == f"camera.rate_hz is {written!r}, which is not a rate"
    assert error.where == "car.yaml:9"
    assert "'30000/1001'" in error.expected
    assert "without a unit" in error.fix


@pytest.mark.parametrize("written", [True, None, [30]])
def test_a_rate_that_is_not_a_number_is_a_type_error(written):
    with pytest.raises(InputTypeError) as caught:
        parse_rate_hz(written, "rate_hz", "car.yaml:9")
    error = caught.value
    assert error.what == f"rate_hz is {written!r}, of type {type(written).__name__}"
    assert error.where == "car.yaml:9"
    assert "positive rate" in error.expected
    assert error.fix


@pytest.mark.parametrize(
    ("rate", "step_ns", "period_ns"),
    [(100, MS, 10 * MS), ("1000", MS, MS), (0.1, MS, 10_000 * MS), ("1000/33", MS, 33 * MS)],
)
def test_a_rate_that_fits_gives_its_period(rate, step_ns, period_ns):
    assert period_ns_from_rate(rate, step_ns) == period_ns


def test_a_rate_that_does_not_fit_names_its_legal_neighbours_and_the_grid():
    with pytest.raises(InputError) as caught:
        period_ns_from_rate(30, MS, "camera.rate_hz", "car.yaml:9")
    error = caught.value
    assert error.what == "camera.rate_hz is 30 Hz, whose period is not a whole number of steps"
    assert error.where == "car.yaml:9"
    assert error.expected == "a period that is a multiple of the step, 1_000_000 ns"
    assert "below, 500/17 Hz (about 29.4118)" in error.fix
    assert "above, 1000/33 Hz (about 30.303)" in error.fix
    assert "`on_grid: true`" in error.fix


@pytest.mark.parametrize(
    ("call", "where"),
    [
        (lambda: parse_rate_hz("x"), "parse_rate_hz"),
        (lambda: parse_rate_hz(None), "parse_rate_hz"),
        (lambda: interval_steps_from_rate("x", MS), "interval_steps_from_rate"),
        (lambda: interval_steps_from_rate(2000, MS), "interval_steps_from_rate"),
        (lambda: interval_steps_from_rate(30, 0), "interval_steps_from_rate"),
        (lambda: period_ns_from_rate("x", MS), "period_ns_from_rate"),
        (lambda: period_ns_from_rate(30, MS), "period_ns_from_rate"),
        (lambda: period_ns_from_rate(30, 0), "period_ns_from_rate"),
    ],
)
def test_every_error_says_where(call, where):
    with pytest.raises(GhostError) as caught:
        call()
    assert caught.value.where == where


def test_a_rate_is_shown_as_it_was_written():
    with pytest.raises(InputError, match=r"^rate_hz is 29\.97 Hz, whose"):
        period_ns_from_rate(29.97, MS)


@exactly
@given(st.fractions(Fraction(1, 100), 1000, max_denominator=1000), st.integers(1, 10**6))
def test_the_neighbours_are_legal_and_nothing_legal_is_nearer(rate, step_ns):
    interval_steps = interval_steps_from_rate(rate, step_ns)
    assert interval_steps * step_ns * rate == 10**9
    if interval_steps.denominator == 1:
        assert period_ns_from_rate(rate, step_ns) == interval_steps * step_ns
        return
    with pytest.raises(InputError) as caught:
        period_ns_from_rate(rate, step_ns)
    words = caught.value.fix.replace(",", " ").split()
    below, above = (Fraction(words[i - 1]) for i, word in enumerate(words) if word == "Hz")
    assert below < rate < above
    steps_below, steps_above = (
        period_ns_from_rate(legal, step_ns) // step_ns for legal in (below, above)
    )
    assert steps_below == steps_above + 1


def test_a_rate_faster_than_the_step_does_not_promise_the_grid():
    with pytest.raises(InputError) as caught:
        period_ns_from_rate(3000, MS, "imu.rate_hz", "car.yaml:9")
    error = caught.value
    assert error.what == "imu.rate_hz is 3000 Hz, faster than the simulation's step of 1_000_000 ns"
    assert error.where == "car.yaml:9"
    assert error.expected == "at most one instant in a step: 1000 Hz, or slower"
    assert error.fix == "lower imu.rate_hz, or shorten the step"


def test_integers_of_numpy_do_not_leak_into_the_period():
    step_ns: Any = np.int64(MS)
    assert type(period_ns_from_rate(100, step_ns)) is int


@pytest.mark.parametrize("step", [0, -1, 1.0])
def test_a_step_is_a_positive_integer(step):
    with pytest.raises((InputError, InputTypeError), match="step_ns is"):
        period_ns_from_rate(100, step)
