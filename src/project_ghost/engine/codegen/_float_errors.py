"""A kernel's function, interpreted, that stops exactly where compiled code does.

Compiled code stops at a division by zero, and lets any other operation give NaN, which is
refused where it is stored. numpy's numbers cannot be told to do that: to them 0 / 0 is as
invalid as infinity minus infinity, and both stop or both go on. Python's own numbers do the
right thing, but reading them from arrays takes longer. So a function is called with plain
arrays, and only where numpy stops is it called again with arrays that give Python's numbers.

Why: ADR 9.
"""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import numpy as np

from project_ghost.core.agreement._twins import ARRAYS
from project_ghost.core.arrays import Floats


class PythonNumbers(np.ndarray):
    """An array whose elements are Python's numbers when they are read."""

    def __getitem__(self, key: Any) -> Any:  # noqa: ANN401 - as numpy has it
        found = super().__getitem__(key)
        return found.item() if isinstance(found, np.generic) else found

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


def with_python_division_errors(function: Callable[..., None]) -> Callable[..., None]:
    """A kernel's function that is called again with Python's numbers where numpy stops it.

    Its first argument is the range of values that holds all that the function may write,
    which the second call finds as the first one did.
    """

    @wraps(function)
    def call(written: Floats, *arguments: Any) -> None:  # noqa: ANN401 - arrays, numbers, bundles
        before = written.copy()
        try:
            function(*arguments)
        except FloatingPointError:
            written[...] = before
        else:
            return
        # The arrays that it makes, too.
        with ARRAYS.used(PythonNumbers), np.errstate(invalid="ignore"):
            function(*map(_with_python_numbers, arguments))

    return call


def _with_python_numbers(argument: Any) -> Any:  # noqa: ANN401 - an array, a number or a bundle
    if isinstance(argument, np.ndarray):
        return argument.view(PythonNumbers)
    if isinstance(argument, tuple):
        return type(argument)(*map(_with_python_numbers, argument))
    return argument
