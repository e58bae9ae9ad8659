"""Two banded least-squares problems, solved in place and in one pass each."""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, wrap_angle

__all__ = ["curvatures_of", "velocities_of"]

# Keeps the curvature of a standing vehicle at 0.
_FIRST_CURVATURE_PENALTY = 1e-10


def velocities_of(poses: Floats, dt_s: float, jerk_penalty: float) -> Floats:
    """The velocities between poses (x, y, yaw), each `dt_s` after the one before.

    They minimise sum (dt v_k - s_k)^2 + w sum ((v_{k+2} - 2 v_{k+1} + v_k) / dt)^2, where s_k is
    the displacement along the heading. The normal equations are pentadiagonal and positive
    definite.
    """
    many = poses.shape[0] - 1
    solution, diagonal = np.empty(many), np.empty(many)
    first, second = np.zeros(many), np.zeros(many)  # the bands beside the diagonal
    for k in range(many):
        sine, cosine = sincos(poses[k, 2])
        along = (poses[k + 1, 0] - poses[k, 0]) * cosine + (poses[k + 1, 1] - poses[k, 1]) * sine
        solution[k] = dt_s * along
        diagonal[k] = dt_s * dt_s
    weight = jerk_penalty / (dt_s * dt_s)
    for k in range(many - 2):
        diagonal[k] += weight
        diagonal[k + 1] += 4.0 * weight
        diagonal[k + 2] += weight
        first[k] -= 2.0 * weight
        first[k + 1] -= 2.0 * weight
        second[k] += weight
    _solve_pentadiagonal(diagonal, first, second, solution)
    return solution


def _solve_pentadiagonal(diagonal: Floats, first: Floats, second: Floats, b: Floats) -> None:
    """Solve a symmetric system by L D L'; the bands become L and D, and b the solution."""
    many = b.shape[0]
    for k in range(many):
        if k >= 1:
            diagonal[k] -= first[k - 1] * first[k - 1] * diagonal[k - 1]
            b[k] -= first[k - 1] * b[k - 1]
        if k >= 2:
            diagonal[k] -= second[k - 2] * second[k - 2] * diagonal[k - 2]
            b[k] -= second[k - 2] * b[k - 2]
        if k + 1 < many:
            if k >= 1:
                first[k] -= second[k - 1] * diagonal[k - 1] * first[k - 1]
            first[k] /= diagonal[k]
        if k + 2 < many:
            second[k] /= diagonal[k]
    for k in range(many - 1, -1, -1):
        b[k] /= diagonal[k]
        if k + 1 < many:
            b[k] -= first[k] * b[k + 1]
        if k + 2 < many:
            b[k] -= second[k] * b[k + 2]


def curvatures_of(
    poses: Floats, velocities: Floats, dt_s: float, curvature_rate_penalty: float
) -> Floats:
    """The curvatures between poses, given the velocities between them.

    They minimise sum (dt v_k c_k - turn_k)^2 + w sum ((c_{k+1} - c_k) / dt)^2 + 1e-10 c_0^2. The
    normal equations are tridiagonal.
    """
    many = velocities.shape[0]
    solution, diagonal, beside = np.empty(many), np.empty(many), np.zeros(many)
    for k in range(many):
        along = velocities[k] * dt_s
        diagonal[k] = along * along
        solution[k] = along * wrap_angle(poses[k + 1, 2] - poses[k, 2])
    weight = curvature_rate_penalty / (dt_s * dt_s)
    for k in range(many - 1):
        diagonal[k] += weight
        diagonal[k + 1] += weight
        beside[k] -= weight
    diagonal[0] += _FIRST_CURVATURE_PENALTY
    for k in range(1, many):
        factor = beside[k - 1] / diagonal[k - 1]
        diagonal[k] -= factor * beside[k - 1]
        solution[k] -= factor * solution[k - 1]
    for k in range(many - 1, -1, -1):
        if k + 1 < many:
            solution[k] -= beside[k] * solution[k + 1]
        solution[k] /= diagonal[k]
    return solution
