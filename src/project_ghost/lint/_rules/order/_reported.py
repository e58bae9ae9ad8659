"""Values that are only tested, counted or reported: which element was taken does not matter."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

from ._messages import is_message

__all__ = ["is_only_reported"]

# What takes a part of a text, or says where it is.
_PARTS = (ast.Attribute, ast.Subscript, ast.Slice, ast.BinOp)
_DEPTH_MAX = 3
_PLACES = frozenset({"find", "index", "rfind", "rindex", "split", "strip"})


def is_only_reported(module: Module, node: ast.expr, depth: int = 0) -> bool:
    """Whether a value only ends in a test for None, a length, or the text of an error."""
    if is_message(module, node) or _is_measured(module, node) or _is_tested(module, node):
        return True
    match module.parent(node):
        case ast.Assign(targets=[target], value=value) if value is node and depth < _DEPTH_MAX:
            parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            loads = [
                load
                for part in parts
                if isinstance(part, ast.Name)
                for load in module.tree.loads(part)
            ]
            is_local = module.tree.function(node) is not None
            is_local = is_local and all(isinstance(part, ast.Name) for part in parts)
            return is_local and all(is_only_reported(module, load, depth + 1) for load in loads)
    return False


def _is_measured(module: Module, node: ast.expr) -> bool:
    """Whether only a length is computed: `len(name[name.index("_"):])`."""
    for parent in module.tree.ancestors(node):
        if isinstance(parent, ast.Call) and module.qualify(parent.func) == "builtins.len":
            return True
        is_place = isinstance(parent, ast.Call) and word(parent.func) in _PLACES
        if not (is_place or isinstance(parent, _PARTS)):
            return False
    return False


def _is_tested(module: Module, node: ast.expr) -> bool:
    """Whether a value is only asked whether there is one."""
    parent = module.parent(node)
    match parent:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[none]) if is_none(none):
            return True
        case ast.UnaryOp(op=ast.Not()) | ast.BoolOp():
            return _is_tested(module, parent)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            return test is node
    return False
