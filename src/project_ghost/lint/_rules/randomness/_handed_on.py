"""A module that is handed on as if it were a generator: `def f(rng=random)`, `rng or random`."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module

__all__ = ["handed_on"]

_LOOKS_AT = frozenset(
    {"dir", "getattr", "hasattr", "id", "isinstance", "reload", "setattr", "vars"}
)


def handed_on(module: Module, name: str) -> Iterator[ast.expr]:
    """The places where a module is a default, an argument, a fallback or a result."""
    for use in module.uses.get(name, ()):
        if _is_handed_on(module, use.node):
            yield use.node


def _is_handed_on(module: Module, node: ast.expr) -> bool:
    match module.parent(node):
        case ast.arguments() | ast.keyword() | ast.Lambda():
            return True
        case ast.Return():  # a package that loads its modules late hands on a module
            function = module.tree.function(node)
            return getattr(function, "name", "") != "__getattr__"
        case ast.BoolOp(op=ast.Or(), values=[_, *fallbacks]):
            return node in fallbacks
        case ast.IfExp(test=test):
            return node is not test
        case ast.Assign(targets=targets):
            return any(_is_fallback(module, target) for target in targets)
        case ast.AnnAssign(target=target):
            return _is_fallback(module, target)
        case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
            return word not in _LOOKS_AT
    return False


def _is_fallback(module: Module, target: ast.expr) -> bool:
    """Whether a name or attribute is also something else: an alias is found where it is used."""
    if isinstance(target, ast.Name):
        binding = module.tree.binding(target)
        return binding is not None and len(binding.definitions) > 1
    return isinstance(target, ast.Attribute) and module.qualify(target) is None
