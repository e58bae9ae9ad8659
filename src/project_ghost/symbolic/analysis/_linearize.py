"""A model as matrices about an operating point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.interruptible import interruptible

from ._tangent import error_axes, known_kinds, project, tangent, turning

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel, Variable

__all__ = ["Axis", "LinearModel", "linearize"]

Axis = tuple[str, str]  # name and unit


@dataclass(frozen=True)
class LinearModel:
    """x' = A x + B u + G w, y = C x + D u + H w, all as errors to the operating point.

    `period_ns` is the time of one step, 0 where x' is a derivative. Attitudes are errors of three
    numbers, in body axes.
    """

    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    d: np.ndarray
    g: np.ndarray
    h: np.ndarray
    states: tuple[Axis, ...]
    inputs: tuple[Axis, ...]
    outputs: tuple[Axis, ...]
    noise: tuple[Axis, ...]
    period_ns: int
    operating_point: dict[str, float] = field(default_factory=dict)

    @property
    def is_discrete(self) -> bool:
        """Whether one application is a step, and not a derivative."""
        return self.period_ns > 0

    @cached_property
    def eigenvalues(self) -> np.ndarray:
        """The eigenvalues of A."""
        return np.asarray(interruptible(np.linalg.eigvals, self.a))

    @property
    def spectral_radius(self) -> float:
        """The size of the largest eigenvalue; a discrete model is stable below 1."""
        return float(np.abs(self.eigenvalues).max(initial=0.0))

    def document(self) -> dict[str, Any]:
        """Return what JSON holds: matrices by rows, names and units."""
        axes = {"states": self.states, "inputs": self.inputs, "outputs": self.outputs}
        matrices = {"A": self.a, "B": self.b, "C": self.c, "D": self.d, "G": self.g, "H": self.h}
        return {
            "format": 1,
            "time": "discrete" if self.is_discrete else "continuous",
            "period_ns": self.period_ns,
            **{
                name: [{"name": label, "unit": unit} for label, unit in labels]
                for name, labels in {**axes, "noise": self.noise}.items()
            },
            **{name: matrix.tolist() for name, matrix in matrices.items()},
            "operating_point": self.operating_point,
        }

    def scipy(self) -> Any:  # noqa: ANN401 - scipy has no types here
        """Return A, B, C and D as `scipy.signal.StateSpace`, with `dt` in seconds."""
        signal = _required("scipy.signal", "scipy")
        matrices = (self.a, self.b, self.c, self.d)
        if self.is_discrete:
            return signal.StateSpace(*matrices, dt=self.period_ns * 1e-9)
        return signal.StateSpace(*matrices)

    def control(self) -> Any:  # noqa: ANN401 - python-control has no types
        """Return A, B, C and D as `control.StateSpace`, with the names of signals."""
        control = _required("control", "control")
        return control.ss(
            *(self.a, self.b, self.c, self.d),
            dt=self.period_ns * 1e-9 if self.is_discrete else 0,
            # python-control uses dots for signals of subsystems
            states=[name.replace(".", "/") for name, _ in self.states],
            inputs=[name.replace(".", "/") for name, _ in self.inputs],
            outputs=[name.replace(".", "/") for name, _ in self.outputs],
        )


def linearize(
    model: SymbolicModel,
    *,
    x: Sequence[float] | np.ndarray | None = None,
    u: Sequence[float] | np.ndarray | None = None,
    p: Sequence[float] | np.ndarray | None = None,
    w: Sequence[float] | np.ndarray | None = None,
    continuous: bool = False,
    periods: int = 1,
) -> LinearModel:
    """Return the model about an operating point: the model's own, where nothing else is given.

    `periods` takes so many periods of the model as one step, along its own motion, with inputs
    held; noise then has columns for each period. `continuous` takes the derivative of the
    continuous states instead, all others held.
    """
    model = known_kinds(model)
    at = _Point(
        _vector("x", x, model.x0),
        _vector("u", u, model.u0),
        _vector("p", p, model.p0),
        _vector("w", w, np.zeros(model.step.numel_in(4))),
    )
    if periods < 1 or (continuous and periods > 1):
        raise InputError(
            f"periods is {periods}",
            "linearize",
            "1 for a continuous model, otherwise 1 or more",
            "leave it out",
            key="periods",
        )
    linear = _continuous(model, at) if continuous else _discrete(model, at, periods)
    _require_numbers(linear)
    return linear


@dataclass(frozen=True)
class _Point:
    x: np.ndarray
    u: np.ndarray
    p: np.ndarray
    w: np.ndarray

    def document(self, model: SymbolicModel) -> dict[str, float]:
        """Return state, inputs and parameters by name."""
        return {
            label: float(number)
            for variables, vector in (
                (model.states, self.x),
                (model.inputs, self.u),
                (model.parameters, self.p),
            )
            for variable in variables
            for label, number in zip(variable.labels, vector[variable.span], strict=True)
        }


def _vector(
    name: str, given: Sequence[float] | np.ndarray | None, default: np.ndarray
) -> np.ndarray:
    vector = np.asarray(default if given is None else given, dtype=float).ravel()
    if vector.shape != default.shape:
        raise InputError(
            f"{name} has {vector.size} numbers",
            "linearize",
            f"{default.size} numbers, as the model has",
            "begin with a copy of the model's own vector",
            key=name,
        )
    return vector


def _discrete(model: SymbolicModel, at: _Point, periods: int) -> LinearModel:
    slopes = interruptible(
        model.step.factory,
        "slopes",
        model.step.name_in(),
        [f"jac:{row}:{column}" for row in ("x_next", "y") for column in ("x", "u", "w")]
        + ["x_next", "y"],
    )
    count = periods * at.w.size
    start, position = tangent(model.states, at.x), at.x
    a, b, g = np.eye(at.x.size), np.zeros((at.x.size, at.u.size)), np.zeros((at.x.size, count))
    first: tuple[np.ndarray, ...] = ()
    for period in range(periods):
        time = model.t0_ns + period * model.period_ns
        found = interruptible(slopes.call, [position, at.u, at.p, time, at.w])
        values = [matrix.full() for matrix in found]
        one_a, one_b, one_g = values[:3]
        first = first or (*values[3:6], values[7].ravel())
        a, b, g = one_a @ a, one_a @ b + one_b, one_a @ g
        g[:, period * at.w.size : (period + 1) * at.w.size] = one_g
        position = values[6].ravel()
    c, d, h, y = first

    def to_errors() -> tuple[np.ndarray, ...]:
        end = project(model.states, position)
        out, into = project(model.outputs, y), tangent(model.inputs, at.u)
        later = np.zeros((len(y), count - at.w.size))
        states = (end @ a @ start, end @ b @ into)
        return *states, out @ c @ start, out @ d @ into, end @ g, out @ np.hstack([h, later])

    error_a, error_b, error_c, error_d, error_g, error_h = interruptible(to_errors)
    return LinearModel(
        *(error_a, error_b, error_c, error_d, error_g, error_h),
        error_axes(model.states),
        error_axes(model.inputs),
        error_axes(model.outputs),
        _noise_axes(model, periods),
        periods * model.period_ns,
        at.document(model),
    )


def _noise_axes(model: SymbolicModel, periods: int) -> tuple[Axis, ...]:
    once = error_axes(model.noise)
    if periods == 1:
        return once
    return tuple((f"{name}@{k}", unit) for k in range(periods) for name, unit in once)


def _continuous(model: SymbolicModel, at: _Point) -> LinearModel:
    if model.continuous is None:
        raise InputError(
            "the model has no derivative",
            "linearize",
            "a snapshot with continuous states",
            "export with `rate_transitions: snapshot`, or linearise the step",
            key="continuous",
        )
    moving = [state for state in model.states if state.name in model.continuous_states]
    places = np.concatenate([np.arange(state.start, state.start + state.size) for state in moving])
    names = model.step.name_in()
    rate, output = model.continuous, model.step
    values = [*(at.x, at.u, at.p), model.t0_ns, at.w]
    result = rate.name_out(0)
    rates = rate.factory("rates", names, [*(f"jac:{result}:{n}" for n in "xuw"), result])(*values)
    reads = output.factory("reads", names, [*(f"jac:y:{n}" for n in "xuw"), "y"])(*values)
    a, b, g, speed = (matrix.full() for matrix in rates)
    c, d, h, y = (matrix.full() for matrix in reads)
    columns = _columns(model.states, moving)
    error = tangent(model.states, at.x)[places][:, columns]
    back, out = np.linalg.pinv(error), project(model.outputs, y.ravel())
    # the axes in which an attitude's error is counted turn with the operating point
    velocity = np.zeros_like(at.x)
    velocity[places] = speed.ravel()
    turned = turning(model.states, at.x, velocity)[columns][:, columns]
    into = tangent(model.inputs, at.u)
    return LinearModel(
        *(back @ a[:, places] @ error + turned, back @ b @ into),
        *(out @ c[:, places] @ error, out @ d @ into, back @ g, out @ h),
        error_axes(moving),
        error_axes(model.inputs),
        error_axes(model.outputs),
        error_axes(model.noise),
        0,
        at.document(model),
    )


def _columns(states: Sequence[Variable], chosen: Sequence[Variable]) -> list[int]:
    """The places of some states in the error of all."""
    names = [state.name for state in states for _ in error_axes([state])]
    return [place for place, name in enumerate(names) if name in {s.name for s in chosen}]


def _require_numbers(linear: LinearModel) -> None:
    for name, rows, columns in (
        ("a", linear.states, linear.states),
        ("b", linear.states, linear.inputs),
        ("c", linear.outputs, linear.states),
        ("d", linear.outputs, linear.inputs),
        ("g", linear.states, linear.noise),
        ("h", linear.outputs, linear.noise),
    ):
        bad = np.argwhere(~np.isfinite(getattr(linear, name)))
        if len(bad):
            row, column = bad[0]
            raise InputError(
                f"the slope of {rows[row][0]} to {columns[column][0]} is no number",
                "linearize",
                "an operating point where the model has derivatives",
                "choose another operating point",
                key=columns[column][0],
            )


def _required(module: str, distribution: str) -> Any:  # noqa: ANN401 - a module
    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            f"{distribution} is not installed",
            "LinearModel",
            f"the package {distribution}",
            f"install {distribution}, or use the matrices of `document()`",
        ) from None
