"""Goal: matrices of a model are its derivatives, in errors that a controller can use.

Method: central differences of the model itself, through the same errors; closed forms where
there are any; scipy and python-control for what they get.
"""

import json
from dataclasses import replace
from math import cos, pi, sin, tan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.core.files import pretty_json
from project_ghost.engine import Kind
from project_ghost.symbolic import SymbolicModel, Variable, linearize
from project_ghost.symbolic.analysis._tangent import difference, error_axes, known_kinds, moved

from .models import bicycle, flyer


def _differences(model: SymbolicModel, x: np.ndarray, u: np.ndarray, size: float) -> np.ndarray:
    """The slopes of the error after one step to the error before, by central differences."""
    model = known_kinds(model)
    noise = np.zeros(model.step.numel_in(4))

    def after(error: np.ndarray) -> np.ndarray:
        start = moved(model.states, x, error)
        return np.asarray(model.step(start, u, model.p0, 0, noise)[0].full().ravel())

    reference = after(np.zeros(_size_of(model)))
    columns = []
    for axis in np.eye(_size_of(model)):
        ahead = difference(model.states, after(size * axis), reference)
        behind = difference(model.states, after(-size * axis), reference)
        columns.append((ahead - behind) / (2.0 * size))
    return np.stack(columns, axis=1)


def _size_of(model: SymbolicModel) -> int:
    return len(error_axes(model.states))


def test_the_matrices_of_a_bicycle_are_those_of_the_book() -> None:
    model = bicycle()
    yaw, speed, steer, wheelbase = 0.3, 5.0, 0.1, 2.8
    linear = linearize(model, x=[0.0, 0.0, yaw, speed], u=[steer, 0.0], continuous=True)
    assert linear.a == pytest.approx(
        np.array(
            [
                [0, 0, -speed * sin(yaw), cos(yaw)],
                [0, 0, speed * cos(yaw), sin(yaw)],
                [0, 0, 0, tan(steer) / wheelbase],
                [0, 0, 0, 0],
            ]
        )
    )
    assert linear.b[2, 0] == pytest.approx(speed / wheelbase / cos(steer) ** 2)
    assert linear.g[:, 0] == pytest.approx([0.0, 0.0, 0.0, 0.1])
    assert linear.c == pytest.approx(np.eye(4))
    assert not linear.is_discrete
    assert linear.states[2] == ("Car.yaw_state", "rad")
    assert linear.inputs == (("Car.steer", "rad"), ("Car.push", "m/s2"))


@pytest.mark.parametrize("make", [bicycle, flyer])
def test_a_step_agrees_with_central_differences(make: object) -> None:
    model = make()  # type: ignore[operator]
    generator = np.random.Generator(np.random.Philox(3))
    x = model.x0 + generator.uniform(-0.3, 0.3, model.x0.size)
    if make is flyer:
        x[3:7] /= np.linalg.norm(x[3:7])
    u = generator.uniform(-0.2, 0.2, model.u0.size)
    linear = linearize(model, x=x, u=u)
    assert np.abs(linear.a - _differences(model, x, u, 1e-5)).max() < 1e-8
    assert linear.period_ns == model.period_ns


def test_the_derivative_of_a_turning_body_matches_its_step() -> None:
    """The step's matrix is the exponential of the derivative's to second order of the period."""
    model = flyer()
    x = np.array([1.0, 2.0, 3.0, 0.9, 0.1, -0.2, 0.3, 0.5, -0.4, 0.6])
    x[3:7] /= np.linalg.norm(x[3:7])
    step, rate = linearize(model, x=x), linearize(model, x=x, continuous=True)
    h = model.period_ns * 1e-9
    guess = np.eye(9) + h * rate.a + 0.5 * h * h * rate.a @ rate.a
    assert np.abs(step.a - guess).max() < 1e-6
    assert np.abs(step.b - h * rate.b).max() < 2e-4 + 5e-2 * h


def test_an_attitude_has_an_error_of_three_and_everything_is_controllable() -> None:
    model = flyer()
    linear = linearize(model, u=[9.80665, 0.0, 0.0, 0.0])
    names = [name for name, _ in linear.states]
    assert names[3:6] == [f"Drone.attitude_state.error[{axis}]" for axis in range(3)]
    assert linear.states[3][1] == "rad"
    assert linear.a.shape == (9, 9)
    powers = [np.linalg.matrix_power(linear.a, k) @ linear.b for k in range(9)]
    assert np.linalg.matrix_rank(np.hstack(powers), tol=1e-9) == 9
    assert linear.outputs[3:6] == tuple((f"Drone.attitude.error[{a}]", "rad") for a in range(3))


def test_periods_multiply_along_the_motion() -> None:
    model = bicycle()
    long = linearize(model, periods=3)
    product, x = np.eye(4), model.x0
    for _ in range(3):
        product = linearize(model, x=x).a @ product
        x = model.step(x, model.u0, model.p0, 0, [0.0])[0].full().ravel()
    assert long.a == pytest.approx(product)
    assert long.period_ns == 3 * model.period_ns
    assert long.g.shape == (4, 3)
    assert [name for name, _ in long.noise] == ["Car.gust@0", "Car.gust@1", "Car.gust@2"]
    assert long.g[:, 2] == pytest.approx(linearize(model, x=long_end(model, 2)).g[:, 0])


def long_end(model: SymbolicModel, periods: int) -> np.ndarray:
    x = model.x0
    for _ in range(periods):
        x = model.step(x, model.u0, model.p0, 0, [0.0])[0].full().ravel()
    return x


def test_json_has_names_units_and_the_operating_point() -> None:
    document = json.loads(pretty_json(linearize(bicycle()).document()))
    assert document["time"] == "discrete"
    assert document["states"][0] == {"name": "Car.x_state", "unit": "m"}
    assert np.array(document["A"]) == pytest.approx(linearize(bicycle()).a)
    assert document["operating_point"]["Car.wheelbase"] == 2.8


def test_scipy_gets_the_same_system() -> None:
    pytest.importorskip("scipy")
    discrete, continuous = linearize(bicycle()), linearize(bicycle(), continuous=True)
    assert discrete.scipy().dt == pytest.approx(0.01)
    assert continuous.scipy().dt is None
    np.testing.assert_array_equal(discrete.scipy().A, discrete.a)


@pytest.mark.slow
def test_python_control_gets_the_same_system_with_names() -> None:
    pytest.importorskip("control")
    system = linearize(bicycle()).control()
    np.testing.assert_array_equal(system.B, linearize(bicycle()).b)
    assert system.dt == pytest.approx(0.01)
    assert system.state_labels[2] == "Car/yaw_state"
    assert system.input_labels == ["Car/steer", "Car/push"]
    assert linearize(bicycle(), continuous=True).control().isctime()


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "control", None)
    with pytest.raises(InputError, match="control is not installed"):
        linearize(bicycle()).control()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="x has 2 numbers") as caught:
        linearize(bicycle(), x=[0.0, 1.0])
    assert caught.value.key == "x"
    with pytest.raises(InputError, match="periods is 0"):
        linearize(bicycle(), periods=0)
    with pytest.raises(InputError, match="no derivative"):
        linearize(replace(bicycle(), continuous=None), continuous=True)


def test_a_slope_that_is_no_number_is_named() -> None:
    x, empty = ca.SX.sym("x"), ca.SX(0, 1)
    step = ca.Function(
        "step",
        [x, ca.SX.sym("u", 0), ca.SX.sym("p", 0), ca.SX.sym("t"), ca.SX.sym("w", 0)],
        [ca.sqrt(x), x, empty],
        ["x", "u", "p", "t_ns", "w"],
        ["x_next", "y", "stops"],
    )
    only = (Variable("Tank.level", 0, 1, "m"),)
    model = replace(
        bicycle(),
        step=step,
        states=only,
        outputs=(),
        inputs=(),
        parameters=(),
        noise=(),
        x0=np.zeros(1),
        u0=np.zeros(0),
        p0=np.zeros(0),
    )
    with pytest.raises(InputError, match=r"slope of Tank\.level to Tank\.level is no number"):
        linearize(model)


VARIABLES = (
    Variable("a", 0, 2),
    Variable("angle", 2, 1, "rad", Kind.ANGLE),
    Variable("attitude", 3, 4, "", Kind.QUATERNION),
)
numbers = st.floats(-3.0, 3.0)


@given(st.lists(numbers, min_size=7, max_size=7), st.lists(numbers, min_size=6, max_size=6))
def test_moving_by_an_error_and_measuring_it_are_inverse(
    values: list[float], error: list[float]
) -> None:
    reference = np.array(values)
    reference[3] += 10.0  # away from the quaternion that has no direction
    reference[3:7] /= np.linalg.norm(reference[3:7])
    step = np.array(error)
    step[3:6] *= 0.9 * pi / max(pi, float(np.linalg.norm(step[3:6])))
    there = moved(VARIABLES, reference, step)
    assert np.linalg.norm(there[3:7]) == pytest.approx(1.0)
    assert difference(VARIABLES, there, reference) == pytest.approx(step, abs=1e-9)
    there[3:7] *= -1.0  # the same attitude
    assert difference(VARIABLES, there, reference) == pytest.approx(step, abs=1e-9)


def test_angles_differ_by_the_short_way() -> None:
    one, two = np.zeros(7), np.zeros(7)
    one[3] = two[3] = 1.0
    one[2], two[2] = 3.0, -3.0
    assert difference(VARIABLES, one, two)[2] == pytest.approx(6.0 - 2.0 * pi)
