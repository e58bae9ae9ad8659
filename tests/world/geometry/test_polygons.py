"""Areas, points inside and convex pieces, held against shapely."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Point, Polygon
from shapely.ops import unary_union

from project_ghost.core.errors import InputError
from project_ghost.world.geometry import (
    bounds,
    convex_pieces,
    is_convex,
    is_inside,
    signed_area,
)

coordinates = st.floats(-10.0, 10.0)


def star(radii):
    """A simple polygon, mostly not convex: corners at growing angles around the origin."""
    steps = np.linspace(0.0, 2.0 * np.pi, len(radii), endpoint=False)
    return [(r * np.cos(a), r * np.sin(a)) for r, a in zip(radii, steps, strict=True)]


stars = st.lists(st.floats(0.2, 10.0), min_size=4, max_size=14).map(star)


@given(stars, st.booleans())
def test_area_is_shapelys_and_negative_clockwise(corners, clockwise):
    ring = np.array(corners[::-1] if clockwise else corners)
    area = signed_area(ring, len(ring))
    assert abs(area) == pytest.approx(Polygon(corners).area, rel=1e-12)
    assert (area < 0.0) == clockwise


@given(stars, coordinates, coordinates)
def test_inside_is_what_shapely_finds(corners, x, y):
    polygon = Polygon(corners)
    if polygon.exterior.distance(Point(x, y)) > 1e-9:
        assert is_inside(x, y, np.array(corners), len(corners)) == polygon.contains(Point(x, y))


def test_a_point_on_a_shared_edge_is_in_exactly_one_of_both():
    left = np.array([(0.0, 0.0), (1.0, 0.5), (1.3, 2.0), (0.0, 2.0)])
    right = np.array([(1.0, 0.5), (3.0, 0.0), (3.0, 2.0), (1.3, 2.0)])
    for share in np.linspace(0.01, 0.99, 50):
        x, y = 1.0 + share * (1.3 - 1.0), 0.5 + share * (2.0 - 0.5)
        assert is_inside(x, y, left, 4) != is_inside(x, y, right, 4)


@pytest.mark.slow
@given(stars)
def test_pieces_are_convex_and_cover_the_polygon_exactly_once(corners):
    pieces = convex_pieces(corners)
    whole = Polygon(corners)
    assert all(is_convex(piece) for piece in pieces)
    areas = [signed_area(np.array(piece), len(piece)) for piece in pieces]
    assert all(area > 0.0 for area in areas)
    assert sum(areas) == pytest.approx(whole.area, rel=1e-9)
    union = unary_union([Polygon(piece).buffer(0.0) for piece in pieces])
    assert union.symmetric_difference(whole).area == pytest.approx(0.0, abs=1e-7)


def test_a_convex_polygon_is_its_only_piece_and_goes_anticlockwise():
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert convex_pieces(square) == (square,)
    (piece,) = convex_pieces(square[::-1])
    assert signed_area(np.array(piece), 4) == 4.0


def test_a_wall_with_a_bend_is_two_pieces():
    bend = [(0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (4.0, 5.0), (4.0, 1.0), (0.0, 1.0)]
    assert len(convex_pieces(bend)) == 2


def test_corners_that_say_nothing_are_dropped():
    doubled = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)]
    assert convex_pieces(doubled) == (((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)),)


@pytest.mark.parametrize(
    ("corners", "message"),
    [
        ([(0.0, 0.0), (1.0, 0.0)], "no area"),
        ([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)], "no area"),
        ([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)], "corner 0 and from corner 2"),
        ([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 0.0), (0.0, 4.0)], "meet"),
        ([(0.0, 0.0), (float("nan"), 0.0), (1.0, 1.0)], "not finite"),
        ([(0.0, 0.0), (float("inf"), 0.0), (1.0, 1.0)], "not finite"),
    ],
)
def test_an_invalid_polygon_is_refused_by_name(corners, message):
    with pytest.raises(InputError, match=message) as caught:
        convex_pieces(corners, "building 7")
    assert caught.value.where == "building 7"


def test_bounds():
    assert bounds(np.array([(1.0, 5.0), (-2.0, 3.0), (0.0, 9.0)]), 3) == (-2.0, 3.0, 1.0, 9.0)
