"""Goal: a release of Numba that changes what it never promised fails here first, by name.

Method: one small use of each function of `core/compiled/_numba_internals.py`, and a failure
that says what to do. Nothing else in the package may use these parts of Numba.
"""

import ast
import ctypes
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from llvmlite import binding, ir
from numba import njit, types

import project_ghost
from project_ghost.core.compiled import _numba_internals as internals

PACKAGE = Path(project_ghost.__file__).parent
FLOAT = types.float64(types.float64)


@contextmanager
def canary(what: str) -> Iterator[None]:
    """Say which part of Numba has changed, whatever it raises then."""
    try:
        yield
    except Exception as error:
        pytest.fail(
            f"Numba {version('numba')} has changed {what}: {type(error).__name__}: {error}\n"
            "Adapt core/compiled/_numba_internals.py; see 'A new release of Numba' in "
            "CONTRIBUTING.md."
        )


@njit(error_model="python")
def inverse(x: float) -> float:
    return 1.0 / x


def calling(generate: Callable[..., Any]) -> Any:
    """A compiled function of a float that runs generated code."""
    made = internals.make_intrinsic(1, lambda _types: (FLOAT, generate))

    @njit(error_model="python")
    def run(x: float) -> Any:
        return made(x)

    return run


def test_an_intrinsic_writes_the_code_of_a_call() -> None:
    with canary("numba.extending.intrinsic"):
        square = calling(lambda _c, builder, _s, values: builder.fmul(values[0], values[0]))
        assert square(3.0) == 9.0


def test_an_intrinsic_may_refuse_types() -> None:
    made = internals.make_intrinsic(1, lambda _types: None)
    with pytest.raises(Exception, match=r"(?i)no implementation|typing"):
        njit(lambda x: made(x))(1.0)


def test_a_function_is_compiled_for_given_types() -> None:
    with canary("Dispatcher.compile, Dispatcher.overloads, CompileResult.signature"):
        compiled = internals.compile_for(inverse, (types.float64,))
        assert compiled.signature == FLOAT
        assert isinstance(internals.mangled_name(compiled), str)


def test_machine_code_has_an_address_and_a_symbol() -> None:
    with canary("library.get_pointer_to_function, fndesc.llvm_func_name, binding.add_symbol"):
        compiled = internals.compile_for(inverse, (types.float64,))
        internals.define_symbol(compiled, "ghost_canary")
        address = binding.address_of_symbol("ghost_canary")
        assert address
        # Numba's convention: result, exception, arguments.
        raw = ctypes.CFUNCTYPE(
            ctypes.c_int, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p, ctypes.c_double
        )
        result = ctypes.c_double()
        assert raw(address)(ctypes.byref(result), None, 4.0) == 0
        assert result.value == 0.25


def call_by_symbol(context: Any, builder: Any, _: Any, values: Any) -> Any:
    compiled = internals.compile_for(inverse, (types.float64,))
    internals.define_symbol(compiled, "ghost_canary_call")
    callee = internals.declare_symbol(context, builder.module, "ghost_canary_call", FLOAT)
    status, result = internals.call_function(context, builder, callee, FLOAT, values)
    internals.propagate_error(context, builder, status)
    return result


def call_by_address(context: Any, builder: Any, _: Any, values: Any) -> Any:
    compiled = internals.compile_for(inverse, (types.float64,))
    address = ir.Constant(ir.IntType(64), internals.code_address(compiled))
    callee = internals.declare_address(context, builder, address, FLOAT)
    status, result = internals.call_function(context, builder, callee, FLOAT, values)
    internals.propagate_error(context, builder, status)
    return result


def call_linked(context: Any, builder: Any, _: Any, values: Any) -> Any:
    compiled = internals.compile_for(inverse, (types.float64,))
    callee = internals.declare_linked(context, builder.module, compiled)
    status, result = internals.call_function(context, builder, callee, FLOAT, values, ("noinline",))
    internals.propagate_error(context, builder, status)
    return result


@pytest.mark.parametrize("generate", [call_by_symbol, call_by_address, call_linked])
def test_a_call_returns_and_raises_as_the_callee_does(generate) -> None:
    with canary("call_conv (call_function, return_status_propagate) or declare_function"):
        run = calling(generate)
        assert run(4.0) == 0.25
    with pytest.raises(ZeroDivisionError):
        run(0.0)


def test_the_status_of_a_call_is_a_flag_of_the_generated_code() -> None:
    def is_error(context: Any, builder: Any, _: Any, values: Any) -> Any:
        compiled = internals.compile_for(inverse, (types.float64,))
        callee = internals.declare_linked(context, builder.module, compiled)
        status, _value = internals.call_function(context, builder, callee, FLOAT, values)
        one, zero = (ir.Constant(ir.DoubleType(), value) for value in (1.0, 0.0))
        failed = builder.select(status.is_error, one, zero)
        return builder.fsub(failed, builder.select(status.is_ok, one, zero))

    with canary("the status that call_conv.call_function returns"):
        run = calling(is_error)
        assert (run(4.0), run(0.0)) == (-1.0, 1.0)


def test_of_several_forms_the_first_that_compiles_is_taken() -> None:
    def copied(values: Any) -> float:
        return float(values.copy()[0])

    # Without memory management a function cannot copy an array.
    options: Any = {"_nrt": False}
    forms: list[Any] = [njit(**options)(copied), njit(copied)]
    with canary("errors.NumbaError or the option _nrt"):
        compiled = internals.compile_first(forms, (types.Array(types.float64, 1, "C"),))
        assert compiled.entry_point(np.array([2.5])) == 2.5
        assert not forms[0].signatures


def test_a_view_is_a_part_of_an_array() -> None:
    result = types.Array(types.float64, 2, "C")

    def resolve(given: tuple[Any, ...]) -> Any:
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            whole = internals.array_data(context, builder, signature.args[0], values[0])
            lengths = internals.unpacked(builder, values[2], 2)
            data = builder.gep(whole, [values[1]])
            return internals.array_view(context, builder, data, lengths, result)

        return result(given[0], types.intp, given[2]), generate

    made = internals.make_intrinsic(3, resolve)

    @njit
    def change(values: Any) -> None:
        view = made(values, 2, (2, 3))
        view[1, 2] += 100.0 * view.shape[0] + 10.0 * view.shape[1]

    values = np.arange(10.0)
    with canary("arrayobj.make_array, arrayobj.populate_array or cgutils.unpack_tuple"):
        change(values)
        assert values.tolist() == [0, 1, 2, 3, 4, 5, 6, 7 + 230, 8, 9]


def test_memory_of_a_function_is_cleared_at_every_execution() -> None:
    result = types.Array(types.float64, 1, "C")

    def resolve(_given: tuple[Any, ...]) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, _values: Any) -> Any:
            data = internals.cleared_memory(builder, ir.DoubleType(), 4)
            length = context.get_constant(types.intp, 4)
            return internals.array_view(context, builder, data, [length], result)

        return result(types.intp), generate

    made = internals.make_intrinsic(1, resolve)

    @njit
    def add(count: Any) -> Any:
        total = 0.0
        for i in range(count):
            room = made(0)
            total += room[i % 4] + room.shape[0]
            room[:] = 1.0
        return total

    with canary("cgutils.alloca_once"):
        assert add(9) == 36.0


INTERNAL = re.compile(
    r"\.fndesc\b|\.call_conv\b|\.get_pointer_to_function\b|\.active_code_library\b"
    r"|\.declare_function\b|\.overloads\b|\.get_compile_result\b|\.add_symbol\b"
)


def test_nothing_else_uses_them() -> None:
    users = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        modules = [
            name
            for node in ast.walk(ast.parse(text))
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and not node.level
                else []
            )
        ]
        is_user = any(name.startswith(("numba.core", "numba.np")) for name in modules)
        if is_user or INTERNAL.search(text):
            users.append(path.name)
    assert users == [Path(internals.__file__).name]


def test_no_later_release_of_numba_is_accepted_untested() -> None:
    project = tomllib.loads((PACKAGE.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    (bound,) = [each for each in project["project"]["dependencies"] if each.startswith("numba")]
    lower, upper = (tuple(map(int, text.split("."))) for text in re.findall(r"[\d.]*\d", bound))
    installed = tuple(map(int, version("numba").split(".")[:2]))
    assert lower <= installed < upper
    assert upper == (installed[0], installed[1] + 1)
