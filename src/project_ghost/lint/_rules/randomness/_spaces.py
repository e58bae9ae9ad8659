"""Spaces of gym that a project derives, and that draw from their own generators."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

__all__ = ["derived_spaces"]

_SPACES = ("gym.spaces.", "gymnasium.spaces.")


def derived_spaces(module: Module) -> Iterator[ast.Attribute]:
    """The first draw of each `sample` of a space of the project: `self.np_random.random(3)`."""
    for info in module.names.classes.values():
        bases = (base for each in info.lineage() for base in each.foreign_bases)
        if not any(base.startswith(_SPACES) for base in bases):
            continue
        for method in info.methods():
            if method.name == "sample":
                yield from _first_draw(method)


def _first_draw(method: Function) -> Iterator[ast.Attribute]:
    for node in ast.walk(method):
        match node:
            case ast.Attribute(value=ast.Name(id="self"), attr="np_random" | "_np_random"):
                yield node
                return
