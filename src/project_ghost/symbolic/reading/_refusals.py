"""The error about source that cannot become an expression."""

from __future__ import annotations

import ast

from project_ghost.core import dmath
from project_ghost.core.errors import InputError


class RefusedError(InputError):
    """Something in a function has no expression; `where` is its file, line and function."""


def refusal(what: str, file: str, node: ast.AST, function: str, instead: str) -> RefusedError:
    """The error about one place in a function."""
    line = getattr(node, "lineno", 0)
    return RefusedError(
        what,
        f"{file}:{line}, {function}",
        "source whose loops and places do not depend on signals",
        instead,
    )


class LoopError(NotImplementedError):
    """A loop whose end a signal decides."""

    instead = (
        "give the loop a fixed count, such as `for i in range(capacity): if i >= count: break`, "
        "or cut or freeze the component"
    )


class SizeError(NotImplementedError):
    """Source that needs more selections than a graph should have."""

    instead = (
        "freeze what names rows and routes, such as `--freeze '*.alive' --freeze '*.route'`, allow "
        "more with `--most-selections`, or cut the component"
    )


class ShapeError(NotImplementedError):
    """An array whose shape a signal decides."""

    instead = "make the array as large as it can become, or cut or freeze the component"


class FunctionError(NotImplementedError):
    """A function that stands for nothing, with the one to use."""

    def __init__(self, name: str, module: str) -> None:
        super().__init__(f"`{module}.{name}` of a signal" if module else f"`{name}` of a signal")
        self.instead = "cut or freeze the component"
        if module in ("math", "numpy") and name in dmath.__all__:
            self.instead = f"use `project_ghost.core.dmath.{name}`, the same bits anywhere"
