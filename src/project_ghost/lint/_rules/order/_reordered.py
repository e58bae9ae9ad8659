"""Sequences that are put in order by the positions that `argsort` gives."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Kind
from project_ghost.lint.python._syntax import word

__all__ = ["gives_positions", "is_by_position"]


def gives_positions(module: Module, call: ast.Call) -> bool:
    """Whether a call gives positions that are only used to put sequences in order."""
    if word(call.func) != "argsort":
        return False
    match module.parent(call):
        case ast.Assign(targets=[ast.Name() as target]):
            loads = module.tree.loads(target)
            return bool(loads) and all(_takes_positions(module, load) for load in loads)
        case parent:
            return _takes_positions(module, call) or isinstance(parent, ast.Slice)


def is_by_position(module: Module, index: ast.expr) -> bool:
    """Whether an index is such a position, or all of them: `names[i] for i in argsort(times)`."""
    if isinstance(index, ast.Call):
        return word(index.func) == "argsort"
    binding = module.tree.binding(index) if isinstance(index, ast.Name) else None
    if binding is None or not isinstance(index, ast.Name):
        return False
    found = module.tree.reaching(binding, index)
    return bool(found) and all(
        each.value is not None
        and each.kind in (Kind.ASSIGN, Kind.ITERATE)
        and each.value is not index
        and is_by_position(module, each.value)
        for each in found
    )


def _takes_positions(module: Module, node: ast.expr) -> bool:
    match module.parent(node):
        case ast.For(iter=taken) | ast.comprehension(iter=taken) | ast.Subscript(slice=taken):
            return taken is node
    return False
