"""Calls of the core's functions from compiled code."""

from collections.abc import Callable
from typing import Any

from project_ghost.core.compiled import compile_source


def compiled(function: Callable[..., Any], arity: int) -> Callable[..., Any]:
    """Return a compiled, cached caller of a function that `core.compiled` registers."""
    name = function.__name__
    parameters = ", ".join(f"x{i}" for i in range(arity))
    source = (
        f"from {function.__module__} import {name} as function\n\n"
        f"def call_{name}({parameters}):\n"
        f"    return function({parameters})\n"
    )
    return compile_source(source, f"call_{name}")
