"""What stands for functions of Python, math and numpy, where a signal is among their arguments."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import casadi
import numpy as np
from casadi import SX

from project_ghost.core.agreement import _twins as twins
from project_ghost.core.bits import wrapping_product, wrapping_sum
from project_ghost.core.compiled import local_zeros

from ._algebra import Scalar, binary, both, either, truth, unary
from ._arrays import Picked, elements, made
from ._integers import rounded, truncated
from ._refusals import LoopError, ShapeError

if TYPE_CHECKING:
    from ._paths import Path
    from ._reader import Reader

# Called with the reader and the path, then with the arguments.
StandIn = Callable[..., Any]


def has_symbols(value: object) -> bool:
    """Whether a function must be read for this argument: an expression, or an array of ours."""
    if isinstance(value, SX):
        return True
    if isinstance(value, np.ndarray):
        return bool(value.dtype == object)
    if isinstance(value, Picked):
        return True
    if isinstance(value, tuple | list):
        return any(map(has_symbols, value))
    return False


def _smallest(reader: Reader, path: Path, *values: Any) -> Scalar:  # noqa: ANN401
    (best, *others) = elements(reader, values[0], path) if len(values) == 1 else values
    for each in others:
        best = reader.select(binary(casadi.OP_LT, each, best), each, best)
    return best


def _largest(reader: Reader, path: Path, *values: Any) -> Scalar:  # noqa: ANN401
    (best, *others) = elements(reader, values[0], path) if len(values) == 1 else values
    for each in others:
        best = reader.select(binary(casadi.OP_LT, best, each), each, best)
    return best


def _whole(reader: Reader, _path: Path, x: Scalar) -> Scalar:
    return truncated(x, reader.algebra)


def _operation(operation: int) -> StandIn:
    def stand_in(_reader: Reader, _path: Path, *arguments: Scalar) -> SX:
        if len(arguments) == 1:
            return unary(operation, arguments[0])
        return binary(operation, *arguments)

    return stand_in


def _root(reader: Reader, path: Path, x: SX) -> SX:
    reader.stop(
        both(path.whole, binary(casadi.OP_LT, x, 0.0)), "the square root of a negative number"
    )
    return unary(casadi.OP_SQRT, reader.safe(x, path))


def _sign(reader: Reader, _path: Path, x: SX) -> Scalar:
    negative = reader.select(binary(casadi.OP_LT, x, 0.0), -1.0, 0.0)
    return reader.select(binary(casadi.OP_LT, 0.0, x), 1.0, negative)


def _length(_reader: Reader, _path: Path, values: Any) -> int:  # noqa: ANN401
    return len(values)


def _tuple(reader: Reader, path: Path, values: Any) -> tuple[Any, ...]:  # noqa: ANN401
    return tuple(elements(reader, values, path))


def _list(reader: Reader, path: Path, values: Any) -> list[Any]:  # noqa: ANN401
    return list(elements(reader, values, path))


def _enumerate(reader: Reader, path: Path, values: Any, start: int = 0) -> list[Any]:  # noqa: ANN401
    return list(enumerate(elements(reader, values, path), start))


def _zip(reader: Reader, path: Path, *values: Any, strict: bool = False) -> list[Any]:  # noqa: ANN401
    return list(zip(*(elements(reader, each, path) for each in values), strict=strict))


def _reversed(reader: Reader, path: Path, values: Any) -> list[Any]:  # noqa: ANN401
    return [*elements(reader, values, path)][::-1]


def _sum(reader: Reader, path: Path, values: Any, start: Scalar = 0) -> Scalar:  # noqa: ANN401
    total = start
    for each in elements(reader, values, path):
        total = binary(casadi.OP_ADD, total, each)
    return total


def _any(reader: Reader, path: Path, values: Any) -> Scalar:  # noqa: ANN401
    found: Scalar = False
    for each in elements(reader, values, path):
        found = either(found, truth(each))
    return found


def _all(reader: Reader, path: Path, values: Any) -> Scalar:  # noqa: ANN401
    found: Scalar = True
    for each in elements(reader, values, path):
        found = both(found, truth(each))
    return found


def _itself(_reader: Reader, _path: Path, value: Any, *_: object) -> Any:  # noqa: ANN401
    return value


def _is_nan(_reader: Reader, _path: Path, x: SX) -> SX:
    return binary(casadi.OP_NE, x, x)


def _is_finite(_reader: Reader, _path: Path, x: SX) -> SX:
    return binary(casadi.OP_LT, unary(casadi.OP_FABS, x), math.inf)


def _wrapping(_reader: Reader, _path: Path, *_numbers: Scalar) -> None:
    raise NotImplementedError("an integer of 64 bits that wraps; expressions are exact below 2**53")


def _range(_reader: Reader, _path: Path, *_ends: Scalar) -> None:
    raise LoopError("the loop ends where a signal says")


def _made(shape: Any, value: Any) -> Any:  # noqa: ANN401
    if any(isinstance(each, SX) for each in (shape if isinstance(shape, tuple) else (shape,))):
        raise ShapeError("a signal decides how large the array is")
    return made(shape, value)


def _zeros(_reader: Reader, _path: Path, shape: Any, dtype: object = float) -> Any:  # noqa: ANN401
    return _made(shape, 0.0 if dtype in (float, np.float64) else 0)


def _full(_reader: Reader, _path: Path, shape: Any, value: Any, _dtype: object = None) -> Any:  # noqa: ANN401
    return _made(shape, value)


def _zeros_like(_reader: Reader, _path: Path, array: Any) -> Any:  # noqa: ANN401
    return made(array.shape, 0.0)


def _ones(_reader: Reader, _path: Path, shape: Any, _dtype: object = float) -> Any:  # noqa: ANN401
    return _made(shape, 1.0)


# Makers of arrays, which are of our kind even where no argument is a signal.
MAKERS: dict[Any, StandIn] = {
    np.zeros: _zeros,
    local_zeros: _zeros,
    np.empty: _zeros,
    np.ones: _ones,
    np.full: _full,
    np.zeros_like: _zeros_like,
    np.empty_like: _zeros_like,
}

STANDING_FOR: dict[Any, StandIn] = {
    **MAKERS,
    abs: _operation(casadi.OP_FABS),
    math.fabs: _operation(casadi.OP_FABS),
    min: _smallest,
    max: _largest,
    int: _whole,
    twins.whole: _whole,
    float: _itself,
    bool: lambda _reader, _path, x: truth(x),
    round: lambda _reader, _path, x: rounded(x),
    twins.rounded: lambda _reader, _path, x: rounded(x),
    math.floor: _operation(casadi.OP_FLOOR),
    twins.floor: _operation(casadi.OP_FLOOR),
    math.ceil: _operation(casadi.OP_CEIL),
    twins.ceiling: _operation(casadi.OP_CEIL),
    math.trunc: _whole,
    math.copysign: _operation(casadi.OP_COPYSIGN),
    twins.signed_like: _operation(casadi.OP_COPYSIGN),
    math.sqrt: _root,
    twins.root: _root,
    twins.sign: _sign,
    math.isnan: _is_nan,
    math.isfinite: _is_finite,
    twins.plus: _operation(casadi.OP_ADD),
    twins.minus: _operation(casadi.OP_SUB),
    twins.times: _operation(casadi.OP_MUL),
    twins.plus_checked: _operation(casadi.OP_ADD),
    twins.minus_checked: _operation(casadi.OP_SUB),
    twins.times_checked: _operation(casadi.OP_MUL),
    twins.ours: _itself,
    twins.apart: _itself,
    twins.total: lambda reader, path, values: _sum(reader, path, values, 0.0),
    range: _range,
    wrapping_sum: _wrapping,
    wrapping_product: _wrapping,
    len: _length,
    tuple: _tuple,
    list: _list,
    enumerate: _enumerate,
    zip: _zip,
    reversed: _reversed,
    sum: _sum,
    any: _any,
    all: _all,
}
