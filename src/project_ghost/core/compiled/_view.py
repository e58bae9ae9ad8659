"""Part of a long array as an array of its own."""

from math import prod

from project_ghost.core.arrays import Floats


def viewed(values: Floats, start: int, shape: tuple[int, ...]) -> Floats:
    """Return the values from `start` on, in this shape.

    Compiled code only computes the address: it checks no bounds, and the view must not
    outlive the array.
    """
    return values[start : start + prod(shape)].reshape(shape)
