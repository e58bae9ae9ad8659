"""Goal: the kinematic table moves as the closed forms say, within every limit it declares."""

import math
from itertools import pairwise

import numpy as np
import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine.blocks import Constant
from project_ghost.models.vehicles import (
    ACCELERATION,
    SLIP,
    SPEED,
    STEERING,
    KinematicBicycle,
    KinematicBicycles,
    Limits,
    RollingGeometry,
    bicycle_step,
)
from project_ghost.world.bodies import VX, VY, YAW, YAW_RATE, X, Y
from tests.models.ground import Fixed, Once, Vector, Watch, driven_car, engine

BASE, REAR = 2.5789128, 1.4227170936
GEOMETRY = RollingGeometry(BASE, REAR, 10.0)
LIMITS = Limits(1.0, 100.0, 0.5, 11.5, 11.5, 7.319, 0.0, 50.8, 0.5)


def steered(angle, speed, **values):
    """A car that drives already, its wheels turned."""
    return KinematicBicycles(actors=[(0.0, 0.0, 0.0, speed)], steering=(angle,), **values)


def test_a_held_angle_gives_a_circle():
    angle, speed = 0.2, 5.0
    run = driven_car(steered(angle, speed, acting=((math.tan(angle), 0.0),)), [(angle, 0.0)])
    slip = math.atan(math.tan(angle) * REAR / BASE)
    radius = BASE / (math.tan(angle) * math.cos(slip))  # of the centre's path
    centre = (-radius * math.sin(slip), radius * math.cos(slip))
    for _ in range(40):
        run.run("500ms")
        body = run.array("cars.bodies")[0]
        assert math.hypot(body[X] - centre[0], body[Y] - centre[1]) == pytest.approx(
            radius, rel=1e-6
        )
        assert math.hypot(body[VX], body[VY]) == pytest.approx(speed, rel=1e-12)
        assert body[YAW_RATE] == pytest.approx(speed / radius, rel=1e-12)
    assert run.array("cars.motion")[0, SLIP] == pytest.approx(slip, rel=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [5.0, 13.0, 30.0])
def test_braking_distance(speed):
    """v^2 / 2a, and what the lag of the brakes adds: v * lag, less a * lag^2 / 2."""
    brake, lag = 6.0, 0.2
    car = KinematicBicycles(
        actors=[(0.0, 0.0, 0.0, speed)], braking_max=brake, acceleration_lag_s=lag
    )
    run = driven_car(car, [(0.0, -50.0)], step="1ms")
    run.run("8s")
    body = run.array("cars.bodies")[0]
    assert run.array("cars.motion")[0, SPEED] == 0.0
    wanted = speed * speed / (2.0 * brake) + speed * lag - 0.5 * brake * lag * lag
    assert body[X] == pytest.approx(wanted, rel=2e-3)


def test_limits_are_kept():
    """Whatever is commanded: angle, rate of the angle, acceleration, braking, power, speed."""
    car = KinematicBicycles(
        actors=[(0.0, 0.0, 0.0, 0.0)],
        steering_max_rad=0.5,
        steering_rate_max=0.3,
        acceleration_max=3.0,
        switch_speed_mps=5.0,
        speed_max_mps=12.0,
        grip=100.0,
    )
    run = driven_car(car, [(9.0, 99.0)], step="20ms")
    before = run.array("cars.motion")[0]
    for _ in range(600):
        run.run("20ms")
        now = run.array("cars.motion")[0]
        assert abs(now[STEERING]) <= 0.5
        assert abs(now[STEERING] - before[STEERING]) <= 0.3 * 0.02 * (1.0 + 1e-12)
        assert now[ACCELERATION] <= 3.0 * (1.0 + 1e-9)
        if before[SPEED] > 5.0:
            assert now[ACCELERATION] <= 3.0 * 5.0 / before[SPEED] * (1.0 + 1e-9)
        assert now[SPEED] <= 12.0 + 3.0 * 0.02
        before = now
    assert before[STEERING] == pytest.approx(0.5, abs=1e-3)
    assert before[SPEED] == pytest.approx(12.0, abs=0.05)


def test_the_power_limit_sets_the_speed_gained():
    """Above the switching speed v dv/dt is constant: v^2 grows by 2 a v_switch a second."""
    car = KinematicBicycles(
        actors=[(0.0, 0.0, 0.0, 10.0)],
        acceleration_max=4.0,
        switch_speed_mps=5.0,
        push=(4.0,),
    )
    run = driven_car(car, [(0.0, 4.0)], step="10ms")
    run.run("5s")
    assert run.array("cars.motion")[0, SPEED] == pytest.approx(
        math.sqrt(100.0 + 2.0 * 4.0 * 5.0 * 5.0), rel=1e-9
    )


def test_the_order_of_the_integration_is_four():
    """Halving the step divides the error by about 16."""

    def end(count):
        state = (0.0, 0.0, 0.1, 6.0, 0.0, 0.0)
        for _ in range(count):
            state = bicycle_step(state, (0.5, 1.0), GEOMETRY, LIMITS, 2.0 / count)
        return np.array(state)

    exact = end(4096)
    errors = [np.abs(end(n) - exact).max() for n in (16, 32, 64)]
    orders = [math.log2(a / b) for a, b in pairwise(errors)]
    assert all(3.7 < order < 4.3 for order in orders), orders


def test_the_block_moves_as_the_table_does():
    table = KinematicBicycles(actors=[(0.0, 0.0, 0.0, 5.0)])
    run = engine(
        {
            "cars": table,
            "held": Fixed([(0.3, 1.0)]),
            "car": KinematicBicycle(rolling=5.0),
            "angle": Constant(0.3, unit="rad"),
            "push": Constant(1.0, unit="m/s2"),
        },
        {
            "cars.command": "held.y",
            "car.steering_wanted": "angle.y",
            "car.acceleration_wanted": "push.y",
        },
        step="10ms",
    )
    run.run("2s")
    body = run.array("cars.bodies")[0]
    block = [run.value(f"car.{name}") for name in ("px", "py", "yaw")]
    assert block == pytest.approx([body[X], body[Y], body[YAW]], rel=1e-12)


def test_ice_lengthens_braking_and_widens_curves():
    def run_on(mu, command, speed):
        car = steered(command[0], speed)
        run = driven_car(car, [command], inputs={"friction": Vector([mu])}, step="10ms")
        run.run("3s")
        return run.array("cars.bodies")[0]

    assert run_on(0.1, (0.0, -9.0), 10.0)[X] > 1.5 * run_on(1.0, (0.0, -9.0), 10.0)[X]
    turn = run_on(0.1, (0.3, 0.0), 10.0)[YAW_RATE]
    assert turn * 10.0 == pytest.approx(0.1 * 9.81, rel=0.02)


def test_a_blow_from_the_side_slides_and_stops():
    """1,093 kg at 3 m/s sideways on mu = 1: 3^2 / 2 mu g metres, in 3 / mu g seconds."""
    mass = 1093.2952334674046
    car = KinematicBicycles(actors=[(0.0, 0.0, 0.0, 0.0)])
    run = driven_car(car, [(0.0, 0.0)], inputs={"impulse": Once([(0.0, 3.0 * mass, 0.0)])})
    run.run("50ms")
    assert run.array("cars.bodies")[0, VY] == pytest.approx(3.0 - 9.81 * 0.05, rel=1e-12)
    run.run("2s")
    body = run.array("cars.bodies")[0]
    assert body[Y] == pytest.approx(9.0 / (2.0 * 9.81), abs=0.02)
    assert (body[VX], body[VY], body[YAW_RATE]) == (0.0, 0.0, 0.0)


def test_a_blow_from_behind_goes_into_the_speed_and_one_from_ahead_slides_it_back():
    mass = 1093.2952334674046
    rows = KinematicBicycles(2, actors=[(0.0, 0.0, 0.0, 4.0), (0.0, 9.0, 0.0, 4.0)])
    blow = Once([(2.0 * mass, 0.0, 0.0), (-6.0 * mass, 0.0, 0.0)])
    run = driven_car(rows, [(0.0, 0.0)] * 2, inputs={"impulse": blow})
    run.run("50ms")
    assert run.array("cars.motion")[:, SPEED].tolist() == [6.0, 0.0]
    assert run.array("cars.bodies")[1, VX] == pytest.approx(-2.0 + 9.81 * 0.05)


def test_a_spin_ends_by_friction():
    car = KinematicBicycles(actors=[(0.0, 0.0, 0.0, 0.0)])
    run = driven_car(car, [(0.0, 0.0)], inputs={"impulse": Once([(0.0, 0.0, 4000.0)])})
    run.run("50ms")
    first = run.array("cars.bodies")[0, YAW_RATE]
    assert 0.0 < first < 4000.0 / 1791.5995300122856
    run.run("3s")
    body = run.array("cars.bodies")[0]
    assert body[YAW_RATE] == 0.0
    assert body[YAW] > 0.1


def test_stuck_actuators_stay_where_they_are():
    car = KinematicBicycles(actors=[(0.0, 0.0, 0.0, 5.0)], steering=(0.1,), push=(1.0,))
    run = driven_car(car, [(-0.5, -8.0)], inputs={"stuck": Fixed([(1.0, 1.0)])})
    run.run("2s")
    motion = run.array("cars.motion")[0]
    assert motion[STEERING] == pytest.approx(0.1, abs=1e-12)
    assert motion[SPEED] == pytest.approx(7.0, rel=1e-9)


def test_brakes_do_not_drive_backwards_unless_the_range_says_so():
    cars = KinematicBicycles(
        2, actors=[(0.0, 0.0, 0.0, 2.0), (0.0, 9.0, 0.0, 2.0)], speed_min_mps=(0.0, -3.0)
    )
    watch = Watch(rows=2, columns=4)
    run = engine(
        {"cars": cars, "command": Fixed([(0.0, -5.0)] * 2), "watch": watch},
        {"cars.command": "command.y", "watch.u": "cars.motion"},
    )
    run.run("3s")
    assert run.array("cars.motion")[0, SPEED] == 0.0
    assert run.array("cars.motion")[1, SPEED] == pytest.approx(-3.0, abs=0.3)


def test_too_many_actors_and_too_small_a_scene_are_refused():
    with pytest.raises(InputError, match="2 actors are in a table for 1"):
        KinematicBicycles(1, actors=[(0, 0, 0), (1, 1, 1)])
    with pytest.raises(InputError, match="ends before row 5"):
        KinematicBicycles(2, first_row=4, scene=3)
    with pytest.raises(InputError, match="actor 0 is"):
        KinematicBicycles(1, actors=[(0, 0)])
