"""Register the functions that compiled code may call."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isfunction
from typing import Any

from ._fingerprint import referenced

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


def register_function(function: Callable[..., Any], *, inlined: bool = False) -> None:
    """Let compiled code call a plain Python function, and the plain ones that it calls.

    `inlined` puts its machine code into its callers, so that several calls share the work that
    they have in common; otherwise LLVM decides.
    """
    from numba.extending import register_jitable

    if not isfunction(function) or function in _REGISTERED:
        return
    # ghost: allow[global-state] Numba's own registry is the process's; this mirrors it
    _REGISTERED.add(function)
    # A caller that was compiled with fastmath must not pass it on: it would change the bits.
    register_jitable(fastmath=False, forceinline=inlined, boundscheck=has_bounds_checks(function))(
        function
    )
    for value in referenced(function).values():
        register_function(value)


# Modules compiled without bounds checks: their loops run at every tick, and their indexes are
# known to lie within their arrays. Listed one by one, so that moving a file cannot change this.
WITHOUT_BOUNDS_CHECKS = frozenset(
    (
        *MODULES,
        "project_ghost.engine.codegen._hash_chain",
        "project_ghost.engine.codegen._helpers",
        "project_ghost.engine.codegen._interpolation",
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

    if original not in _REGISTERED:
        # ghost: allow[global-state] Numba's own registry is the process's; this mirrors it
        _REGISTERED.add(original)
        # Not strict: Numba would compare annotations too.
        overload(original, jit_options={"fastmath": False, "forceinline": inlined}, strict=False)(
            lambda *_arguments: compiled
        )
