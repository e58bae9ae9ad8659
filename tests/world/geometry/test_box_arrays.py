"""Many boxes at once give the answers of two boxes at a time."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.dmath import cos, sin
from project_ghost.world.geometry import box_corners, boxes_overlap, overlaps

numbers = st.floats(-10.0, 10.0)
sizes = st.floats(0.1, 5.0)
boxes = st.tuples(numbers, numbers, st.floats(-4.0, 4.0), sizes, sizes)


def arrays(values):
    """Centres, axes and half sizes of some boxes."""
    table = np.array(values)
    axes = np.array([[cos(yaw), sin(yaw)] for yaw in table[:, 2].tolist()])
    return table[:, :2], axes, table[:, 3:]


@given(st.lists(boxes, min_size=1, max_size=6), st.lists(boxes, min_size=1, max_size=6))
def test_the_same_answers_as_for_two_boxes(firsts, seconds):
    a, b = arrays(firsts), arrays(seconds)
    found = boxes_overlap(*(each[:, None] for each in a), *(each[None] for each in b))
    first_corners, second_corners = box_corners(*a), box_corners(*b)
    for i in range(len(firsts)):
        for j in range(len(seconds)):
            # Corners are counter-clockwise for `overlaps`.
            one, other = first_corners[i], second_corners[j]
            expected = overlaps(one, 4, 0.0, other, 4, 0.0)
            grown = [overlaps(one, 4, r, other, 4, 0.0) for r in (-1e-9, 1e-9)]
            assert found[i, j] == expected or grown == [False, True]  # they touch


def test_corners_go_round_from_the_front_left_one():
    corners = box_corners(np.array([[1.0, 2.0]]), np.array([[0.0, 1.0]]), np.array([[2.0, 1.0]]))
    assert corners.tolist() == [[[0.0, 4.0], [0.0, 0.0], [2.0, 0.0], [2.0, 4.0]]]
