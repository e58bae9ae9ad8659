"""Overlap, depth, normal and distance of convex shapes, held against shapely."""

import pytest
from hypothesis import given

from project_ghost.world.geometry import distance, extent, overlaps, separation
from tests.world.geometry.shapes import Shape, box, circle, convex, shapes

# shapely has no circles: 1024 corners are this much inside of one of 5 m.
ROUNDNESS_M = 5e-5


def gap_of(one: Shape, two: Shape) -> tuple[float, float, float]:
    return separation(*one.arguments, *two.arguments)


@given(shapes, shapes)
def test_overlap_is_what_shapely_finds(one, two):
    apart = one.for_shapely().distance(two.for_shapely())
    gap, _, _ = gap_of(one, two)
    assert overlaps(*one.arguments, *two.arguments) == (gap <= 0.0)
    if apart > ROUNDNESS_M:
        assert gap > 0.0
    elif one.for_shapely().intersection(two.for_shapely()).area > 1e-9:
        assert gap <= 0.0


@given(shapes, shapes)
def test_distance_is_what_shapely_finds(one, two):
    expected = one.for_shapely().distance(two.for_shapely())
    assert distance(*one.arguments, *two.arguments) == pytest.approx(expected, abs=ROUNDNESS_M)


@given(shapes, shapes)
def test_the_gap_along_the_normal_never_exceeds_the_distance(one, two):
    gap, _, _ = gap_of(one, two)
    assert gap <= distance(*one.arguments, *two.arguments) + 1e-12


@given(shapes, shapes)
def test_moving_by_the_depth_along_the_normal_parts_them_and_less_does_not(one, two):
    gap, x, y = gap_of(one, two)
    assert x * x + y * y == pytest.approx(1.0, abs=1e-12)
    if gap < -1e-6:
        assert gap_of(one, two.moved(-gap * x, -gap * y))[0] == pytest.approx(0.0, abs=1e-9)
        assert gap_of(one, two.moved(-0.99 * gap * x, -0.99 * gap * y))[0] < 0.0


@pytest.mark.slow
@given(shapes, shapes)
def test_no_other_direction_parts_them_sooner(one, two):
    """The depth is the least: shorter moves in 16 directions leave them overlapping."""
    gap, _, _ = gap_of(one, two)
    if gap < -1e-6:
        directions = box(0.0, 0.0, 0.1, 1.0, 1.0).corners, box(0.0, 0.0, 0.6, 1.0, 0.3).corners
        for x, y in (d / (d @ d) ** 0.5 for corners in directions for d in corners):
            assert gap_of(one, two.moved(-0.999 * gap * x, -0.999 * gap * y))[0] < 1e-9


@pytest.mark.slow
@given(shapes, shapes)
def test_the_other_way_round_the_gap_is_the_same_to_the_bit_and_the_normal_turned(one, two):
    gap, _, _ = gap_of(one, two)
    back, x, y = gap_of(two, one)
    assert back == gap
    # Where several normals are as good either may be found; along each the gap is this one.
    _, front = extent(one.corners, one.count, one.radius, -x, -y)
    rear, _ = extent(two.corners, two.count, two.radius, -x, -y)
    assert rear - front == pytest.approx(gap, abs=1e-9)


def test_known_gaps_and_normals():
    one = box(0.0, 0.0, 0.0, 2.0, 1.0)
    assert gap_of(one, box(4.5, 0.3, 0.0, 2.0, 1.0)) == (0.5, 1.0, 0.0)
    assert gap_of(one, box(3.9, 0.0, 0.0, 2.0, 1.0)) == pytest.approx((-0.1, 1.0, 0.0))
    assert gap_of(one, box(0.0, -1.75, 0.0, 2.0, 1.0)) == (-0.25, 0.0, -1.0)
    assert gap_of(one, circle(5.0, 5.0, 1.0)) == pytest.approx((4.0, 0.6, 0.8))
    assert gap_of(circle(5.0, 5.0, 1.0), one) == pytest.approx((4.0, -0.6, -0.8))
    assert gap_of(circle(0.0, 0.0, 1.0), circle(3.0, 4.0, 2.0)) == pytest.approx((2.0, 0.6, 0.8))


def test_a_centre_inside_of_a_box_goes_out_by_the_nearest_side():
    gap, x, y = gap_of(circle(0.5, 0.8, 0.3), box(0.0, 0.0, 0.0, 2.0, 1.0))
    assert (gap, x, y) == pytest.approx((-0.5, 0.0, -1.0))


def test_two_circles_on_one_spot_have_a_normal_all_the_same():
    assert gap_of(circle(1.0, 2.0, 0.5), circle(1.0, 2.0, 0.25)) == (-0.75, 1.0, 0.0)


def test_touching_counts_as_overlap_and_a_hair_apart_does_not():
    one = convex([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    assert overlaps(*one.arguments, *box(2.0, 0.0, 0.0, 1.0, 1.0).arguments)
    assert not overlaps(*one.arguments, *box(2.0 + 1e-9, 0.0, 0.0, 1.0, 1.0).arguments)
