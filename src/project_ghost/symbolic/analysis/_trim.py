"""Trim: a state and inputs at which nothing changes but what should."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.engine import Kind
from project_ghost.symbolic.model._labels import labels_of, places_of, require_places

from ._derivative import whole_derivative
from ._tangent import attitude_slopes, error_axes, known_kinds

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel

__all__ = ["Trim", "trim"]

Numbers = float | Sequence[float]


@dataclass(frozen=True)
class Trim:
    """An operating point, and what is left to zero in each equation, by name.

    A residual of a state is its change a second, in the state's unit.
    """

    x: np.ndarray
    u: np.ndarray
    residuals: dict[str, float]
    iterations: int

    @property
    def residual(self) -> float:
        """The largest residual."""
        return max(map(abs, self.residuals.values()), default=0.0)


def trim(
    model: SymbolicModel,
    *,
    fixed: Mapping[str, Numbers],
    moving: Collection[str] = (),
    bounds: Mapping[str, tuple[float, float]] | None = None,
    p: Sequence[float] | np.ndarray | None = None,
    tolerance: float = 1e-8,
) -> Trim:
    """Find a state and inputs at which no state changes, except for those that are `moving`.

    `fixed` gives values of states, inputs or outputs, `bounds` keeps some in an interval; names
    may be of one number (`Plant.velocity[0]`). All others are free, and stay as near to the
    model's own values as they can. The change is a derivative where all states have one,
    otherwise that of one period. Noise is zero.
    """
    model = known_kinds(model)
    problem = _Problem(model, np.asarray(model.p0 if p is None else p, dtype=float))
    problem.fix(fixed)
    problem.bound(bounds or {})
    problem.hold(moving)
    return problem.solve(tolerance)


class _Problem:
    """Unknowns z = (x, u), and named equations."""

    def __init__(self, model: SymbolicModel, p: np.ndarray) -> None:
        self._model = model
        self._x = ca.MX.sym("x", model.x0.size)
        self._u = ca.MX.sym("u", model.u0.size)
        noise = ca.DM.zeros(model.step.numel_in(4))
        arguments = (self._x, self._u, p, model.t0_ns, noise)
        self._next, self._y, *_ = model.step(*arguments)
        self._change = (self._next - self._x) / (model.period_ns * 1e-9)
        rates = whole_derivative(model)
        if rates is not None:
            self._change = rates(*arguments)
        self._equations: dict[str, ca.MX] = {}
        self._start = np.concatenate([model.x0, model.u0]).astype(float)
        self._low = np.full(self._start.size, -np.inf)
        self._high = np.full(self._start.size, np.inf)

    def fix(self, fixed: Mapping[str, Numbers]) -> None:
        """Give states, inputs and outputs values."""
        for name, value in fixed.items():
            where, span, labels = self._find(name)
            numbers = np.broadcast_to(np.asarray(value, dtype=float), (len(labels),))
            if where == "y":
                for label, row, number in zip(labels, span, numbers, strict=True):
                    self._equations[f"{label} = {number:g}"] = self._y[row] - number
            else:
                self._low[span] = self._high[span] = self._start[span] = numbers

    def bound(self, bounds: Mapping[str, tuple[float, float]]) -> None:
        """Keep states and inputs in intervals."""
        for name, (low, high) in bounds.items():
            where, span, _ = self._find(name)
            if where == "y" or not low <= high:
                raise InputError(
                    f"{name} has the bounds {low:g} and {high:g}",
                    "trim",
                    "a state or an input, and a lower and an upper bound in this order",
                    "correct the bounds; fix an output instead",
                    key=name,
                )
            self._low[span], self._high[span] = low, high

    def hold(self, moving: Collection[str]) -> None:
        """Let no state change, except for those that are moving."""
        free = {label for name in moving for label in self._state_labels(name)}
        for state in self._model.states:
            change = self._change[state.span]
            labels = list(state.labels)
            if state.kind is Kind.QUATERNION:
                attitude = self._x[state.span]
                self._equations[f"|{state.name}| = 1"] = ca.sumsqr(attitude) - 1.0
                slopes = attitude_slopes(*ca.vertsplit(attitude))
                change = 4.0 * ca.vertcat(*(ca.horzcat(*row) for row in slopes)).T @ change
                labels = [name for name, _ in error_axes([state])]
            for label, rate in zip(labels, ca.vertsplit(change), strict=True):
                if label not in free and state.name not in free:
                    self._equations[f"d/dt {label}"] = rate

    def solve(self, tolerance: float) -> Trim:
        """Solve the equations, near the start."""
        z = ca.vertcat(self._x, self._u)
        scale = 1.0 / (1.0 + np.abs(self._start))
        equations = ca.vertcat(*self._equations.values())
        solver = ca.nlpsol(
            "trim",
            "ipopt",
            {"x": z, "f": 1e-6 * ca.sumsqr(scale * (z - self._start)), "g": equations},
            {
                "print_time": False,
                "ipopt.print_level": 0,
                "ipopt.sb": "yes",
                "ipopt.tol": 1e-12,
                "ipopt.constr_viol_tol": 0.01 * tolerance,
                "ipopt.acceptable_iter": 0,
                "ipopt.max_iter": 200,
                "ipopt.fixed_variable_treatment": "make_parameter",
                "ipopt.bound_relax_factor": 0.0,
            },
        )
        found = solver(x0=self._start, lbx=self._low, ubx=self._high, lbg=0.0, ubg=0.0)
        values = found["x"].full().ravel()
        left = found["g"].full().ravel()
        residuals = dict(zip(self._equations, map(float, left), strict=True))
        if not np.abs(left).max(initial=0.0) < tolerance:
            raise _not_found(residuals)
        size = self._model.x0.size
        return Trim(values[:size], values[size:], residuals, solver.stats()["iter_count"])

    def _state_labels(self, name: str) -> Sequence[str]:
        where, _, labels = self._find(name)
        if where != "x":
            raise InputError(
                f"{name} is not a state", "trim", "a state that may move", "name a state", key=name
            )
        return [name, *labels]

    def _find(self, name: str) -> tuple[str, list[int], Sequence[str]]:
        """Return where a name is, the places in z or y, and a label for each."""
        model = self._model
        for where, variables, offset in (
            ("x", model.states, 0),
            ("u", model.inputs, model.x0.size),
            ("y", model.outputs, 0),
        ):
            if places := places_of(variables, name):
                labels = labels_of(variables)
                return where, [offset + at for at in places], [labels[at] for at in places]
        every = (*model.states, *model.inputs, *model.outputs)
        require_places(every, name, "trim")
        raise AssertionError(name)


def _not_found(residuals: Mapping[str, float]) -> InputError:
    worst = sorted(residuals, key=lambda name: (-abs(residuals[name]), name))[:3]
    return InputError(
        "no trim was found: " + ", ".join(f"{name} is {residuals[name]:.3g}" for name in worst),
        "trim",
        "values that the model can keep",
        "fix less, let these states move, or begin nearer to the trim",
        key=worst[0],
    )
