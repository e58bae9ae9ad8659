"""Texts that people read: errors, assertions, logs, what is printed or drawn."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._shown import MESSAGE_CALLS, MESSAGE_NAMES, shows
from project_ghost.lint.python._syntax import word

__all__ = ["is_message"]


def is_message(module: Module, node: ast.AST) -> bool:
    """Whether a text is a message: an error, an assertion, a log, something printed or drawn."""
    return _is_message(module, node, set())


def _is_message(module: Module, node: ast.AST, seen: set[ast.AST]) -> bool:
    for parent in module.tree.ancestors(node):
        match parent:
            case ast.Raise() | ast.Assert():
                return True
            case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=bool()), _])):
                return True  # a verdict, and why
            case ast.Call(func=func) if MESSAGE_CALLS.search(word(func)):
                return True
            case ast.Call() if shows(module, parent):
                return True
            case ast.keyword(arg=str(name)) if MESSAGE_NAMES.search(name):
                return True
            case ast.Assign(targets=[target]) | ast.AugAssign(target=target) if (
                MESSAGE_NAMES.search(word(target)) or _says(module, target, seen)
            ):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name() as texts, attr="append" | "extend")):
                return _says(module, texts, seen)
            case ast.FunctionDef(name="__repr__" | "__str__" | "__format__" | "__dir__"):
                return True
    return False


def _says(module: Module, text: ast.expr, seen: set[ast.AST]) -> bool:
    """Whether a local text, or a local list of texts, is used in messages only."""
    binding = module.tree.binding(text) if isinstance(text, ast.Name) else None
    if binding is None or not binding.scope.is_function or text in seen:
        return False
    seen.add(text)
    used = [
        load
        for load in binding.loads
        if load is not text and not _only_grows(module, load) and not _is_tested(module, load)
    ]
    return bool(used) and all(_is_message(module, load, seen) for load in used)


def _only_grows(module: Module, load: ast.Name) -> bool:
    parent = module.parent(load)
    return isinstance(parent, ast.Attribute) and parent.attr in ("append", "extend")


def _is_tested(module: Module, load: ast.Name) -> bool:
    """Whether a text is only asked whether there is one."""
    parent = module.parent(load)
    if isinstance(parent, ast.Call) and word(parent.func) == "len":
        return True
    if isinstance(parent, ast.UnaryOp | ast.BoolOp):
        parent = module.parent(parent)
    return isinstance(parent, ast.If | ast.While)
