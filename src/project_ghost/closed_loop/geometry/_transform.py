"""Move and turn poses."""

import numpy as np

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import Point2D, StateSE2, shifted
from project_ghost.core import dmath
from project_ghost.core.arrays import Floats

__all__ = [
    "rotate",
    "rotate_2d",
    "rotate_angle",
    "transform",
    "translate",
    "translate_laterally",
    "translate_longitudinally",
    "translate_longitudinally_and_laterally",
]


def rotate_2d(point: Point2D, rotation_matrix: Floats) -> Point2D:
    """The point as a row times a 2 x 2 matrix, as nuPlan has it."""
    x, y = _row_times(point, rotation_matrix)
    return Point2D(x, y)


def translate(pose: StateSE2, translation: Floats) -> StateSE2:
    """The pose moved by (x, y), with the same heading."""
    if translation.shape not in ((2,), (2, 1)):
        raise ClosedLoopValueError(
            f"a translation of shape {translation.shape}", "translate", "shape (2,)"
        )
    x, y = translation.reshape(2).tolist()
    return StateSE2(pose.x + x, pose.y + y, pose.heading)


def rotate(pose: StateSE2, rotation_matrix: Floats) -> StateSE2:
    """The position as a row times a 2 x 2 matrix; the heading plus the matrix's angle."""
    x, y = _row_times(pose, rotation_matrix)
    angle = dmath.atan2(float(rotation_matrix[1, 0]), float(rotation_matrix[1, 1]))
    return StateSE2(x, y, pose.heading + angle)


def rotate_angle(pose: StateSE2, theta: float) -> StateSE2:
    """`rotate` by the matrix of an angle."""
    sine, cosine = dmath.sincos(theta)
    return rotate(pose, np.array([[cosine, -sine], [sine, cosine]]))


def transform(pose: StateSE2, transform_matrix: Floats) -> StateSE2:
    """`rotate`, then `translate`, by a matrix of 3 x 3 or 4 x 4."""
    return translate(rotate(pose, transform_matrix[:2, :2]), transform_matrix[:2, 2])


def translate_longitudinally(pose: StateSE2, distance: float) -> StateSE2:
    """The pose moved ahead along its heading."""
    return translate_longitudinally_and_laterally(pose, distance, 0.0)


def translate_laterally(pose: StateSE2, distance: float) -> StateSE2:
    """The pose moved to the left of its heading."""
    return translate_longitudinally_and_laterally(pose, 0.0, distance)


def translate_longitudinally_and_laterally(pose: StateSE2, lon: float, lat: float) -> StateSE2:
    """The pose moved ahead and to the left."""
    return StateSE2(*shifted(pose.x, pose.y, pose.heading, lon, lat), pose.heading)


def _row_times(point: Point2D, matrix: Floats) -> tuple[float, float]:
    if matrix.shape != (2, 2):
        raise ClosedLoopValueError(f"a matrix of shape {matrix.shape}", "rotate", "shape (2, 2)")
    (a, b), (c, d) = matrix.tolist()
    return point.x * a + point.y * c, point.x * b + point.y * d
