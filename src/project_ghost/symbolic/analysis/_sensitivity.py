"""How a run changes with its initial state and its parameters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.core.interruptible import interruptible
from project_ghost.symbolic.model._labels import places_of, require_places

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel, Variable

__all__ = ["Sensitivity", "sensitivity"]


@dataclass(frozen=True)
class Sensitivity:
    """The states after each period, and their slopes; row 0 is the start.

    `to_initial[k, i, j]` is the slope of state i after k periods to state j at the start,
    `to_parameters[k, i, j]` that to parameter j. `of` finds one by names.
    """

    stamps_ns: np.ndarray
    states: np.ndarray
    to_initial: np.ndarray
    to_parameters: np.ndarray
    rows: tuple[Variable, ...]
    parameters: tuple[Variable, ...]

    def of(self, state: str, to: str) -> np.ndarray:
        """Return the slope of a state to a parameter or to a state at the start, over time."""
        rows = require_places(self.rows, state, "a sensitivity")
        columns = places_of(self.parameters, to)
        slopes = self.to_parameters if columns else self.to_initial
        columns = columns or require_places(self.rows, to, "a sensitivity")
        return np.asarray(slopes[:, rows][:, :, columns].squeeze())


def sensitivity(
    model: SymbolicModel,
    periods: int,
    *,
    x: Sequence[float] | np.ndarray | None = None,
    u: Sequence[float] | np.ndarray | None = None,
    p: Sequence[float] | np.ndarray | None = None,
    w: Sequence[float] | np.ndarray | None = None,
) -> Sensitivity:
    """Run the model and carry the slopes along.

    `u` and `w` are one vector for all periods, or one row for each. The slopes of one step are
    built once and evaluated along the run, so the cost grows with the run, not the graph.
    """
    slopes = interruptible(
        model.step.factory,
        "slopes",
        model.step.name_in(),
        ["x_next", "jac:x_next:x", "jac:x_next:p"],
    )
    inputs = _rows("u", u, model.u0, periods)
    noise = _rows("w", w, np.zeros(model.step.numel_in(4)), periods)
    parameters = np.asarray(model.p0 if p is None else p, dtype=float)
    size = model.x0.size
    states = np.zeros((periods + 1, size))
    to_initial = np.zeros((periods + 1, size, size))
    to_parameters = np.zeros((periods + 1, size, parameters.size))
    states[0] = model.x0 if x is None else x
    to_initial[0] = np.eye(size)
    stamps = model.t0_ns + model.period_ns * np.arange(periods + 1)
    for k in range(periods):
        following, a, b = slopes(states[k], inputs[k], parameters, int(stamps[k]), noise[k])
        states[k + 1] = following.full().ravel()
        to_initial[k + 1] = a.full() @ to_initial[k]
        to_parameters[k + 1] = a.full() @ to_parameters[k] + b.full()
    return Sensitivity(stamps, states, to_initial, to_parameters, model.states, model.parameters)


def _rows(
    name: str, given: Sequence[float] | np.ndarray | None, default: np.ndarray, periods: int
) -> np.ndarray:
    values = np.asarray(default if given is None else given, dtype=float)
    try:
        return np.broadcast_to(values, (periods, default.size))
    except ValueError:
        raise InputError(
            f"{name} has the shape {values.shape}",
            "sensitivity",
            f"{default.size} numbers, or {periods} rows of them",
            "give one row for each period",
            key=name,
        ) from None
