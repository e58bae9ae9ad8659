"""Whether a loop's body gives the same result in any order."""

import ast
import re
from collections.abc import Sequence

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word
from project_ghost.lint.python._tree import position

__all__ = ["is_order_free"]

_COLLECTING = frozenset({"add", "discard", "remove", "pop"})
_UPDATING = frozenset(
    {
        "difference_update",
        "intersection_update",
        "symmetric_difference_update",
        "update",
    }
)


_PREDICATES = re.compile(
    r"^(all|any|bool|callable|isinstance|issubclass|startswith|endswith)$|^_*(is|has)_"
    r"|^is(alnum|alpha|close|digit|dir|disjoint|file|finite|inf|lower|nan|subset|superset|upper)$"
)
_LOGGERS = re.compile(r"^_*(log|logger|logging)$", re.IGNORECASE)
_LOGGING = frozenset({"critical", "debug", "error", "exception", "info", "log", "warning"})


def is_order_free(module: Module, loop: ast.For | ast.AsyncFor) -> bool:
    """Whether a loop's body gives the same result in any order."""
    body = _Body(module, loop)
    return body.is_free(loop.body) and body.is_free(loop.orelse) and not body.outlives()


class _Body:
    def __init__(self, module: Module, loop: ast.For | ast.AsyncFor) -> None:
        self.module = module
        self.loop = loop
        self.targets = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}

    def is_free(self, statements: Sequence[ast.stmt]) -> bool:
        return all(self._statement(statement) for statement in statements)

    def _statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Pass() | ast.Continue() | ast.Break() | ast.Assert() | ast.Raise():
                return True
            case ast.Import() | ast.ImportFrom() | ast.Delete():
                return True
            case ast.Expr(value=value):
                return isinstance(value, ast.Constant) or self._only_collects(value) or _logs(value)
            case ast.AugAssign(op=op):
                # Integer counts and unions commute; another rule checks float sums.
                return isinstance(op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd | ast.BitXor) and (
                    not self._is_sequence(node)
                )
            case ast.Assign(targets=targets, value=value):
                return all(self._target(target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self._target(target, value)
            case ast.Return(value=value):
                return value is None or isinstance(value, ast.Constant)
            case ast.If(test=test, body=[ast.Assign(targets=[target], value=value)], orelse=[]) if (
                _keeps_extreme(test, target, value)
            ):
                return True
            case ast.If() | ast.While() | ast.For():
                return self.is_free(node.body) and self.is_free(node.orelse)
            case ast.With():
                return self.is_free(node.body)
            case ast.Try():
                handlers = [s for handler in node.handlers for s in handler.body]
                return self.is_free([*node.body, *handlers, *node.orelse, *node.finalbody])
        return False

    def _only_collects(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr=method, value=value)):
                if method in _UPDATING:
                    return self.module.types.is_set(value)
                return method in _COLLECTING
        return False

    def _is_sequence(self, node: ast.AugAssign) -> bool:
        for side in (node.target, node.value):
            type_ = self.module.types.infer(side)
            if type_ and type_.name in ("builtins.list", "builtins.str", "builtins.tuple"):
                return True
        return False

    def _target(self, target: ast.expr, value: ast.expr) -> bool:
        if isinstance(target, ast.Tuple):
            return all(self._target(part, value) for part in target.elts)
        if isinstance(target, ast.Attribute | ast.Subscript):  # `element.flag = True`
            return isinstance(target.value, ast.Name) and target.value.id in self.targets
        if not isinstance(target, ast.Name):
            return False
        return (
            isinstance(value, ast.Constant)
            or self._folds(target, value)
            or self._stays_inside(target)
        )

    def _folds(self, target: ast.Name, value: ast.expr) -> bool:
        """Whether a value is folded in any order: `best = max(best, x)`, `ok = ok or x > 3`."""
        match value:
            case ast.Call(func=ast.Name(id="min" | "max"), args=[_, _, *_] as parts, keywords=[]):
                return any(isinstance(part, ast.Name) and part.id == target.id for part in parts)
            case ast.BoolOp(values=parts):
                own = [isinstance(part, ast.Name) and part.id == target.id for part in parts]
                return any(own) and all(
                    is_own or self._is_truth(part) for is_own, part in zip(own, parts, strict=True)
                )
        return False

    def _is_truth(self, node: ast.expr) -> bool:
        """Whether an expression is a bool, unlike `a or b` of other values."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Call(func=func):
                return _PREDICATES.search(word(func)) is not None
        type_ = self.module.types.infer(node)
        return type_ is not None and type_.name == "builtins.bool"

    def outlives(self) -> bool:
        """Whether the last element is read after the loop."""
        tree = self.module.tree
        end = (self.loop.end_lineno or 0, self.loop.end_col_offset or 0)
        for target in ast.walk(self.loop.target):
            binding = tree.binding(target) if isinstance(target, ast.Name) else None
            if binding is None:
                continue
            for load in binding.loads:
                is_after = tree.scope_of[load] is binding.scope and position(load) >= end
                if is_after and any(d.node is target for d in tree.reaching(binding, load)):
                    return True
        return False

    def _stays_inside(self, target: ast.Name) -> bool:
        binding = self.module.tree.binding(target)
        return binding is not None and all(
            any(parent is self.loop for parent in self.module.tree.ancestors(load))
            for load in binding.loads
        )


def _logs(node: ast.expr) -> bool:
    """Whether a call writes to a log: `logger.info(...)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=logger, attr=method)):
            return method in _LOGGING and _LOGGERS.search(word(logger)) is not None
    return False


def _keeps_extreme(test: ast.expr, target: ast.expr, value: ast.expr) -> bool:
    """Whether an `if` keeps an extreme: `if best is None or x > best: best = x`."""
    match test:
        case ast.BoolOp(op=ast.Or(), values=[ast.Compare(comparators=[none]), bound]) if is_none(
            none
        ):
            return _keeps_extreme(bound, target, value)
        case ast.Compare(
            left=left, ops=[ast.Gt() | ast.Lt() | ast.GtE() | ast.LtE()], comparators=[right]
        ):
            sides = {ast.unparse(left), ast.unparse(right)}
            return sides == {ast.unparse(target), ast.unparse(value)}
    return False
