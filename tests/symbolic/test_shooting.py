"""Goal: trajectories are optimal, keep bounds, and are those of the model.

Method: the time-optimal stop of a mass, whose solution is bang-bang; the model's own steps.
"""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.symbolic import Limit, Shooting, SymbolicModel

from .models import bicycle


def _straight() -> Shooting:
    """From rest to rest, 4 m ahead, with up to 1 m/s2: 4 s."""
    problem = Shooting(bicycle(), 20, duration_s=(1.0, 20.0), substeps=2)
    rest = {"Car.yaw_state": 0.0, "Car.speed_state": 0.0}
    problem.start({"Car.x_state": 0.0, "Car.y_state": 0.0, **rest})
    problem.end({"Car.x_state": 4.0, "Car.y_state": 0.0, **rest})
    problem.bound("Car.steer", -0.5, 0.5)
    problem.guess({"Car.x_state": 4.0})
    problem.opti.set_initial(problem.x[3, :], 1.0)
    problem.opti.minimize(problem.duration_s)
    return problem


def test_the_fastest_way_to_stop_elsewhere_is_bang_bang() -> None:
    problem = _straight()
    problem.bound("Car.push", -1.0, 1.0)
    found = problem.solve()
    assert found.duration_s == pytest.approx(4.0, rel=1e-3)
    assert found.inputs[:10, 1] == pytest.approx(1.0, abs=1e-3)
    assert found.inputs[10:, 1] == pytest.approx(-1.0, abs=1e-3)
    assert found.times_s[-1] == found.duration_s
    assert found.states[-1, 0] == pytest.approx(4.0)


def _limited() -> SymbolicModel:
    model = bicycle()
    x, u, p, t, w = model.step.sx_in()
    limits = ca.Function("limits", [x, u, p, t, w], [u[1]])
    return replace(model, limits=limits, limited=(Limit("Car.push", 0, -1.0, 1.0),))


def test_limits_of_the_model_are_constraints() -> None:
    problem = Shooting(_limited(), 20, duration_s=(1.0, 20.0), substeps=2)
    problem.start({f"Car.{name}_state": 0.0 for name in ("x", "y", "yaw", "speed")})
    problem.end({"Car.speed_state": 8.0})
    problem.bound("Car.steer", -0.5, 0.5)
    problem.opti.minimize(problem.duration_s)
    found = problem.solve()
    assert found.duration_s == pytest.approx(8.0, rel=1e-6)
    assert found.inputs[:, 1] == pytest.approx(1.0, abs=1e-6)


def test_a_model_without_a_derivative_goes_by_periods() -> None:
    model = replace(bicycle(), continuous=None, continuous_states=())
    problem = Shooting(model, 10, substeps=5)
    problem.start({"Car.x_state": 0.0, "Car.y_state": 0.0, "Car.yaw_state": 0.0})
    problem.end({"Car.speed_state": 6.0})
    problem.opti.minimize(ca.sumsqr(problem.u))
    found = problem.solve()
    assert found.duration_s == pytest.approx(0.5)
    x = found.states[0]
    for _ in range(5):
        x = model.step(x, found.inputs[0], model.p0, 0, [0.0])[0].full().ravel()
    assert found.states[1] == pytest.approx(x, abs=1e-8)


def test_what_is_impossible_and_what_is_wrong_is_refused() -> None:
    problem = Shooting(bicycle(), 5, duration_s=1.0)
    problem.start({"Car.speed_state": 0.0})
    problem.end({"Car.speed_state": 9.0})
    problem.bound("Car.push", -1.0, 1.0)
    with pytest.raises(InputError, match="no trajectory was found: Infeasible"):
        problem.solve()
    with pytest.raises(InputError, match=r"there is no 'Car\.stear'"):
        problem.input("Car.stear")
    with pytest.raises(InputError, match="has the bounds 2 and 1"):
        problem.bound("Car.push", 2.0, 1.0)
    with pytest.raises(InputError, match="0 intervals"):
        Shooting(bicycle(), 0)
    with pytest.raises(InputError, match="given by its period"):
        Shooting(replace(bicycle(), continuous=None), 5, duration_s=1.0)


def test_the_nodes_are_spread_evenly() -> None:
    found = Shooting(bicycle(), 4)
    assert found.x.shape == (4, 5)
    assert found.state("Car.yaw_state").shape == (1, 5)
    assert np.isclose(float(ca.evalf(found.duration_s)), 0.04)
