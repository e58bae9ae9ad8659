"""The compiled forms of `viewed` and `local_zeros`.

Numba writes them into the function that calls them. As functions of their own they could not
return arrays: without memory management Numba refuses it, and memory of a function's frame is
gone when the function returns.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import lower_builtin, type_callable

from ._numba_internals import array_data, array_view, cleared_memory, unpacked
from ._registration import mark_registered
from ._view import local_zeros, viewed


def register_arrays_in_place() -> None:
    """Let compiled code call both functions."""
    mark_registered(viewed)
    mark_registered(local_zeros)
    lower: Any = lower_builtin  # untyped
    type_callable(viewed)(lambda _context: _type_view)
    lower(viewed, types.Array, types.Integer, types.BaseTuple)(_write_view)
    type_callable(local_zeros)(lambda _context: _type_zeros)
    lower(local_zeros, types.IntegerLiteral)(_write_zeros)


def _type_view(values: Any, start: Any, shape: Any) -> Any:  # noqa: ANN401, ARG001 - named as called
    return types.Array(values.dtype, len(shape), "C")


def _write_view(context: Any, builder: Any, signature: Any, values: Any) -> Any:  # noqa: ANN401
    array, start, shape = values
    data = builder.gep(array_data(context, builder, signature.args[0], array), [start])
    lengths = unpacked(builder, shape, len(signature.args[2]))
    return array_view(context, builder, data, lengths, signature.return_type)


def _type_zeros(count: Any) -> Any:  # noqa: ANN401
    """Return the type, for a count that is constant in the source."""
    return types.Array(types.float64, 1, "C") if isinstance(count, types.IntegerLiteral) else None


def _write_zeros(context: Any, builder: Any, signature: Any, _values: Any) -> Any:  # noqa: ANN401
    count = signature.args[0].literal_value
    data = cleared_memory(builder, ir.DoubleType(), count)
    length = context.get_constant(types.intp, count)
    return array_view(context, builder, data, [length], signature.return_type)
