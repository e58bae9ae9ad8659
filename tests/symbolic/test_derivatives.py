"""Goal: derivatives one can trust: no NaN where branches part, and slopes that are right.

Method: every exportable component at rest, where all signals are 0, at values at which branches
part, and at random ones; the loop of the benchmarks against central differences.
"""

import time
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi

from benchmarks._loop import make_graph
from project_ghost.engine import Block, Engine, Graph, Input, Output
from project_ghost.engine.blocks import NoiseSource, Saturation
from project_ghost.symbolic import export
from project_ghost.symbolic.model._model import Math
from proofs.symbolic.arguments import arguments, functions_of
from proofs.symbolic.components import graph_and_results
from proofs.symbolic.graphs import started
from proofs.symbolic.library import made, shipped

from .test_components import REFUSED

KINDS = {kind.__name__: kind for kind in shipped() if kind.__name__ not in REFUSED}
# Vehicles, flight and their controllers: what an optimiser asks the second derivatives of.
CURVED = (
    *("KinematicBicycle", "KinematicBicycles", "SingleTrack", "SingleTracks", "Quadrotor"),
    *("RigidBody", "PositionControl", "AttitudeControl", "RateControl", "Mixer", "PID"),
    *("Saturation", "FirstOrderLag", "Stanley", "WaypointPid", "PurePursuit", "LookupTable"),
)
SPECIAL = (0.0, 0.5, 1.0, -1.0, 2.0)


def _graphs(name: str, math: Math) -> list[tuple[casadi.SX, casadi.SX]]:
    component = made(KINDS[name])
    found = []
    for function, (_, names) in functions_of(component).items():
        drawn = arguments(component, names, Random(function))  # noqa: S311
        symbols, results = graph_and_results(component, function, drawn, math)
        found.append((casadi.vertcat(*symbols), casadi.vertcat(results)))
    return [(x, y) for x, y in found if x.numel() and y.numel()]


def _points(size: int, count: int) -> list[Any]:
    """At rest, at values where branches part, and elsewhere."""
    random = Random(size)  # noqa: S311
    mixed = [[random.choice(SPECIAL) for _ in range(size)] for _ in range(count)]
    others = [[random.uniform(-3.0, 3.0) for _ in range(size)] for _ in range(count)]
    return [[value] * size for value in SPECIAL] + mixed + others


LARGE = {"ErrorStateFilter", "TrajectoryAction"}
GRADIENTS = [
    *(
        pytest.param(name, "native", marks=pytest.mark.slow if name in LARGE else ())
        for name in KINDS
    ),
    *((name, "portable") for name in CURVED),
]


@pytest.mark.parametrize(("name", "math"), GRADIENTS)
def test_no_gradient_is_nan(name, math) -> None:
    for x, y in _graphs(name, math):
        slopes = casadi.Function("slopes", [x], [y, casadi.jacobian(y, x)])
        for point in _points(x.numel(), 10):
            values, gradient = slopes(point)
            if not np.isnan(values.full()).any():
                assert not np.isnan(gradient.full()).any(), point


@pytest.mark.parametrize("name", CURVED)
def test_no_hessian_is_nan(name) -> None:
    for x, y in _graphs(name, "native"):
        weights = casadi.DM(np.linspace(1.0, 2.0, y.numel()))
        curve = casadi.Function("curve", [x], [y, casadi.hessian(casadi.dot(weights, y), x)[0]])
        for point in _points(x.numel(), 5):
            values, hessian = curve(point)
            if not np.isnan(values.full()).any():
                assert not np.isnan(hessian.full()).any(), point


@pytest.mark.parametrize("math", ["native", "portable"])
def test_the_jacobian_over_100_ticks_is_that_of_central_differences(math) -> None:
    engine = started(make_graph(published=False))
    model = export(engine, rate_transitions="embedded", math=math)
    begin = time.process_time()
    slopes = model.step.factory("slopes", model.step.name_in(), ["jac:x_next:x"])
    assert time.process_time() - begin < 1.0
    assert model.period_ns == 100_000_000

    def following(x: Any) -> Any:
        return model.step(x, model.u0, model.p0, model.t0_ns, [])[0].full().ravel()

    a = slopes(model.x0, model.u0, model.p0, model.t0_ns, []).full()
    for column, each in enumerate(np.eye(len(model.x0)) * 1e-5):
        difference = (following(model.x0 + each) - following(model.x0 - each)) / 2e-5
        assert a[:, column] == pytest.approx(difference, abs=1e-6)


class Quotient(Block):
    """Stops where it is asked to divide by 0."""

    u = Input()
    y = Output()

    @staticmethod
    def output(u: float) -> float:
        if u < -100.0:
            raise ValueError("u is too small")
        return 1.0 / u


def test_stops_say_which_check_of_which_component_fails() -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("N", NoiseSource(0.5, 1.0), "g")
    graph.add("Q", Quotient(), "g")
    graph.connect("N.y", "Q.u")
    model = export(Engine(graph, execution="interpreted"), math="portable")

    def failing(noise: float) -> list[str]:
        (_, _, stops) = model.step(model.x0, model.u0, model.p0, 0, [noise])
        return [n for n, stop in zip(model.stop_names, stops.full().ravel(), strict=True) if stop]

    assert failing(1.0) == []
    assert failing(-0.5) == ["Q, output: division by zero"]
    assert failing(-200.0) == ["Q, output: u is too small"]
    assert failing(float("nan")) == ["N, output: not a number was written"]


def test_limits_as_constraints_give_the_limited_expression_and_its_bounds() -> None:
    graph = Graph("1ms")
    graph.group("g", rate_hz=1000)
    graph.add("N", NoiseSource(0.0, 1.0), "g")
    graph.add("S", Saturation(-1.0, 2.0), "g")
    graph.connect("N.y", "S.u")
    engine = Engine(graph, execution="interpreted")
    clipped, free = (export(engine, limits=limits) for limits in ("clip", "constraints"))
    given = (free.x0, free.u0, free.p0, 0, [7.0])
    place = free.output("S.y").start
    assert float(clipped.step(*given)[1][place]) == 2.0
    assert float(free.step(*given)[1][place]) == 7.0
    (limit,) = free.limited
    assert (limit.low, limit.high) == (-1.0, 2.0)
    assert limit.name.startswith("S, output")
    assert free.limits is not None
    assert float(free.limits(*given)) == 7.0
