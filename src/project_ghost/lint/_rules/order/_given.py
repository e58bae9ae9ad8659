"""Functions that return a list in an arbitrary order: their callers may use it."""

import ast
from collections.abc import Iterator

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function

from ._elements import Elements, elements
from ._listings import LISTS

__all__ = ["ARBITRARY", "calls_giving", "gives_arbitrary_order"]

# What a summary says of such a function, in place of the clock that another one reads.
ARBITRARY = "an arbitrary order"


def gives_arbitrary_order(module: Module, function: Function) -> bool:
    """Whether a function returns the elements of a set, or a listing of files, as a list."""
    return any(
        _is_arbitrary(module, value)
        for each in module.tree.returns[function]
        if (value := each.value) is not None
    )


def calls_giving(module: Module) -> Iterator[ast.Call]:
    """Calls of functions of the project that return a list in an arbitrary order."""
    for use in module.uses_giving({ARBITRARY}):
        if use.call is not None:
            yield use.call
    for name, functions in module.types.functions.items():
        if len(functions) == 1 and name in module.uses:
            calls = [use.call for use in module.uses[name] if use.call is not None]
            if calls and gives_arbitrary_order(module, functions[0]):
                yield from calls


def _is_arbitrary(module: Module, node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="list" | "tuple"), args=[inner]):
            return _is_varying_set(module, inner)
        case ast.ListComp(generators=[ast.comprehension(iter=inner), *_]):
            return _is_varying_set(module, inner) or _is_arbitrary(module, inner)
        case ast.Call(func=func):
            return module.qualify(func) in LISTS
        case ast.Name():
            binding = module.tree.binding(node)
            if binding is None or _is_sorted(module, node):
                return False
            found = module.tree.reaching(binding, node)
            return bool(found) and all(
                each.value is not None
                and not isinstance(each.value, ast.Name)
                and each.node is not node
                and _is_arbitrary(module, each.value)
                for each in found
            )
    return False


def _is_varying_set(module: Module, node: ast.expr) -> bool:
    return module.types.is_set(node) and elements(module, node) is Elements.VARYING


def _is_sorted(module: Module, node: ast.Name) -> bool:
    """Whether a list is sorted in place, or changed in another way."""
    binding = module.tree.binding(node)
    return binding is not None and any(
        isinstance(parent := module.parent(load), ast.Attribute)
        and parent.attr in ("sort", "reverse")
        for load in binding.loads
    )
