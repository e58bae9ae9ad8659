"""The compiled form of the few functions that look into a number's bits or into a table."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj

from project_ghost.core import bits as words
from project_ghost.core import dmath
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

from ._pure_calls import pure_twin
from ._registration import register_twin
from ._view import viewed

# `dmath` offers each function written out for the interpreter; compiled code is made of the
# helpers that it was written out from. These are too short for a call to be worth saving.
_SHORT = (_power.sqrt, _trigonometry.wrap_angle, _trigonometry.sincos)
# Of an angle within pi/4 they are less work than a call, and share some of it; others are called.
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
    """What an intrinsic returns that reads the bits of one type as another."""
    return result(argument), lambda _context, builder, _signature, args: builder.bitcast(
        args[0], target
    )


@intrinsic
def _bits_of(_context: Any, x: Any) -> Any:  # noqa: ANN401, ARG001
    return _bitcast(types.int64, types.float64, ir.IntType(64))


@intrinsic
def _float_of(_context: Any, bits: Any) -> Any:  # noqa: ANN401, ARG001
    return _bitcast(types.float64, types.int64, ir.DoubleType())


# Numba's own, untyped.
_arrays: Any = arrayobj
_cgutils: Any = cgutils


@intrinsic
def _viewed(_context: Any, values: Any, _start: Any, shape: Any) -> Any:  # noqa: ANN401
    found = types.Array(values.dtype, len(shape), "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        whole = _arrays.make_array(signature.args[0])(context, builder, arguments[0])
        view = _arrays.make_array(found)(context, builder)
        itemsize = context.get_constant(types.intp, 8)
        lengths = _cgutils.unpack_tuple(builder, arguments[2], len(shape))
        strides = [itemsize]
        for length in reversed(lengths[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        # Without an owner: the view is gone before the array is.
        data = builder.gep(whole.data, [arguments[1]])
        _arrays.populate_array(view, data, lengths, strides, itemsize, None)
        return view._getvalue()

    return found(values, types.intp, shape), generate


# Inside compiled code an intrinsic takes its own arguments only.
bits_of: Any = _bits_of
float_of: Any = _float_of
view_of: Any = _viewed


def _power_of_two(exponent: int) -> float:
    return float_of((exponent + 1023) << 52)  # type: ignore[no-any-return]


def _significand_and_exponent(x: float) -> tuple[float, int]:
    shift = 0
    if x < 2.2250738585072014e-308:  # subnormal: bring it up by 2**54 first
        x *= 18014398509481984.0
        shift = -54
    bits = bits_of(x)
    k = (bits - _SQRT_HALF_BITS) >> 52
    return float_of(bits - (k << 52)), k + shift


def _wrapped(value: int) -> int:
    return value


def _bits(x: float) -> int:
    return bits_of(x)  # type: ignore[no-any-return]


def _view(values: Any, start: int, shape: Any) -> Any:  # noqa: ANN401
    return view_of(values, start, shape)


def _lookup(values: Sequence[float]) -> Callable[[int], float]:
    array = np.array(values)  # a constant of the compiled code
    return lambda i: array[i]


def register_twins() -> None:
    """Bind each original to its compiled form."""
    twins: dict[Callable[..., Any], Callable[..., Any]] = {
        _exact.power_of_two: _power_of_two,
        _exact.significand_and_exponent: _significand_and_exponent,
        words.wrapped: _wrapped,
        words.bits_of: _bits,
        viewed: _view,
    }
    twins |= {lookup: _lookup(values) for lookup, values in _tables.LOOKUPS}
    twins |= {getattr(dmath, function.__name__): function for function in _SHORT}
    twins |= {getattr(dmath, function.__name__): pure_twin(function) for function in _LONG}
    twins |= {function: pure_twin(function) for function in _REST}
    for original, twin in twins.items():
        register_twin(original, twin)
    for function in _INLINED:
        register_twin(getattr(dmath, function.__name__), function, inlined=True)
