"""The array types that annotations use, and arrays that nobody can change."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["Floats", "Integers", "frozen"]

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


def frozen(array: Floats) -> Floats:
    """A copy over bytes: unlike one that is marked as read-only, it cannot be made writeable."""
    return np.ndarray(array.shape, np.float64, array.astype(np.float64, copy=False).tobytes())
