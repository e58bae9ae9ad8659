"""Workload: what portability stands on, IEEE `+ - * /` and `sqrt` in a written order."""

import math

from ._digest import digest_of_doubles
from ._mode import Mode

_STEPS = 20_000


def arithmetic(mode: Mode) -> str:
    """A chaotic orbit, where one different bit in one step changes all that follow."""
    orbit = _orbit
    if mode is Mode.COMPILED:
        from numba import njit

        orbit = njit()(_orbit)
    return digest_of_doubles(orbit(_STEPS))


def _orbit(steps: int) -> list[float]:
    """The Henon map, and at each point some quotients and roots of it.

    The products that are added invite a fused multiply-add; taking the invitation
    changes the orbit within some fifty steps.
    """
    x, y, total = 0.1, 0.2, 0.0
    values = []
    for _ in range(steps):
        x, y = 1.0 - 1.4 * x * x + y, 0.3 * x
        radius = math.sqrt(x * x + y * y)
        total += (x - y) / (1.0 + radius)
        values.append(radius)
        values.append(total)
    return values
