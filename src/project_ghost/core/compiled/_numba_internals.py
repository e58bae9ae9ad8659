"""The parts of Numba and llvmlite without a promise of stability that the package uses.

A release of Numba may change any of them. So no other module uses them directly,
`tests/core/test_numba_internals.py` has a test for each function here, and pyproject.toml
excludes releases of Numba later than the one that these tests have passed with.
"""

import pickle
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from llvmlite import binding, ir
from numba import types
from numba.core import cgutils
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic
from numba.np import arrayobj

# The types of Numba and llvmlite have no annotations: contexts, builders and values are `Any`.
Generate = Callable[[Any, Any, Any, Any], Any]

# Untyped too.
_cgutils: Any = cgutils
_arrays: Any = arrayobj
_results: Any = CompileResult
_dumps: Any = dumps


class Status(NamedTuple):
    """How a call in Numba's convention ended: flags in the generated code, and Numba's own."""

    is_ok: Any
    is_error: Any
    numba: Any


def make_intrinsic(
    arity: int, resolve: Callable[[tuple[Any, ...]], tuple[Any, Generate] | None]
) -> Any:  # noqa: ANN401
    """Return a function for compiled code that `generate(context, builder, _, values)` writes.

    `resolve` takes the types of the arguments, and returns the signature and the generator, or
    None for types that it refuses.
    """
    names = ", ".join(f"a{i}" for i in range(arity))
    # Numba wants a name for each argument.
    text = f"lambda context, {names}: resolve(({names},))"
    return intrinsic(eval(text, {"resolve": resolve}))  # noqa: S307 - our own source


def compile_for(dispatcher: Any, arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
    """Return what Numba made of a function for these types: compiled, or loaded from its cache."""
    dispatcher.compile(arguments)
    return dispatcher.overloads[arguments]


def compile_first(dispatchers: Sequence[Any], arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
    """Return what Numba made of the first of these functions that it can compile."""
    *earlier, last = dispatchers
    for dispatcher in earlier:
        with suppress(NumbaError):
            return compile_for(dispatcher, arguments)
    return compile_for(last, arguments)


class Storage(Protocol):
    """Where the machine code of one function is kept between processes."""

    def load(self, signature: str) -> bytes | None:
        """Return the machine code for these types; None if it has to be compiled."""

    def save(self, signature: str, code: bytes) -> None:
        """Keep what was compiled."""


def keep_code_in(dispatcher: Any, storage: Storage) -> None:  # noqa: ANN401
    """Let Numba ask this storage for machine code before it compiles, and hand it the results."""
    dispatcher._cache = _StoredCode(storage)


class _StoredCode(_Cache):
    """A cache as Numba's dispatchers use it."""

    cache_path = None

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def load_overload(self, signature: Any, context: Any) -> Any:  # noqa: ANN401
        context.refresh()
        code = self._storage.load(str(signature))
        if code is None:
            return None
        try:
            return _results._rebuild(context, *pickle.loads(code))  # noqa: S301 - sealed
        except (AttributeError, ImportError, pickle.UnpicklingError, TypeError, ValueError):
            return None  # stored by other versions of what it refers to

    def save_overload(self, signature: Any, result: Any) -> None:  # noqa: ANN401
        # What holds addresses of this process cannot be used in another one.
        if not result.library.has_dynamic_globals:
            self._storage.save(str(signature), _dumps(result._reduce()))

    def enable(self) -> None:
        """Do nothing: it is always on."""

    disable = flush = enable


def target() -> tuple[str, str, str]:
    """Return the system, the processor and its features that Numba makes machine code for."""
    found: tuple[str, str, str] = cpu_target.target_context.codegen().magic_tuple()
    return found


def code_address(compiled: Any) -> int:  # noqa: ANN401
    """Return the address of the machine code of a function."""
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


def define_symbol(compiled: Any, symbol: str) -> None:  # noqa: ANN401
    """Give the machine code of a function a name that code loaded later finds it by."""
    binding.add_symbol(symbol, code_address(compiled))


def declare_symbol(context: Any, module: Any, symbol: str, signature: Any) -> Any:  # noqa: ANN401
    """Declare the function behind a symbol in the module that calls it."""
    kind = context.call_conv.get_function_type(signature.return_type, signature.args)
    return module.globals.get(symbol) or ir.Function(module, kind, symbol)


def declare_address(context: Any, builder: Any, address: Any, signature: Any) -> Any:  # noqa: ANN401
    """Return the function whose machine code is at an address, which is known when it is called."""
    kind = context.call_conv.get_function_type(signature.return_type, signature.args)
    return builder.inttoptr(address, kind.as_pointer())


def declare_linked(context: Any, module: Any, compiled: Any) -> Any:  # noqa: ANN401
    """Declare a compiled function in the module that calls it, and link its machine code."""
    context.active_code_library.add_linking_library(compiled.library)
    return context.declare_function(module, compiled.fndesc)


def mangled_name(compiled: Any) -> str:  # noqa: ANN401
    """Return the name of a compiled function in machine code."""
    name: str = compiled.fndesc.mangled_name
    return name


def call_function(
    context: Any,  # noqa: ANN401
    builder: Any,  # noqa: ANN401
    callee: Any,  # noqa: ANN401
    signature: Any,  # noqa: ANN401
    values: Sequence[Any],
    attributes: Iterable[str] = (),
) -> tuple[Status, Any]:
    """Call a declared function in Numba's convention; return how it ended and its result."""
    status, result = context.call_conv.call_function(
        builder, callee, signature.return_type, signature.args, values, attrs=tuple(attributes)
    )
    return Status(status.is_ok, status.is_error, status), result


def propagate_error(context: Any, builder: Any, status: Status) -> None:  # noqa: ANN401
    """Let the caller raise what the callee raised, if it did."""
    with builder.if_then(status.is_error, likely=False):
        context.call_conv.return_status_propagate(builder, status.numba)


def array_view(
    context: Any,  # noqa: ANN401
    builder: Any,  # noqa: ANN401
    data: Any,  # noqa: ANN401
    lengths: Sequence[Any],
    view_type: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Return an array of numbers of eight bytes over memory that it does not own."""
    view = _arrays.make_array(view_type)(context, builder)
    itemsize = context.get_constant(types.intp, 8)
    strides = [itemsize]
    for length in reversed(lengths[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    _arrays.populate_array(view, data, lengths, strides, itemsize, None)
    return view._getvalue()


def array_data(context: Any, builder: Any, array_type: Any, array: Any) -> Any:  # noqa: ANN401
    """Return the address of an array's first number."""
    return _arrays.make_array(array_type)(context, builder, array).data


def unpacked(builder: Any, values: Any, count: int) -> list[Any]:  # noqa: ANN401
    """Return the values of a tuple."""
    found: list[Any] = _cgutils.unpack_tuple(builder, values, count)
    return found


def copy_memory(builder: Any, target: Any, source: Any, count: Any) -> None:  # noqa: ANN401
    """Copy bytes from one address to another; the two ranges do not overlap."""
    _cgutils.raw_memcpy(builder, target, source, count, 1)


def cleared_memory(builder: Any, kind: Any, count: int) -> Any:  # noqa: ANN401
    """Return the address of memory in the frame of the function, all zero at every execution."""
    room = _cgutils.alloca_once(builder, ir.ArrayType(kind, count))
    builder.store(ir.Constant(ir.ArrayType(kind, count), None), room)
    return builder.bitcast(room, kind.as_pointer())
