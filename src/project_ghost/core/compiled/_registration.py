"""Which functions compiled code may call."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isfunction
from typing import Any

from ._fingerprint import referenced

# Every function of these modules is one source for the interpreter and for Numba,
# but for those that `_twins` gives another body.
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
    """Whether Numba is installed; answers without importing it."""
    return find_spec("numba") is not None


@cache
def register() -> None:
    """Let `@njit` functions call `dmath` and the random leaves. Calling it again does nothing.

    Numba calls this itself before it compiles for the first time (the entry point
    `numba_extensions`), so users have nothing to set up.
    """
    from ._overloads import register_twins

    register_twins()
    for name in MODULES:
        for _, function in getmembers(import_module(name), isfunction):
            if function.__module__ == name:
                register_function(function)


# What Numba knows already: the vocabulary, and users' functions.
_REGISTERED: set[Callable[..., Any]] = set()


def register_function(function: Callable[..., Any], *, inlined: bool = False) -> None:
    """Let compiled code call a plain Python function, and the plain ones that it calls.

    `inlined` puts its machine code into its callers, so that they share what is the same in
    several calls; otherwise LLVM weighs what that costs.
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
        "project_ghost.engine.codegen._build",
        "project_ghost.engine.run._hash_chain",
        "project_ghost.engine.run._interpolation",
    )
)


def has_bounds_checks(function: Callable[..., Any]) -> bool:
    """Whether an index beyond an array raises an error in compiled code, as it does in Python."""
    return function.__module__ not in WITHOUT_BOUNDS_CHECKS


def register_twin(
    original: Callable[..., Any], twin: Callable[..., Any], *, inlined: bool = False
) -> None:
    """Give a function another body in compiled code, one that sees what Python does not."""
    from numba.extending import overload

    if original not in _REGISTERED:
        # ghost: allow[global-state] Numba's own registry is the process's; this mirrors it
        _REGISTERED.add(original)
        # Not strict: Numba would compare annotations too.
        overload(original, jit_options={"fastmath": False, "forceinline": inlined}, strict=False)(
            lambda *_arguments: twin
        )
