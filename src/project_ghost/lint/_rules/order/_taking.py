"""Loops that stop at the first element that fits: `for x in found: if fits(x): return x`."""

import ast
from collections.abc import Callable, Iterator

from project_ghost.lint.python._syntax import word

from ._keys import is_serial

__all__ = ["finds_by_name", "finds_one", "stops_at_count", "takes_first"]

Mentions = Callable[[list[ast.AST]], bool]


def takes_first(node: ast.AST, parent: ast.AST, mentions: Mentions, *, is_read: bool) -> bool:
    """Whether a statement in a loop's body ends it with a value made of the element.

    That is `return x`, or an `x` that is assigned before a `break` and read after the loop. The
    element that a test finds by its identity is the same in any order.
    """
    match node:
        case ast.Return(value=ast.expr() as value) if mentions([value]):
            return not _is_found_by(parent, mentions)
        case ast.If(test=test, body=[*before, ast.Break()]):
            values = [each.value for each in before if isinstance(each, ast.Assign)]
            return is_read and mentions([*values]) and not finds_one(test, mentions)
    return False


def _is_found_by(parent: ast.AST, mentions: Mentions) -> bool:
    return isinstance(parent, ast.If) and finds_one(parent.test, mentions)


def finds_one(test: ast.expr, mentions: Mentions) -> bool:
    """Whether a test finds one element by its identity: `x.id == wanted`, `name in x.files`."""
    match test:
        case ast.BoolOp(op=ast.And(), values=values):
            return any(finds_one(value, mentions) for value in values)
        case ast.Compare(left=left, ops=[ast.Eq() | ast.Is()], comparators=[right]):
            return any(mentions([side]) and _is_identity(side) for side in (left, right))
        case ast.Compare(ops=[ast.In()], comparators=[ast.Name() as right]):
            return mentions([right])
    return False


def finds_by_name(node: ast.expr) -> bool:
    """Whether an iterator only has the element with an identity: `x for x in s if x.id == y`."""
    match node:
        case ast.GeneratorExp(generators=[ast.comprehension(target=ast.Name(id=name), ifs=tests)]):
            return any(finds_one(test, lambda nodes: _mentions(nodes, name)) for test in tests)
    return False


def _mentions(nodes: list[ast.AST], name: str) -> bool:
    parts = (part for node in nodes for part in ast.walk(node))
    return any(isinstance(part, ast.Name) and part.id == name for part in parts)


def _is_identity(side: ast.expr) -> bool:
    """Whether an expression is the element itself, its name or number, or the name of a file."""
    return not isinstance(side, ast.Attribute) or is_serial(side)


def stops_at_count(loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop ends when it has enough: `if len(found) >= limit: break`."""
    return any(_has_enough(loop, test) for test in _endings(loop.body, (ast.Break, ast.Return)))


def _endings(statements: list[ast.stmt], ends: tuple[type[ast.stmt], ...]) -> Iterator[ast.expr]:
    """The tests that end a loop; a `break` in a loop inside it is of that one."""
    for node in statements:
        if isinstance(node, ast.If) and isinstance(node.body[-1], ends):
            yield node.test
        is_loop = isinstance(node, ast.For | ast.AsyncFor | ast.While)
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                yield from _endings(inner, (ast.Return,) if is_loop else ends)


def _has_enough(loop: ast.AST, test: ast.expr) -> bool:
    """Whether a test compares how many elements a loop has put into a list, or counted."""
    match test:
        case ast.Compare(left=ast.Call(func=ast.Name(id="len"), args=[kept]), ops=[op]):
            text, changes = ast.unparse(kept), ("append", "extend", "add")
            is_changed = any(
                isinstance(part, ast.Attribute)
                and part.attr in changes
                and ast.unparse(part.value) == text
                for part in ast.walk(loop)
            )
        case ast.Compare(left=ast.Name(id=name), ops=[op]):
            is_changed = any(
                isinstance(part, ast.AugAssign)
                and isinstance(part.op, ast.Add)
                and word(part.target) == name
                and isinstance(part.value, ast.Constant)
                for part in ast.walk(loop)
            )
        case _:
            return False
    return isinstance(op, ast.Gt | ast.GtE | ast.Eq) and is_changed
