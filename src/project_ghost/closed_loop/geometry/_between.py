"""Values between knots: linear, and angles the short way."""

from math import pi
from typing import TypeAlias

import numpy as np

from project_ghost.core.arrays import Floats, Integers

__all__ = ["angles_between", "values_between"]

Knots: TypeAlias = Floats | Integers

_TURN = 2.0 * pi


def values_between(knots: Knots, values: Floats, wanted: Knots) -> Floats:
    """The rows of `values`, given at `knots`, at each wanted place within the knots.

    A row at a knot is met exactly.
    """
    low, fraction = _places(knots, wanted)
    return values[low] + fraction * (values[low + 1] - values[low])


def angles_between(knots: Knots, angles: Floats, wanted: Knots) -> Floats:
    """The same for angles, which turn the short way; results are from -pi up to pi."""
    low, fraction = _places(knots, wanted)
    angle = angles[low] + fraction * _short_way(angles[low + 1] - angles[low])
    return (angle + pi) % _TURN - pi


def _places(knots: Knots, wanted: Knots) -> tuple[Integers, Floats]:
    low = np.searchsorted(knots, wanted, side="right") - 1
    low = np.clip(low, 0, len(knots) - 2)
    span = knots[low + 1] - knots[low]
    return low, ((wanted - knots[low]) / span)[:, np.newaxis]


def _short_way(difference: Floats) -> Floats:
    """The same turn by at most half a circle; of two equal ways the one given."""
    turn = (difference + pi) % _TURN - pi
    return np.where((turn == -pi) & (difference > 0.0), pi, turn)
