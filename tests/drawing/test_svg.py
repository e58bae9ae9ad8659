"""Goal: shapes are written at their places, briefly, and texts stay inside the picture."""

import re
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.drawing import (
    Plane,
    arrow_head,
    circle,
    label,
    lines,
    picture,
    polygon,
    polyline,
    rounded_line,
    text_width,
)

PIXELS = st.floats(-2000.0, 2000.0)
POINTS = st.lists(st.tuples(PIXELS, PIXELS), min_size=1, max_size=12)


def written_points(svg: str) -> list[tuple[float, float]]:
    result = re.search(r'points="([^"]*)"', svg)
    assert result is not None
    return [(float(x), float(y)) for x, y in (p.split(",") for p in result.group(1).split())]


@given(POINTS)
def test_points_are_written_to_a_tenth_of_a_pixel_and_never_twice(points) -> None:
    kept = written_points(str(polyline(points)))
    assert all(a != b for a, b in pairwise(kept))
    for x, y in points:
        assert min(max(abs(x - a), abs(y - b)) for a, b in kept) <= 0.0501


def test_numbers_are_short_and_zero_has_no_sign() -> None:
    assert str(circle((-0.04, 12.0), 3.25, opacity=0.5)) == (
        '<circle cx="0" cy="12" r="3.2" opacity="0.5"/>'
    )
    assert str(polygon([(0.0, 0.0), (1.0, 0.5)])) == '<polygon points="0,0 1,0.5"/>'


def test_several_lines_are_one_element() -> None:
    drawn = str(lines(((0.0, 0.0), (1.0, 0.0)), ((0.0, 2.0), (1.0, 2.0))))
    assert drawn == '<path d="M0,0L1,0M0,2L1,2"/>'


def test_a_corner_is_rounded_by_no_more_than_half_a_part() -> None:
    drawn = str(rounded_line([(0.0, 0.0), (20.0, 0.0), (20.0, 4.0)], 5.0))
    assert 'd="M0,0L15,0Q20,0 20,2L20,4"' in drawn


@given(st.tuples(PIXELS, PIXELS), st.floats(0.0, 6.28), st.floats(1.0, 50.0))
def test_an_arrow_head_is_symmetric_about_its_direction(base, angle, width) -> None:
    from math import cos, sin

    tip = base[0] + 40.0 * cos(angle), base[1] + 40.0 * sin(angle)
    top, left, right = written_points(str(arrow_head(base, tip, width)))
    assert top == pytest.approx(tip, abs=0.06)
    assert hypot(left[0] - right[0], left[1] - right[1]) == pytest.approx(width, abs=0.2)
    middle = 0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])
    assert middle == pytest.approx(base, abs=0.1)


@given(st.floats(0.0, 300.0), st.text("abc ", max_size=20))
def test_a_label_is_on_the_side_where_there_is_room(x, words) -> None:
    drawn = str(label((x, 50.0), words, 12.0, 300.0))
    result = re.search(r'x="([^"]*)"', drawn)
    assert result is not None
    start, width = float(result.group(1)), text_width(words, 12.0)
    if "text-anchor" in drawn:
        assert start < x
        assert x + width > 290.0
    else:
        assert x < start
        assert start + width <= 300.1


def test_a_picture_says_what_it_shows() -> None:
    drawn = picture(100.4, 50.0, title="a < b", description="more")
    assert drawn.startswith("<svg ")
    assert 'viewBox="0 0 100 50"' in drawn
    assert "<title>a &lt; b</title>\n<desc>more</desc>" in drawn


def test_a_plane_is_north_up_and_its_scale_bar_is_correct() -> None:
    plane = Plane.fitted(-10.0, 0.0, 30.0, 20.0, 800.0)
    assert (plane.width, plane.height) == (800.0, 400.0)
    assert plane.point((-10.0, 20.0, 7.0)) == (0.0, 0.0)
    assert plane.points([(30.0, 0.0)]) == [(800.0, 400.0)]
    bar = str(plane.scale_bar())
    (first, last) = written_points(bar)
    assert ">5 m<" in bar
    assert last[0] - first[0] == 5.0 * plane.scale
