"""Goal: every follower drives its route, from rest, at the speed it says, and stops at its end."""

import math
from typing import Any

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.models.controllers import (
    LqrTracking,
    PurePursuit,
    Stanley,
    WaypointPid,
    heading_to,
    pid_step,
    pure_pursuit,
    stanley,
    stopping_speed,
)
from project_ghost.models.vehicles import SPEED, KinematicBicycles, SingleTracks
from project_ghost.world.bodies import X, Y
from tests.models.ground import circle, eight, engine, straight

FOLLOWERS = [WaypointPid, PurePursuit, Stanley, LqrTracking]
PLANTS = [KinematicBicycles, SingleTracks]


def loop(driver, cars, **more):
    return engine(
        {"cars": cars, "driver": driver},
        {"driver.bodies": "cars.bodies", "cars.command": "driver.command"},
        **more,
    )


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("follower", FOLLOWERS)
def test_straight(follower, plant):
    """From rest, 1.5 m beside the route: on to it, up to speed, and a stop at its end."""
    run = loop(follower([straight(80.0, 8.0)]), plant(actors=[(0.0, 1.5, 0.0, 0.0, 0)]))
    run.run("8s")
    assert run.array("cars.motion")[0, SPEED] == pytest.approx(8.0, abs=0.1)
    assert abs(run.array("driver.error")[0, 0]) < 0.05
    assert run.array("driver.arrived")[0] == 0.0
    run.run("9s")
    assert run.array("driver.arrived")[0] == 1.0
    assert run.array("cars.motion")[0, SPEED] == 0.0
    assert run.array("driver.progress")[0] == pytest.approx(80.0, abs=0.35)


@pytest.mark.parametrize("plant", PLANTS)
@pytest.mark.parametrize("follower", FOLLOWERS)
def test_circle(follower, plant):
    run = loop(
        follower([circle(20.0, 6.0)], closed=[True]),
        plant(actors=[(20.0, 0.0, math.pi / 2, 0.0, 0)]),
    )
    run.run("10s")
    for _ in range(10):
        run.run("1s")
        assert abs(run.array("driver.error")[0, 0]) < 0.12
    assert run.array("cars.motion")[0, SPEED] == pytest.approx(6.0, abs=0.12)


@pytest.mark.parametrize("follower", FOLLOWERS)
def test_eight(follower):
    """Curves to both sides, and a crossing at which the other branch is as near."""
    run = loop(
        follower([eight(30.0, 5.0)], closed=[True]),
        KinematicBicycles(actors=[(0.0, 0.0, 0.78, 0.0, 0)]),
    )
    run.run("2s")
    worst, laps, before = 0.0, 0, 0.0
    for _ in range(40):
        run.run("1s")
        worst = max(worst, abs(run.array("driver.error")[0, 0]))
        now = run.array("driver.progress")[0]
        laps += now < before - 50.0
        before = now
    assert worst < 0.4
    assert laps == 1


def test_a_sharp_corner_is_driven_and_followed_again():
    corner = [*straight(20.0, 2.0), *[(20.0, 0.1 * k, 2.0) for k in range(1, 300)]]
    run = loop(WaypointPid([corner]), KinematicBicycles(actors=[(0.0, 0.0, 0.0, 0.0, 0)]))
    run.run("22s")
    assert run.array("driver.arrived")[0] == 0.0
    assert abs(run.array("driver.error")[0, 0]) < 0.1
    assert run.array("driver.error")[0, 1] == pytest.approx(0.0, abs=0.05)


def leg(start, ahead, length, speed):
    cosine, sine = math.cos(ahead), math.sin(ahead)
    return [
        (start[0] + 0.5 * k * cosine, start[1] + 0.5 * k * sine, speed)
        for k in range(1, int(2 * length) + 1)
    ]


@pytest.mark.parametrize("follower", [PurePursuit, Stanley, LqrTracking])
@pytest.mark.parametrize("turn_deg", [90.0, -90.0, 120.0])
def test_corners_are_driven_and_followed_again(follower, turn_deg):
    """Beyond a corner both of its segments are as near, and the way on is the second."""
    first = leg((0.0, 0.0), 0.0, 20.0, 3.0)
    corner = [(0.0, 0.0, 3.0), *first, *leg(first[-1], math.radians(turn_deg), 60.0, 3.0)]
    run = loop(follower([corner]), KinematicBicycles(actors=[(0.0, 0.0, 0.0, 0.0, 0)]))
    run.run("22s")
    assert 35.0 < run.array("driver.progress")[0] < 75.0
    assert abs(run.array("driver.error")[0, 0]) < 0.3
    assert run.array("driver.error")[0, 1] == pytest.approx(0.0, abs=0.1)


def test_stanley_turns_almost_back():
    first = leg((0.0, 0.0), 0.0, 20.0, 3.0)
    back = [(0.0, 0.0, 3.0), *first, *leg(first[-1], math.radians(170.0), 60.0, 3.0)]
    run = loop(Stanley([back]), SingleTracks(actors=[(0.0, 0.0, 0.0, 0.0, 0)]))
    run.run("30s")
    assert run.array("driver.progress")[0] > 40.0
    assert abs(run.array("driver.error")[0, 0]) < 0.3


@pytest.mark.slow
@pytest.mark.parametrize("follower", FOLLOWERS)
def test_around_a_block_again_and_again(follower):
    """The last corner is that from the end of the route to its beginning."""
    block = [(0.0, 0.0, 3.0)]
    for side, length in enumerate((40.0, 30.0, 40.0, 30.0)):
        block += leg(block[-1], 0.5 * math.pi * side, length, 3.0)
    cars = KinematicBicycles(actors=[(5.0, 0.0, 0.0, 0.0, 0)])
    run = loop(follower([block], closed=[True]), cars)
    worst = 0.0
    for _ in range(100):
        run.run("1s")
        x, y = run.array("cars.bodies")[0, [X, Y]]
        worst = max(worst, -x, x - 40.0, -y, y - 30.0)
    assert worst < 6.5


def test_a_driver_begins_anew_when_somebody_else_sits_in_its_row():
    """The same row, another serial, at the other end of the route: it is found there."""
    driver = WaypointPid([straight(50.0, 5.0)])
    values: dict[str, Any] = {
        "track": np.full((1, 8), -2.0),
        "command": np.zeros((1, 2)),
        "arrived": np.zeros(1),
        "progress": np.zeros(1),
        "error": np.zeros((1, 2)),
        "dt_s": 0.05,
    }
    for serial, x in ((0, 40.0), (0, 41.0), (1, 3.0), (1, 3.5)):
        bodies = np.zeros((1, 11))
        bodies[0, [0, 1, 2]] = 1.0, serial, x
        given = {**driver.parameters, **values, "bodies": bodies}
        WaypointPid.step(*driver.arguments("step", given))
        assert values["progress"][0] == pytest.approx(x)


def test_rows_without_a_route_are_left_alone():
    run = loop(
        WaypointPid([straight(5.0, 1.0)], 2),
        KinematicBicycles(2, actors=[(0.0, 0.0, 0.0, 3.0), (0.0, 9.0, 0.0, 3.0, 7)]),
    )
    run.run("1s")
    assert run.array("driver.command").tolist() == [[0.0, 0.0], [0.0, 0.0]]
    assert run.array("cars.motion")[:, SPEED].tolist() == [3.0, 3.0]


def test_pure_pursuit_steers_the_arc_through_its_target():
    """The rear axle of a car that holds this angle passes through the target."""
    angle = pure_pursuit(0.0, 0.0, (1.0, 0.0), 6.0, 2.0, 2.5)
    radius = 2.5 / math.tan(angle)
    assert math.hypot(6.0, 2.0 - radius) == pytest.approx(radius, rel=1e-12)
    assert pure_pursuit(1.0, 1.0, (0.8, 0.6), 1.0, 1.0, 2.5) == 0.0


def test_stanley_turns_back_to_the_path():
    assert stanley(1.0, 0.0, 5.0, 1.0, 1.0) == pytest.approx(-math.atan(1.0 / 6.0))
    assert stanley(0.0, 0.2, 5.0, 1.0, 1.0) == pytest.approx(-0.2)
    assert stanley(-1.0, 0.0, 0.0, 1.0, 1.0) == pytest.approx(math.pi / 4)


def test_stopping_speed_and_heading():
    assert stopping_speed(10.0, 4.0, 2.0) == 4.0
    assert stopping_speed(10.0, 400.0, 2.0) == 10.0
    assert stopping_speed(10.0, -1.0, 2.0) == 0.0
    assert heading_to(0.0, 0.0, 3.0, -1.0, -0.1) == pytest.approx(math.atan(0.1) + math.pi - 3.0)


def test_the_pid_does_not_wind_up():
    """A minute at the limit, then the error turns: the output leaves the limit at once."""
    integral, filtered = 0.0, 0.0
    for k in range(1200):
        integral, filtered, y = pid_step(
            5.0, 0.0, integral, filtered, 1.0, 0.5, 0.0, 0.0, -1.0, 1.0, k, 0.05
        )
    assert y == 1.0
    assert integral <= 1.0
    _, _, y = pid_step(0.0, 2.5, integral, filtered, 1.0, 0.5, 0.0, 0.0, -1.0, 1.0, 1, 0.05)
    assert y == -1.0


def test_a_scene_that_is_too_small_is_refused():
    with pytest.raises(InputError, match="ends before row 3"):
        WaypointPid([straight(5.0, 1.0)], 2, first_row=2, scene=3)
