"""Vectors and quaternions as plain tuples, for interpreted and compiled blocks.

A quaternion is Hamilton's (w, x, y, z) and rotates vectors from body to world axes.
"""

from project_ghost.core.dmath import atan2, sqrt

Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]


def cross(a: Vector, b: Vector) -> Vector:
    """The vector product a x b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def to_world(q: Quaternion, v: Vector) -> Vector:
    """Rotate a vector from body to world axes."""
    # v + 2 w (u x v) + 2 u x (u x v), with u the vector part; needs no matrix.
    tx = 2.0 * (q[2] * v[2] - q[3] * v[1])
    ty = 2.0 * (q[3] * v[0] - q[1] * v[2])
    tz = 2.0 * (q[1] * v[1] - q[2] * v[0])
    return (
        v[0] + q[0] * tx + (q[2] * tz - q[3] * ty),
        v[1] + q[0] * ty + (q[3] * tx - q[1] * tz),
        v[2] + q[0] * tz + (q[1] * ty - q[2] * tx),
    )


def to_body(q: Quaternion, v: Vector) -> Vector:
    """Rotate a vector from world to body axes."""
    return to_world(conjugate(q), v)


def conjugate(q: Quaternion) -> Quaternion:
    """The conjugate; for a unit quaternion, the inverse rotation."""
    return (q[0], -q[1], -q[2], -q[3])


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """Hamilton's product p q: the rotation q, then p."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


def unit(q: Quaternion) -> Quaternion:
    """The quaternion normalised to length 1."""
    length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return (q[0] / length, q[1] / length, q[2] / length, q[3] / length)


def heading_of(q: Quaternion) -> float:
    """The heading of the body's x axis: radians from east, anticlockwise."""
    return atan2(
        2.0 * (q[0] * q[3] + q[1] * q[2]),
        1.0 - 2.0 * (q[2] * q[2] + q[3] * q[3]),
    )
