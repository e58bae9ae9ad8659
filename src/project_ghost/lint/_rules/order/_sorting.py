"""Mend an arbitrary order with `sorted(...)`."""

import ast

from project_ghost.lint._rule import Remedy, Replacement
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word
from project_ghost.lint.python._type import NUMBERS, Type, element

__all__ = ["sort_iterable", "sort_list", "sort_set"]

_ORDERED = NUMBERS | {"builtins.str", "builtins.bytes", "pathlib.Path"}
# Callables that take any iterable as an argument.
_TAKE_ITERABLES = frozenset(
    """
    all any chain deque dict enumerate extend filter fromkeys iter join list map max min set sorted
    sum tuple update zip
    """.split()
)


def sort_set(module: Module, node: ast.expr) -> Remedy | None:
    """Sort a set where it is used; safe if its elements are known to have an order."""
    return _wrapped(module, node, is_safe=_has_order(module, node)) if _fits(module, node) else None


def sort_iterable(module: Module, node: ast.expr, *, is_safe: bool, key: str = "") -> Remedy | None:
    """Sort an iterator where something iterates over it."""
    return _wrapped(module, node, is_safe=is_safe, key=key) if _fits(module, node) else None


def sort_list(module: Module, node: ast.expr) -> Remedy | None:
    """Sort a call that returns a list of texts, wherever it is."""
    return _wrapped(module, node, is_safe=True)


def _wrapped(module: Module, node: ast.expr, *, is_safe: bool, key: str = "") -> Remedy | None:
    if module.scope(node).lookup("sorted") is not None:
        return None  # another function has the name
    if any(isinstance(parent, ast.JoinedStr) for parent in module.tree.ancestors(node)):
        return None  # before Python 3.12, places inside an f-string are not those of the file
    parent = module.parent(node)
    if not key and _is_list(module, parent):
        assert isinstance(parent, ast.Call)
        replacements = (Replacement(parent.func, instead="sorted"),)
    else:
        replacements = (Replacement(node, "sorted(", f"{key})"),)
    return Remedy("sort it", is_safe, replacements)


def _is_list(module: Module, node: ast.AST) -> bool:
    """Whether this is `list(x)`, which `sorted(x)` replaces."""
    match node:
        case ast.Call(func=ast.Name(id="list") as func, args=[_], keywords=[]):
            return module.qualify(func) == "builtins.list"
    return False


def _fits(module: Module, node: ast.expr) -> bool:
    """Whether a list is as good here as the iterable."""
    match module.parent(node):
        case ast.For(iter=taken) | ast.comprehension(iter=taken, is_async=0):
            return taken is node
        case ast.Starred() | ast.YieldFrom():
            return True
        case ast.Assign(targets=[ast.Tuple() | ast.List()]):
            return True
        case ast.Call(func=func, args=args):
            return node in args and word(func) in _TAKE_ITERABLES
    return False


def _has_order(module: Module, node: ast.expr) -> bool:
    match module.parent(node):
        case ast.Call(func=ast.Attribute(attr="join")):
            return True  # all are texts
    return _is_ordered(element(module.types.infer(node)))


def _is_ordered(type_: Type | None) -> bool:
    if type_ is None:
        return False
    if type_.name == "builtins.tuple":
        return bool(type_.arguments) and all(map(_is_ordered, type_.arguments))
    return type_.name in _ORDERED
