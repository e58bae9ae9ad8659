"""Goal: values have the right places on scales, and the texts beside an axis are correct."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.drawing import LinearScale as Linear
from project_ghost.drawing import LogScale, NameScale, equal_scales, linear_scale, log_scale

FINITE = st.floats(-1e9, 1e9)


def written(text: str) -> float:
    """The number that a tick's text stands for."""
    superscripts = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    if text.startswith("10") and len(text) > 2:
        return 10.0 ** int(text[2:].translate(superscripts))
    return float(text.replace("\u2212", "-"))


@given(st.lists(FINITE, min_size=1, max_size=20))
def test_all_values_are_within_a_linear_scale_and_its_ticks_tell_the_truth(values) -> None:
    scale = linear_scale(values)
    assert all(0.0 <= scale.place(value) <= 1.0 for value in values)
    ticks = scale.ticks()
    assert ticks
    size = max(abs(scale.low), abs(scale.high))
    for tick in ticks:
        assert -1e-9 <= tick.place <= 1.0 + 1e-9
        at = scale.low + tick.place * (scale.high - scale.low)
        assert math.isclose(written(tick.text), at, rel_tol=6e-3, abs_tol=1e-3 * size)


@given(st.lists(st.floats(0.0, 1e6), min_size=1, max_size=20))
def test_a_log_scale_holds_all_values_in_their_order(values) -> None:
    scale = log_scale(values)
    places = [scale.place(value) for value in sorted(values)]
    assert places == sorted(places)
    assert all(0.0 <= place <= 1.0 for place in places)


def test_an_exact_zero_is_below_the_smallest_power_and_apart_from_it() -> None:
    scale = log_scale([0.0, 1e-300, 0.01])
    assert isinstance(scale, LogScale)
    assert scale.break_place is not None
    assert scale.place(0.0) < scale.break_place < scale.place(1e-300)
    assert scale.ticks()[0].text == "0"


def test_a_log_scale_without_a_zero_shows_none() -> None:
    scale = log_scale([1e-3, 1.0])
    assert scale.break_place is None
    assert "0" not in [tick.text for tick in scale.ticks()]
    assert [written(t.text) for t in scale.ticks()] == [1e-4, 1e-3, 1e-2, 1e-1, 1.0, 10.0]


def test_zeros_alone_have_a_scale() -> None:
    scale = log_scale([0.0, 0.0])
    assert scale.has_zero
    assert len(scale.ticks()) > 2


def test_a_metre_is_as_long_along_x_as_along_y() -> None:
    x, y = equal_scales([0.0, 100.0], [0.0, 10.0], 300.0, 200.0)
    assert 300.0 / (x.high - x.low) == pytest.approx(200.0 / (y.high - y.low))
    assert x.low < 0.0
    assert y.high > 10.0


def test_ticks_may_be_given() -> None:
    assert [t.text for t in Linear(-4.0, 104.0, 25.0).ticks()] == ["0", "25", "50", "75", "100"]


def test_names_stand_side_by_side_and_know_when_they_do_not_fit() -> None:
    scale = NameScale(("fresh", "reused"))
    assert [tick.place for tick in scale.ticks()] == [0.25, 0.75]
    assert not scale.is_crowded(40)
    assert scale.is_crowded(12)
