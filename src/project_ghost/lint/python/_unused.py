"""Whether nothing in a package uses a private function, so that it never runs."""

import ast
from typing import TYPE_CHECKING

from ._calls import key_of, leaves_to_callers
from ._facts import Aspect
from ._scopes import Function
from ._syntax import word

if TYPE_CHECKING:
    from ._module import Module

__all__ = ["is_unused"]

# Bases that call none of the methods of a class by other names.
_PASSIVE = frozenset({"abc.ABC", "builtins.object", "typing.Generic", "typing.Protocol"})


def is_unused(module: "Module", node: ast.AST) -> bool:
    """Whether a node is in a private function that nothing in the package mentions."""
    key = key_of(module.tree, node)
    name = key.rpartition(".")[2]
    if not name.startswith("_") or name.endswith("__"):
        return False
    if _is_mentioned(module, name) or _may_be_called_outside(module, node, name):
        return False
    return module.facts.ask_for(f"{module.name}#{key}", Aspect.USED) is None


def _is_mentioned(module: "Module", name: str) -> bool:
    """Whether the file reads a function of this name, or holds its name as a text."""
    return any(
        isinstance(node.ctx, ast.Load) and word(node) == name
        for kind in (ast.Name, ast.Attribute)
        for node in module.nodes(kind)
        if isinstance(node, ast.Name | ast.Attribute)
    ) or any(node.value == name for node in module.nodes(ast.Constant))


def _may_be_called_outside(module: "Module", node: ast.AST, name: str) -> bool:
    """Whether a library may call a function: by its decorator, or as a method of a base there."""
    for parent in (node, *module.tree.ancestors(node)):
        if isinstance(parent, Function) and parent.name == name:
            if not all(map(leaves_to_callers, parent.decorator_list)):
                return True
            around = module.tree.class_around(parent)
            info = module.names.classes.get(around) if around is not None else None
            lineage = info.lineage() if info is not None else ()
            return any(not _PASSIVE.issuperset(each.foreign_bases) for each in lineage)
    return True
