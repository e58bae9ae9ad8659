"""A model for acados: the expressions that its `AcadosModel` takes."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import casadi as ca

from project_ghost.core.errors import InputError
from project_ghost.symbolic.analysis._derivative import whole_derivative
from project_ghost.symbolic.model._labels import labels_of

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["AcadosExpressions", "acados_expressions", "acados_model"]


@dataclass(frozen=True)
class AcadosExpressions:
    """What acados calls it, in SX. Noise is zero.

    `f_expl_expr` and `f_impl_expr` are None where a state has no derivative.
    """

    name: str
    x: ca.SX
    u: ca.SX
    p: ca.SX
    t: ca.SX
    xdot: ca.SX
    disc_dyn_expr: ca.SX
    f_expl_expr: ca.SX | None
    f_impl_expr: ca.SX | None
    x_labels: list[str]
    u_labels: list[str]


def acados_expressions(model: SymbolicModel, name: str = "ghost") -> AcadosExpressions:
    """Return the expressions of a model; `t` is in seconds."""
    if model.math != "native":
        raise InputError(
            "the model has portable mathematics",
            "acados",
            "native mathematics: acados differentiates twice and generates C of its own",
            "export with `math: native`",
            key="math",
        )
    x, u, p = (
        ca.SX.sym(letter, vector.size)
        for letter, vector in (("x", model.x0), ("u", model.u0), ("p", model.p0))
    )
    t, xdot = ca.SX.sym("t"), ca.SX.sym("xdot", model.x0.size)
    arguments = (x, u, p, 1e9 * t, ca.SX.zeros(model.step.numel_in(4)))
    rates = whole_derivative(model)
    explicit = None if rates is None else rates(*arguments)
    return AcadosExpressions(
        name,
        *(x, u, p, t, xdot),
        disc_dyn_expr=model.step(*arguments)[0],
        f_expl_expr=explicit,
        f_impl_expr=None if explicit is None else xdot - explicit,
        x_labels=list(labels_of(model.states)),
        u_labels=list(labels_of(model.inputs)),
    )


def acados_model(model: SymbolicModel, name: str = "ghost") -> Any:  # noqa: ANN401 - no types
    """Return an `AcadosModel` of the package acados_template."""
    try:
        acados = import_module("acados_template")
    except ImportError:
        raise InputError(
            "acados is not installed",
            "acados",
            "the package acados_template",
            "install acados, or use `acados_expressions`",
        ) from None
    filled = acados.AcadosModel()
    for key, value in vars(acados_expressions(model, name)).items():
        setattr(filled, key, value)
    return filled
