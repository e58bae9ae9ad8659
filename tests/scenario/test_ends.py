"""Goal: cars and people stop, continue and turn at ends and bends as their scenario says.

Method: small scenes, interpreted, to their end.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from project_ghost.runs import prepare
from project_ghost.scenario import parse_scenario

QUEUE = """\
version: 1
name: queue
step: 50ms
duration: 40s
actors:
  first:
    kind: car
    speed_mps: 8
    driver: {{kind: idm{more}}}
    route: {{waypoints: [[20, 0], [100, 0]]}}
  second:
    kind: car
    speed_mps: 10
    driver: {{kind: idm{more}}}
    route: {{waypoints: [[0, 0], [200, 0]]}}
"""


def ran(text: str) -> NDArray[np.float64]:
    """The poses of all actors at all recorded times: x, y, z and yaw."""
    prepared = prepare(parse_scenario(text), execution="interpreted")
    positions = prepared.run(keep_positions=True).positions
    assert positions is not None
    return positions.values


@pytest.mark.slow
def test_a_car_stops_at_the_end_of_its_route_and_so_does_a_follower() -> None:
    places = ran(QUEUE.format(more=""))
    assert places[-1, 0, 0] == pytest.approx(100.0, abs=0.4)
    assert places[:, 0, 0].max() <= 100.0
    gap_m = places[-1, 0, 0] - places[-1, 1, 0] - 4.7
    assert 1.5 < gap_m < 3.0
    # Both stand.
    assert np.abs(places[-20:, :, 0] - places[-1, :, 0]).max() < 0.05


@pytest.mark.slow
def test_a_car_continues_past_the_end_with_go_on() -> None:
    places = ran(QUEUE.format(more=", at_end: go_on"))
    assert places[-1, 0, 0] > 200.0


@pytest.mark.slow
def test_populations_stop_too_unless_a_spawner_takes_them_away() -> None:
    traffic = """\
version: 1
name: flow
step: 50ms
duration: 25s
populations:
  cars:
    kind: car
    count: 1
    speed_mps: 8
    routes: [{waypoints: [[0, 0], [80, 0]]}]
"""
    assert ran(traffic)[-1, 0, 0] == pytest.approx(80.0, abs=0.4)
    flow = traffic + "    spawner: {rate_hz: 0.001, capacity: 3}\n"
    assert np.isnan(ran(flow)[-1, 0, 0])


CORNER = """\
version: 1
name: corner
step: 50ms
duration: 30s
actors:
  car:
    kind: car
    speed_mps: 10
    driver: {{kind: {kind}{more}}}
    route: {{waypoints: [[0, 0], [60, 0], [60, 60]]}}
"""


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "most_m"), [("lqr", 5.0), ("idm", 2.5)])
def test_corners_of_waypoints_are_driven_slowly(kind: str, most_m: float) -> None:
    planned = ran(CORNER.format(kind=kind, more=""))[:, 0]
    assert planned[:, 0].max() < 60.0 + most_m
    rushed = ran(CORNER.format(kind=kind, more=", plan_speeds: false"))[:, 0]
    assert rushed[:, 0].max() > 60.0 + 2.0 * most_m
    # Before the corner it is quick none the less.
    assert np.diff(planned[:, 0]).max() > 0.75
