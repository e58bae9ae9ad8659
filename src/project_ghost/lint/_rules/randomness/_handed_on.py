"""A module that is handed on as if it were a generator: `def f(rng=random)`."""

import ast
from collections.abc import Iterator

from project_ghost.lint._module import Module

__all__ = ["handed_on"]

_LOOKS_AT = frozenset(
    {"dir", "getattr", "hasattr", "id", "isinstance", "reload", "setattr", "vars"}
)


def handed_on(module: Module, name: str) -> Iterator[ast.expr]:
    """The places where a module is a default or an argument."""
    for use in module.uses.get(name, ()):
        match module.parent(use.node):
            case ast.arguments() | ast.keyword():
                yield use.node
            case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
                if word not in _LOOKS_AT:
                    yield use.node
