"""Loops that number their elements, in the order in which they come."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind

__all__ = ["counts"]


def counts(module: Module, loop: ast.AST, targets: set[str], value: ast.expr, table: str) -> bool:
    """Whether a value counts the elements so far: `len(table)`, `next(serials)`, a counter."""
    for part in ast.walk(value):
        match part:
            case ast.Call(func=ast.Name(id="next")):
                return True
            case ast.Call(func=ast.Name(id="len"), args=[counted]):
                if ast.unparse(counted) == table:
                    return True
            case ast.Name() if part.id not in targets and _is_changed(module, loop, part):
                return True
    return False


def _is_changed(module: Module, loop: ast.AST, name: ast.Name) -> bool:
    """Whether a loop adds to a variable."""
    binding = module.tree.binding(name)
    return binding is not None and any(
        definition.kind is Kind.AUGMENT
        and any(parent is loop for parent in module.tree.ancestors(definition.node))
        for definition in binding.definitions
    )
