"""Nothing passes through anything: swept shapes against the same motion in small steps."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.world.geometry import (
    MOTION_WIDTH,
    NEVER,
    TOUCH_M,
    first_touch,
    place_at,
    separation,
)

STEPS = 2000


def motion(x, y, yaw, dx=0.0, dy=0.0, dyaw=0.0):
    return np.array([x, y, yaw, dx, dy, dyaw])


def size(half_length=0.0, half_width=0.0, radius=0.0):
    return np.array([half_length, half_width, radius])


def swept(first, first_size, second, second_size):
    room = np.empty((4, 2)), np.empty((4, 2))
    return first_touch(first, first_size, second, second_size, *room, 0)


def gap_at(share, first, first_size, second, second_size):
    one, two = np.empty((4, 2)), np.empty((4, 2))
    n1, n2 = place_at(first, first_size, share, one), place_at(second, second_size, share, two)
    return separation(one, n1, first_size[2], two, n2, second_size[2])[0]


sizes = st.one_of(
    st.builds(size, half_length=st.floats(0.02, 3.0), half_width=st.floats(0.02, 1.0)),
    st.builds(size, radius=st.floats(0.05, 1.0)),
)
ways = st.floats(-60.0, 60.0)
turns = st.floats(-3.0, 3.0)
starts = st.builds(motion, st.floats(-20, 20), st.floats(-20, 20), turns, ways, ways, turns)
walls = st.builds(
    motion, st.floats(-3, 3), st.floats(-3, 3), turns, st.floats(-2, 2), st.floats(-2, 2), turns
)


@pytest.mark.slow
@settings(max_examples=60)
@given(starts, sizes, walls, sizes)
def test_the_sweep_finds_every_contact_of_small_steps_and_not_later(
    first, first_size, second, two_size
):
    share, _, _ = swept(first, first_size, second, two_size)
    steps = [i / STEPS for i in range(STEPS + 1)]
    gaps = (gap_at(s, first, first_size, second, two_size) for s in steps)
    oracle = next((s for s, gap in zip(steps, gaps, strict=True) if gap <= 0.0), NEVER)
    if oracle != NEVER:
        assert share <= oracle
    if share != NEVER:
        # No false alarm: there they touch indeed.
        assert gap_at(share, first, first_size, second, two_size) <= TOUCH_M


@given(
    angle=st.floats(-3.2, 3.2),
    way=st.floats(0.5, 1e5),
    passed=st.floats(0.0, 1.0),
    spin=turns,
    thin=st.floats(1e-4, 0.3),
    aim=st.floats(-0.9, 0.9),
)
def test_a_bullet_of_any_speed_and_direction_is_found(angle, way, passed, spin, thin, aim):
    """A line through a thin wall, so the answer is known: they meet, however long the way."""
    dx, dy = way * np.cos(angle), way * np.sin(angle)
    wall = motion(0.0, 0.0, angle + np.pi / 2.0)
    # The bullet's centre is in the wall after the share `passed`.
    side_x, side_y = -aim * np.sin(angle), aim * np.cos(angle)
    bullet = motion(side_x - passed * dx, side_y - passed * dy, 0.3, dx, dy, spin)
    bullet_size = size(half_length=0.05, half_width=0.01)
    share, x, y = swept(bullet, bullet_size, wall, size(half_length=1.0, half_width=thin))
    assert share <= passed + 1e-9
    if share > 0.0:
        assert x * np.cos(angle) + y * np.sin(angle) > 0.0, "the normal points where it flies"


def test_the_moment_of_a_touch_is_known_for_a_straight_flight():
    share, x, y = swept(
        motion(0.0, 0.0, 0.0, dx=100.0), size(radius=0.5), motion(50.0, 0.0, 0.0), size(0.05, 2.0)
    )
    assert share == pytest.approx((50.0 - 0.05 - 0.5) / 100.0, abs=TOUCH_M / 100.0)
    assert (x, y) == (1.0, 0.0)


def test_shapes_that_move_together_do_not_touch():
    pair = (
        motion(0.0, 0.0, 0.0, dx=80.0),
        size(2.0, 1.0),
        motion(0.0, 2.1, 0.0, dx=80.0),
        size(2.0, 1.0),
    )
    assert swept(*pair)[0] == NEVER


def test_turning_alone_touches():
    share, _, _ = swept(
        motion(0.0, 0.0, 0.0, dyaw=1.5), size(2.0, 0.5), motion(0.0, 1.8, 0.0), size(0.3, 0.3)
    )
    assert 0.2 < share < 0.9


def test_two_that_touch_already_do_so_at_once():
    share, x, y = swept(
        motion(0.0, 0.0, 0.0, dx=3.0), size(1.0, 1.0), motion(1.5, 0.0, 0.0), size(1.0, 1.0)
    )
    assert (share, x, y) == (0.0, 1.0, 0.0)


def test_a_fixed_polygon_stays_where_it_is():
    triangle = np.array([(10.0, -1.0), (12.0, 0.0), (10.0, 1.0), (0.0, 0.0)])
    share, x, y = first_touch(
        motion(0.0, 0.0, 0.0, dx=40.0),
        size(radius=1.0),
        np.zeros(MOTION_WIDTH),
        np.zeros(3),
        np.empty((4, 2)),
        triangle,
        3,
    )
    assert share == pytest.approx(9.0 / 40.0, abs=1e-5)
    assert (x, y) == pytest.approx((1.0, 0.0))
