"""Methods that are not portable, of arrays and of objects whose type is not known."""

import ast
from collections.abc import Iterator

from project_ghost.core.portability import NOT_PORTABLE_METHODS, Reason
from project_ghost.lint._rule import Problem
from project_ghost.lint.python._module import Module

__all__ = ["unknown_methods"]


def unknown_methods(module: Module, reason: Reason) -> Iterator[Problem]:
    """Find the calls of methods that are not portable for this reason."""
    for name, entry in NOT_PORTABLE_METHODS.items():
        for call in module.method_calls.get(name, ()) if entry.reason is reason else ():
            assert isinstance(call.func, ast.Attribute)
            if module.qualify(call.func) in (None, f"numpy.ndarray.{name}"):
                yield Problem(call, entry.message(f"`.{name}`"))
