"""Goal: forces and torques move a body as Newton says, and wrong bodies are refused."""

import math

import pytest

from project_ghost.core.errors import InputError
from project_ghost.engine import Engine, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.models.rigid_body import (
    RigidBody,
    SpecificForce,
    angular_momentum,
    inertia_solved,
)
from project_ghost.testing import check_component
from tests.models.reading import value

HALF = math.sqrt(0.5)


def flown(body: RigidBody, time: str, **inputs) -> Engine:
    graph = Graph("10ms")
    graph.group("body", period="10ms")
    graph.add("body", body, "body")
    for name, given in inputs.items():
        unit = body.inputs()[name].unit
        graph.add(name, Constant(given, unit=unit), "body")
        graph.connect(f"{name}.y", f"body.{name}")
    engine = Engine(graph, execution="interpreted")
    engine.run(time)
    return engine


def test_a_throw_is_a_parabola() -> None:
    engine = flown(RigidBody(velocity_mps=(3.0, 0.0, 10.0)), "2s")
    assert value(engine, "body.position") == pytest.approx((6.0, 0.0, 20.0 - 2 * 9.80665))
    assert value(engine, "body.velocity") == pytest.approx((3.0, 0.0, 10.0 - 2 * 9.80665))


def test_forces_of_the_world_and_of_the_body_add_up() -> None:
    """Turned a quarter to the left, the body's forward is the world's north."""
    engine = flown(
        RigidBody(mass_kg=2.0, attitude_q=(HALF, 0.0, 0.0, HALF)),
        "1s",
        force_world=(4.0, 0.0, 0.0),
        force_body=(6.0, 0.0, 0.0),
        gravity=(0.0, 0.0, 0.0),
    )
    assert value(engine, "body.velocity") == pytest.approx((2.0, 3.0, 0.0))
    assert value(engine, "body.position") == pytest.approx((1.0, 1.5, 0.0))


def test_a_torque_turns_about_its_axis() -> None:
    engine = flown(
        RigidBody(inertia_kgm2=(1.0, 1.2, 2.0, 0.0, 0.0, 0.0)), "1s", torque=(0.0, 0.0, 3.0)
    )
    assert value(engine, "body.rate") == pytest.approx((0.0, 0.0, 1.5))
    angle = 0.75
    assert value(engine, "body.attitude") == pytest.approx(
        (math.cos(angle / 2), 0.0, 0.0, math.sin(angle / 2)), abs=1e-9
    )


def test_products_of_inertia_couple_the_axes() -> None:
    """Two equal masses on the line x = y: a torque about z alone cannot turn it about x or y."""
    tensor = (1.0, 1.4, 2.0, 0.1, -0.2, 0.15)
    torque = (0.3, -0.5, 0.7)
    start = inertia_solved(tensor, torque)
    assert angular_momentum(tensor, start) == pytest.approx(torque, abs=1e-15)
    engine = flown(RigidBody(inertia_kgm2=tensor), "10ms", torque=torque)
    slope = [x / 0.01 for x in value(engine, "body.rate")]
    assert slope == pytest.approx(start, rel=1e-3)


def test_an_accelerometer_feels_all_forces_but_gravity() -> None:
    graph = Graph("10ms")
    graph.group("body", period="10ms")
    graph.add("world", Constant((4.0, 0.0, 0.0), unit="N"), "body")
    graph.add("attitude", Constant((HALF, 0.0, 0.0, HALF)), "body")
    graph.add("felt", SpecificForce(mass_kg=2.0), "body")
    graph.connect("world.y", "felt.force_world")
    graph.connect("attitude.y", "felt.attitude")
    engine = Engine(graph, execution="interpreted")
    engine.run(0)
    assert value(engine, "felt.acceleration") == pytest.approx((0.0, -2.0, 0.0), abs=1e-15)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"mass_kg": 0.0}, "mass_kg"),
        ({"inertia_kgm2": (1.0, 1.0, -1.0, 0.0, 0.0, 0.0)}, "inertia_kgm2"),
        ({"inertia_kgm2": (1.0, 1.0, 2.5, 0.0, 0.0, 0.0)}, "inertia_kgm2"),
        ({"inertia_kgm2": (1.0, 1.0, 1.0, 1.1, 0.0, 0.0)}, "inertia_kgm2"),
        ({"attitude_q": (1.0, 0.5, 0.0, 0.0)}, "attitude_q"),
    ],
)
def test_bodies_that_cannot_be_are_refused(values, word) -> None:
    with pytest.raises(InputError, match=word):
        RigidBody(**values)


def test_a_flat_plate_is_a_body() -> None:
    RigidBody(inertia_kgm2=(0.1, 0.2, 0.1 + 0.2, 0.0, 0.0, 0.0))


@pytest.mark.slow
def test_interpreted_and_compiled_alike() -> None:
    check_component(RigidBody(inertia_kgm2=(1.0, 1.4, 2.0, 0.1, -0.2, 0.15)))
    check_component(SpecificForce())
