"""Goal: the cascade flies: it hovers, steps, tracks, and keeps upright where it saturates."""

import math

import pytest

from project_ghost.engine import Engine, Graph
from project_ghost.models.faults import FaultWindow, StuckActuator
from project_ghost.models.quadrotor import (
    HOVER_RPS,
    AttitudeControl,
    FigureEight,
    PositionControl,
    Quadrotor,
    RateControl,
    Steps,
    add_flight,
)
from project_ghost.models.quadrotor._position_control import attitude_for
from project_ghost.models.rigid_body import heading_of, to_world
from project_ghost.testing import check_component
from tests.models.reading import value

from .flights import flight_graph, flown, traced


def test_it_hovers_where_it_is() -> None:
    engine = flown(Steps(), "5s")
    assert value(engine, "drone.position") == pytest.approx((0.0, 0.0, 2.0), abs=1e-9)
    assert value(engine, "drone.velocity") == pytest.approx((0.0, 0.0, 0.0), abs=1e-9)


@pytest.mark.slow
def test_it_hovers_in_a_steady_wind() -> None:
    """The integral learns what the wind takes; drag is 1 N at 4 m/s."""
    engine = flown(Steps(), "25s", wind=(4.0, 0.0, 0.0))
    assert value(engine, "drone.position") == pytest.approx((0.0, 0.0, 2.0), abs=0.02)
    lean = to_world(value(engine, "drone.attitude"), (0.0, 0.0, 1.0))
    assert lean[0] < -0.1


@pytest.mark.slow
@pytest.mark.parametrize("goal", [(2.0, 0.0, 2.0), (0.0, -2.0, 2.0), (0.0, 0.0, 4.0)])
def test_a_step_arrives_without_much_overshoot(goal) -> None:
    engine = Engine(flight_graph(Steps(second_m=goal)), execution="interpreted")
    size = math.dist(goal, (0.0, 0.0, 2.0))
    axis = [(g - s) / size for g, s in zip(goal, (0.0, 0.0, 2.0), strict=True)]
    way = []
    for p in traced(engine, 600, "drone.position"):
        moved = [p[0], p[1], p[2] - 2.0]
        along = sum(a * b for a, b in zip(moved, axis, strict=True))
        aside = math.dist(moved, [along * a for a in axis])
        assert aside < 0.1
        way.append(along / size)
    assert max(way) < 1.25
    assert way[200] > 0.8  # two seconds
    assert way[-1] == pytest.approx(1.0, abs=0.05)


def test_a_step_of_the_heading_turns_on_the_spot() -> None:
    engine = flown(Steps(second_yaw_rad=2.5), "4s")
    assert heading_of(value(engine, "drone.attitude")) == pytest.approx(2.5, abs=0.01)
    assert value(engine, "drone.position") == pytest.approx((0.0, 0.0, 2.0), abs=0.01)


@pytest.mark.slow
def test_a_half_turn_upside_down_is_caught() -> None:
    """From 170 degrees of roll it comes upright again and returns."""
    half = math.radians(85.0)
    engine = flown(
        Steps(second_m=(0.0, 0.0, 50.0)),
        "8s",
        position_m=(0.0, 0.0, 50.0),
        attitude_q=(math.cos(half), math.sin(half), 0.0, 0.0),
    )
    assert to_world(value(engine, "drone.attitude"), (0.0, 0.0, 1.0))[2] > 0.99
    assert math.dist(value(engine, "drone.position"), (0.0, 0.0, 50.0)) < 1.0


@pytest.mark.slow
def test_the_figure_eight_is_tracked_within_five_centimetres() -> None:
    """At up to 3.6 m/s and 3.2 m/s2, from rest."""
    engine = Engine(flight_graph(FigureEight()), execution="interpreted")
    worst = fastest = 0.0
    for _ in range(250):
        engine.run("100ms")
        error = math.dist(
            value(engine, "drone.position"), value(engine, "drone/reference.position")
        )
        worst = max(worst, error)
        fastest = max(fastest, math.hypot(*value(engine, "drone.velocity")))
    assert worst < 0.05
    assert fastest > 3.0


@pytest.mark.slow
def test_a_wish_that_cannot_be_had_does_not_wind_up() -> None:
    """Half a minute of wanting to be 100 m away within a blink: no overshoot from the integral."""
    engine = flown(Steps(second_m=(100.0, 0.0, 2.0)), "5s")
    assert value(engine, "drone.position")[0] > 10.0
    engine.run("35s")
    trace = traced(engine, 100, "drone.position", "100ms")
    assert max(p[0] for p in trace) < 105.0
    assert trace[-1] == pytest.approx((100.0, 0.0, 2.0), abs=0.5)


@pytest.mark.parametrize("yaw", [-3.0, -0.7, 0.0, 1.0, 3.1])
@pytest.mark.parametrize("tilt", [(0.0, 0.0), (0.3, 0.0), (-0.2, 0.5), (0.6, -0.6)])
def test_the_wanted_attitude_has_the_direction_and_the_heading(yaw, tilt) -> None:
    up = math.sqrt(1.0 - tilt[0] * tilt[0] - tilt[1] * tilt[1])
    q = attitude_for((*tilt, up), yaw)
    assert math.hypot(*q) == pytest.approx(1.0, abs=1e-15)
    assert to_world(q, (0.0, 0.0, 1.0)) == pytest.approx((*tilt, up), abs=1e-14)
    assert heading_of(q) == pytest.approx(yaw, abs=1e-14)


def test_an_attitude_and_its_negative_are_one() -> None:
    wanted, q = (0.8, 0.6, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    none, gain, limit = (0.0,) * 3, (8.0, 8.0, 3.0), (60.0,) * 3
    one = AttitudeControl.output(wanted, none, q, gain, limit)
    other = AttitudeControl.output((-0.8, -0.6, -0.0, -0.0), none, q, gain, limit)
    assert one == other
    assert one[0] == pytest.approx(2 * 8.0 * 0.6)


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    between = (0.1, 1.0)
    check_component(PositionControl(), ranges={"attitude": between})
    check_component(AttitudeControl(), ranges={"attitude": between, "wanted_attitude": between})
    check_component(RateControl())


@pytest.mark.slow
def test_a_flight_has_the_same_bits_interpreted_and_compiled() -> None:
    graph = flight_graph(FigureEight(), wind=(1.0, 2.0, 0.0))
    digests = []
    for execution in ("interpreted", "compiled"):
        engine = Engine(graph, seed=3, execution=execution)
        engine.run("2s")
        digests.append(engine.digest)
    assert digests[0] == digests[1]


def test_a_stuck_motor_is_put_between_mixer_and_rotors() -> None:
    """From 1 s on one rotor keeps its speed while the mixer asks for others."""
    graph = Graph("1ms")
    graph.group("plant", rate_hz=1000)
    graph.group("control", rate_hz=100)
    graph.add("fault", FaultWindow(1_000_000_000), "control")
    graph.add("stuck", StuckActuator(4, stuck=(0.0, 1.0, 0.0, 0.0), unit="rad/s"), "control")
    add_flight(
        graph,
        "drone",
        FigureEight(),
        plant_group="plant",
        control_group="control",
        plant=Quadrotor(position_m=(0.0, 0.0, 2.0), rotor_rps=HOVER_RPS),
        motors="stuck.y",
    )
    graph.connect("fault.active", "stuck.active")
    graph.connect("drone/mixer.motors", "stuck.u")
    engine = Engine(graph, execution="interpreted")
    engine.run("990ms")
    last = value(engine, "drone/mixer.motors")[1]
    engine.run("500ms")
    asked, given = value(engine, "drone/mixer.motors"), value(engine, "stuck.y")
    assert given == (asked[0], last, asked[2], asked[3])
    assert abs(asked[1] - last) > 0.1
    assert value(engine, "drone.rotors")[1] == pytest.approx(last, abs=1e-6)
