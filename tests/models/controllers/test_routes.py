"""Goal: a place on a route is found, near and fast, wherever the vehicle has come to."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError
from project_ghost.models.common.routes import (
    CURVATURE,
    STATION,
    beyond_end,
    nearest_ahead,
    nearest_anywhere,
    packed_routes,
    place_at,
    route_table,
    segment_at,
    station_at,
)
from project_ghost.models.controllers import with_planned_speeds
from tests.models.ground import circle, eight, straight


def test_stations_and_curvature_of_a_circle():
    packed = packed_routes([circle(20.0, 5.0)], [True])
    shapes = packed["shapes"][0]
    assert packed["lengths"][0] == 401.0  # closed: the first point once more
    assert shapes[-1, STATION] == pytest.approx(2.0 * math.pi * 20.0, rel=1e-4)
    assert shapes[:, CURVATURE] == pytest.approx(np.full(401, 1.0 / 20.0), rel=1e-6)


def test_curvature_of_an_open_route_has_a_sign():
    right = [(x, -y, v) for x, y, v in circle(10.0, 5.0)[:100]]
    shapes = packed_routes([right])["shapes"][0]
    assert shapes[:, CURVATURE] == pytest.approx(np.full(100, -0.1), rel=1e-6)


def test_the_search_from_the_last_place_finds_what_the_whole_search_finds():
    """Along the eight, which crosses itself: always the branch that one is on."""
    route = eight(30.0, 5.0)
    table = route_table(packed_routes([route], [True]))
    shapes, count = table.shapes, int(table.lengths[0])
    k = 0
    for step in range(0, 2 * len(route), 3):
        x, y, _ = route[step % len(route)]
        k, part = nearest_ahead(table, 0, k, x, y, 0.0)
        station = station_at(shapes, 0, k, part)
        wanted = shapes[0, step % len(route), STATION]
        length = shapes[0, count - 1, STATION]
        assert min(abs(station - wanted), length - abs(station - wanted)) < 0.05


RING = route_table(packed_routes([circle(20.0, 5.0, 100)], [True]))


@given(st.floats(0.0, 124.0), st.floats(-3.0, 3.0))
def test_nearest_anywhere_is_the_nearest(station, left):
    routes = RING.routes
    x, y, k = place_at(RING, 0, station)
    size = math.hypot(x, y)
    x, y = x * (size - left) / size, y * (size - left) / size
    k, part = nearest_anywhere(RING, 0, x, y)
    ax, ay = routes[0, k, :2]
    bx, by = routes[0, k + 1, :2]
    best = math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay))
    assert best <= np.hypot(routes[0, :, 0] - x, routes[0, :, 1] - y).min() + 1e-12
    assert best == pytest.approx(abs(left), abs=0.02)


def test_a_station_s_segment_by_halving():
    table = route_table(packed_routes([straight(10.0, 5.0), [(0, 0, 1), (3, 0, 1), (3, 4, 1)]]))
    for station in np.linspace(0.0, 9.99, 57):
        assert segment_at(table.shapes, 0, 101, float(station)) == pytest.approx(
            station / 0.1 - 0.5, abs=0.5 + 1e-9
        )
    assert place_at(table, 1, 5.0) == (3.0, 2.0, 1)
    assert place_at(table, 1, 9.0) == (3.0, 6.0, 1)  # straight on


def test_beyond_the_ends():
    table = route_table(packed_routes([straight(10.0, 5.0, 1.0)]))
    assert beyond_end(table, 0, 0, 0.0, -2.0, 1.0) == -2.0
    assert beyond_end(table, 0, 9, 1.0, 12.5, 1.0) == 2.5
    assert beyond_end(table, 0, 4, 0.0, 4.0, 1.0) == 0.0


def test_points_that_repeat_are_left_out_and_routes_that_lead_nowhere_refused():
    packed = packed_routes([[(0, 0, 1), (0, 0, 1), (1, 0, 1), (1, 0, 1)]])
    assert packed["lengths"].tolist() == [2.0]
    with pytest.raises(InputError, match="1 points that differ"):
        packed_routes([[(0, 0, 1), (0, 0, 2)]])
    with pytest.raises(InputError, match="no route"):
        packed_routes([])


def test_planned_speeds_keep_curves_and_brake_before_them():
    """A straight, then a curve of 10 m: sqrt(2 * 10) there, and v^2 = 20 + 2 b d before."""
    curve = [
        (50.0 + 10.0 * math.sin(a), 10.0 - 10.0 * math.cos(a), 20.0)
        for a in np.linspace(0.01, math.pi / 2, 150)
    ]
    planned = with_planned_speeds(straight(50.0, 20.0) + curve, lateral_max=2.0, braking=3.0)
    speeds = [v for _, _, v in planned]
    assert speeds[-1] == pytest.approx(math.sqrt(20.0), rel=1e-3)
    # At 30 m there are 20 m left to the curve; the middle of its entry is at 49 to 51 m.
    assert math.sqrt(20.0 + 6.0 * 19.0) < speeds[300] < math.sqrt(20.0 + 6.0 * 21.0)
    assert max(speeds) <= 20.0
    for a, b in pairwise(planned):
        way = math.hypot(b[0] - a[0], b[1] - a[1])
        assert a[2] ** 2 - b[2] ** 2 <= 6.0 * way * (1.0 + 1e-9)
    with pytest.raises(InputError, match="above zero"):
        with_planned_speeds(straight(5.0, 1.0), lateral_max=0.0, braking=1.0)


def test_planned_speeds_of_a_closed_route_look_past_its_seam():
    route = [(x, y, 3.0 if k < 5 else 20.0) for k, (x, y, _) in enumerate(circle(100.0, 20.0))]
    speeds = [
        v for _, _, v in with_planned_speeds(route, lateral_max=9.0, braking=1.0, closed=True)
    ]
    way = 2.0 * math.pi * 100.0 / 400
    assert speeds[-2] == pytest.approx(math.sqrt(9.0 + 2.0 * way), rel=1e-3)


@given(x=st.floats(-5, 8), y=st.floats(-5, 8), start=st.integers(0, 2))
def test_a_closed_route_of_few_points_is_searched_once_around(x, y, start):
    triangle = [(0.0, 0.0, 1.0), (3.0, 0.0, 1.0), (0.0, 3.0, 1.0)]
    table = route_table(packed_routes([triangle, straight(40.0, 1.0)], [True, False]))
    k, _ = nearest_ahead(table, 0, start, x, y, 0.0)
    assert 0 <= k < int(table.lengths[0]) - 1
