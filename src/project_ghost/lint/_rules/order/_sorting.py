"""Mend an arbitrary order with `sorted(...)`."""

import ast

from project_ghost.lint._rule import Remedy, Replacement
from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

from ._comparable import can_be_sorted

__all__ = ["sort_iterable", "sort_list", "sort_set"]

# Callables that take any iterable as an argument.
_TAKE_ITERABLES = frozenset(
    """
    all any chain deque dict enumerate extend filter fromkeys iter join list map max min set sorted
    sum tuple update zip
    """.split()
)


def sort_set(module: Module, node: ast.expr) -> Remedy | None:
    """Sort a set where it is used; safe if its elements surely have an order."""
    if not _fits(module, node):
        return None
    return _wrapped(module, node, is_safe=can_be_sorted(module, node))


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
