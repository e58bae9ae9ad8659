"""Goal: walkers keep their limits, their routes and their distance; blows move them as told."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.models.pedestrians import Walkers, social_push, walked
from project_ghost.world.bodies import ALIVE, VX, VY, YAW, X, Y
from tests.models.ground import Once, Vector, engine

CORNER = [(0.0, 0.0, 1.4), (8.0, 0.0, 1.4), (8.0, 6.0, 1.4)]


def test_a_walker_keeps_its_limits_round_a_corner():
    walkers = Walkers(
        [CORNER],
        actors=[(0.0, 0.0, 0.0, 0.0, 0)],
        speed_max_mps=1.2,
        acceleration_max=0.8,
        braking_max=1.0,
        turn_rate_max=1.5,
    )
    run = engine({"w": walkers}, {}, step="20ms")
    before = run.array("w.bodies")[0]
    fastest = 0.0
    for _ in range(1000):
        run.run("20ms")
        now = run.array("w.bodies")[0]
        speed, old = math.hypot(now[VX], now[VY]), math.hypot(before[VX], before[VY])
        assert speed <= 1.2 * (1.0 + 1e-12)
        assert -1.0 * 0.02 * (1.0 + 1e-9) <= speed - old <= 0.8 * 0.02 * (1.0 + 1e-9)
        assert abs(now[YAW] - before[YAW]) <= 1.5 * 0.02 * (1.0 + 1e-9)
        moved = math.hypot(now[X] - before[X], now[Y] - before[Y])
        assert moved <= 0.02 * max(speed, old) * (1.0 + 1e-9)
        fastest, before = max(fastest, speed), now
    assert fastest == pytest.approx(1.2)
    assert run.array("w.arrived")[0] == 1.0
    assert run.array("w.progress")[0] == pytest.approx(14.0, abs=0.06)
    assert (before[VX], before[VY]) == (0.0, 0.0)
    assert math.hypot(before[X] - 8.0, before[Y] - 6.0) < 0.1


@pytest.mark.parametrize("step", ["20ms", "50ms", "100ms"])
@pytest.mark.parametrize(("speed", "braking"), [(1.4, 2.0), (4.0, 2.0), (2.0, 0.7), (0.3, 2.0)])
def test_it_ends_on_the_end_of_its_way(step, speed, braking):
    route = [(0.0, 0.0, speed), (8.0, 0.0, speed), (8.0, 6.0, speed)]
    walkers = Walkers(
        [route], actors=[(0.0, 0.0, 0.0, 0.0, 0)], speed_max_mps=speed, braking_max=braking
    )
    run = engine({"w": walkers}, {}, step=step)
    run.run("60s")
    body = run.array("w.bodies")[0]
    assert (body[VX], body[VY], run.array("w.arrived")[0]) == (0.0, 0.0, 1.0)
    assert body[X] == pytest.approx(8.0, abs=0.01)
    assert body[Y] == pytest.approx(6.0, abs=0.003)


@pytest.mark.parametrize("goal", [(9.7, 3.3), (3.0, -0.1), (0.0, 12.0)])
def test_to_and_fro_is_the_whole_way_each_time(goal):
    """The way back lies on the way there: rounding must not decide which of them it is."""
    way = [(0.0, 0.0, 1.4), (*goal, 1.4)]
    run = engine({"w": Walkers([way], actors=[(0.0, 0.0, 0.0, 0.0, 0)], closed=[True])}, {})
    length, turns, before = math.hypot(*goal), 0, 0.0
    for _ in range(1200):
        run.run("50ms")
        away = math.hypot(*run.array("w.bodies")[0, [X, Y]]) / length
        turns += (before < 0.5 <= away) or (away < 0.5 <= before)
        before = away
        assert away < 1.0 + 0.15 / length
    assert turns >= 60.0 * 1.4 / (length + 4.2)


def test_it_starts_when_told_and_takes_the_speed_of_its_points():
    routes = [[(0.0, 0.0, 1.0), (5.0, 0.0, 1.0), (30.0, 0.0, 0.5)]]
    run = engine({"w": Walkers(routes, actors=[(0.0, 0.0, 0.0, 0.0, 0)], start_s=2.0)}, {})
    run.run("2s")
    assert run.array("w.bodies")[0, X] == 0.0
    run.run("4s")
    assert run.array("w.bodies")[0, VX] == pytest.approx(1.0)
    run.run("6s")
    assert run.array("w.bodies")[0, VX] == pytest.approx(0.5)


def test_it_turns_on_the_spot_when_its_way_lies_behind_it():
    run = engine({"w": Walkers([CORNER], actors=[(0.0, 0.0, math.pi, 0.0, 0)])}, {})
    run.run("500ms")
    body = run.array("w.bodies")[0]
    assert math.hypot(body[X], body[Y]) < 0.02
    run.run("3s")
    assert run.array("w.bodies")[0, X] > 1.0


def test_one_step_is_along_the_mean_of_yaw_and_speed():
    x, y, yaw, speed, turn = walked((0.0, 0.0, 0.0), 1.0, (0.0, 2.0), 1.5, 2.0, 3.0, 0.1)
    assert turn == 3.0
    assert yaw == pytest.approx(0.3)
    assert speed == pytest.approx(0.8)  # it faces away, so it brakes
    assert math.atan2(y, x) == pytest.approx(0.15)
    assert math.hypot(x, y) == pytest.approx(0.09)


def blown(blow, **values):
    walkers = Walkers([[(0, 0, 1.4), (50, 0, 1.4)]], actors=[(0.0, 0.0, 0.0, 1.4, 0)], **values)
    impulse = Once([(blow[0] * 75.0, blow[1] * 75.0, 0.0)])
    return engine({"w": walkers, "blow": impulse}, {"w.impulse": "blow.y"})


def test_a_hard_blow_knocks_it_down_and_friction_stops_it():
    """(1.4 + 4.6) m/s on mu g = 0.5 * 9.81: 36 / 9.81 metres."""
    run = blown((4.6, 0.0))
    run.run("50ms")
    assert run.array("w.down")[0] == 1.0
    run.run("5s")
    body = run.array("w.bodies")[0]
    assert (body[VX], body[VY]) == (0.0, 0.0)
    assert body[X] == pytest.approx(36.0 / 9.81, abs=0.02)
    run.run("5s")
    assert run.array("w.bodies")[0, X] == body[X]  # it stays down
    assert run.array("w.bodies")[0, ALIVE] == 1.0


def test_it_is_taken_away_when_the_scene_says_so():
    run = blown((6.0, 0.0), removal_s=3.0)
    run.run("2900ms")
    assert run.array("w.bodies")[0, ALIVE] == 1.0
    run.run("300ms")
    assert run.array("w.bodies")[0, ALIVE] == 0.0


def test_a_soft_blow_makes_it_stagger_and_walk_on():
    run = blown((0.0, 1.0))
    run.run("50ms")
    assert run.array("w.down")[0] == 0.0
    assert run.array("w.bodies")[0, Y] > 0.0
    run.run("10s")
    body = run.array("w.bodies")[0]
    assert body[VX] == pytest.approx(1.4, rel=1e-6)
    assert body[Y] == pytest.approx(0.0, abs=1e-3)


def test_slippery_ground_lets_it_slide_further():
    dry, ice = blown((5.0, 0.0)), blown((5.0, 0.0))
    slippery = Walkers([[(0, 0, 1.4), (50, 0, 1.4)]], actors=[(0.0, 0.0, 0.0, 1.4, 0)])
    ice = engine(
        {"w": slippery, "blow": Once([(375.0, 0.0, 0.0)]), "ice": Vector([0.2])},
        {"w.impulse": "blow.y", "w.friction": "ice.y"},
    )
    for run in (dry, ice):
        run.run("10s")
    assert ice.array("w.bodies")[0, X] > 4.0 * dry.array("w.bodies")[0, X]


def closest(run, seconds, rows):
    least = math.inf
    for _ in range(seconds * 10):
        run.run("100ms")
        bodies = run.array("w.bodies")
        places = bodies[:, [X, Y]]
        apart = np.hypot(*(places[:, None] - places[None]).T) + 9.0 * np.eye(rows)
        least = min(least, apart.min())
    return least


@pytest.mark.parametrize("others", [True, False])
def test_two_who_meet_head_on_pass_each_other(others):
    routes = [[(0, 0, 1.4), (20, 0, 1.4)], [(20, 0, 1.4), (0, 0, 1.4)]]
    walkers = Walkers(routes, 2, actors=[(0, 0, 0, 0, 0), (20, 0, math.pi, 0, 1)])
    run = engine({"w": walkers}, {"w.others": "w.bodies"} if others else {})
    least = closest(run, 20, 2)
    assert run.array("w.arrived").tolist() == [1.0, 1.0]
    if others:
        assert least > 0.55
        assert run.array("w.bodies")[0, X] == pytest.approx(20.0, abs=0.1)
    else:
        assert least < 0.1


@pytest.mark.slow
def test_a_crowd_keeps_apart():
    routes: list[Any] = []
    actors: list[Any] = []
    for k in range(8):
        routes += [[(0, k, 1.3), (25, k, 1.3)], [(25, k + 0.4, 1.3), (0, k + 0.4, 1.3)]]
        actors += [(0.3 * k, k, 0, 0, 2 * k), (25 - 0.2 * k, k + 0.4, math.pi, 0, 2 * k + 1)]
    run = engine({"w": Walkers(routes, 16, actors=actors)}, {"w.others": "w.bodies"})
    assert closest(run, 14, 16) > 0.5


def test_a_push_points_away_and_falls_with_the_distance():
    near = social_push(1.0, 0.0, 1.0, 0.0, 0.6, 10.0, 0.4)
    far = social_push(2.0, 0.0, 1.0, 0.0, 0.6, 10.0, 0.4)
    behind = social_push(-1.0, 0.0, 1.0, 0.0, 0.6, 10.0, 0.4)
    assert near[0] == pytest.approx(-10.0 * math.exp(-1.0), rel=1e-12)
    assert near[1] < 0.0  # to the right
    assert far[0] / near[0] == pytest.approx(math.exp(-2.5), rel=1e-12)
    assert 0.0 < behind[0] < -0.3 * near[0]
    assert social_push(0.0, 0.0, 1.0, 0.0, 0.6, 10.0, 0.4) == (0.0, 0.0)
