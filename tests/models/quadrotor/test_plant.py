"""Goal: the airframe obeys its own equations, one at a time."""

import math

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.models.quadrotor import HOVER_RPS, Quadrotor
from project_ghost.models.rigid_body import to_body
from project_ghost.testing import check_component
from tests.models.reading import value

K = 8.54858e-06
MASS = 0.716


def driven(motors, time: str, wind=(0.0, 0.0, 0.0), **state) -> Engine:
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.add("motors", Constant(motors, unit="rad/s"), "plant")
    graph.add("wind", Constant(wind, unit="m/s"), "plant")
    graph.add("drone", Quadrotor(**{"rotor_rps": HOVER_RPS, **state}), "plant")
    graph.connect("motors.y", "drone.motors")
    graph.connect("wind.y", "drone.wind")
    engine = Engine(graph, execution="interpreted")
    engine.run(time)
    return engine


def test_at_hover_speed_it_hangs_in_the_air() -> None:
    engine = driven((HOVER_RPS,) * 4, "1s")
    assert value(engine, "drone.position") == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    assert value(engine, "drone.acceleration") == pytest.approx((0.0, 0.0, 9.80665), abs=1e-12)


def test_a_motor_follows_with_its_lag_within_its_limits() -> None:
    engine = driven((2000.0, -50.0, 500.0, HOVER_RPS), "20ms", rotor_rps=400.0)
    e = math.exp(-1.0)
    wanted = (838.0 - 438.0 * e, 400.0 * e, 500.0 - 100.0 * e, HOVER_RPS - (HOVER_RPS - 400.0) * e)
    assert value(engine, "drone.rotors") == pytest.approx(wanted, rel=1e-7)


@pytest.mark.parametrize(
    ("faster", "axis", "sign"),
    [
        ((1, 2), 0, 1),  # the left rotors lift the left side: roll to the right is positive
        ((0, 3), 0, -1),
        ((1, 3), 1, 1),  # the back rotors put the nose down: positive about left
        ((0, 2), 1, -1),
        ((2, 3), 2, 1),  # those that turn clockwise turn the body anticlockwise
        ((0, 1), 2, -1),
    ],
)
def test_pairs_of_rotors_turn_it_about_one_axis(faster, axis, sign) -> None:
    motors = [HOVER_RPS + (20.0 if i in faster else -20.0) for i in range(4)]
    rate = value(driven(tuple(motors), "10ms", rotor_rps=tuple(motors)), "drone.rate")
    assert rate[axis] * sign > 1e-3
    assert max(abs(rate[i]) for i in range(3) if i != axis) < 1e-9


def test_the_torques_are_those_of_the_geometry() -> None:
    """From Newton: two thrusts at an arm of 0.17 m / sqrt 2, and the moment of all four."""
    fast, slow = HOVER_RPS + 20.0, HOVER_RPS - 20.0
    extra = 2 * K * (fast * fast - slow * slow)
    left = (slow, fast, fast, slow)
    rate = value(driven(left, "1ms", rotor_rps=left), "drone.rate")
    assert rate[0] == pytest.approx(0.17 / math.sqrt(2) * extra / 0.007 * 1e-3, rel=1e-9)
    clockwise = (slow, slow, fast, fast)
    rate = value(driven(clockwise, "1ms", rotor_rps=clockwise), "drone.rate")
    assert rate[2] == pytest.approx(0.016 * extra / 0.012 * 1e-3, rel=1e-9)


@pytest.mark.slow
def test_drag_is_against_the_air_not_the_ground() -> None:
    """In a steady wind and without gravity's help it ends up moving with the air."""
    engine = driven((HOVER_RPS,) * 4, "10s", wind=(5.0, -2.0, 0.0))
    share = 1.0 - math.exp(-0.25 * 10.0 / MASS)
    assert value(engine, "drone.velocity") == pytest.approx((5.0 * share, -2.0 * share, 0.0))
    rest = 0.25 * 5.0 * (1.0 - share) / MASS
    assert value(engine, "drone.acceleration")[0] == pytest.approx(rest)


def test_the_accelerometer_is_the_derivative_of_velocity_less_gravity() -> None:
    """Numerically, in body axes, on a flight that turns and drags."""
    q = (math.cos(0.3), math.sin(0.3), 0.0, 0.0)
    engine = driven(
        (500.0, 480.0, 470.0, 490.0), "100ms", velocity_mps=(1.0, 2.0, 3.0), attitude_q=q
    )
    before, felt = value(engine, "drone.velocity"), value(engine, "drone.acceleration")
    attitude = value(engine, "drone.attitude")
    engine.run("1ms")
    after = value(engine, "drone.velocity")
    change = [(b - a) / 1e-3 for a, b in zip(before, after, strict=True)]
    wanted = to_body(attitude, (change[0], change[1], change[2] + 9.80665))
    assert felt == pytest.approx(wanted, abs=0.05)


def test_airframes_that_cannot_be_are_refused() -> None:
    for wrong in (
        {"motor_lag_s": 0.0},
        {"mass_kg": -1.0},
        {"drag_newton_s_per_m": (0.1, -0.1, 0.0)},
    ):
        with pytest.raises(InputError, match=next(iter(wrong))):
            Quadrotor(**wrong)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(Quadrotor(rotor_rps=HOVER_RPS), ranges={"motors": (-100.0, 1000.0)})
