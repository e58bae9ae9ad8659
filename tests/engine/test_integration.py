"""Goal: each integrator is what it says. Method: closed forms, and the order of convergence."""

from math import cos, exp, log2, sin
from typing import Any

import pytest

from project_ghost.core.errors import RunError
from project_ghost.engine import Block, Continuous, Engine, Graph, Input, Output, Parameter, State
from tests.engine.parts import EXECUTIONS


def alone(component, rate_hz=1000, step="1ms", **options):
    graph = Graph(step)
    graph.group("g", rate_hz=rate_hz)
    graph.add("C", component, "g")
    return Engine(graph, **options)


class Decay(Block):
    """x' = -x, whose solution is exp(-t)."""

    x = Continuous(1.0)
    y = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def derivative(x):
        return -x


class EulerDecay(Decay):
    integrator = "euler"


class SemiImplicitDecay(Decay):
    integrator = "semi_implicit"


class Oscillator(Block):
    """x'' = -x, position and velocity; declared so that the velocity moves first."""

    v = Continuous(0.0)
    x = Continuous(1.0)
    out = Output(shape=(2,))

    @staticmethod
    def output(x, v):
        return (x, v)

    @staticmethod
    def derivative(x, v):
        return -x, v


class SemiImplicitOscillator(Oscillator):
    integrator = "semi_implicit"


class EulerOscillator(Oscillator):
    integrator = "euler"


@pytest.mark.parametrize(("kind", "order"), [(EulerDecay, 1), (SemiImplicitDecay, 1), (Decay, 4)])
def test_decay_converges_to_the_exponential_with_its_order(kind, order):
    errors = []
    for rate_hz in (25, 50, 100):
        engine = alone(kind(), rate_hz)
        engine.run("1s")
        errors.append(abs(engine.value("C.y") - exp(-1.0)))
    assert log2(errors[0] / errors[1]) == pytest.approx(order, abs=0.15)
    assert log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.15)


@pytest.mark.parametrize(
    ("kind", "order"), [(EulerOscillator, 1), (SemiImplicitOscillator, 1), (Oscillator, 4)]
)
def test_an_oscillator_converges_to_the_circle_with_its_order(kind, order):
    errors = []
    for rate_hz in (50, 100, 200):
        engine = alone(kind(), rate_hz)
        engine.run("2s")
        x, v = engine.value("C.out")
        errors.append(abs(x - cos(2.0)) + abs(v + sin(2.0)))
    assert log2(errors[1] / errors[2]) == pytest.approx(order, abs=0.2)


def test_one_step_of_each_integrator_in_exact_numbers():
    """A quarter second from (x, v) = (1, 0); every number here is exact in binary."""
    expected = {
        EulerOscillator: (1.0, -0.25),
        # First v = 0 - h * 1, then x = 1 + h * v with the new v.
        SemiImplicitOscillator: (1.0 - 0.25 * 0.25, -0.25),
    }
    for kind, values in expected.items():
        engine = alone(kind(), rate_hz=4, step="250ms")
        engine.run("250ms")
        assert engine.value("C.out") == values


def test_a_semi_implicit_oscillator_keeps_its_energy_where_euler_gains():
    energies = {}
    for kind in (EulerOscillator, SemiImplicitOscillator):
        engine = alone(kind(), rate_hz=100)
        engine.run("60s")
        x, v = engine.value("C.out")
        energies[kind] = 0.5 * (x * x + v * v)
    assert energies[EulerOscillator] > 0.9
    assert energies[SemiImplicitOscillator] == pytest.approx(0.5, abs=0.01)


class Slope(Block):
    x = Continuous()
    y = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def derivative():
        return 1.0


@pytest.mark.parametrize("integrator", ["euler", "semi_implicit", "rk4"])
@EXECUTIONS
def test_a_slow_group_integrates_with_its_own_period(integrator, execution):
    """x' = 1 at 100 Hz under a 1 kHz step has reached 1 after a second, not 0.1."""
    kind = type("Slope_" + integrator, (Slope,), {"integrator": integrator})
    engine = alone(kind(), rate_hz=100, execution=execution)
    engine.run("1s")
    assert engine.value("C.y") == pytest.approx(1.0, abs=1e-13)


@pytest.mark.slow
def test_machine_code_with_an_integrator_is_kept_for_other_processes(tmp_path, monkeypatch):
    """An integrator is made from text, and must count as a function of the derivative's module."""
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    engine = alone(Decay(), execution="compiled")
    engine.run("1ms")
    assert len(list(tmp_path.rglob("_ghost_run_*"))) == 1


def test_a_group_on_the_grid_integrates_with_its_true_gaps():
    """30 Hz under 1 ms: the gaps are 34, 33, 33 ms, and their sum is exact."""
    graph = Graph("1ms")
    graph.group("camera", rate_hz=30, on_grid=True)
    graph.add("C", Slope(), "camera")
    engine = Engine(graph)
    seen: list[Any] = []
    for _ in range(101):
        engine.run("1ms" if seen else "0ms")
        seen.append(engine.value("C.y"))
    assert [n for n in range(1, 101) if seen[n] != seen[n - 1]] == [34, 67, 100]
    assert seen[34] == pytest.approx(0.034, abs=1e-15)
    assert seen[67] == pytest.approx(0.067, abs=1e-15)
    assert seen[100] == pytest.approx(0.1, abs=1e-15)


class Held(Block):
    """x' = u: within an integration the input stays as it was at the sample."""

    u = Input()
    x = Continuous()
    y = Output()

    @staticmethod
    def output(x):
        return x

    @staticmethod
    def derivative(u):
        return u


class Counter(Block):
    n = State()
    y = Output()

    @staticmethod
    def output(n):
        return n

    @staticmethod
    def update(n):
        return n + 1.0


@pytest.mark.parametrize("integrator", ["euler", "semi_implicit", "rk4"])
def test_inputs_are_held_during_integration(integrator):
    kind = type("Held_" + integrator, (Held,), {"integrator": integrator})
    graph = Graph("125ms")
    graph.group("g", period="125ms")
    graph.add("U", Counter(), "g")
    graph.add("C", kind(), "g")
    graph.connect("U.y", "C.u")
    engine = Engine(graph)
    engine.run("1s")
    # The sum of 0 .. 7, times an eighth: a left sum, whatever the integrator.
    assert engine.value("C.y") == pytest.approx(28 / 8, abs=1e-15)


class Springs(Block):
    """Names that an integrator might have used for itself: k, k1, x_2, x_new, h, half."""

    x = Continuous(1.0)
    x_2 = Continuous(2.0)
    x_new = Continuous(3.0)
    k = Parameter(1.0)
    k1 = Parameter(2.0)
    h = Parameter(4.0)
    half = Parameter(8.0)
    y = Output(shape=(3,))

    @staticmethod
    def output(x, x_2, x_new):
        return (x, x_2, x_new)

    @staticmethod
    def derivative(k, k1, h, half):
        return k + k1, h, half


@pytest.mark.parametrize("integrator", ["euler", "semi_implicit", "rk4"])
@EXECUTIONS
def test_a_component_may_use_any_names(integrator, execution):
    kind = type("Springs_" + integrator, (Springs,), {"integrator": integrator})
    engine = alone(kind(), rate_hz=2, step="500ms", execution=execution)
    engine.run("500ms")
    assert engine.value("C.y") == pytest.approx((2.5, 4.0, 7.0), abs=1e-14)


class Vector(Block):
    x = Continuous((1.0, 2.0), shape=(2,))
    z = Continuous(5.0)
    y = Output(shape=(3,))

    @staticmethod
    def output(x, z):
        return (x[0], x[1], z)

    @staticmethod
    def derivative(x, z):
        return (1.0, -2.0), 4.0 + 0.0 * (x[0] + z)


@pytest.mark.parametrize("integrator", ["euler", "semi_implicit", "rk4"])
def test_vectors_and_scalars_integrate_together(integrator):
    kind = type("Vector_" + integrator, (Vector,), {"integrator": integrator})
    engine = alone(kind(), rate_hz=2, step="500ms")
    engine.run("500ms")
    assert engine.value("C.y") == pytest.approx((1.5, 1.0, 7.0), abs=1e-14)


def _surplus_scalar():
    return 1.0, 1.0, 1.0


def _surplus_element():
    return (1.0, 1.0, 1.0), 1.0


def _missing_element():
    return (1.0,), 1.0


@pytest.mark.parametrize("integrator", ["euler", "semi_implicit", "rk4"])
@pytest.mark.parametrize("derivative", [_surplus_scalar, _surplus_element, _missing_element])
def test_a_derivative_of_the_wrong_shape_is_refused(integrator, derivative):
    members = {"integrator": integrator, "derivative": staticmethod(derivative)}
    engine = alone(type("Wrong", (Vector,), members)(), rate_hz=2, step="500ms")
    with pytest.raises(RunError, match="component 'C' failed"):
        engine.run("500ms")
