"""A kernel's function, interpreted, that stops exactly where compiled code does.

Compiled code stops at a division by zero, and lets any other operation give NaN, which is
refused where it is stored. numpy's numbers cannot be told to do that: to them 0 / 0 is as
invalid as infinity minus infinity, and both stop or both go on. Python's own numbers do the
right thing, but reading them from arrays takes longer. So a function is called with plain
arrays, and only where numpy stops is it called again with arrays that give Python's numbers.

Why: ADR 9.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np
from numpy.typing import NDArray


class PythonFloats(np.ndarray):
    """An array whose elements are Python's floats when they are read."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - as numpy has it
        found = super().__getitem__(key)
        return float(found) if isinstance(found, np.floating) else found


def careful(function: Callable[..., None]) -> Callable[..., None]:
    """The function, called again from the start where numpy stops it."""

    @wraps(function)
    def call(*arguments: Any) -> None:  # noqa: ANN401 - arrays and numbers
        arrays: list[NDArray[np.float64]] = [a for a in arguments if isinstance(a, np.ndarray)]
        before = [array.copy() for array in arrays]
        try:
            function(*arguments)
        except FloatingPointError:
            for array, values in zip(arrays, before, strict=True):
                array[...] = values
        else:
            return
        with np.errstate(invalid="ignore"):
            function(*(a.view(PythonFloats) if isinstance(a, np.ndarray) else a for a in arguments))

    return call
