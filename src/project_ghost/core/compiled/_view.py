"""Part of a long array as an array of its own."""

from math import prod

import numpy as np
from numpy.typing import NDArray


def viewed(values: NDArray[np.float64], start: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """The values from `start` on, in a shape.

    Compiled code takes just the address: it looks at no bounds, and the view must not
    outlive the array.
    """
    return values[start : start + prod(shape)].reshape(shape)
