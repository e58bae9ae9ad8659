"""Lists that grow: those that a loop takes its work from, and those that are sorted later."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding

__all__ = ["is_sorted_later", "is_worked_off", "takes_work", "work_loop"]


def work_loop(module: Module, binding: Binding) -> tuple[ast.While, ast.stmt] | None:
    """The loop that takes its work from a list, and the statement that does."""
    for load in binding.loads:
        parent = module.parent(load)
        if isinstance(parent, ast.Attribute) and parent.attr in ("pop", "popleft"):
            statement = module.tree.statement(load)
            loop = module.parent(statement)
            if isinstance(loop, ast.While) and statement in loop.body:
                return loop, statement
    return None


def takes_work(module: Module, binding: Binding, load: ast.Name) -> bool:
    """Whether a loop looks at the end of a list that it takes from: `node = stack[-1]`."""
    found = work_loop(module, binding)
    statement = module.tree.statement(load)
    return (
        found is not None
        and statement in found[0].body
        and isinstance(statement, ast.Assign)
        and isinstance(statement.value, ast.Subscript)
        and statement.value.value is load
    )


def is_worked_off(module: Module, method: ast.expr) -> bool:
    """Whether a loop takes its work from the owner of a method: `node = stack.pop()`."""
    return any(
        isinstance(parent := module.parent(load), ast.Attribute)
        and parent.attr in ("pop", "popleft")
        and module.in_loop(load)
        for load in _loads_of(module, method)
    )


def is_sorted_later(module: Module, method: ast.expr) -> bool:
    """Whether the owner of a method is sorted in its function too."""
    return any(
        isinstance(parent := module.parent(load), ast.Attribute) and parent.attr == "sort"
        for load in _loads_of(module, method)
    )


def _loads_of(module: Module, method: ast.expr) -> list[ast.Name]:
    owner = method.value if isinstance(method, ast.Attribute) else None
    binding = module.tree.binding(owner) if isinstance(owner, ast.Name) else None
    return binding.loads if binding is not None else []
