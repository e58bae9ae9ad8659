"""Which functions compiled code may call."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isfunction

# Every function of these modules is one source for the interpreter and for Numba,
# but for those that `_twins` gives another body.
MODULES = (
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
    "project_ghost.core.randomness._leaves",
)


def is_available() -> bool:
    """Whether Numba is installed; answers without importing it."""
    try:
        return find_spec("numba") is not None
    except ValueError:  # blocked by an entry of None in sys.modules
        return False


@cache
def register() -> None:
    """Let `@njit` functions call `dmath` and the random leaves. Calling it again does nothing.

    Numba calls this itself before it compiles for the first time (the entry point
    `numba_extensions`), so users have nothing to set up.
    """
    from numba.extending import register_jitable

    from ._twins import register_twins

    twins = register_twins()
    for name in MODULES:
        for _, function in getmembers(import_module(name), isfunction):
            if function.__module__ == name and function not in twins:
                register_jitable(function)
