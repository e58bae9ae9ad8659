"""Small errors of named vectors: three numbers for an attitude, the short way for an angle.

An attitude q is q0 times the rotation by e, e in body axes: dq = L(q0) e. Four numbers would keep
the norm of the quaternion as a state that nothing can control.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import atan2, cos, pi, remainder, sin, sqrt
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from project_ghost.core.interruptible import interruptible
from project_ghost.engine import Kind
from project_ghost.symbolic.model._step import called, symbols

if TYPE_CHECKING:
    from project_ghost.symbolic.model._model import SymbolicModel, Variable

__all__ = ["difference", "error_axes", "known_kinds", "moved", "project", "tangent", "turning"]


def known_kinds(model: SymbolicModel) -> SymbolicModel:
    """Return the model with the kinds of its states, as far as its outputs tell them.

    Components declare kinds for outputs only. A quaternion that is made from one state of four
    numbers alone makes that state an attitude; an angle that follows one state with slope 1 makes
    it an angle.
    """
    named = [output for output in model.outputs if output.kind is not Kind.PLAIN]
    kinds: dict[str, Kind] = {}
    for output, rows in zip(named, _slopes_to_state(model, named), strict=True):
        sources = [state for state in model.states if rows[:, state.span].nnz() > 0]
        if len(sources) != 1 or sources[0].size != output.size:
            continue
        (state,) = sources
        if output.kind is Kind.QUATERNION or float(rows[0, state.start]) == 1.0:
            kinds[state.name] = output.kind
    states = tuple(
        replace(state, kind=kinds.get(state.name, Kind.PLAIN))
        if state.kind is Kind.PLAIN
        else state
        for state in model.states
    )
    return replace(model, states=states)


def _slopes_to_state(model: SymbolicModel, outputs: Sequence[Variable]) -> list[ca.DM]:
    """Return the slopes of some outputs to the state, at the model's own point."""
    x = symbols(model.step, "x", model.x0.size)
    noise = np.zeros(model.step.numel_in(4))
    y = called(model.step, (x, model.u0, model.p0, model.t0_ns, noise))[1]
    slopes = [ca.jacobian(y[output.span], x) for output in outputs]
    return list(interruptible(ca.Function("slopes", [x], slopes).call, [model.x0]))


def error_axes(variables: Sequence[Variable]) -> tuple[tuple[str, str], ...]:
    """Return name and unit of each number of an error."""
    return tuple(axis for variable in variables for axis in _axes(variable))


def _axes(variable: Variable) -> Iterator[tuple[str, str]]:
    if variable.kind is Kind.QUATERNION:
        return ((f"{variable.name}.error[{axis}]", "rad") for axis in range(3))
    return ((label, variable.unit) for label in variable.labels)


def tangent(variables: Sequence[Variable], values: np.ndarray) -> np.ndarray:
    """Return the slopes of a vector to its error, at these values."""
    matrix = np.zeros((len(values), len(error_axes(variables))))
    column = 0
    for variable in variables:
        block = _tangent(variable, values[variable.span])
        matrix[variable.span, column : column + block.shape[1]] = block
        column += block.shape[1]
    return matrix


def project(variables: Sequence[Variable], values: np.ndarray) -> np.ndarray:
    """Return the slopes of an error to its vector, at these values: a left inverse of `tangent`."""
    matrix = np.zeros((len(error_axes(variables)), len(values)))
    row = 0
    for variable in variables:
        block = np.linalg.pinv(_tangent(variable, values[variable.span]))
        matrix[row : row + block.shape[0], variable.span] = block
        row += block.shape[0]
    return matrix


def turning(variables: Sequence[Variable], values: np.ndarray, velocity: np.ndarray) -> np.ndarray:
    """Return how fast errors of attitudes change because their axes turn."""
    size = len(error_axes(variables))
    matrix = np.zeros((size, size))
    column = 0
    for variable in variables:
        width = len(error_axes([variable]))
        if variable.kind is Kind.QUATERNION:
            place = slice(column, column + width)
            turned = np.array(attitude_slopes(*velocity[variable.span])).T
            scale = 4.0 / float(values[variable.span] @ values[variable.span])
            matrix[place, place] = scale * turned @ _tangent(variable, values[variable.span])
        column += width
    return matrix


def _tangent(variable: Variable, values: np.ndarray) -> np.ndarray:
    if variable.kind is not Kind.QUATERNION:
        return np.eye(variable.size)
    return np.array(attitude_slopes(*values))


def attitude_slopes(w: ca.SX, x: ca.SX, y: ca.SX, z: ca.SX) -> list[list[ca.SX]]:
    """Return the slopes of a quaternion to a small rotation about the axes of the body."""
    return [
        [-0.5 * x, -0.5 * y, -0.5 * z],
        [0.5 * w, -0.5 * z, 0.5 * y],
        [0.5 * z, 0.5 * w, -0.5 * x],
        [-0.5 * y, 0.5 * x, 0.5 * w],
    ]


def difference(
    variables: Sequence[Variable], values: np.ndarray, reference: np.ndarray
) -> np.ndarray:
    """Return the error of values to a reference: rotations as vectors, angles the short way."""
    parts = [_difference(v, values[v.span], reference[v.span]) for v in variables]
    return np.concatenate(parts) if parts else np.zeros(0)


def _difference(variable: Variable, values: np.ndarray, reference: np.ndarray) -> np.ndarray:
    if variable.kind is Kind.ANGLE:
        turns = [remainder(a - b, 2.0 * pi) for a, b in zip(values, reference, strict=True)]
        return np.array(turns)
    if variable.kind is not Kind.QUATERNION:
        return np.asarray(values - reference)
    part = np.asarray(2.0 * _tangent(variable, reference).T @ values)
    along = float(reference @ values)
    size = float(np.linalg.norm(part))
    if size == 0.0:
        return np.zeros(3)
    return part * (2.0 * atan2(size, abs(along)) / size * (1.0 if along >= 0.0 else -1.0))


def moved(variables: Sequence[Variable], reference: np.ndarray, error: np.ndarray) -> np.ndarray:
    """Return the values that have this error to a reference."""
    values = reference.astype(float)
    start = 0
    for variable in variables:
        size = 3 if variable.kind is Kind.QUATERNION else variable.size
        part = error[start : start + size]
        start += size
        if variable.kind is not Kind.QUATERNION:
            values[variable.span] += part
            continue
        angle = sqrt(float(part @ part))
        half = 0.5 if angle < 1e-9 else sin(0.5 * angle) / angle
        turn = 2.0 * half * _tangent(variable, reference[variable.span]) @ part
        values[variable.span] = cos(0.5 * angle) * reference[variable.span] + turn
    return values
