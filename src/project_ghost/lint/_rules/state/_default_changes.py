"""What a function does with a default that all calls share, and what becomes of it.

An empty default is not changed by what only removes, replaces or repeats what is there.
"""

import ast
from enum import IntEnum

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._syntax import word

from ._writes import MUTATORS, writes

__all__ = ["Use", "change_of", "is_empty", "use_in_class"]

_TAKES = frozenset({"clear", "discard", "pop", "popitem", "popleft", "remove"})
_REORDERS = frozenset({"reverse", "rotate", "sort", "intersection_update", "difference_update"})
_EMPTY_CALLS = frozenset({"list", "dict", "set", "OrderedDict", "bytearray", "deque"})


class Use(IntEnum):
    """What a function does with a parameter, in the order of how much it matters."""

    READ = 0
    SHARED = 1  # it is stored or returned
    FILLED = 2  # fixed keys are written, the same in every call, or each key once
    CHANGED = 3


def is_empty(default: ast.expr) -> bool:
    """Whether a default holds nothing: `[]`, `dict()`."""
    match default:
        case ast.List(elts=parts) | ast.Set(elts=parts) | ast.Dict(values=parts):
            return not parts
        case ast.Call(func=func, args=[], keywords=[]):
            return word(func) in _EMPTY_CALLS
    return False


def change_of(module: Module, owner: ast.expr, node: ast.AST, *, was_empty: bool) -> Use:
    """What a change (a call of a method, a subscript that is stored) does to a default."""
    if was_empty and _needs_content(module, owner, node):
        return Use.READ
    match node:
        case ast.Call(func=ast.Attribute(attr=method)):
            return Use.CHANGED if method in MUTATORS else Use.READ
        case ast.Subscript(slice=key):
            is_assigned = isinstance(module.parent(node), ast.Assign)
            is_once = is_assigned and _is_missing_key(module, owner, key, node)
            is_fixed = is_assigned and isinstance(key, ast.Constant)
            return Use.FILLED if is_fixed or is_once else Use.CHANGED
    return Use.CHANGED


def use_in_class(
    module: Module, function: Function | ast.Lambda, attribute: str, *, was_empty: bool
) -> Use:
    """What the class of a constructor does with a default that an attribute of `self` holds."""
    own = module.tree.class_around(function)
    found = [
        change_of(module, write.owner, write.node, was_empty=was_empty)
        for write in writes(module)
        if isinstance(write.owner, ast.Attribute)
        and write.owner.attr == attribute
        and _is_of_class(module, own, write.owner)
    ]
    return max(found, default=Use.SHARED)


def _is_of_class(module: Module, own: ast.ClassDef | None, owner: ast.Attribute) -> bool:
    """Whether an attribute is one of an object of a class, of a base or of a subclass."""
    info = module.names.instance_of(owner.value)
    mine = module.names.classes.get(own) if own is not None else None
    if info is None or mine is None:
        return word(owner.value) == "self"
    return info in mine.lineage() or mine in info.lineage()


def _needs_content(module: Module, owner: ast.expr, node: ast.AST) -> bool:
    """Whether a change never happens to what is empty, or leaves it as it is."""
    match node:
        case ast.Call(func=ast.Attribute(attr=method)) if method in _TAKES | _REORDERS:
            return True
        case ast.Subscript(ctx=ast.Del()):
            return True
        case ast.Subscript() if isinstance(module.parent(node), ast.AugAssign):
            return True
    text = ast.unparse(owner)
    key = ast.unparse(node.slice) if isinstance(node, ast.Subscript) else ""
    child: ast.AST = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.For(iter=looped, body=body) if child in body and _mentions(looped, text):
                return True
            case ast.If(test=test, body=body) if child in body and _asks_for_content(
                test, text, key
            ):
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return False
        child = parent
    return False


def _mentions(node: ast.expr, text: str) -> bool:
    return any(
        isinstance(part, ast.Name | ast.Attribute) and ast.unparse(part) == text
        for part in ast.walk(node)
    )


def _asks_for_content(test: ast.expr, text: str, key: str) -> bool:
    """Whether a test holds only for what is not empty: `if rows:`, `key in rows`."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(_asks_for_content(each, text, key) for each in values)
        case ast.Compare(left=left, ops=[ast.Gt() | ast.NotEq()], comparators=[limit]):
            is_zero = isinstance(limit, ast.Constant) and limit.value == 0
            return is_zero and ast.unparse(left) == f"len({text})"
        case ast.Compare(left=left, ops=[ast.In()], comparators=[owner]):
            return ast.unparse(owner) in (text, f"{text}.keys()") and (
                not key or ast.unparse(left) == key
            )
    return ast.unparse(test) in (text, f"len({text})")


def _is_missing_key(module: Module, owner: ast.expr, key: ast.expr, node: ast.AST) -> bool:
    """Whether each key is written once: `if key not in table: table[key] = ...`."""
    wanted = f"{ast.unparse(key)} not in {ast.unparse(owner)}"
    child: ast.AST = node
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.If(test=test, body=body) if child in body and ast.unparse(test) == wanted:
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                return False
        child = parent
    return False
