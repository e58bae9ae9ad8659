"""Whether calls of a function for several elements give the same result in any order.

That is a function that only stores constants, adds, clips by a bound, or deletes by a key of what
it is given. Integer additions commute; another rule checks float sums.
"""

import ast

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._scopes import Function
from project_ghost.lint.python._shown import shows

__all__ = ["commutes"]

_SETS = frozenset({"add", "discard"})


def commutes(module: Module, call: ast.Call) -> bool:
    """Whether all that a function of this file does for its arguments commutes."""
    functions = module.types.functions.get(module.qualify(call.func), [])
    return len(functions) == 1 and _Callee(module, functions[0]).commutes()


class _Callee:
    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        self.given = {each.arg for each in arguments} - {"self", "cls"}

    def commutes(self) -> bool:
        return all(map(self._statement, self.function.body))

    def _statement(self, node: ast.stmt) -> bool:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass() | ast.Return(value=None):
                return True
            case ast.Expr(value=ast.Call() as call):
                return shows(self.module, call) or self._puts_into_set(call)
            case ast.AugAssign(op=ast.Add() | ast.Sub() | ast.BitOr(), target=ast.Subscript()):
                return True
            case ast.Assign(targets=[ast.Subscript() as target], value=value):
                return self._is_own(target) and (
                    isinstance(value, ast.Constant | ast.UnaryOp) or _clips(target, value)
                )
            case ast.Delete(targets=targets):
                return all(map(self._is_own, targets))
            case ast.If(test=test, body=body, orelse=orelse):
                return self._is_own(test) and all(map(self._statement, [*body, *orelse]))
        return False

    def _is_own(self, node: ast.expr) -> bool:
        """Whether an expression depends on what the function is given."""
        return any(isinstance(part, ast.Name) and part.id in self.given for part in ast.walk(node))

    def _puts_into_set(self, call: ast.Call) -> bool:
        match call.func:
            case ast.Attribute(value=owner, attr=method) if method in _SETS:
                return self.module.types.is_set(owner)
        return False


def _clips(target: ast.Subscript, value: ast.expr) -> bool:
    """Whether an entry is changed by an addition, and kept in bounds: `t[k] = min(t[k] + 1, m)`."""
    text = ast.unparse(target)
    match value:
        case ast.Call(func=ast.Name(id="min" | "max"), args=[changed, _], keywords=[]):
            return ast.unparse(changed) == text or _adds_to(changed, text)
        case ast.Call(func=ast.Attribute(value=kept, attr="clip")):
            return ast.unparse(kept) == text
    return False


def _adds_to(node: ast.expr, text: str) -> bool:
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left):
            return ast.unparse(left) == text
    return False
