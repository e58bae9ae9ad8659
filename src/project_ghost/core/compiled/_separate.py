"""Functions whose machine code has a cache entry of its own, apart from their callers' code.

Numba puts the code of everything that is called into the code of the caller, and optimises
it there once more. For a function of a thousand lines that takes many seconds in every
caller. Here the caller holds a symbol only: LLVM looks up its address when it loads the
caller's code, and the function's code was loaded before.

The symbol contains the hash of all the source that the function depends on, so cached code
finds exactly the function that it was compiled with.
"""

from collections.abc import Sequence
from typing import Any

from numba import types

from ._numba_internals import (
    Generate,
    call_function,
    compile_first,
    declare_symbol,
    define_symbol,
    make_intrinsic,
    propagate_error,
)
from ._separate_function import Kind


def callable_by_symbol(dispatchers: Sequence[Any], kinds: Sequence[Kind], symbol: str) -> Any:  # noqa: ANN401
    """Return what compiled code calls in place of the function; its machine code is loaded.

    Numba compiles the function if it is not in the cache: the first of these forms that it can.
    """
    compiled = compile_first(dispatchers, tuple(_type(kind) for kind in kinds))
    define_symbol(compiled, symbol)
    typed = compiled.signature

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        callee = declare_symbol(context, builder.module, symbol, typed)
        status, result = call_function(context, builder, callee, typed, values)
        propagate_error(context, builder, status)
        return result

    def resolve(found: tuple[Any, ...]) -> tuple[Any, Generate] | None:
        # Where the types differ, Numba's own message lists the expected and the given ones.
        return (typed, generate) if tuple(map(types.unliteral, found)) == typed.args else None

    made = make_intrinsic(len(typed.args), resolve)
    # The machine code must stay in memory as long as something may call it.
    made.compiled = compiled
    return made


def _type(kind: Kind) -> Any:  # noqa: ANN401 - Numba's types
    if isinstance(kind, int):
        return types.Array(types.float64, kind, "C")
    return types.float64 if kind is float else types.int64
