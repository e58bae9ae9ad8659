"""Values that a loop folds to the same result in any order: extremes, unions, truths."""

import ast
import re

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

__all__ = ["folds", "is_truth", "joins_alike", "keeps_extreme"]

_PREDICATES = re.compile(
    r"^(all|allclose|any|array_equal|bool|callable|isinstance|issubclass|startswith|endswith)$"
    r"|^_*(is|has)_"
    r"|^is(alnum|alpha|close|digit|dir|disjoint|file|finite|inf|lower|nan|subset|superset|upper)$"
)
# Functions of two values that give the same in any order: `reduce(operator.or_, sets)`.
_COMMUTATIVE = re.compile(r"^_*(and_|or_|xor|intersection|union|gcd|lcm|min|max|fmin|fmax)$")


def folds(module: Module, target: ast.Name, value: ast.expr) -> bool:
    """Whether a value is folded in any order: `best = max(best, x)`, `ok = ok or x > 3`."""
    match value:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as parts, keywords=[]):
            return any(_is_named(part, target.id) for part in parts)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            kept = [each for each in (body, orelse) if not _is_named(each, target.id)]
            return len(kept) == 1 and keeps_extreme(test, target, kept[0])
        case ast.BoolOp(values=parts):
            own = [_is_named(part, target.id) for part in parts]
            return any(own) and all(
                is_own or is_truth(module, part) for is_own, part in zip(own, parts, strict=True)
            )
        case (
            ast.BinOp(op=ast.BitOr() | ast.BitAnd(), left=ast.Name(id=name))
            | ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="union" | "intersection"))
        ):
            return name == target.id
    return False


def is_truth(module: Module, node: ast.expr) -> bool:
    """Whether an expression is a bool, unlike `a or b` of other values."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.Call(func=func):
            return _PREDICATES.search(word(func)) is not None
    type_ = module.types.infer(node)
    return type_ is not None and type_.name == "builtins.bool"


def joins_alike(function: ast.expr) -> bool:
    """Whether a function of two values gives the same in any order: `lambda a, b: a & b`."""
    match function:
        case ast.Lambda(
            args=ast.arguments(args=[ast.arg(arg=first), ast.arg(arg=second)]),
            body=ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor(), left=left, right=right),
        ):
            return {word(left), word(right)} == {first, second}
        case ast.Lambda(
            args=ast.arguments(args=[ast.arg(arg=first), ast.arg(arg=second)]),
            body=ast.Call(func=func, args=args),
        ) if _COMMUTATIVE.search(word(func)):
            owner = [func.value] if isinstance(func, ast.Attribute) and len(args) == 1 else []
            return {word(part) for part in (*owner, *args)} == {first, second}
    return _COMMUTATIVE.search(word(function)) is not None


def keeps_extreme(test: ast.expr, target: ast.expr, value: ast.expr) -> bool:
    """Whether an `if` keeps an extreme: `if best is None or x > best: best = x`."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=[ast.Compare(comparators=[none]), bound]) if is_none(
            none
        ):
            return keeps_extreme(bound, target, value)
        case ast.BoolOp(op=ast.And(), values=values):
            return any(keeps_extreme(bound, target, value) for bound in values)
        case ast.Compare(
            left=left, ops=[ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE()], comparators=[right]
        ):
            sides = {ast.unparse(left), ast.unparse(right)}
            return sides == {ast.unparse(target), ast.unparse(value)}
    return False


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
