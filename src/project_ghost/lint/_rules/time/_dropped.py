"""Work of a loop that is left out, with a message at most, where it takes too long."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import shows
from project_ghost.lint.python._syntax import is_main_guard

__all__ = ["is_left_out"]


def is_left_out(module: Module, call: ast.Call) -> bool:
    """Whether a loop goes on without the result of a call that is late.

    `for run in runs: try: load(run, timeout=1) except TimeoutError: log.warning(...)`. A loop
    without an end, which serves others, tries again.
    """
    handled: ast.Try | None = None
    child: ast.AST = call
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.Try(body=body) if handled is None and child in body:
                handled = parent
            case ast.For():
                return handled is not None and any(
                    _names_timeout(each) and _only_shows(module, each.body)
                    for each in handled.handlers
                )
            case ast.While() | ast.Lambda() | ast.ClassDef():
                return False
        if isinstance(parent, Function) or is_main_guard(parent):
            return False
        child = parent
    return False


def _names_timeout(handler: ast.ExceptHandler) -> bool:
    """Whether a handler is one for what is late."""
    return handler.type is not None and "Timeout" in ast.unparse(handler.type)


def _only_shows(module: Module, body: list[ast.stmt]) -> bool:
    """Whether statements go on with the next turn, and at most show a message."""
    return all(
        isinstance(each, ast.Pass | ast.Continue)
        or (
            isinstance(each, ast.Expr)
            and isinstance(each.value, ast.Call)
            and shows(module, each.value)
        )
        for each in body
    )
