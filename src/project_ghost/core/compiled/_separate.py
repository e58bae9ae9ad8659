"""Functions whose machine code is kept separate from their callers', in an own cache entry.

Numba puts the code of everything that is called into the code of its caller, and optimises
it there once more. For a function of a thousand lines that takes many seconds, in every
caller. Here the caller holds a symbol only: LLVM looks its address up when the caller's
code is loaded, and the function's code was loaded before.

The symbol has the hash of all the source that the function rests on, so that code from the
cache finds the very function that it was compiled with.
"""

from collections.abc import Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from ._separate_function import Kind


def _type(kind: Kind) -> Any:  # noqa: ANN401 - Numba's types
    if isinstance(kind, int):
        return types.Array(types.float64, kind, "C")
    return types.float64 if kind is float else types.int64


def called_by_symbol(dispatcher: Any, kinds: Sequence[Kind], symbol: str) -> Any:  # noqa: ANN401
    """What compiled code calls instead of the function: its code is loaded, and its symbol known.

    The function is compiled by Numba where it is not in the cache.
    """
    arguments = tuple(_type(kind) for kind in kinds)
    dispatcher.compile(arguments)
    compiled = dispatcher.overloads[arguments]
    name = compiled.fndesc.llvm_func_name
    llvm.add_symbol(symbol, compiled.library.get_pointer_to_function(name))
    typed = compiled.signature

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        convention = context.call_conv
        callee = builder.module.globals.get(symbol)
        if callee is None:
            kind = convention.get_function_type(typed.return_type, typed.args)
            callee = ir.Function(builder.module, kind, symbol)
        status, result = convention.call_function(
            builder, callee, typed.return_type, typed.args, values
        )
        with builder.if_then(status.is_error, likely=False):
            convention.return_status_propagate(builder, status)
        return result

    def accept(given: tuple[Any, ...]) -> Any:  # noqa: ANN401
        if tuple(map(types.unliteral, given)) != typed.args:
            return None  # Numba says then which types there are and which were given
        return typed, generate

    names = ", ".join(f"a{i}" for i in range(len(arguments)))
    # Numba wants to see each argument by a name.
    text = f"lambda context, {names}: accept(({names},))"
    define = eval(text, {"accept": accept})  # noqa: S307 - our own source
    # Kept with it: the code lives as long as something that calls it may be made.
    define.compiled = compiled
    return intrinsic(define)
