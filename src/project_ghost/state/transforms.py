"""Conversions of frames and rotations; no other module converts them.

The world is ENU, the body FLU, a quaternion Hamilton `[w, x, y, z]` from body to world, of norm 1
to within 1e-3. Sums are written out, so that the bits are the same on every machine. What the
functions return is read-only.
"""

from collections.abc import Sequence

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.hal.fields import require_array, require_unit_quaternion

__all__ = [
    "R_body_to_world",
    "R_world_to_body",
    "enu_to_ned",
    "flu_to_frd",
    "frd_to_flu",
    "ned_to_enu",
    "quat_hamilton_to_scipy",
    "quat_scipy_to_hamilton",
    "rotated",
]


def _read_only(values: Sequence[float] | Sequence[Sequence[float]]) -> Floats:
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def quat_hamilton_to_scipy(q: Floats) -> Floats:
    """Convert `[w, x, y, z]` to `[x, y, z, w]`."""
    w, x, y, z = require_unit_quaternion(q, "q", "quat_hamilton_to_scipy").tolist()
    return _read_only([x, y, z, w])


def quat_scipy_to_hamilton(q: Floats) -> Floats:
    """Convert `[x, y, z, w]` to `[w, x, y, z]`."""
    x, y, z, w = require_unit_quaternion(q, "q", "quat_scipy_to_hamilton").tolist()
    return _read_only([w, x, y, z])


def R_body_to_world(q: Floats) -> Floats:  # noqa: N802 - a matrix, as it is written
    """Return the rotation matrix of a quaternion, orthogonal even if its norm is not exactly 1."""
    return _read_only(_rotation(q, "R_body_to_world"))


def R_world_to_body(q: Floats) -> Floats:  # noqa: N802 - a matrix, as it is written
    """Return the inverse of `R_body_to_world`."""
    return _read_only(list(zip(*_rotation(q, "R_world_to_body"), strict=True)))


def _rotation(q: Floats, where: str) -> list[list[float]]:
    """The rows of the matrix from body to world; `where` is the function that an error names."""
    w, x, y, z = require_unit_quaternion(q, "q", where).tolist()
    square = w * w + x * x + y * y + z * z
    s = 2.0 / square
    return [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ]


def rotated(matrix: Floats, vector: Floats) -> Floats:
    """Multiply a matrix by a vector, each sum from left to right."""
    x, y, z = require_array(vector, (3,), "vector", "rotated").tolist()
    rows = require_array(matrix, (3, 3), "matrix", "rotated").tolist()
    return _read_only([a * x + b * y + c * z for a, b, c in rows])


def enu_to_ned(vector: Floats) -> Floats:
    """Convert east, north, up to north, east, down."""
    east, north, up = require_array(vector, (3,), "vector", "enu_to_ned").tolist()
    return _read_only([north, east, -up])


def ned_to_enu(vector: Floats) -> Floats:
    """Convert north, east, down to east, north, up."""
    north, east, down = require_array(vector, (3,), "vector", "ned_to_enu").tolist()
    return _read_only([east, north, -down])


def flu_to_frd(vector: Floats) -> Floats:
    """Convert forward, left, up to forward, right, down."""
    forward, left, up = require_array(vector, (3,), "vector", "flu_to_frd").tolist()
    return _read_only([forward, -left, -up])


def frd_to_flu(vector: Floats) -> Floats:
    """Convert forward, right, down to forward, left, up."""
    forward, right, down = require_array(vector, (3,), "vector", "frd_to_flu").tolist()
    return _read_only([forward, -right, -down])
