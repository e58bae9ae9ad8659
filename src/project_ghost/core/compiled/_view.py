"""Arrays that own no memory: part of a long array, or numbers in a function's frame."""

from math import prod

import numpy as np

from project_ghost.core.arrays import Floats


def viewed(values: Floats, start: int, shape: tuple[int, ...]) -> Floats:
    """Return the values from `start` on, in this shape.

    Compiled code only computes the address: it checks no bounds, and the view must not
    outlive the array.
    """
    return values[start : start + prod(shape)].reshape(shape)


def local_zeros(count: int) -> Floats:
    """Return an array of zeros for use within the function that calls this.

    In compiled code it is in the frame of that function, which must neither return it nor store
    it; the same call executed again clears the same memory. The count is a constant.
    """
    return np.zeros(count)
