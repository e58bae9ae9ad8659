"""Draws from a global generator that is seeded before, or that are seeds themselves."""

import ast

from project_ghost.lint._finding import Severity
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

from ._optional import may_be_none
from .varying_seed import VARYING, names_seed

__all__ = ["draw_severity"]


def draw_severity(module: Module, node: ast.AST) -> Severity | None:
    """Info for a draw inside `with manual_seed(seed):`, and for one that is a seed itself.

    The first is seeded, and the generator is restored; the second is found by `varying-seed`. A
    draw after a seeding call of its own function is a hint.
    """
    is_varying = module.qualify(node) in VARYING
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Assign(targets=[target]) if is_varying and names_seed(word(target)):
                return Severity.INFO
            case ast.keyword(arg=str(name)) if is_varying and names_seed(name):
                return Severity.INFO
            case ast.With(items=items) | ast.AsyncWith(items=items):
                if any(_seeds(item.context_expr) for item in items):
                    return Severity.INFO
    return Severity.HINT if _is_seeded_before(module, node) else None


def _is_seeded_before(module: Module, node: ast.AST) -> bool:
    """Whether the function of a draw seeds the generator first, by a seed that cannot be None."""
    function = module.tree.function(node)
    return function is not None and any(
        call.lineno <= getattr(node, "lineno", 0)
        and module.tree.function(call) is function
        and _seeds(call)
        and not may_be_none(module, _given(call)[0])
        for call in (
            *module.method_calls.get("seed", ()),
            *module.method_calls.get("manual_seed", ()),
        )
    )


def _seeds(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=func) if "seed" in word(func).lower():
            given = _given(node)
            return bool(given) and not is_none(given[0])
    return False


def _given(call: ast.Call) -> list[ast.expr]:
    return [*call.args, *(keyword.value for keyword in call.keywords)]
