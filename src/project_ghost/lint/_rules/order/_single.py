"""Whether a set has a single element, so that it has no order."""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import word

__all__ = ["is_single"]

_JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def is_single(module: Module, owner: ast.expr) -> bool:
    """Whether a set is a display of one element, or a test around or before requires one."""
    if _has_one(owner):
        return True
    text = f"len({ast.unparse(owner)})"
    child: ast.AST = owner
    for parent in module.tree.ancestors(owner):
        match parent:
            case ast.If(test=test, body=body) if child in body and "singleton" in word(test):
                return True
            case ast.If(test=test) | ast.IfExp(test=test) if child is not test:
                inside = parent.body if isinstance(parent.body, list) else [parent.body]
                if _requires(test, text, is_true=child in inside):
                    return True
            case ast.BoolOp(op=ast.And(), values=values) if child in values:
                if any(_requires(value, text, is_true=True) for value in values):
                    return True
            case ast.BoolOp(op=ast.Or(), values=values) if child in values:
                before = values[: values.index(child)]
                if any(_requires(value, text, is_true=False) for value in before):
                    return True
        if _is_demanded_before(parent, child, text):
            return True
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            return False
        child = parent
    return False


def _is_demanded_before(parent: ast.AST, child: ast.AST, text: str) -> bool:
    """Whether a statement before another one of a block requires a single element."""
    for field in ("body", "orelse"):
        block = getattr(parent, field, None)
        if isinstance(block, list) and child in block:
            before = block[: block.index(child)]
            if any(_demands(statement, text) for statement in before):
                return True
    return False


def _has_one(node: ast.expr) -> bool:
    """Whether an expression makes a set of one element, or takes some out of one."""
    match node:
        case (
            ast.Set(elts=[element])
            | ast.Call(
                func=ast.Name(id="set" | "frozenset"),
                args=[ast.List(elts=[element]) | ast.Tuple(elts=[element])],
            )
        ):
            return not isinstance(element, ast.Starred)
        case (
            ast.SetComp(elt=ast.Attribute(attr="device" | "dtype"))
            | ast.Call(
                func=ast.Name(id="set"),
                args=[ast.GeneratorExp(elt=ast.Attribute(attr="device" | "dtype"))],
            )
        ):
            return True  # all parts of a model have the same
        case ast.BinOp(op=ast.Sub(), left=left):
            return _has_one(left)
        case ast.Call(func=ast.Attribute(attr="difference", value=left)):
            return _has_one(left)
    return False


def _requires(test: ast.expr, text: str, *, is_true: bool) -> bool:
    match test:
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=1)]):
            wanted = (ast.Eq, ast.LtE) if is_true else (ast.NotEq, ast.Gt)
            return isinstance(op, wanted) and ast.unparse(left) == text
        case ast.Compare(left=left, ops=[op], comparators=[ast.Constant(value=2)]):
            return isinstance(op, ast.Lt if is_true else ast.GtE) and ast.unparse(left) == text
        case ast.BoolOp(op=ast.And(), values=values) if is_true:
            return any(_requires(value, text, is_true=True) for value in values)
        case ast.BoolOp(op=ast.Or(), values=values) if not is_true:
            return any(_requires(value, text, is_true=False) for value in values)
    return False


def _demands(statement: ast.stmt, text: str) -> bool:
    match statement:
        case ast.Assert(test=test):
            return _requires(test, text, is_true=True)
        case ast.If(test=test, body=body, orelse=[]) if _leaves(body[-1]):
            return _requires(test, text, is_true=False)
    return False


def _leaves(statement: ast.stmt) -> bool:
    """Whether nothing after a statement is run."""
    match statement:
        case ast.Try(body=body, handlers=handlers, orelse=[]):
            return _leaves(body[-1]) and all(_leaves(each.body[-1]) for each in handlers)
        case ast.If(body=body, orelse=[*_, last]):
            return _leaves(body[-1]) and _leaves(last)
    return isinstance(statement, _JUMPS)
