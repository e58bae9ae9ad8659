"""Attitude mathematics of the filter: small rotations, and rotation matrices."""

from project_ghost.core.dmath import sincos, sqrt
from project_ghost.models.rigid_body import Quaternion

Matrix = tuple[float, float, float, float, float, float, float, float, float]


def rotation_of(x: float, y: float, z: float) -> Quaternion:
    """The quaternion of a rotation vector in radians."""
    square = x * x + y * y + z * z
    if square < 1e-16:
        # sin(a / 2) / a equals 1/2 in floating point here, and a may be zero.
        return (1.0, 0.5 * x, 0.5 * y, 0.5 * z)
    angle = sqrt(square)
    sine, cosine = sincos(0.5 * angle)
    scale = sine / angle
    return (cosine, scale * x, scale * y, scale * z)


def matrix_of(q: Quaternion) -> Matrix:
    """The rotation matrix of a unit quaternion, row by row."""
    w, x, y, z = q
    return (
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )
