"""Changes that a function takes back, or that are there already."""

import ast

from project_ghost.lint.python._module import Module

__all__ = ["is_undone"]

_TAKING = frozenset({"discard", "pop", "popleft", "remove"})


def is_undone(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a change lasts no longer than its function, or happens once.

    `stack.append(x)` before a `finally` with `stack.pop()`; `rows += [x]` where `x in rows` was
    asked before; `Plan.current = before` after `before = Plan.current`.
    """
    return (
        _is_taken_back(module, node, name)
        or _is_asked_before(module, node, name)
        or _is_given_back(module, node)
    )


def _is_given_back(module: Module, node: ast.AST) -> bool:
    """Whether a function keeps a value in a variable, and assigns it again at the end."""
    function = module.tree.function(node)
    if function is None or not isinstance(node, ast.Attribute | ast.Name):
        return False
    text = ast.unparse(node)
    assigned = [part for part in ast.walk(function) if isinstance(part, ast.Assign)]
    kept = {
        target.id
        for each in assigned
        for target in each.targets
        if isinstance(target, ast.Name) and ast.unparse(each.value) == text
    }
    last = max(
        (each for each in assigned if text in map(ast.unparse, each.targets)),
        key=lambda each: each.lineno,
        default=None,
    )
    return last is not None and isinstance(last.value, ast.Name) and last.value.id in kept


def _is_taken_back(module: Module, node: ast.AST, name: str) -> bool:
    function = module.tree.function(node)
    ends = [
        statement
        for part in (ast.walk(function) if function is not None else ())
        if isinstance(part, ast.Try)
        for statement in part.finalbody
    ]
    return any(_takes(part, name) for each in ends for part in ast.walk(each))


def _takes(node: ast.AST, name: str) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(value=owner, attr=method)):
            return method in _TAKING and ast.unparse(owner) == name
    return False


def _is_asked_before(module: Module, node: ast.AST, name: str) -> bool:
    """Whether a test around a change asks whether the table has the element already."""
    child: ast.AST = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=ast.Compare(ops=[ast.NotIn()], comparators=[table]), body=body):
                if child in body and ast.unparse(table) == name:
                    return True
            case ast.If(test=ast.Compare(ops=[ast.In()], comparators=[table]), orelse=orelse):
                if child in orelse and ast.unparse(table) == name:
                    return True
        child = parent
    return False
