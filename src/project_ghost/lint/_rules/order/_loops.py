"""Whether a loop's body gives the same result in any order."""

import ast
from collections.abc import Sequence

from project_ghost.lint._module import Module
from project_ghost.lint._tree import position

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
                return isinstance(value, ast.Constant) or self._only_collects(value)
            case ast.AugAssign(op=op):
                # Integer counts and unions commute; float sums are a rule of their own.
                return isinstance(op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd | ast.BitXor) and (
                    not self._is_sequence(node)
                )
            case ast.Assign(targets=targets, value=value):
                return all(self._target(target, value) for target in targets)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return self._target(target, value)
            case ast.Return(value=value):
                return value is None or isinstance(value, ast.Constant)
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
        return isinstance(value, ast.Constant) or self._stays_inside(target)

    def outlives(self) -> bool:
        """Whether the element that came last is read after the loop."""
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
