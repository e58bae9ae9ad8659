"""Calls that LLVM knows to be pure, so that it makes one of several with the same arguments.

Numba passes results through memory and exceptions beside them, so LLVM has to repeat every
call. Here a function of floats gets an entry that takes and returns plain doubles and is
declared to touch no memory; an exception becomes NaN there. A caller that gets a NaN calls
the function in Numba's way, which raises the exception.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any

from llvmlite import ir
from numba import njit, types

from ._numba_internals import (
    call_function,
    compile_for,
    declare_linked,
    make_intrinsic,
    mangled_name,
    propagate_error,
)


def pure_overload(function: Callable[..., float]) -> Callable[..., float]:
    """Return the compiled form of a function of one or two floats that never returns NaN."""
    arity = len(signature(function).parameters)
    typed = types.float64(*[types.float64] * arity)
    options: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": True}
    dispatcher: Any = njit(error_model="python", **options)(function)

    def generate(context: Any, builder: Any, _signature: Any, values: Any) -> Any:  # noqa: ANN401
        compiled = compile_for(dispatcher, typed.args)
        callee = declare_linked(context, builder.module, compiled)
        name = f"pure.{mangled_name(compiled)}"
        entry = builder.module.globals.get(name) or _entry(context, builder.module, name, compiled)
        value = builder.call(entry, values)
        with builder.if_then(builder.fcmp_unordered("uno", value, value), likely=False):
            status, _ = call_function(context, builder, callee, typed, values, ("noinline",))
            propagate_error(context, builder, status)
        return value

    def _entry(context: Any, module: Any, name: str, compiled: Any) -> Any:  # noqa: ANN401
        """Write the entry into the module that calls it; the linker keeps one of all modules'."""
        double = ir.DoubleType()
        entry = ir.Function(module, ir.FunctionType(double, [double] * arity), name)
        entry.linkage = "linkonce_odr"
        for attribute in ("noinline", "nounwind", "readnone"):
            entry.attributes.add(attribute)
        builder = ir.IRBuilder(entry.append_basic_block())
        callee = declare_linked(context, module, compiled)
        status, value = call_function(
            context, builder, callee, typed, entry.args, ("alwaysinline",)
        )
        builder.ret(builder.select(status.is_ok, value, ir.Constant(double, float("nan"))))
        return entry

    # Numba takes functions with named arguments here, not the intrinsic itself.
    pure = make_intrinsic(arity, lambda _types: (typed, generate))
    return (lambda x: pure(x)) if arity == 1 else (lambda x, y: pure(x, y))
