"""Whole numbers in compiled functions: their sums are exact in any order."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function, Kind
from project_ghost.lint.python._syntax import word

__all__ = ["is_exact", "is_size"]

_DEPTH = 4  # of names and calls
_CASTS = re.compile(
    r"^(len|int|bool|ord|range|prange|u?int\d+|intp|uintp|bool_|arange|argmax|argmin)$"
)
_TYPES = re.compile(r"\b(u?int(\d+|p|c)?|boolean|bool_|[ui]\d)\b")
_MAKERS = frozenset({"array", "asarray"})
_SHAPED = frozenset({"zeros", "ones", "empty", "full", "range", "prange", "arange", "reshape"})


def is_exact(module: Module, node: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether a value is a whole number or an array of such, by all that it can be."""
    if depth == 0:
        return False
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int)
        case ast.Compare():
            return True
        case ast.Attribute(attr=attribute):
            return attribute in ("size", "ndim", "shape")
        case ast.Subscript(value=value) | ast.UnaryOp(operand=value):
            return is_exact(module, value, depth)
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.BoolOp(values=parts):
            return bool(parts) and all(is_exact(module, part, depth) for part in parts)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod()):
            parts = [node.left, node.right]
            return all(is_exact(module, part, depth) for part in parts)
        case ast.IfExp(body=body, orelse=orelse):
            return is_exact(module, body, depth) and is_exact(module, orelse, depth)
        case ast.Call(func=func, args=arguments):
            if word(func) in _MAKERS and arguments:
                return is_exact(module, arguments[0], depth)
            return _CASTS.search(word(func)) is not None or _gives_exact(module, node, depth)
        case ast.Name():
            return _is_declared(module, node) or _is_defined_exact(module, node, depth)
    return False


def is_size(module: Module, call: ast.Call) -> bool:
    """Whether a value is a dimension of an array or the length of a loop."""
    child: ast.AST = call
    for parent in module.tree.ancestors(call):
        match parent:
            case ast.Tuple() | ast.BinOp():
                child = parent
            case ast.Call(func=func, args=[first, *_]):
                return first is child and word(func) in _SHAPED
            case _:
                return False
    return False


def _is_defined_exact(module: Module, node: ast.Name, depth: int) -> bool:
    """Whether every value that a variable is given is one; a sum of the variable itself is none."""
    binding = module.tree.binding(node)
    if binding is None:
        return False
    found = [each for each in binding.definitions if each.node is not node]
    return bool(found) and all(
        each.value is not None
        and each.part is None
        and each.kind in (Kind.ASSIGN, Kind.AUGMENT, Kind.PARAMETER, Kind.ITERATE)
        and is_exact(module, each.value, depth - 1)
        for each in found
    )


def _is_declared(module: Module, node: ast.Name) -> bool:
    """Whether the decorator says so: `locals={"added": numba.uint8}`."""
    function = module.tree.function(node)
    if not isinstance(function, Function):
        return False
    return any(
        isinstance(key, ast.Constant)
        and key.value == node.id
        and _TYPES.search(ast.unparse(value)) is not None
        for decorator in function.decorator_list
        if isinstance(decorator, ast.Call)
        for option in decorator.keywords
        if option.arg == "locals" and isinstance(option.value, ast.Dict)
        for key, value in zip(option.value.keys, option.value.values, strict=True)
    )


def _gives_exact(module: Module, call: ast.Call, depth: int) -> bool:
    """Whether a function of the file returns whole numbers only."""
    found = module.types.functions.get(module.qualify(call.func))
    if not found:
        return False
    returned = [
        part.value
        for part in ast.walk(found[-1])
        if isinstance(part, ast.Return) and module.tree.function(part) is found[-1]
    ]
    return bool(returned) and all(
        value is not None and is_exact(module, value, depth - 1) for value in returned
    )
