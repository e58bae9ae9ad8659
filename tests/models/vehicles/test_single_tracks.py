"""Goal: the single-track table turns, slides and stops as theory says."""

import math
from itertools import pairwise

import numpy as np
import pytest

from project_ghost.models.vehicles import SPEED, KinematicBicycles, SingleTracks
from project_ghost.models.vehicles._actuators import Limits
from project_ghost.models.vehicles._presets import TYRE_FRICTION, TYRE_STIFFNESS
from project_ghost.models.vehicles._single_track import (
    SingleTrackBody,
    single_track_rates,
    tyre_weight,
)
from project_ghost.models.vehicles._single_track_body import (
    LowSpeed,
    Tyres,
    body_rates,
    body_step,
    step_count,
)
from project_ghost.world.bodies import VX, VY, YAW_RATE, X, Y
from tests.models.ground import Once, Vector, driven_car

FRONT, REAR, HEIGHT = 1.1561957064, 1.4227170936, 0.61373004
RATIO = 1093.2952334674046 / 1791.5995300122856
BODY = SingleTrackBody(FRONT, REAR, HEIGHT, RATIO, TYRE_FRICTION)
TYRES = Tyres(TYRE_STIFFNESS, TYRE_STIFFNESS, math.inf)
LIMITS = Limits(1.066, 100.0, 0.5, 11.5, 11.5, 7.319, 0.0, 50.8, 0.5)
LOW_SPEED = LowSpeed(1.0, 3.0, 0.1, 0.01)


@pytest.mark.parametrize("rear", [1.0, 1.4])
@pytest.mark.parametrize("speed", [6.0, 15.0, 25.0])
def test_steady_turn(speed, rear):
    """v d / (L + K v^2), K = (1 / Cf - 1 / Cr) / (mu g): neutral, or understeering."""
    angle = 0.01
    car = SingleTracks(
        actors=[(0.0, 0.0, 0.0, speed)],
        steering=(angle,),
        stiffness_rear=rear * TYRE_STIFFNESS,
    )
    run = driven_car(car, [(angle, 0.0)], step="10ms")
    run.run("6s")
    gradient = (1.0 / TYRE_STIFFNESS - 1.0 / (rear * TYRE_STIFFNESS)) / (TYRE_FRICTION * 9.81)
    turn = run.array("cars.bodies")[0, YAW_RATE]
    now = run.array("cars.motion")[0, SPEED]
    wanted = now * angle / (FRONT + REAR + gradient * now * now)
    assert turn == pytest.approx(wanted, rel=2e-3)
    if rear > 1.0:
        assert turn < now * angle / (FRONT + REAR)  # it understeers


def test_small_slip_is_commonroad_s_model():
    """Body axes and (speed, slip angle) are one model, to the square of the slip angle.

    At constant speed: that model lets drive and brakes act along the velocity.
    """
    off = []
    for size in (0.02, 0.01, 0.005):
        slip, turn, angle, speed = 0.7 * size, 2.0 * size, size, 10.0
        vx, vy = speed * math.cos(slip), speed * math.sin(slip)
        state = (0.0, 0.0, 0.0, vx, vy, turn, angle, 0.0)
        rates = body_rates(state, (angle, 0.0), BODY, TYRES, LIMITS, LOW_SPEED, False)
        turn_rate, slip_rate = single_track_rates(
            angle, speed, turn, slip, 0.0, BODY, (TYRE_STIFFNESS,) * 2
        )
        got = (vx * rates[4] - vy * rates[3]) / (speed * speed)
        off.append(max(abs(got - slip_rate), abs(rates[5] - turn_rate)) / size)
    assert off[2] < 2e-3
    assert off[0] / off[1] == pytest.approx(4.0, rel=0.1)
    assert off[1] / off[2] == pytest.approx(4.0, rel=0.1)


def test_at_walking_pace_it_is_the_kinematic_bicycle():
    start, command = [(0.0, 0.0, 0.0, 0.8)], [(0.5, 0.0)]
    one = driven_car(SingleTracks(actors=start, speed_max_mps=0.8), command)
    two = driven_car(KinematicBicycles(actors=start, speed_max_mps=0.8), command)
    for run in (one, two):
        run.run("10s")
    a, b = one.array("cars.bodies")[0], two.array("cars.bodies")[0]
    # One keeps the speed along its axis, the other that of its centre.
    slip = math.atan(math.tan(0.5) * REAR / (FRONT + REAR))
    assert a[YAW_RATE] * math.cos(slip) == pytest.approx(b[YAW_RATE], rel=1e-3)
    radius = math.hypot(a[VX], a[VY]) / a[YAW_RATE]
    assert radius == pytest.approx(math.hypot(b[VX], b[VY]) / b[YAW_RATE], rel=1e-3)


def test_the_tyres_fade_in_without_a_jump():
    speeds = np.linspace(0.0, 4.0, 4001)
    weights = [tyre_weight(float(v), 1.0, 3.0) for v in speeds]
    assert weights[0] == 0.0
    assert weights[-1] == 1.0
    assert np.all(np.diff(weights) >= 0.0)
    assert np.abs(np.diff(weights)).max() < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("step", ["1ms", "50ms"])
def test_it_passes_from_one_to_the_other_smoothly(step):
    """From rest to speed and back with the wheels turned: the yaw rate has no jump."""
    car = SingleTracks(actors=[(0.0, 0.0, 0.0, 0.0)], steering=(0.1,))
    run = driven_car(car, [(0.1, 2.0)], step=step)
    before = 0.0
    for _ in range(100):
        run.run("50ms")
        turn = run.array("cars.bodies")[0, YAW_RATE]
        assert abs(turn - before) < 0.03
        before = turn
    assert before > 0.25


def test_the_order_of_the_integration_is_four():
    def end(count):
        state = (0.0, 0.0, 0.1, 12.0, 0.0, 0.0, 0.0, 0.0)
        return np.array(body_step(state, (0.05, 1.0), BODY, TYRES, LIMITS, LOW_SPEED, 1.0, count))

    exact = end(8192)
    errors = [np.abs(end(n) - exact).max() for n in (64, 128, 256)]
    orders = [math.log2(a / b) for a, b in pairwise(errors)]
    assert all(3.7 < order < 4.4 for order in orders), orders


def test_no_more_than_friction_acts_on_it():
    """The wheels turned far too sharply: the velocity changes by mu g at most."""
    car = SingleTracks(actors=[(0.0, 0.0, 0.0, 20.0)])
    run = driven_car(car, [(0.5, 0.0)], inputs={"friction": Vector([0.5])}, step="10ms")
    run.run("10ms")
    before = run.array("cars.bodies")[0]
    most = 0.0
    for _ in range(200):
        run.run("10ms")
        body = run.array("cars.bodies")[0]
        most = max(most, math.hypot(body[VX] - before[VX], body[VY] - before[VY]) / 0.01)
        before = body
    assert most == pytest.approx(0.5 * TYRE_FRICTION * 9.81, rel=0.02)


@pytest.mark.parametrize("blow", [(0.0, 6.0, 0.0), (-8.0, 0.0, 0.0), (3.0, 5.0, 4.0), (0, 0, 6)])
def test_a_blow_in_any_direction_comes_to_rest(blow):
    """Brakes on: whatever the car was given, friction takes it away, and no more."""
    mass, inertia = 1093.2952334674046, 1791.5995300122856
    hit = Once([(blow[0] * mass, blow[1] * mass, blow[2] * inertia)])
    car = SingleTracks(actors=[(0.0, 0.0, 0.3, 1.0)])
    run = driven_car(car, [(0.1, -8.0)], inputs={"impulse": hit})
    run.run("50ms")
    energy = 1e9
    for _ in range(160):
        body = run.array("cars.bodies")[0]
        now = 0.5 * (body[VX] ** 2 + body[VY] ** 2) + 0.5 * body[YAW_RATE] ** 2 / RATIO
        assert now <= energy * (1.0 + 1e-9) + 1e-12
        energy = now
        run.run("50ms")
    body = run.array("cars.bodies")[0]
    assert math.hypot(body[VX], body[VY]) < 1e-6
    assert abs(body[YAW_RATE]) < 1e-6
    assert math.hypot(body[X], body[Y]) < 8.0


def test_braking_distance():
    """The lag of the brakes is one step, which adds 20 m/s * 5 ms."""
    car = SingleTracks(actors=[(0.0, 0.0, 0.0, 20.0)], braking_max=5.0, acceleration_lag_s=0.0)
    run = driven_car(car, [(0.0, -9.0)], step="5ms")
    run.run("5s")
    assert run.array("cars.motion")[0, SPEED] == 0.0
    assert run.array("cars.bodies")[0, X] == pytest.approx(400.0 / 10.0 + 0.1, rel=1e-4)


def test_steps_divide_the_period():
    assert step_count(0.05, 0.01) == 5
    assert step_count(0.01, 0.01) == 1
    assert step_count(0.001, 0.01) == 1
    assert step_count(0.05, 0.012) == 5
    assert step_count(0.1, 0.03) == 4
    assert step_count(0.03, 0.01) == 3
