"""Sine and cosine of arrays by numpy: the formulas of `_trigonometry`, the same bits.

The formulas are additions and multiplications, each rounded alone, so they can be evaluated
for all elements at once; `numpy.where` replaces the branches.
"""

from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats

from ._exact import nearest_integer, ordered_two_sum, two_sum
from ._tables import HALF_PI_0, HALF_PI_1, HALF_PI_2, HALF_PI_3, TWO_OVER_PI
from ._trigonometry import (
    _QUARTER_PI_SQUARED,
    _TINY_SQUARED,
    _cos_near,
    _cos_of_small,
    _sin_near,
    _sin_of_small,
)

# Up to here `reduce_angle` needs no digits of 2/pi.
REDUCED_BELOW = 1647099.0


def sines_and_cosines(x: Floats) -> tuple[Floats, Floats]:
    """The sines and cosines of angles that are all below `REDUCED_BELOW`."""
    angles: Any = x  # the formulas are written for single numbers
    z = angles * angles
    small_sine = np.where(z < _TINY_SQUARED, angles, _sin_of_small(angles, z))
    small_cosine: Any = _cos_of_small(z)
    large = z > _QUARTER_PI_SQUARED
    if not large.any():
        return small_sine, small_cosine
    quadrant, y, y_low = _reduced(angles)
    sine, cosine = _sin_near(y, y_low), _cos_near(y, y_low)
    is_odd = quadrant & 1 == 1
    sines, cosines = np.where(is_odd, cosine, sine), np.where(is_odd, sine, cosine)
    sines = np.where(quadrant & 2 == 2, -sines, sines)
    cosines = np.where((quadrant == 1) | (quadrant == 2), -cosines, cosines)
    return np.where(large, sines, small_sine), np.where(large, cosines, small_cosine)


def _reduced(x: Any) -> tuple[Any, Any, Any]:  # noqa: ANN401 - an array in place of a number
    """`reduce_angle` of each element."""
    n: Any = nearest_integer(x * TWO_OVER_PI)
    first = x - n * HALF_PI_0
    high, error_1 = two_sum(first, -(n * HALF_PI_1))
    high, error_2 = two_sum(high, -(n * HALF_PI_2))
    y, y_low = ordered_two_sum(high, (error_1 + error_2) - n * HALF_PI_3)
    return n.astype(np.int64) & 3, y, y_low
