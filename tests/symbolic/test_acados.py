"""Goal: acados gets the expressions it asks for. Method: its model's fields, and their values."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("casadi", reason="needs the extra symbolic")

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.symbolic import acados_expressions, acados_model

from .models import bicycle


def test_the_expressions_are_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        sys.modules, "acados_template", SimpleNamespace(AcadosModel=SimpleNamespace)
    )
    model = bicycle()
    made = acados_model(model, "car")
    assert made.name == "car"
    arguments = [made.x, made.u, made.p, made.t, made.xdot]
    values = ca.Function("f", arguments, [made.disc_dyn_expr, made.f_expl_expr, made.f_impl_expr])
    x, u = model.x0, np.array([0.1, 0.2])
    step, rate, residual = values(x, u, model.p0, 0.0, np.ones(4))
    expected = model.step(x, u, model.p0, 0, [0.0])[0]
    assert model.continuous is not None
    rates = model.continuous(x, u, model.p0, 0, [0.0])
    assert step.full().tobytes() == expected.full().tobytes()
    assert rate.full() == pytest.approx(rates.full())
    assert residual.full() == pytest.approx(1.0 - rates.full())
    assert made.x_labels[0] == "Car.x_state"
    assert made.u_labels == ["Car.steer", "Car.push"]


def test_a_model_without_a_derivative_is_discrete_only() -> None:
    made = acados_expressions(replace(bicycle(), continuous=None, continuous_states=()))
    assert made.f_expl_expr is None
    assert made.f_impl_expr is None


def test_portable_models_and_a_missing_acados_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="portable mathematics"):
        acados_expressions(replace(bicycle(), math="portable"))
    monkeypatch.setitem(sys.modules, "acados_template", None)
    with pytest.raises(InputError, match="acados is not installed"):
        acados_model(bicycle())
