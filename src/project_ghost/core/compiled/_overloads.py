"""The compiled forms of functions that read the bits of a number or a table."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types

from project_ghost.core import bits, dmath
from project_ghost.core.dmath import (
    _exact,
    _exponential,
    _hyperbolic,
    _inverse,
    _logarithm,
    _power,
    _tables,
    _trigonometry,
)
from project_ghost.core.randomness import _philox

from ._arrays_in_place import register_arrays_in_place
from ._numba_internals import make_intrinsic
from ._pure_calls import pure_overload
from ._registration import register_overload
from ._twins import register_twins

# The functions that `dmath` exports are flattened for the interpreter; compiled code uses the
# helpers that they were flattened from. These are too short for a call to be worth saving.
_SHORT = (_power.sqrt, _trigonometry.wrap_angle, _trigonometry.sincos)
# Within pi/4 they cost less than a call, and share some of the work; larger angles are called.
_INLINED = (_trigonometry.sin, _trigonometry.cos)
_REST = (_trigonometry.sin_of_large, _trigonometry.cos_of_large)
_LONG = (
    _trigonometry.tan,
    *(_inverse.asin, _inverse.acos, _inverse.atan, _inverse.atan2),
    *(_hyperbolic.sinh, _hyperbolic.cosh, _hyperbolic.tanh, _exponential.exp, _exponential.expm1),
    *(_logarithm.log, _logarithm.log1p, _power.pow, _power.cbrt, _power.hypot),
)

_SQRT_HALF_BITS: int = struct.unpack("<q", struct.pack("<d", _exact.SQRT_HALF))[0]


def _bitcast(result: Any, argument: Any, target: Any) -> Any:  # noqa: ANN401 - Numba's types
    """Return an intrinsic that reads the bits of one type as another."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return builder.bitcast(values[0], target)

    return make_intrinsic(1, lambda _types: (result(argument), generate))


_bits_of = _bitcast(types.int64, types.float64, ir.IntType(64))
_float_of = _bitcast(types.float64, types.int64, ir.DoubleType())


def _power_of_two(exponent: int) -> float:
    return _float_of((exponent + 1023) << 52)  # type: ignore[no-any-return]


def _significand_and_exponent(x: float) -> tuple[float, int]:
    shift = 0
    if x < 2.2250738585072014e-308:  # subnormal: bring it up by 2**54 first
        x *= 18014398509481984.0
        shift = -54
    word = _bits_of(x)
    k = (word - _SQRT_HALF_BITS) >> 52
    return _float_of(word - (k << 52)), k + shift


def _wrapping(operation: str) -> Any:  # noqa: ANN401 - Numba's types
    """Return an intrinsic for two signed integers, without the promise that the result fits."""

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        return getattr(builder, operation)(*values)

    return make_intrinsic(2, lambda _types: (types.int64(types.int64, types.int64), generate))


_add, _multiply = _wrapping("add"), _wrapping("mul")


def _wrapping_sum(a: int, b: int) -> int:
    return _add(a, b)  # type: ignore[no-any-return]


def _wrapping_product(a: int, b: int) -> int:
    return _multiply(a, b)  # type: ignore[no-any-return]


def _upper(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
    wide, word = ir.IntType(128), ir.IntType(64)
    product = builder.mul(*(builder.zext(value, wide) for value in values))
    return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)


_upper_half = make_intrinsic(2, lambda _: (types.uint64(types.uint64, types.uint64), _upper))


def _upper_product(a: int, b: int) -> int:
    return _upper_half(a, b)  # type: ignore[no-any-return]


def _bits(x: float) -> int:
    return _bits_of(x)  # type: ignore[no-any-return]


def _lookup(values: Sequence[float]) -> Callable[[int], float]:
    array = np.array(values)  # a constant of the compiled code
    return lambda i: array[i]


def register_overloads() -> None:
    """Give each of these functions its compiled form."""
    overloads: dict[Callable[..., Any], Callable[..., Any]] = {
        _exact.power_of_two: _power_of_two,
        _exact.significand_and_exponent: _significand_and_exponent,
        bits.wrapping_sum: _wrapping_sum,
        bits.wrapping_product: _wrapping_product,
        bits.upper_product: _upper_product,
        _philox.philox: _philox.philox_of_words,
        bits.bits_of: _bits,
    }
    overloads |= {lookup: _lookup(values) for lookup, values in _tables.LOOKUPS}
    overloads |= {getattr(dmath, function.__name__): function for function in _SHORT}
    overloads |= {getattr(dmath, function.__name__): pure_overload(function) for function in _LONG}
    overloads |= {function: pure_overload(function) for function in _REST}
    register_arrays_in_place()
    register_twins()
    for original, compiled in overloads.items():
        register_overload(original, compiled)
    for function in _INLINED:
        register_overload(getattr(dmath, function.__name__), function, inlined=True)
