"""Integrals over fixed panels: the same operations in the same order everywhere."""

from collections.abc import Callable

__all__ = ["NODES", "WEIGHTS", "integral"]

# The positive half of the ten Gauss-Legendre nodes on [-1, 1], exact for polynomials up to
# degree 19. The tests recompute them with mpmath at 40 digits.
NODES = (
    0.14887433898163122,
    0.4333953941292472,
    0.6794095682990244,
    0.8650633666889845,
    0.9739065285171717,
)
WEIGHTS = (
    0.29552422471475287,
    0.26926671930999635,
    0.21908636251598204,
    0.1494513491505806,
    0.06667134430868814,
)

NODES_PER_PANEL = 2 * len(NODES)


def integral(
    function: Callable[[float], tuple[float, float]], end: float, panels: int
) -> tuple[float, float]:
    """The integrals from 0 to `end` of a function with two values, over equal panels."""
    half = 0.5 * end / panels
    first = second = 0.0
    for panel in range(panels):
        middle = half * (2 * panel + 1)
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            low = function(middle - half * node)
            high = function(middle + half * node)
            first += weight * (low[0] + high[0])
            second += weight * (low[1] + high[1])
    return half * first, half * second
