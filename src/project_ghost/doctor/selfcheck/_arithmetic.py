"""Workload: IEEE `+ - * /` and `sqrt` in a written order, the basis of portability."""

import math

import numpy as np

from project_ghost.core.arrays import Floats

from ._digest import digest_of_doubles
from ._mode import Mode

_STEPS = 20_000


def arithmetic(mode: Mode) -> str:
    """Return the digest of a chaotic orbit, which one bit changes, and of a plain loop."""
    fill_orbit, map_each = _fill_orbit, _map_each
    if mode is Mode.COMPILED:
        from numba import njit

        fill_orbit, map_each = njit()(_fill_orbit), njit()(_map_each)
    orbit, image = np.zeros(2 * _STEPS), np.zeros(2 * _STEPS)
    fill_orbit(orbit)
    map_each(orbit, image)
    return digest_of_doubles([*orbit.tolist(), *image.tolist()])


def _fill_orbit(values: Floats) -> None:
    """Fill the array from the Henon map, with a root and a quotient at each point.

    A fused multiply-add, which the sums of products allow, changes the orbit within some fifty
    steps.
    """
    x, y, total = 0.1, 0.2, 0.0
    for i in range(0, values.size, 2):
        x, y = 1.0 - 1.4 * x * x + y, 0.3 * x
        radius = math.sqrt(x * x + y * y)
        total += (x - y) / (1.0 + radius)
        values[i] = radius
        values[i + 1] = total


def _map_each(values: Floats, image: Floats) -> None:
    """Map each value in a loop that a compiler vectorises as widely as the CPU allows."""
    for i in range(values.size):
        x = float(values[i])
        image[i] = math.sqrt(x * x + 0.7) / (1.0 + 0.1 * x * x) - 0.3 * x
