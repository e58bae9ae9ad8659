"""Fit a rigid or similarity transform between two trajectories, in least squares.

The rigid and similarity transforms follow S. Umeyama, "Least-squares estimation of
transformation parameters between two point patterns", 1991. A rotation about the vertical
axis alone has a closed form.
"""

from dataclasses import dataclass
from math import atan2, cos, sin
from typing import final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

from ._trajectory import Trajectory

ALIGNMENTS = ("none", "yaw", "se3", "sim3")

_POINTS_MIN = 3


@final
@dataclass(frozen=True, slots=True)
class Alignment:
    """`p -> scale * rotation @ p + translation`, applied to the belief."""

    kind: str
    scale: float
    rotation: Floats
    translation: Floats

    def apply(self, belief: Trajectory) -> Trajectory:
        """Return the transformed belief."""
        if self.kind == "none":
            return belief
        transform = self.scale * self.rotation.T
        return Trajectory(
            belief.stamps_ns,
            belief.positions @ transform + self.translation,
            _rotate(_quaternion(self.rotation), belief.orientations),
            None if belief.velocities is None else belief.velocities @ transform,
        )


def fit_alignment(kind: str, truth: Floats, belief: Floats) -> Alignment:
    """Fit the alignment of the belief's points to the truth's, point by point."""
    if kind == "none":
        return Alignment(kind, 1.0, np.eye(3), np.zeros(3))
    if kind not in ALIGNMENTS:
        raise InputError(f"there is no alignment {kind!r}", "align", ", ".join(ALIGNMENTS))
    if len(truth) < _POINTS_MIN:
        raise InputError(f"there are {len(truth)} pairs", "align", f"{_POINTS_MIN} or more")
    truth_mean, belief_mean = truth.mean(axis=0), belief.mean(axis=0)
    a, b = truth - truth_mean, belief - belief_mean
    scale = 1.0
    if kind == "yaw":
        angle = atan2(
            float(np.sum(b[:, 0] * a[:, 1] - b[:, 1] * a[:, 0])),
            float(np.sum(b[:, 0] * a[:, 0] + b[:, 1] * a[:, 1])),
        )
        c, s = cos(angle), sin(angle)
        rotation = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    else:
        u, singular, vt = np.linalg.svd(a.T @ b / len(a))
        if singular[1] <= 1e-12 * singular[0]:
            raise InputError(
                "the positions lie on a line", "align", "a path that fixes a rotation",
                "align with yaw, or not at all",
            )  # fmt: skip
        signs = np.array([1.0, 1.0, np.sign(np.linalg.det(u) * np.linalg.det(vt))])
        rotation = (u * signs) @ vt
        if kind == "sim3":
            scale = float(np.sum(singular * signs) / np.mean(np.sum(b * b, axis=1)))
    return Alignment(kind, scale, rotation, truth_mean - scale * (rotation @ belief_mean))


def _quaternion(r: Floats) -> Floats:
    """Return the quaternion w, x, y, z of a rotation: the eigenvector of the largest eigenvalue."""
    xx, yy, zz = np.diag(r)
    k = np.array(
        [
            [xx + yy + zz, r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]],
            [0.0, xx - yy - zz, r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]],
            [0.0, 0.0, yy - xx - zz, r[1, 2] + r[2, 1]],
            [0.0, 0.0, 0.0, zz - xx - yy],
        ]
    )
    q: Floats = np.linalg.eigh(k, UPLO="U")[1][:, -1].astype(np.float64, copy=False)
    return q


def _rotate(q: Floats, orientations: Floats) -> Floats:
    """Return the normalised Hamilton product `q * each`."""
    aw, ax, ay, az = q
    w, x, y, z = orientations.T
    product = np.column_stack(
        [
            aw * w - ax * x - ay * y - az * z,
            aw * x + ax * w + ay * z - az * y,
            aw * y - ax * z + ay * w + az * x,
            aw * z + ax * y - ay * x + az * w,
        ]
    )
    norms = np.sqrt(np.sum(product * product, axis=1, keepdims=True))
    rotated: Floats = product / norms
    return rotated
