"""Modules that are passed on as generators: `def f(rng=random)`, `rng or random`."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module

__all__ = ["passed_on"]

_INSPECTIONS = frozenset(
    {"dir", "getattr", "hasattr", "id", "isinstance", "reload", "setattr", "vars"}
)


def passed_on(module: Module, name: str) -> Iterator[ast.expr]:
    """The places where a module is a default, an argument, a fallback or a result."""
    for use in module.uses.get(name, ()):
        if _is_passed_on(module, use.node):
            yield use.node


def _is_passed_on(module: Module, node: ast.expr) -> bool:
    match module.parent(node):
        case ast.arguments() | ast.keyword() | ast.Lambda():
            return True
        case ast.Return():  # a package that loads its modules lazily returns modules
            function = module.tree.function(node)
            return getattr(function, "name", "") != "__getattr__"
        case ast.BoolOp(op=ast.Or(), values=[first, *fallbacks]):
            # An attribute mostly has a generator by then, a parameter may be missing.
            return node in fallbacks and not isinstance(first, ast.Attribute)
        case ast.IfExp(test=test):
            return node is not test
        case ast.Assign(targets=targets):
            return any(_is_fallback(module, target) for target in targets)
        case ast.AnnAssign(target=target):
            return _is_fallback(module, target)
        case ast.Call(func=ast.Name(id=word) | ast.Attribute(attr=word)):
            return word not in _INSPECTIONS
    return False


def _is_fallback(module: Module, target: ast.expr) -> bool:
    """Whether a name or attribute has other values too, unlike an alias."""
    if isinstance(target, ast.Name):
        binding = module.tree.binding(target)
        return binding is not None and len(binding.definitions) > 1
    return isinstance(target, ast.Attribute) and module.qualify(target) is None
