"""Draws from a global generator that a `with` statement seeds."""

import ast

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

__all__ = ["draw_severity"]


def draw_severity(module: Module, node: ast.AST) -> Severity | None:
    """Info for a draw inside `with manual_seed(seed):`, which seeds and restores the generator."""
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_seeds(item.context_expr) for item in items):
                    return Severity.INFO
    return None


def _seeds(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=func, args=args, keywords=keywords) if "seed" in word(func).lower():
            given = [*args, *(keyword.value for keyword in keywords)]
            return bool(given) and not is_none(given[0])
    return False
