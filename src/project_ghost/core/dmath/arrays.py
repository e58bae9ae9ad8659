"""The functions of `dmath` over numpy arrays: element by element, the same bits.

Arguments are converted to float64 and broadcast against each other. Sines and cosines are
evaluated by numpy. Otherwise a long array runs through a compiled loop where Numba is installed;
a short one is interpreted, which is faster than loading compiled code. The result is the same.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from project_ghost.core import dmath
from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import compile_source, is_available
from project_ghost.core.errors import DomainError, InputTypeError

from ._vector_trigonometry import REDUCED_BELOW, sines_and_cosines

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "cbrt",
    "cos",
    "cosh",
    "exp",
    "expm1",
    "hypot",
    "log",
    "log1p",
    "pow",
    "sin",
    "sincos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
    "wrap_angle",
]


_WORTH_COMPILING = 50_000  # elements


def sin(x: ArrayLike) -> Floats:
    """`dmath.sin` of each element."""
    both = _both(x, "dmath.arrays.sin")
    return _each(dmath.sin, x) if both is None else both[0]


def cos(x: ArrayLike) -> Floats:
    """`dmath.cos` of each element."""
    both = _both(x, "dmath.arrays.cos")
    return _each(dmath.cos, x) if both is None else both[1]


def tan(x: ArrayLike) -> Floats:
    """`dmath.tan` of each element."""
    return _each(dmath.tan, x)


def asin(x: ArrayLike) -> Floats:
    """`dmath.asin` of each element."""
    return _each(dmath.asin, x)


def acos(x: ArrayLike) -> Floats:
    """`dmath.acos` of each element."""
    return _each(dmath.acos, x)


def atan(x: ArrayLike) -> Floats:
    """`dmath.atan` of each element."""
    return _each(dmath.atan, x)


def sinh(x: ArrayLike) -> Floats:
    """`dmath.sinh` of each element."""
    return _each(dmath.sinh, x)


def cosh(x: ArrayLike) -> Floats:
    """`dmath.cosh` of each element."""
    return _each(dmath.cosh, x)


def tanh(x: ArrayLike) -> Floats:
    """`dmath.tanh` of each element."""
    return _each(dmath.tanh, x)


def exp(x: ArrayLike) -> Floats:
    """`dmath.exp` of each element."""
    return _each(dmath.exp, x)


def expm1(x: ArrayLike) -> Floats:
    """`dmath.expm1` of each element."""
    return _each(dmath.expm1, x)


def log(x: ArrayLike) -> Floats:
    """`dmath.log` of each element."""
    return _each(dmath.log, x)


def log1p(x: ArrayLike) -> Floats:
    """`dmath.log1p` of each element."""
    return _each(dmath.log1p, x)


def cbrt(x: ArrayLike) -> Floats:
    """`dmath.cbrt` of each element."""
    return _each(dmath.cbrt, x)


def sqrt(x: ArrayLike) -> Floats:
    """`dmath.sqrt` of each element."""
    return _each(dmath.sqrt, x)


def wrap_angle(x: ArrayLike) -> Floats:
    """`dmath.wrap_angle` of each element."""
    return _each(dmath.wrap_angle, x)


def sincos(x: ArrayLike) -> tuple[Floats, Floats]:
    """`dmath.sincos` of each element: the sines and the cosines."""
    both = _both(x, "dmath.arrays.sincos")
    if both is None:
        return _each(dmath.sin, x, name="sincos"), _each(dmath.cos, x, name="sincos")
    return both


def _both(x: ArrayLike, where: str) -> tuple[Floats, Floats] | None:
    """The sines and cosines by numpy; None if an angle is too large for that."""
    angles = _floats(x, where)
    if not np.all(np.abs(angles) < REDUCED_BELOW):
        return None
    return sines_and_cosines(angles)


def atan2(y: ArrayLike, x: ArrayLike) -> Floats:
    """`dmath.atan2` of each pair of elements."""
    return _each(dmath.atan2, y, x)


def hypot(x: ArrayLike, y: ArrayLike) -> Floats:
    """`dmath.hypot` of each pair of elements."""
    return _each(dmath.hypot, x, y)


def pow(x: ArrayLike, y: ArrayLike) -> Floats:  # noqa: A001 - the function's name everywhere
    """`dmath.pow` of each pair of elements."""
    return _each(dmath.pow, x, y)


def _each(function: Callable[..., float], *arguments: ArrayLike, name: str = "") -> Floats:
    where = f"dmath.arrays.{name or function.__name__}"
    columns = np.broadcast_arrays(*(_floats(argument, where) for argument in arguments))
    flat = [np.ascontiguousarray(column).ravel() for column in columns]
    out = np.empty(flat[0].shape)
    try:
        if flat[0].size >= _WORTH_COMPILING and is_available():
            _compiled_loop(function.__name__, len(flat))(*flat, out)
        else:
            out[:] = [function(*row) for row in zip(*(a.tolist() for a in flat), strict=True)]
    except DomainError as error:
        raise _located(function, flat, columns[0].shape, where) from error
    return out.reshape(columns[0].shape)


def _floats(argument: ArrayLike, where: str) -> Floats:
    """Return real numbers as float64; refuse other types rather than converting them."""
    array = np.asanyarray(argument)
    if array.dtype.kind not in "biuf" or isinstance(array, np.ma.MaskedArray):
        kind = "a masked array" if isinstance(array, np.ma.MaskedArray) else str(array.dtype)
        raise InputTypeError(
            f"an argument is of type {kind}",
            where,
            "real numbers: integers, floats or booleans",
            "convert it first",
        )
    return array.astype(np.float64)


@cache
def _compiled_loop(name: str, arity: int) -> Callable[..., Any]:
    parameters = ", ".join(f"x{i}" for i in range(arity))
    elements = ", ".join(f"x{i}[i]" for i in range(arity))
    source = (
        f"from project_ghost.core.dmath import {name} as function\n\n"
        f"def loop_{name}({parameters}, out):\n"
        f"    for i in range(out.size):\n"
        f"        out[i] = function({elements})\n"
    )
    return compile_source(source, f"loop_{name}")


def _located(
    function: Callable[..., float], flat: list[Floats], shape: tuple[int, ...], where: str
) -> DomainError:
    """Return the error about the first element outside the domain, with its index."""
    for i, row in enumerate(zip(*(a.tolist() for a in flat), strict=True)):
        try:
            function(*row)
        except DomainError as error:
            index = ", ".join(str(n) for n in np.unravel_index(i, shape))
            return error.at(f"{where}, element [{index}]" if shape else where)
    raise AssertionError("compiled and interpreted code disagree on a domain")
