"""Cars that actions drive: what they see, what they have done, and what their actions mean."""

import numpy as np
import pytest

from project_ghost.closed_loop.metrics import drivable_area_compliance, ego_is_comfortable
from project_ghost.engine import EngineBatch
from project_ghost.models.actions import EGO_FIELDS, TOTALS, CarTotals, packed_ground
from project_ghost.models.actions._ground import Ground
from project_ghost.models.actions._totals import _TOLERATED_M, _is_near_ground
from project_ghost.scenario import parse_scenario
from project_ghost.scenario.assembly import assemble

STRAIGHT = """
version: 1
name: straight
step: 50ms
duration: 60s
{map}
actors:
  ego:
    kind: car
    start: {{x_m: 0, y_m: 0, yaw_deg: 0, speed_mps: 10}}
    speed_mps: 10
    {route}
    driver: {{kind: actions, action: {action}, period: 100ms, view: {{neighbours: 2}}}}
  other:
    kind: car
    speed_mps: 5
    route: {{waypoints: [[30, 4], [400, 4]]}}
  third:
    kind: car
    speed_mps: 5
    route: {{waypoints: [[-20, 0], [-19, 0]]}}
"""


class Drive:
    """A car that is driven by the numbers of actions."""

    def __init__(self, action="control", route="route: {waypoints: [[0, 0], [200, 0]]}", **keys):
        text = STRAIGHT.format(action=action, route=route, map=keys.get("map", ""))
        self.assembly = assemble(parse_scenario(text))
        self.car = self.assembly.controlled["ego"]
        self.batch = EngineBatch(self.assembly.graph, [1], execution="interpreted")
        self.batch.run(0)

    def step(self, *numbers, times=1):
        for _ in range(times):
            self.batch.answer("Actions", np.array(numbers, dtype=float))
            self.batch.run(100_000_000)
        return self

    @property
    def totals(self):
        return dict(zip(TOTALS, self.batch.view(self.car.totals)[0].tolist(), strict=True))

    @property
    def seen(self):
        return self.batch.view(self.car.seen)[0]

    @property
    def ego(self):
        return dict(zip(EGO_FIELDS, self.seen.tolist(), strict=False))


def test_what_a_car_sees_at_the_start():
    drive = Drive()
    assert drive.ego["speed_mps"] == 10.0
    assert drive.ego["left_m"] == 0.0
    assert drive.ego["limit_mps"] == 10.0
    assert drive.ego["remaining_m"] == 200.0
    first, second = drive.seen[8:22].reshape(2, 7)
    assert first[:3].tolist() == pytest.approx([1.0, -20.0, 0.0])  # the nearest, behind
    assert second[:3].tolist() == pytest.approx([1.0, 30.0, 4.0])
    assert first[3] == pytest.approx(-10.0)  # it stands
    points = drive.seen[22:38].reshape(8, 2)
    assert points[:, 0].tolist() == pytest.approx([5.0 * k for k in range(1, 9)])
    assert drive.seen[-4:].tolist() == [100.0, 0.0, 0.0, 0.0]  # no light in sight


def test_progress_and_arrival_are_counted_along_the_route():
    drive = Drive().step(0.0, 0.0, times=50)
    assert drive.totals["progress_m"] == pytest.approx(50.0, abs=0.5)
    assert drive.totals["distance_m"] == pytest.approx(50.0, abs=0.5)
    assert drive.totals["arrived"] == 0.0
    drive.step(0.0, 0.0, times=150)
    assert drive.totals["arrived"] == 1.0


def test_a_car_that_turns_round_loses_progress():
    drive = Drive().step(0.0, 0.5, times=25)
    farthest = drive.totals["progress_m"]
    drive.step(0.0, 0.5, times=20)
    assert drive.totals["progress_m"] < farthest
    assert drive.totals["distance_m"] > farthest


def test_hard_braking_is_uncomfortable_and_fast_driving_exceeds_the_limit():
    calm = Drive().step(0.1, 0.0, times=20)
    assert calm.totals["discomfort_s"] == 0.0
    assert calm.totals["speeding_m"] > 0.0
    hard = Drive().step(-1.0, 0.0, times=10)
    assert 0.5 < hard.totals["discomfort_s"] < 1.0
    assert hard.totals["speeding_m"] == 0.0


def test_a_contact_is_counted_once_when_it_begins():
    drive = Drive().step(-1.0, 0.0, times=20)  # stands; nobody comes
    assert drive.totals["collisions"] == 0.0
    drive = Drive("manoeuvre").step(0.0).step(1.0, times=52)  # into the slower car on the left
    assert drive.totals["collisions"] == 1.0


def test_manoeuvres_change_lane_and_speed():
    right = Drive("manoeuvre").step(2.0).step(1.0, times=50)
    assert right.ego["left_m"] == pytest.approx(-3.5, abs=0.2)
    assert right.ego["speed_mps"] == pytest.approx(10.0, abs=0.1)
    left = Drive("manoeuvre").step(0.0).step(1.0, times=15)
    assert left.ego["left_m"] > 1.0
    faster = Drive("manoeuvre").step(3.0).step(1.0, times=60)
    assert faster.ego["speed_mps"] == pytest.approx(15.0, abs=0.3)
    assert abs(faster.ego["left_m"]) < 0.1
    slower = Drive("manoeuvre").step(4.0).step(4.0).step(1.0, times=60)
    assert slower.ego["speed_mps"] == pytest.approx(0.0, abs=0.3)


def test_a_trajectory_is_driven():
    drive = Drive("trajectory")
    for _ in range(40):
        heading, left = drive.ego["heading_rad"], drive.ego["left_m"]
        states = []
        for k in range(1, 7):  # back to 1 m beside the route, at 10 m/s
            x, y = 5.0 * k, (-1.0 - left) * min(1.0, k / 3.0)
            cosine, sine = np.cos(heading), np.sin(heading)
            states += [x * cosine + y * sine, y * cosine - x * sine]
        drive.step(*states)
    assert drive.ego["left_m"] == pytest.approx(-1.0, abs=0.2)
    assert drive.ego["speed_mps"] == pytest.approx(10.0, abs=0.5)


def test_without_a_route_a_car_goes_straight_on():
    drive = Drive(route="").step(0.0, 0.0, times=20)
    assert drive.totals["progress_m"] == pytest.approx(20.0, abs=0.3)


def test_the_bounds_of_comfort_are_those_of_the_metric():
    bounds = {bound.name: (bound.least, bound.most) for bound in ego_is_comfortable._BOUNDS}
    own = CarTotals(1, 0, **packed_ground([])).parameters
    longitudinal = (own["acceleration_least"], own["acceleration_most"])
    assert longitudinal == bounds["longitudinal_acceleration_mps2"]
    assert own["lateral_most"] == bounds["lateral_acceleration_mps2"][1]
    assert own["yaw_rate_most"] == bounds["yaw_rate_rps"][1]


def test_slivers_between_lanes_are_road_and_the_tolerance_is_that_of_the_metric():
    left = [(0.0, 0.005), (50.0, 0.005), (50.0, 4.0), (0.0, 4.0)]
    right = [(0.0, -4.0), (50.0, -4.0), (50.0, -0.005), (0.0, -0.005)]
    packed = packed_ground([left, right])
    ground = Ground(*(np.array(packed[name]) for name in Ground._fields))
    known = np.zeros(4)
    for y, is_road in ((2.0, True), (0.0, True), (4.2, True), (4.4, False), (-4.4, False)):
        assert _is_near_ground(ground, 20.0, y, known, 0) == is_road
    assert drivable_area_compliance._TOLERATED_M == _TOLERATED_M
