"""Globals that the first caller computes for all others.

`if edges is None: edges = np.linspace(0, limit)`: a later run, with another `limit`, gets the edges
of the first one. A connection or a pool that is opened once is another matter.
"""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import is_none

__all__ = ["computes_for_all"]

_NUMBERS = ("jax.", "math.", "numpy.", "scipy.", "tensorflow.", "torch.")


def computes_for_all(module: Module, node: ast.AST) -> bool:
    """Whether a global that is None gets numbers, computed from what the function is given."""
    statement, function = module.tree.statement(node), module.tree.function(node)
    if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(statement, ast.Assign):
        return False
    if not isinstance(function, Function) or not _is_asked_for(module, node, statement):
        return False
    parts = _parts(module, statement.value)
    return (
        any(_is_given(module, each, function) for each in parts)
        and any(_computes(module, each) for each in parts)
        and not _is_emptied(module, node, statement)
    )


def _is_asked_for(module: Module, node: ast.expr, statement: ast.Assign) -> bool:
    """Whether a branch does nothing but make a value that is None: `if edges is None:`."""
    branch = module.parent(statement)
    match branch:
        case ast.If(test=ast.Compare(left=left, ops=[ast.Is()], comparators=[none]), orelse=[]):
            is_made = is_none(none) and ast.unparse(left) == ast.unparse(node)
            return is_made and statement in branch.body
    return False


def _parts(module: Module, value: ast.expr) -> list[ast.AST]:
    """The parts of a value, and of the values of the variables in it."""
    found: list[ast.AST] = []
    pending, seen = [value], {value}
    while pending:
        for part in ast.walk(pending.pop()):
            found.append(part)
            binding = module.tree.binding(part) if isinstance(part, ast.Name) else None
            if binding is None or not isinstance(part, ast.Name) or not binding.scope.is_function:
                continue
            for definition in module.tree.reaching(binding, part):
                inner = definition.value
                if definition.kind is not Kind.PARAMETER and inner and inner not in seen:
                    seen.add(inner)
                    pending.append(inner)
    return found


def _is_given(module: Module, part: ast.AST, function: Function) -> bool:
    """Whether a part is an argument of the function, or an attribute of its object."""
    if not isinstance(part, ast.Name):
        return False
    if part.id in ("self", "cls"):
        owner = module.parent(part)
        called = module.parent(owner)
        is_method = isinstance(called, ast.Call) and called.func is owner
        return isinstance(owner, ast.Attribute) and not is_method
    binding = module.tree.binding(part)
    return (
        binding is not None
        and binding.scope is module.tree.scope_of[function]
        and any(each.kind is Kind.PARAMETER for each in binding.definitions)
    )


def _computes(module: Module, part: ast.AST) -> bool:
    match part:
        case ast.BinOp(op=ast.Sub() | ast.Mult() | ast.Pow()):
            return True
        case ast.Call(func=func):
            return (module.qualify(func) or "").startswith(_NUMBERS)
    return False


def _is_emptied(module: Module, node: ast.expr, statement: ast.Assign) -> bool:
    """Whether a function of the file gives the global no value again."""
    text = ast.unparse(node)
    return any(
        each is not statement
        and module.tree.function(each) is not None
        and is_none(each.value)
        and any(ast.unparse(target) == text for target in each.targets)
        for each in module.nodes(ast.Assign)
    )
