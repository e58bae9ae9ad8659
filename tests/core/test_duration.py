"""Goal: nanoseconds are exact integers, and any other value is refused with a fix."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.duration import (
    duration_literal,
    duration_text,
    parse_duration_ns,
    require_ns,
    require_ns_at_least,
    seconds_text,
)
from project_ghost.core.errors import GhostError, InputError, InputTypeError

exactly = settings(derandomize=True, deadline=None)


class Index:
    def __index__(self):
        return 7


@pytest.mark.parametrize("value", [0, -5, 10**30, np.int64(7), np.uint8(7), Index()])
def test_every_kind_of_integer_becomes_a_plain_one(value):
    result = require_ns(value, "at_ns")
    assert type(result) is int
    assert result == value.__index__()


@pytest.mark.parametrize("value", [1.0, 0.5, np.float64(2), True, np.True_, "10ms", None, [1]])
def test_anything_else_is_a_type_error_that_names_the_argument(value):
    with pytest.raises(InputTypeError) as caught:
        require_ns(value, "period_ns", "rates.yaml:3")
    error = caught.value
    assert isinstance(error, TypeError)
    assert error.what == f"period_ns is {value!r}, of type {type(value).__name__}"
    assert error.where == "rates.yaml:3"
    assert error.expected == "an integer number of nanoseconds"
    assert "period_ns in integer nanoseconds" in error.fix
    assert "parse_duration_ns" in error.fix


def test_a_minimum_is_allowed_and_less_is_not():
    assert require_ns_at_least(1, 1, "step_ns") == 1
    with pytest.raises(InputError) as caught:
        require_ns_at_least(1_000, 999, "step_ns", "SimClock")
    error = caught.value
    assert error.what == "step_ns is 999 ns"
    assert error.where == "SimClock"
    assert error.expected == "an integer number of nanoseconds, 1_000 or more"
    assert error.fix == "give a step_ns of 1_000 ns or more"


@pytest.mark.parametrize(
    "call",
    [
        lambda where: require_ns(1.5, "x", *where),
        lambda where: require_ns_at_least(0, 1.5, "x", *where),
        lambda where: require_ns_at_least(0, -1, "x", *where),
        lambda where: parse_duration_ns(1.5, "x", *where),
        lambda where: parse_duration_ns("soon", "x", *where),
        lambda where: parse_duration_ns("0.5ns", "x", *where),
    ],
)
def test_every_error_says_where(call):
    with pytest.raises(GhostError) as caught:
        call([])
    assert caught.value.where in ("require_ns", "require_ns_at_least", "parse_duration_ns")
    with pytest.raises(GhostError) as caught:
        call(["car.yaml:9"])
    assert caught.value.where == "car.yaml:9"


@pytest.mark.parametrize(
    ("written", "ns"),
    [
        ("10ms", 10_000_000),
        ("1.5 s", 1_500_000_000),
        ("250us", 250_000),
        ("250µs", 250_000),
        ("250\u03bcs", 250_000),
        ("7ns", 7),
        ("2min", 120_000_000_000),
        ("0.5h", 1_800_000_000_000),
        ("10_000_000", 10_000_000),
        ("  10 ms  ", 10_000_000),
        ("-3ms", -3_000_000),
        ("+3ms", 3_000_000),
        ("0.000000001s", 1),
        ("1.000000001s", 1_000_000_001),
        (10_000_000, 10_000_000),
        (np.int64(5), 5),
    ],
)
def test_durations_are_read_exactly(written, ns):
    result = parse_duration_ns(written)
    assert type(result) is int
    assert result == ns


@exactly
@given(st.integers(-(10**24), 10**24), st.sampled_from([("us", 3), ("ms", 6), ("s", 9)]))
def test_every_whole_nanosecond_can_be_written_in_every_unit(ns, unit):
    name, decimals = unit
    digits = str(abs(ns)).rjust(decimals + 1, "0")
    sign = "-" if ns < 0 else ""
    written = f"{sign}{digits[:-decimals]}.{digits[-decimals:]} {name}"
    assert parse_duration_ns(written) == ns


@exactly
@given(st.decimals(-(10**6), 10**6, places=12))
def test_a_part_of_a_nanosecond_is_refused_with_its_two_neighbours(seconds):
    exact = Fraction(seconds) * 10**9
    if exact.denominator == 1:
        assert parse_duration_ns(f"{seconds:f}s") == exact
        return
    with pytest.raises(InputError) as caught:
        parse_duration_ns(f"{seconds:f}s", "latency", "car.yaml:9")
    below, above = (parse_duration_ns(text) for text in caught.value.fix.split("'")[1::2])
    assert below < exact < above
    assert above - below == 1
    assert "is not a whole number of nanoseconds" in caught.value.what
    assert caught.value.what.startswith("latency is ")
    assert caught.value.where == "car.yaml:9"
    assert "'10ms'" in caught.value.expected


@pytest.mark.parametrize(
    "written",
    [
        *("", "ms", "10 lightyears", "1e3s", "1/3s", "10 ms ms", "1__0ns", "_1ns", "--1s", "1.s"),
        *("nan", "10MS", "9" * 41 + "ns"),
        "\u0663ms",  # a digit, but not one of ours
    ],
)
def test_an_invalid_duration_lists_the_units(written):
    with pytest.raises(InputError) as caught:
        parse_duration_ns(written, "period", "car.yaml:9")
    error = caught.value
    assert error.what == f"period is {written!r}, which is not a duration"
    assert error.where == "car.yaml:9"
    assert "'10ms'" in error.expected
    assert "ns, us, ms, s, min, h" in error.fix


def test_a_float_from_a_file_is_not_a_duration():
    with pytest.raises(InputTypeError, match=r"period is 1\.5, of type float"):
        parse_duration_ns(1.5, "period")


@pytest.mark.parametrize(
    ("time_ns", "text"),
    [
        (0, "0"),
        (999, "999 ns"),
        (1_500, "1.5 us"),
        (20_000_000, "20 ms"),
        (90_000_000_000, "90 s"),
        (5_400_000_000_000, "1.5 h"),
        (1_000_001, "about 1 ms"),
        (Fraction(100_000_000, 3), "about 33.333 ms"),
    ],
)
def test_a_duration_is_written_in_its_largest_unit(time_ns, text):
    assert duration_text(time_ns) == text


@pytest.mark.parametrize(
    ("time_ns", "text"),
    [
        (0, "0 s"),
        (6_000_000_000, "6 s"),
        (50_000_000, "0.05 s"),
        (-1_500_000_000, "-1.5 s"),
        (10_000_000_001, "10.000000001 s"),
    ],
)
def test_seconds_are_written_exactly(time_ns, text):
    assert seconds_text(time_ns) == text


@pytest.mark.parametrize(
    ("duration_ns", "text"),
    [(0, "0s"), (90_000_000_000, "90s"), (250_000_000, "250ms"), (1_001_000, "1001us"), (7, "7ns")],
)
def test_a_literal_is_read_back(duration_ns, text):
    assert duration_literal(duration_ns) == text
    assert parse_duration_ns(text) == duration_ns
