"""The functions of dmath as calls of CasADi, beside dmath itself."""

from itertools import product

import casadi
import numpy as np

from project_ghost.core import dmath
from project_ghost.core.errors import DomainError
from project_ghost.symbolic.math import outside
from project_ghost.symbolic.math._portable import kernel

__all__ = ["ARGUMENTS", "differing"]

# Ordinary ones, over 600 decades, and up to the largest ordinary angle: a third each.
ARGUMENTS = 30_000

_SPECIAL = [
    sign * size
    for size in (
        *(0.0, 5e-324, 1e-310, 2.3e-308, 1e-9, 7.4e-9, 0.25, 0.5, np.pi / 4, 1.0, np.pi / 2, 2.0),
        *(np.pi, 22.0, 709.78, 710.0, 745.1, 746.0, 1647098.9, 1647099.0, 2.0**53, 1e17, 1e22),
        *(1.7e308, np.inf),
    )
    for sign in (1.0, -1.0)
]


def _arguments(name: str, position: int, count: int) -> np.ndarray:
    third = count // 3
    generator = np.random.Generator(np.random.Philox(len(name) + 7 * position))
    near = generator.uniform(-1.0, 1.0, third) * (1.0 if name in ("asin", "acos") else 3.0)
    sizes = 10.0 ** generator.uniform(-300.0, 300.0, third)
    decades = sizes * generator.choice([-1.0, 1.0], third)
    far = generator.uniform(-1.6e6, 1.6e6, third)
    return np.concatenate([near, decades, far])


def _with_special(name: str, arity: int, count: int) -> np.ndarray:
    ordinary = np.stack([_arguments(name, position, count) for position in range(arity)], axis=1)
    if arity == 2:  # sizes of one kind meet those of another
        ordinary[:, 1] = np.roll(ordinary[:, 1], count // 6)
    return np.concatenate([ordinary, np.array(list(product(_SPECIAL, repeat=arity)))])


def differing(name: str, count: int = ARGUMENTS) -> list[str]:
    """The arguments at which a function has other bits, or stops elsewhere; at most one is told."""
    function = kernel(name)
    rows = _with_special(name, function.n_in(), count)
    columns = [casadi.DM(column).T for column in rows.T]
    graph = np.vstack([values.full() for values in function.call(columns)]).T
    stops = outside(name).call(columns)[0].full().ravel()
    reference = getattr(dmath, name)
    for row, values, stop in zip(rows.tolist(), graph, stops, strict=True):
        try:
            expected = np.array(reference(*row), ndmin=1)
        except DomainError:
            if stop != 1.0:
                return [f"{name}{tuple(row)} has no value, and the graph does not stop"]
            continue
        if stop != 0.0:
            return [f"{name}{tuple(row)} is {expected}, and the graph stops"]
        if not (expected.view(np.uint64) == values.view(np.uint64)).all():
            return [f"{name}{tuple(row)} is {expected}, as graph {values}"]
    return []
