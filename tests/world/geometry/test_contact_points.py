"""Where two shapes touch: flush sides, corners, circles."""

import pytest
from hypothesis import given

from project_ghost.world.geometry import contact_points, separation
from tests.world.geometry.shapes import Shape, box, circle, shapes


def touch(one: Shape, two: Shape) -> tuple[float, float, float, float]:
    _, x, y = separation(*one.arguments, *two.arguments)
    return contact_points(*one.arguments, *two.arguments, x, y)


def test_flush_boxes_touch_along_the_common_stretch():
    ends = touch(box(0.0, 0.0, 0.0, 2.0, 1.0), box(4.0, 0.5, 0.0, 2.0, 1.0))
    assert ends == pytest.approx((2.0, -0.5, 2.0, 1.0))


def test_overlapping_boxes_touch_halfway_between_the_surfaces():
    ends = touch(box(0.0, 0.0, 0.0, 2.0, 1.0), box(3.8, 0.0, 0.0, 2.0, 1.0))
    assert ends == pytest.approx((1.9, -1.0, 1.9, 1.0))


def test_a_corner_touches_in_a_point():
    ends = touch(box(0.0, 0.0, 0.0, 2.0, 1.0), box(2.0 + 2.0**0.5, 0.25, 0.78539816339, 1.0, 1.0))
    assert ends == pytest.approx((2.0, 0.25, 2.0, 0.25), abs=1e-9)


def test_a_circle_touches_in_a_point_on_the_way_to_its_centre():
    assert touch(circle(0.0, 0.0, 1.0), circle(3.0, 4.0, 4.0)) == pytest.approx(
        (0.6, 0.8, 0.6, 0.8)
    )
    assert touch(box(0.0, 0.0, 0.0, 2.0, 1.0), circle(1.0, 1.5, 0.5)) == pytest.approx(
        (1.0, 1.0, 1.0, 1.0)
    )


@given(shapes, shapes)
def test_points_are_between_shapes_of_any_kind(one, two):
    """Brought into touch along the normal, both shapes are at the point."""
    gap, x, y = separation(*one.arguments, *two.arguments)
    near = two.moved(-gap * x, -gap * y)
    gap, x, y = separation(*one.arguments, *near.arguments)
    if abs(gap) > 1e-9:
        return  # apart at two corners: then the gap along the normal is less than the distance
    for px, py in (touch(one, near)[:2], touch(one, near)[2:]):
        for shape in (one, near):
            assert separation(*circle(px, py, 1e-3).arguments, *shape.arguments)[0] < 1e-3
