"""Calls that the compiler knows to be pure: made once where the arguments are the same.

Numba passes results through memory and exceptions beside them, so LLVM has to repeat every
call. Here a function of floats gets an entry that takes and returns plain doubles and is
declared to touch no memory; an exception becomes NaN there. The caller sees the NaN and
calls the function in the usual way, which raises what it has to.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

from llvmlite import ir
from numba import njit
from numba.core import types
from numba.extending import intrinsic


def pure_twin(function: Callable[..., float]) -> Callable[..., float]:
    """The compiled form of a function of one or two floats that raises and never gives NaN."""
    arity = len(signature(function).parameters)
    typed = types.float64(*[types.float64] * arity)
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher: Any = njit(error_model="python", **options)(function)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401
        compiled = dispatcher.get_compile_result(typed)
        context.active_code_library.add_linking_library(compiled.library)
        callee = compiled.fndesc
        entry = builder.module.globals.get(f"pure.{callee.mangled_name}")
        value = builder.call(entry or _entry(context, builder.module, callee, typed), arguments)
        with builder.if_then(builder.fcmp_unordered("uno", value, value), likely=False):
            status, _ = _call(context, builder, callee, typed, arguments, "noinline")
            with builder.if_then(status.is_error, likely=False):
                context.call_conv.return_status_propagate(builder, status)
        return value

    if arity == 1:
        of_one: Any = intrinsic(lambda _context, _x: (typed, generate))
        return lambda x: of_one(x)
    of_two: Any = intrinsic(lambda _context, _a, _b: (typed, generate))
    return lambda a, b: of_two(a, b)


def _entry(context: Any, module: Any, callee: Any, typed: Any) -> Any:  # noqa: ANN401
    """The entry itself, in the module that calls it; the linker keeps one."""
    double = ir.DoubleType()
    kind = ir.FunctionType(double, [double] * len(typed.args))
    entry = ir.Function(module, kind, f"pure.{callee.mangled_name}")
    entry.linkage = "linkonce_odr"
    for attribute in ("noinline", "nounwind", "readnone"):
        entry.attributes.add(attribute)
    builder = ir.IRBuilder(entry.append_basic_block())
    status, value = _call(context, builder, callee, typed, entry.args, "alwaysinline")
    builder.ret(builder.select(status.is_ok, value, ir.Constant(double, float("nan"))))
    return entry


def _call(
    context: Any,  # noqa: ANN401
    builder: Any,  # noqa: ANN401
    callee: Any,  # noqa: ANN401
    typed: Any,  # noqa: ANN401
    arguments: Any,  # noqa: ANN401
    attribute: str,
) -> Any:  # noqa: ANN401
    """Call in Numba's way; whether it raised, and what it returned."""
    function = context.declare_function(builder.module, callee)
    return context.call_conv.call_function(
        builder, function, typed.return_type, typed.args, arguments, attrs=(attribute,)
    )
