"""The compiled forms of the functions of `_view`.

Numba writes them into the function that calls them. As functions of their own they could not
return arrays: without memory management Numba refuses it, and memory of a function's frame is
gone when the function returns.
"""

from functools import partial
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from ._numba_internals import (
    array_data,
    array_view,
    call_function,
    cleared_memory,
    copy_memory,
    declare_address,
    propagate_error,
    unpacked,
)
from ._registration import mark_registered
from ._view import call_at, copy_bytes, floats_at, integers_at, local_zeros, viewed

# How compiled code calls an entry: the address of a frame, and a range.
ENTRY = types.none(types.int64, types.int64, types.int64)


def register_arrays_in_place() -> None:
    """Let compiled code call these functions."""
    for function in (viewed, local_zeros, floats_at, integers_at, call_at, copy_bytes):
        mark_registered(function)
    lower: Any = lower_builtin  # untyped
    type_callable(viewed)(lambda _context: _type_view)
    lower(viewed, types.Array, types.Integer, types.BaseTuple)(_write_view)
    for at, number in ((floats_at, types.float64), (integers_at, types.int64)):
        type_callable(at)(partial(_type_at, number))
        lower(at, types.Integer, types.Integer)(_write_at)
    type_callable(call_at)(lambda _context: _type_call)
    lower(call_at, *[types.Integer] * 4)(_write_call)
    type_callable(copy_bytes)(lambda _context: _type_copy)
    lower(copy_bytes, types.Array, types.Integer, types.Integer, types.Array, types.Integer)(
        _write_copy
    )
    type_callable(local_zeros)(lambda _context: _type_zeros)
    lower(local_zeros, types.IntegerLiteral)(_write_zeros)


def _type_view(values: Any, start: Any, shape: Any) -> Any:  # noqa: ANN401, ARG001 - named as called
    return types.Array(values.dtype, len(shape), "C")


def _write_view(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
    array, start, shape = values
    data = builder.gep(array_data(context, builder, signature.args[0], array), [start])
    lengths = unpacked(builder, shape, len(signature.args[2]))
    return array_view(context, builder, data, lengths, signature.return_type)


def _type_at(number: Any, _context: Any) -> Any:  # noqa: ANN401
    return lambda address, count: types.Array(number, 1, "C")  # noqa: ARG005 - named as called


def _write_at(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
    address, count = values
    number = context.get_data_type(signature.return_type.dtype)
    data = builder.inttoptr(address, number.as_pointer())
    return array_view(context, builder, data, [count], signature.return_type)


def _type_copy(source: Any, start: Any, stop: Any, target: Any, at: Any) -> Any:  # noqa: ANN401, ARG001
    """Return the type, for arrays of bytes."""
    is_bytes = source.dtype == types.uint8 and target.dtype == types.uint8
    return types.none if is_bytes else None


def _write_copy(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
    source, start, stop, target, at = values
    begin = builder.gep(array_data(context, builder, signature.args[0], source), [start])
    end = builder.gep(array_data(context, builder, signature.args[3], target), [at])
    copy_memory(builder, end, begin, builder.sub(stop, start))
    return context.get_dummy_value()


def _type_call(address: Any, frame: Any, first: Any, stop: Any) -> Any:  # noqa: ANN401, ARG001
    return types.none


def _write_call(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
    address, *arguments = values
    callee = declare_address(context, builder, address, ENTRY)
    status, result = call_function(context, builder, callee, ENTRY, arguments)
    propagate_error(context, builder, status)
    return result


def _type_zeros(count: Any) -> Any:  # noqa: ANN401
    """Return the type, for a count that is constant in the source."""
    return types.Array(types.float64, 1, "C") if isinstance(count, types.IntegerLiteral) else None


def _write_zeros(context: Any, builder: Any, signature: Any, _values: Any) -> Any:  # noqa: ANN401
    count = signature.args[0].literal_value
    data = cleared_memory(builder, ir.DoubleType(), count)
    length = context.get_constant(types.intp, count)
    return array_view(context, builder, data, [length], signature.return_type)
