"""Register the functions that compiled code may call."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isclass, isfunction
from typing import Any, TypeVar

import numpy as np

from project_ghost.core.errors import InputError

from . import _view
from .cache._fingerprint import referenced

# The functions of these modules have one source for the interpreter and for Numba, except
# those that `_overloads` gives another body.
MODULES = (
    "project_ghost.core.bits",
    "project_ghost.core.dmath._exact",
    "project_ghost.core.dmath._polynomials",
    "project_ghost.core.dmath._tables",
    "project_ghost.core.dmath._exponential",
    "project_ghost.core.dmath._logarithm",
    "project_ghost.core.dmath._power",
    "project_ghost.core.dmath._reduction",
    "project_ghost.core.dmath._trigonometry",
    "project_ghost.core.dmath._inverse",
    "project_ghost.core.dmath._hyperbolic",
    "project_ghost.core.randomness._philox",
    "project_ghost.core.randomness._normal",
    "project_ghost.core.randomness._draws",
    "project_ghost.core.agreement._twins",
)


def is_available() -> bool:
    """Tell whether Numba is installed, without importing it."""
    return find_spec("numba") is not None


@cache
def register() -> None:
    """Let `@njit` functions call `dmath` and the random draws. Calling it again does nothing.

    Numba calls this itself before it compiles for the first time (the entry point
    `numba_extensions`), so users have nothing to set up.
    """
    from ._overloads import register_overloads

    register_overloads()
    for name in MODULES:
        for _, function in getmembers(import_module(name), isfunction):
            if function.__module__ == name:
                register_function(function)


# The functions that Numba knows already: those of `MODULES`, and users'.
_REGISTERED: set[Callable[..., Any]] = set()


# How Numba compiles the functions that compiled code calls. A caller with fastmath must not pass
# it on: it would change the bits. Python calls none of them, so they need no entry for it, which
# takes a tenth of the time to compile.
_CALLED = {"fastmath": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# The core's functions also with Numba's memory management, whatever their callers have: it holds
# the values in their messages.
_CORE = {**_CALLED, "_nrt": True}


F = TypeVar("F", bound=Callable[..., Any])

_INLINED = "__ghost_inlined__"


def inlined(function: F) -> F:
    """Mark a function whose machine code goes into its callers.

    For functions that take bundles of arrays: a call would copy all of the arrays.
    """
    setattr(function, _INLINED, True)
    return function


_BORROWING = "__ghost_borrowing__"
_WITHOUT_ARRAYS = (None, bool, int, float, "None", "bool", "int", "float")


def borrowing(function: F) -> F:
    """Mark a function that only borrows arrays: it allocates none, keeps none and returns none.

    The same holds for all functions that it calls, because no machine code of theirs counts
    references. For the loops of kernels that allocate: there, counting takes a fifth of the time.

    The annotation must say that it returns no array: its caller would free one that it got, and
    go on to use freed memory.
    """
    if function.__annotations__.get("return", "nothing said") not in _WITHOUT_ARRAYS:
        raise InputError(
            f"{function.__qualname__} is marked as borrowing, but may return an array",
            _place(function),
            "a return annotation: None, bool, int or float",
            "annotate what it returns, write arrays into arguments, or remove @borrowing",
        )
    setattr(function, _BORROWING, True)
    return function


def _refuse_allocation(function: Callable[..., Any]) -> None:
    """Stop if a function marked as borrowing may allocate: nobody would free the array."""
    if may_allocate(function):
        raise InputError(
            f"{function.__qualname__} is marked as borrowing, but may allocate an array",
            _place(function),
            "loops over arrays that its caller made",
            "allocate in its caller, use local_zeros, or remove @borrowing",
        )


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}, line {code.co_firstlineno}"


def register_function(function: Callable[..., Any], *, is_inlined: bool = False) -> None:
    """Let compiled code call a plain Python function, and the plain ones that it calls.

    `is_inlined` puts its machine code into its callers, as `inlined` does, so that several
    calls share the work that they have in common; otherwise LLVM decides.
    """
    from numba.extending import register_jitable

    if not isfunction(function) or not mark_registered(function):
        return
    options = dict(_CORE if function.__module__ in MODULES else _CALLED)
    if hasattr(function, _BORROWING):
        _refuse_allocation(function)
        options["_nrt"] = False
    checked = has_bounds_checks(function)
    inline = is_inlined or hasattr(function, _INLINED)
    register_jitable(**options, forceinline=inline, boundscheck=checked)(function)
    for value in referenced(function).values():
        register_function(value)


def mark_registered(function: Callable[..., Any]) -> bool:
    """Note that Numba knows a function; return whether that is new."""
    is_new = function not in _REGISTERED
    # ghost: allow[global-state] Numba's own registry is the process's; this mirrors it
    _REGISTERED.add(function)
    return is_new


def may_allocate(function: Callable[..., Any]) -> bool:
    """Tell whether a function may allocate arrays, as far as the names that it uses show.

    Functions of numpy may, and so may functions that Numba has compiled already. The method
    `copy` of an array is not found.
    """
    return _may_allocate(function, set())


def _may_allocate(value: Any, seen: set[Callable[..., Any]]) -> bool:  # noqa: ANN401
    module = str(getattr(value, "__module__", ""))
    if isinstance(value, np.ufunc) or module.partition(".")[0] == "numpy":
        return not isclass(value)
    if hasattr(value, "py_func"):  # a dispatcher of Numba
        return True
    if not isfunction(value) or value in seen or value.__module__ in (*MODULES, _view.__name__):
        return False
    seen.add(value)
    return any(_may_allocate(each, seen) for each in referenced(value).values())


# Modules compiled without bounds checks: their loops run at every tick, and their indexes are
# known to lie within their arrays. Listed one by one, so that moving a file cannot change this.
WITHOUT_BOUNDS_CHECKS = frozenset(
    (
        *MODULES,
        "project_ghost.engine.codegen._hash_chain",
        "project_ghost.engine.codegen._helpers",
        "project_ghost.engine.codegen._interpolation",
        "project_ghost.engine.program._messages",
        "project_ghost.engine.program._operations",
        "project_ghost.engine.program._loop",
        "project_ghost.telemetry.rows._arena",
        "project_ghost.telemetry.rows._poses",
        "project_ghost.telemetry.rows._row_json",
        "project_ghost.telemetry.rows._shortest_digits",
        "project_ghost.telemetry.rows._text_table",
    )
)


def has_bounds_checks(function: Callable[..., Any]) -> bool:
    """Tell whether compiled code checks array indexes, as Python does."""
    return function.__module__ not in WITHOUT_BOUNDS_CHECKS


def register_overload(
    original: Callable[..., Any], compiled: Callable[..., Any], *, inlined: bool = False
) -> None:
    """Give a function another body in compiled code."""
    from numba.extending import overload

    if mark_registered(original):
        options: Any = {**_CORE, "forceinline": inlined}  # Numba's type for them lacks some
        # Not strict: Numba would compare annotations too.
        overload(original, jit_options=options, strict=False)(lambda *_arguments: compiled)
