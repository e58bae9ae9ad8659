"""Savitzky-Golay filters: each value and its derivatives from a polynomial through its neighbours.

The coefficients are computed exactly, as fractions, so the result is the same on every machine.
"""

from fractions import Fraction
from functools import cache

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError

__all__ = ["savitzky_golay"]


def savitzky_golay(
    values: Floats, window: int, order: int, derivative: int = 0, step: float = 1.0
) -> Floats:
    """Fit a polynomial to each window of samples, and evaluate it or a derivative.

    The window is at most the number of samples. In a window of even length the polynomial is
    evaluated between the two middle samples, as scipy does. The first and last half window is
    that of the first and last polynomial.
    """
    count = len(values)
    window = min(window, count)
    if order >= window:
        raise InputError(
            f"{count} samples are too few for a polynomial of degree {order}",
            "savitzky_golay",
            f"at least {order + 1} samples",
            "give a longer series",
        )
    scale = 1.0
    for _ in range(derivative):
        scale *= step
    half = window // 2
    result = np.zeros(count)
    before = (window - 1) // 2
    middle = _coefficients(window, order, derivative, Fraction(window - 1, 2))
    for offset, factor in enumerate(middle):
        start = half - before + offset
        result[half : count - half] += factor * values[start : start + count - 2 * half]
    for place in range(half):
        first = _coefficients(window, order, derivative, Fraction(place))
        last = _coefficients(window, order, derivative, Fraction(window - half + place))
        result[place] = _weighted(first, values[:window])
        result[count - half + place] = _weighted(last, values[count - window :])
    return result / scale


def _weighted(factors: tuple[float, ...], values: Floats) -> float:
    total = 0.0
    for factor, value in zip(factors, values, strict=True):
        total += factor * float(value)
    return total


@cache
def _coefficients(window: int, order: int, derivative: int, place: Fraction) -> tuple[float, ...]:
    """The factors of the samples 0 to window - 1 in the least-squares polynomial at a place."""
    # Relative to the place: the value there is the constant term, derivatives are the next ones.
    powers = [[(Fraction(k) - place) ** j for j in range(order + 1)] for k in range(window)]
    size = order + 1
    normal = [
        [sum((row[i] * row[j] for row in powers), Fraction(0)) for j in range(size)]
        for i in range(size)
    ]
    wanted = [Fraction(int(i == derivative)) for i in range(size)]
    solved = _solved(normal, wanted)
    factorial = 1
    for factor in range(2, derivative + 1):
        factorial *= factor
    return tuple(
        float(factorial * sum((a * b for a, b in zip(solved, row, strict=True)), Fraction(0)))
        for row in powers
    )


def _solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Solve a regular system by Gauss-Jordan elimination."""
    size = len(right)
    rows = [[*matrix[i], right[i]] for i in range(size)]
    for column in range(size):
        pivot = next(i for i in range(column, size) if rows[i][column] != 0)
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [each / rows[column][column] for each in rows[column]]
        for i in range(size):
            if i != column:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size] for row in rows]
