"""Goal: a body that nothing touches turns as rigid bodies do.

Energy and angular momentum stay, to the order of the integrator; an axisymmetric body
precesses at the rate that Euler gave; about the middle axis it flips over and back.
"""

import math
from itertools import pairwise

import pytest

from project_ghost.engine import Engine, Graph
from project_ghost.models.rigid_body import RigidBody, angular_momentum, to_world
from tests.models.reading import value

# A tensor with all of its elements, turned out of its principal axes.
FULL = (1.0, 1.4, 2.0, 0.1, -0.2, 0.15)


def engine_of(inertia, rate, step_ns: int, **more) -> Engine:
    graph = Graph(step_ns)
    graph.group("body", period=step_ns)
    body = RigidBody(inertia_kgm2=inertia, rate_rps=rate, **more)
    graph.add("body", body, "body")
    return Engine(graph, execution="interpreted")


def energy(inertia, rate) -> float:
    momentum = angular_momentum(inertia, rate)
    return 0.5 * math.fsum(a * b for a, b in zip(rate, momentum, strict=True))


def momentum_in_world(engine: Engine, inertia):
    rate, attitude = value(engine, "body.rate"), value(engine, "body.attitude")
    return to_world(attitude, angular_momentum(inertia, rate))


def errors(step_ns: int) -> tuple[float, float]:
    """By how much energy and angular momentum are wrong after 8 s of tumbling."""
    start = (2.0, -1.0, 1.5)
    engine = engine_of(FULL, start, step_ns)
    engine.run(8_000_000_000)
    wrong = energy(FULL, value(engine, "body.rate")) - energy(FULL, start)
    before, after = angular_momentum(FULL, start), momentum_in_world(engine, FULL)
    return abs(wrong), math.dist(before, after)


def test_what_tumbling_conserves_is_wrong_by_the_fourth_power_of_the_step() -> None:
    coarse, fine = errors(80_000_000), errors(40_000_000)
    for large, small in zip(coarse, fine, strict=True):
        assert large / small > 14.0
    assert max(fine) < 1e-4


def test_at_a_usual_step_tumbling_conserves_to_rounding() -> None:
    assert max(errors(1_000_000)) < 1e-11


def test_the_whole_motion_is_of_fourth_order() -> None:
    def attitude(step_ns: int):
        engine = engine_of(FULL, (2.0, -1.0, 1.5), step_ns)
        engine.run(4_000_000_000)
        return value(engine, "body.attitude")

    exact = attitude(1_000_000)
    ratio = math.dist(attitude(40_000_000), exact) / math.dist(attitude(20_000_000), exact)
    assert 13.0 < ratio < 20.0


def test_an_axisymmetric_body_precesses_as_euler_says() -> None:
    """The rate circles at (Jz - J) / J * wz in the body, the axis at L / J in the world."""
    transverse, axial, across, spin = 1.0, 1.6, 0.4, 3.0
    inertia = (transverse, transverse, axial, 0.0, 0.0, 0.0)
    engine = engine_of(inertia, (across, 0.0, spin), 1_000_000)
    engine.run(0)
    momentum = momentum_in_world(engine, inertia)
    size = math.hypot(*momentum)
    for second in range(1, 4):
        engine.run("1s")
        turn = (axial - transverse) / transverse * spin * second
        assert value(engine, "body.rate") == pytest.approx(
            (across * math.cos(turn), across * math.sin(turn), spin), abs=1e-10
        )
        axis = to_world(value(engine, "body.attitude"), (0.0, 0.0, 1.0))
        # Turn the first axis (0, 0, 1) about the momentum, by Rodrigues' formula.
        n = [x / size for x in momentum]
        angle = size / transverse * second
        c, s = math.cos(angle), math.sin(angle)
        wanted = (
            n[1] * s + n[0] * n[2] * (1 - c),
            -n[0] * s + n[1] * n[2] * (1 - c),
            c + n[2] * n[2] * (1 - c),
        )
        assert axis == pytest.approx(wanted, abs=1e-10)


def flips(axis: int) -> int:
    """How often the spin about an axis, disturbed a little, changes its sign within 30 s."""
    rate = [1e-3, 1e-3, 1e-3]
    rate[axis] = 4.0
    engine = engine_of((1.0, 2.0, 3.0, 0.0, 0.0, 0.0), tuple(rate), 10_000_000)
    signs = []
    for _ in range(300):
        engine.run("100ms")
        spin = value(engine, "body.rate")[axis]
        if abs(spin) > 3.0:
            signs.append(spin > 0)
    return sum(a != b for a, b in pairwise(signs))


def test_only_the_middle_axis_flips() -> None:
    assert flips(0) == 0
    assert flips(1) >= 4
    assert flips(2) == 0


def test_the_attitude_is_unit_however_fast_it_turns() -> None:
    """At a radian a step the integrator alone would lose a tenth of the length in 10 s."""
    engine = engine_of((1.0, 1.0, 1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 100.0), 10_000_000)
    engine.run("100s")
    assert math.hypot(*value(engine, "body.attitude")) == pytest.approx(1.0, abs=4e-16)
    assert math.hypot(*value(engine, "body.rate")) == 100.0
