"""Goal: drivers that keep to their way get round a right angle without leaving the road.

Method: the rounded way against a circle's geometry; then cars driven round the corner.
"""

from itertools import pairwise
from math import cos, hypot, isclose, pi

import pytest

from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.paths import LanePart, Path, round_corners, spaced
from tools.corner_widths import DRIVERS, corner_widths

RIGHT_ANGLE = [(-20.0, 0.0, 8.0), (0.0, 0.0, 8.0), (0.0, 20.0, 5.0)]
SQUARE = [(0.0, 0.0, 8.0), (30.0, 0.0, 8.0), (30.0, 30.0, 8.0), (0.0, 30.0, 8.0)]


def from_route(x: float, y: float) -> float:
    return min(hypot(max(x, 0.0), y), hypot(x, min(y, 0.0)))


@pytest.mark.parametrize("spacing_m", [0.1, 1.0, 15.0])
def test_a_right_angle_becomes_an_arc_of_4_m(spacing_m: float) -> None:
    path = Path(spaced(RIGHT_ANGLE, spacing_m))
    points = round_corners(path, loop=False, spacing_m=spacing_m).points
    assert points[0] == RIGHT_ANGLE[0]
    assert points[-1] == RIGHT_ANGLE[-1]
    bent = [p for p in points if p[0] > -3.99 and p[1] < 3.99]
    assert len(bent) > 10
    assert all(isclose(hypot(x + 4.0, y - 4.0), 4.0, rel_tol=1e-12) for x, y, _ in bent)
    cut = max(from_route(x, y) for x, y, _ in points)
    assert 1.0 < cut <= 4.0 * (1.0 - cos(pi / 4.0)) + 1e-9
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    assert max(steps) <= spacing_m * (1.0 + 1e-9)
    assert min(steps) > 1e-3
    assert {p[2] for p in points if p[1] > p[0] + 4.5 and p[1] > 2.0} == {5.0}
    assert {p[2] for p in points if p[0] < -3.0} == {8.0}


def test_a_loop_has_no_corner_left_where_it_closes() -> None:
    for way in (SQUARE, [*SQUARE, SQUARE[0]]):
        points = round_corners(Path(spaced(way, 0.5)), loop=True, spacing_m=0.5).points
        assert points[0][:2] == points[-1][:2]
        for corner in SQUARE:
            nearest = min(hypot(p[0] - corner[0], p[1] - corner[1]) for p in points)
            assert 1.6 < nearest < 1.75
        ring = points[:-1]
        for i, (x, y, _) in enumerate(ring):
            (ax, ay, _), (bx, by, _) = ring[i - 1], ring[(i + 1) % len(ring)]
            turn = (x - ax) * (by - y) - (y - ay) * (bx - x)
            assert turn < 0.3 * hypot(x - ax, y - ay) * hypot(bx - x, by - y)


def test_near_corners_share_the_way_between_them() -> None:
    zigzag = [(0.0, 0.0, 8.0), (10.0, 0.0, 8.0), (10.0, 2.0, 8.0), (20.0, 2.0, 8.0)]
    points = round_corners(Path(spaced(zigzag, 0.1)), loop=False, spacing_m=0.1).points
    stations = [p[0] for p in points]
    assert stations == sorted(stations)
    assert min(hypot(p[0] - 10.0, p[1] - 1.0) for p in points) < 1e-9


def test_gentle_bends_reversals_and_lanes_stay() -> None:
    gentle = [(0.0, 0.0, 8.0), (10.0, 0.0, 8.0), (20.0, 1.0, 8.0)]
    back = [(0.0, 0.0, 8.0), (10.0, 0.0, 8.0), (0.0, 0.0, 8.0)]
    for way in (gentle, back):
        points = round_corners(Path(spaced(way, 0.5)), loop=False, spacing_m=0.5).points
        assert way[1] in points
    lanes = Path(spaced(RIGHT_ANGLE, 0.1), (LanePart("lane", 0.0, 40.0, 0.0),))
    assert round_corners(lanes, loop=False, spacing_m=0.1) is lanes


@pytest.mark.slow
@pytest.mark.parametrize("driver", ["lqr", "stanley"])
def test_cars_stay_within_a_metre_and_a_half_of_a_right_angle(driver: str) -> None:
    assert max(corner_widths(driver, planned=True)) < 1.5
    assert corner_widths(driver, planned=False)[0] > 10.0


STRAIGHT = """\
version: 1
name: straight
step: 200ms
duration: 20s
actors:
  car:
    kind: car
    speed_mps: 8
    start: {{x_m: 0, y_m: 1}}
    route: {{waypoints: [[0, 0], [60, 0]]}}
    driver: {{kind: {driver}}}
recording: {{pose: 200ms}}
"""


@pytest.mark.parametrize("driver", DRIVERS)
def test_at_steps_of_200_ms_every_driver_keeps_to_a_straight_way(driver: str) -> None:
    file = parse_scenario(STRAIGHT.format(driver=driver))
    result = prepare(file, execution="interpreted").run(keep_positions=True)
    assert result.positions is not None
    x, y = result.positions.values[-1, 0, :2].tolist()
    assert abs(x - 60.0) < 0.35
    assert abs(y) < 0.01
