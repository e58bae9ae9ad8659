"""Readings of a clock that are made while a module is loaded, and stand for all later calls."""

import ast

from project_ghost.lint._rules.state._writes import copies_defaults
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

__all__ = ["is_default"]


def is_default(module: Module, call: ast.Call) -> bool:
    """Whether a call is in the default of a parameter, or of a field that objects copy.

    A function that makes the value (`default_factory=lambda: time()`) is called each time, and so
    is a function inside of another, with its defaults.
    """
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.Lambda():
                return False
            case ast.arguments():
                owner = module.parent(parent)
                return isinstance(owner, Function) and module.tree.function(owner) is None
            case ast.AnnAssign():
                around = module.parent(parent)
                return isinstance(around, ast.ClassDef) and copies_defaults(around)
            case ast.stmt():
                return False
    return False
