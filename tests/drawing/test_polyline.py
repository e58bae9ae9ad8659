"""Goal: fewer points, and nothing that one would see is lost."""

from itertools import pairwise
from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from project_ghost.drawing import simplified

POINTS = st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=40)


@given(POINTS, st.floats(0.01, 5.0))
def test_no_point_is_farther_from_the_simplified_path_than_the_tolerance(path, tolerance) -> None:
    simpler = simplified(path, tolerance)
    assert simpler[0] == path[0]
    assert simpler[-1] == path[-1]
    for x, y in path:
        near = [_distance((x, y), a, b) for a, b in pairwise(simpler)]
        near += [hypot(x - px, y - py) for px, py in simpler]
        assert min(near) <= tolerance * (1.0 + 1e-9)


def test_a_straight_line_is_its_ends() -> None:
    assert simplified([(0.1 * i, 0.2 * i) for i in range(100)], 0.01) == [(0.0, 0.0), (9.9, 19.8)]


def _distance(p, a, b) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    share = 0.0 if square == 0.0 else ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square
    share = min(1.0, max(0.0, share))
    return hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)
