"""The physics of many contacts, tick by tick: momentum, energy, symmetry, overlap."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.world.bodies import VX, VY, YAW, YAW_RATE, X, Y
from tests.world.collision.parts import CAR, Run, body, numbered

# Without what parts overlapping bodies: that is not physics, and gains a little energy.
FREE: dict[str, Any] = {"recovery_mps": 0.0, "soft_mps": 0.0}


def swarm(count: int, seed: int, speed: float = 8.0):
    generator = np.random.default_rng(seed)
    side = 3.0 * count**0.5
    rows = [
        body(*[*generator.uniform(-side, side, 2), generator.uniform(-3.0, 3.0), *velocity])
        for velocity in generator.normal(0.0, speed, (count, 2))
    ]
    return numbered(rows)


def mixed(count: int) -> dict[str, Any]:
    """Cars and walkers in turns."""
    car = [i % 2 == 1 for i in range(count)]
    return {
        "half_length": [2.2 if c else 0.0 for c in car],
        "half_width": [0.9 if c else 0.0 for c in car],
        "radius": [0.0 if c else 0.35 for c in car],
        "mass_kg": [1500.0 if c else 80.0 for c in car],
    }


@pytest.mark.slow
@settings(max_examples=12)
@given(st.integers(0, 10_000), st.floats(0.0, 1.0), st.floats(0.0, 1.5))
def test_a_swarm_keeps_its_momentum_and_never_gains_energy(seed, restitution, friction):
    run = Run(swarm(12, seed), **mixed(12), **FREE, restitution=restitution, friction=friction)
    momentum, energy = run.momentum(), run.energy()
    for _ in range(40):
        run.tick()
        assert run.momentum() == pytest.approx(momentum, rel=1e-9, abs=1e-6)
        assert run.energy() <= energy * (1.0 + 1e-12)
        energy = run.energy()


def test_without_friction_and_loss_energy_stays():
    run = Run(swarm(12, 5), **mixed(12), **FREE, restitution=1.0, friction=0.0)
    energy = run.energy()
    run.tick(40)
    assert run.total() >= 5.0
    assert run.energy() == pytest.approx(energy, rel=1e-9)


@settings(max_examples=15)
@given(st.floats(-1.5, 1.5), st.floats(-0.4, 0.4), st.floats(0.0, 1.0), st.floats(0.0, 1.0))
def test_two_cars_keep_their_angular_momentum(offset, yaw, restitution, friction):
    """About the moment of the touch; at the tick's end, to first order in what remains of it.

    So this is a slow crash: the way within a tick is 1 cm.
    """
    table = numbered(
        [body(y=offset, vx=0.1, yaw=yaw), body(x=4.6 + 2.0 * abs(yaw), vx=-0.1, vy=0.02)]
    )
    run = Run(table, **CAR, **FREE, restitution=restitution, friction=friction)

    def angular():
        bodies, mass, inertia = run.bodies(), run.masses[:, 0], run.masses[:, 1]
        orbit = mass * (bodies[:, X] * bodies[:, VY] - bodies[:, Y] * bodies[:, VX])
        return (orbit + inertia * bodies[:, YAW_RATE]).sum()

    before = angular()
    run.until_contact()
    moved = np.abs(run.impulse()).max()
    run.tick()
    assert moved > 0.0
    assert angular() == pytest.approx(before, abs=0.02 * moved + 1e-6)


def test_a_mirrored_scene_stays_mirrored():
    table = numbered(
        [body(y=0.7, vx=10.0), body(x=9.0, y=-0.4, yaw=0.3, vx=-4.0), body(x=5.0, y=3.0, vy=-6.0)]
    )
    mirrored = table.copy()
    mirrored[:, [Y, YAW, VY, YAW_RATE]] *= -1.0
    one, two = (Run(t, **CAR) for t in (table, mirrored))
    for _ in range(60):
        one.tick()
        two.tick()
        expected = one.bodies()
        expected[:, [Y, YAW, VY, YAW_RATE]] *= -1.0
        assert two.bodies() == pytest.approx(expected, abs=1e-9)
    assert one.total() >= 2.0


def test_a_symmetric_crash_stays_symmetric():
    """Two equal cars head on, then two against a wall from both sides."""
    run = Run(numbered([body(x=-10.0, vx=9.0), body(x=10.0, vx=-9.0)]), **CAR, restitution=0.3)
    run.until_contact()
    run.tick()
    one, two = run.bodies()
    assert one[VX] == pytest.approx(-0.3 * 9.0)
    assert two[VX] == pytest.approx(0.3 * 9.0)
    assert np.abs([one[VY], two[VY], one[YAW_RATE], two[YAW_RATE]]).max() < 1e-9


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_an_impact_passes_through_a_row_of_balls_in_any_order(order):
    """Newton's cradle: the last one leaves with the speed of the first."""
    balls = [body(vx=5.0), body(x=3.0), body(x=4.0), body(x=5.0)]
    run = Run(numbered([balls[i] for i in order]), radius=0.5, mass_kg=2.0, **FREE, restitution=1.0)
    run.tick(40)
    speeds = {i: run.bodies()[row, VX] for row, i in enumerate(order)}
    assert [speeds[i] for i in range(4)] == pytest.approx([0.0, 0.0, 0.0, 5.0], abs=1e-6)


def test_a_car_against_a_wall_stops_there_and_stays_outside():
    wall = ((20.0, -50.0), (20.3, -50.0), (20.3, 50.0), (20.0, 50.0))
    run = Run(numbered([body(vx=15.0, vy=3.0, yaw=0.2)]), **CAR, scenery=[wall], restitution=0.0)
    run.until_contact()
    run.tick(100)
    assert run.bodies()[0, X] < 20.0 - 0.8
    assert run.bodies()[0, VX] < 0.6
    assert run.energy() < 0.3 * 0.5 * 1500.0 * (15.0 * 15.0 + 9.0)


def test_overlap_goes_away_slowly_and_leaves_little_speed():
    run = Run(numbered([body(), body(x=4.0)]), **CAR)
    assert run.records()[0][8] == pytest.approx(0.4)
    run.tick(40)
    one, two = run.bodies()
    assert two[X] - one[X] > 4.4 - 0.02
    assert abs(two[VX] - one[VX]) <= 0.5 + 1e-12
    assert run.momentum() == pytest.approx([0.0, 0.0], abs=1e-9)


def test_a_body_without_mass_is_one_that_nothing_moves():
    run = Run(
        numbered([body(vx=8.0), body(x=6.0, vx=0.0)]),
        radius=0.5,
        mass_kg=(100.0, 0.0),
        restitution=0.5,
        friction=0.0,
    )
    run.tick(40)
    assert run.bodies()[1, X] == 6.0
    assert run.bodies()[0, VX] == pytest.approx(-4.0)


def test_a_soft_touch_does_not_rebound():
    slow = numbered([body(vx=0.15), body(x=4.5)])
    run = Run(slow, **CAR, restitution=1.0)
    run.until_contact()
    run.tick()
    one, two = run.bodies()
    assert two[VX] - one[VX] == pytest.approx(0.0, abs=1e-12)
