"""Lists that a loop takes its work from: `while stack: node = stack.pop()`."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Binding

__all__ = ["takes_work", "work_loop"]


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
