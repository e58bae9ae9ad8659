"""Goal: drivers keep the gaps of the model, stop where they must, and never touch."""

import math

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Block, Output, Parameter
from project_ghost.models.common.routes import packed_routes
from project_ghost.models.traffic import (
    IdmDrivers,
    desired_gap,
    equilibrium_gap,
    free_acceleration,
    leader_acceleration,
)
from project_ghost.models.traffic._ahead import OwnPath, even_paths, found_ahead
from project_ghost.models.vehicles import SPEED, KinematicBicycles
from project_ghost.world.bodies import X, Y
from tests.models.ground import circle, engine, straight

RED, AMBER, GREEN = 0.0, 1.0, 2.0


class Lamp(Block):
    """One light: `first` until `change_s`, then green."""

    first = Parameter(0.0)
    change_s = Parameter(20.0)
    y = Output(shape=(1,))

    @staticmethod
    def output(first, change_s, time_ns):
        return (first if time_ns < change_s * 1e9 else 2.0,)


def traffic(driver, cars, **parts):
    wires = {"drivers.bodies": "cars.bodies", "cars.command": "drivers.command"}
    if "lamp" in parts:
        wires["drivers.lights"] = "lamp.y"
    return engine({"cars": cars, "drivers": driver, **parts}, wires, step="100ms")


def ring(count, spacing, **values):
    radius = count * spacing / (2.0 * math.pi)
    turns = [2.0 * math.pi * i / count + 0.02 * math.sin(3.0 * i) for i in range(count)]
    actors = [(radius * math.cos(a), radius * math.sin(a), a + math.pi / 2, 4.0, 0) for a in turns]
    route = circle(radius, 10.0, round(count * spacing))
    return traffic(
        IdmDrivers([route], count, closed=[True], **values),
        KinematicBicycles(count, actors=actors),
    )


@pytest.mark.slow
def test_a_ring_settles_at_the_equilibrium_gap():
    run = ring(6, 20.0)
    run.run("100s")
    speeds = run.array("cars.motion")[:, SPEED]
    gaps = run.array("drivers.gap")
    assert np.ptp(speeds) < 0.02
    wanted = equilibrium_gap(float(speeds.mean()), 10.0, 2.0, 1.5)
    assert gaps.mean() == pytest.approx(wanted, rel=2e-3)
    assert np.ptp(gaps) < 0.1


@pytest.mark.slow
def test_drivers_differ_where_told_and_draw_once():
    run = ring(6, 20.0, variation=0.2)
    run.run("60s")
    gaps = run.array("drivers.gap")
    assert np.ptp(gaps) > 2.0
    factors = run.state("drivers.track")
    run.run("1s")
    for before, after in zip(factors, run.state("drivers.track"), strict=True):
        assert tuple(before)[-2:] == tuple(after)[-2:]
        assert all(0.8 <= factor < 1.2 for factor in tuple(after)[-2:])


def least_gaps(run, seconds):
    """The least distance between bumpers of neighbours on a straight road, over the run."""
    least = math.inf
    for _ in range(seconds * 2):
        run.run("500ms")
        xs = np.sort(run.array("cars.bodies")[:, X])
        least = min(least, float(np.diff(xs).min()) - 4.5)
    return least


@pytest.mark.slow
def test_a_string_stops_at_a_red_light_and_goes_on():
    actors = [(60.0 - 15.0 * i, 0.0, 0.0, 10.0, 0) for i in range(5)]
    run = traffic(
        IdmDrivers([straight(400.0, 14.0, 0.5)], 5, stops=[(0, 150.0, 0)], sight_m=80.0),
        KinematicBicycles(5, actors=actors),
        lamp=Lamp(first=RED, change_s=30.0),
    )
    assert least_gaps(run, 30) > 1.5
    front = run.array("cars.bodies")[0, X] + 0.5 * 4.5
    assert 149.0 < front <= 150.0
    assert run.array("cars.motion")[:, SPEED] == pytest.approx(np.zeros(5), abs=0.05)
    assert run.array("drivers.gap")[1:] == pytest.approx(np.full(4, 2.0), abs=0.3)
    assert least_gaps(run, 20) > 1.5
    assert run.array("cars.bodies")[-1, X] > 160.0


@pytest.mark.parametrize(("distance", "stops"), [(15.0, False), (60.0, True)])
def test_at_amber_who_can_stop_does(distance, stops):
    run = traffic(
        IdmDrivers([straight(300.0, 14.0, 0.5)], stops=[(0, 100.0, 0)]),
        KinematicBicycles(actors=[(100.0 - 2.25 - distance, 0.0, 0.0, 12.0, 0)]),
        lamp=Lamp(first=AMBER, change_s=1000.0),
    )
    run.run("20s")
    assert (run.array("cars.bodies")[0, X] < 100.0) == stops


def test_a_car_at_rest_in_the_way_is_not_hit():
    """Full speed towards a standing car that has no route."""
    run = traffic(
        IdmDrivers([straight(500.0, 20.0, 0.5)], 2),
        KinematicBicycles(2, actors=[(0.0, 0.0, 0.0, 20.0, 0), (150.0, 0.3, 0.0, 0.0)]),
    )
    run.run("40s")
    assert 150.0 - run.array("cars.bodies")[0, X] - 4.5 == pytest.approx(2.0, abs=0.5)


def test_who_is_beside_the_path_is_no_leader():
    run = traffic(
        IdmDrivers([straight(500.0, 15.0, 0.5)], 2),
        KinematicBicycles(2, actors=[(0.0, 0.0, 0.0, 15.0, 0), (80.0, 3.5, 0.0, 0.0)]),
    )
    run.run("10s")
    assert run.array("cars.bodies")[0, X] > 140.0


def test_a_yield_line_is_closed_while_others_are_in_its_circle():
    crossing = [(50.0, 0.2 * k - 60.0, 8.0) for k in range(600)]
    drivers = IdmDrivers(
        [straight(120.0, 8.0, 0.5), crossing], 2, yields=[(0, 42.0, 50.0, 0.0, 25.0)]
    )
    cars = KinematicBicycles(
        2, actors=[(10.0, 0.0, 0.0, 8.0, 0), (50.0, -45.0, math.pi / 2, 5.0, 1)]
    )
    run = traffic(drivers, cars)
    least = math.inf
    for _ in range(200):
        run.run("100ms")
        a, b = run.array("cars.bodies")[:, [X, Y]]
        least = min(least, math.hypot(*(a - b)))
        if b[1] < 25.0:
            assert a[0] + 2.25 < 42.3
    assert least > 6.0
    assert run.array("cars.bodies")[0, X] > 60.0


def test_the_end_of_a_route_is_a_place_to_stop_where_wanted():
    for stopping, low, high in ((1.0, 99.0, 100.2), (0.0, 150.0, 250.0)):
        run = traffic(
            IdmDrivers([straight(100.0, 10.0, 0.5)], stopping=stopping),
            KinematicBicycles(actors=[(0.0, 0.0, 0.0, 10.0, 0)]),
        )
        run.run("22s")
        assert low < run.array("cars.bodies")[0, X] < high
        assert run.array("drivers.arrived")[0] == 1.0


def test_the_search_by_strides_finds_what_a_search_of_all_points_finds():
    packed = packed_routes([circle(40.0, 10.0)], [True])
    length = float(packed["shapes"][0, -1, 0])
    own = OwnPath(even_paths(packed, 1.0)[0], 1.0, 1.3, length, closed=True, route=0)
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(300):
        station, angle, off = rng.uniform(0, length), rng.uniform(0, 6.28), rng.uniform(-4, 4)
        x, y = (40.0 + off) * math.cos(angle), (40.0 + off) * math.sin(angle)
        got = found_ahead(own, station, 60.0, x, y)
        way = (angle * 40.0 - station) % length
        if abs(off) < 1.2 and 2.0 < way < 58.0:
            assert got == pytest.approx(way, abs=1.0)
            hits += 1
        elif abs(off) > 1.45 or 62.0 < way < length - 3.0:
            assert got < 0.0
    assert hits > 10


def test_the_model_s_own_numbers():
    assert free_acceleration(0.0, 20.0, 1.5, 1.0) == 1.5
    assert free_acceleration(20.0, 20.0, 1.5, 1.0) == 0.0
    assert free_acceleration(10.0, 20.0, 1.6, 1.0) == pytest.approx(1.6 * (1.0 - 1.0 / 16.0))
    assert free_acceleration(22.0, 20.0, 1.5, 1.0) == -2.0
    assert free_acceleration(0.0, 0.0, 1.5, 1.0) == 0.0
    assert desired_gap(10.0, 0.0, 2.0, 1.5, 1.0, 4.0) == 17.0
    assert desired_gap(10.0, 4.0, 2.0, 1.5, 1.0, 4.0) == 27.0
    assert desired_gap(10.0, -20.0, 2.0, 1.5, 1.0, 4.0) == 2.0
    gap = equilibrium_gap(15.0, 20.0, 2.0, 1.5)
    push = free_acceleration(15.0, 20.0, 1.5, 1.0)
    assert push + leader_acceleration(15.0, 15.0, gap, 2.0, 1.5, 1.5, 2.0) == pytest.approx(
        0.0, abs=1e-12
    )


def test_stops_that_are_nowhere_are_refused():
    with pytest.raises(InputError, match="stop 0 is on route 3"):
        IdmDrivers([straight(10.0, 1.0)], stops=[(3, 5.0, 0)])
