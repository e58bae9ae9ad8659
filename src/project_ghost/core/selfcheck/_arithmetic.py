"""Workload: what portability stands on, IEEE `+ - * /` and `sqrt` in a written order."""

import math

import numpy as np
from numpy.typing import NDArray

from ._digest import digest_of_doubles
from ._mode import Mode

_STEPS = 20_000


def arithmetic(mode: Mode) -> str:
    """A chaotic orbit, where one different bit changes all that follows, and a plain loop."""
    fill_orbit, map_each = _fill_orbit, _map_each
    if mode is Mode.COMPILED:
        from numba import njit

        fill_orbit, map_each = njit()(_fill_orbit), njit()(_map_each)
    orbit, image = np.zeros(2 * _STEPS), np.zeros(2 * _STEPS)
    fill_orbit(orbit)
    map_each(orbit, image)
    return digest_of_doubles([*orbit.tolist(), *image.tolist()])


def _fill_orbit(values: NDArray[np.float64]) -> None:
    """The Henon map, and at each point a quotient and a root of it.

    The products that are added invite a fused multiply-add; taking the invitation
    changes the orbit within some fifty steps.
    """
    x, y, total = 0.1, 0.2, 0.0
    for i in range(0, values.size, 2):
        x, y = 1.0 - 1.4 * x * x + y, 0.3 * x
        radius = math.sqrt(x * x + y * y)
        total += (x - y) / (1.0 + radius)
        values[i] = radius
        values[i + 1] = total


def _map_each(values: NDArray[np.float64], image: NDArray[np.float64]) -> None:
    """A loop that a compiler turns into vector instructions, as wide as the CPU has them."""
    for i in range(values.size):
        x = float(values[i])
        image[i] = math.sqrt(x * x + 0.7) / (1.0 + 0.1 * x * x) - 0.3 * x
