"""dmath's own source as expressions.

dmath is written in a small part of Python: assignments, branches, returns and calls. A branch
that an argument decides becomes a selection between both sides.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from types import ModuleType
from typing import Any

import casadi as ca

from project_ghost.core.dmath._exact import power_of_two

from ._selection import Expression, Value, is_expression, select

__all__ = ["Reader"]

Twins = Mapping[Callable[..., Any], Callable[..., Any]]

_OPERATIONS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_BUILTINS: Twins = {
    abs: ca.fabs,
    float: lambda x: x,
    int: lambda x: ca.sign(x) * ca.floor(ca.fabs(x)),
    math.copysign: ca.copysign,
    math.sqrt: ca.sqrt,
}


_STOPPED = object()  # the value of a path that raises


class Reader:
    """Reads functions; `stops` are the conditions under which they raise.

    `twins` are called in place of functions of the source where an argument is an expression.
    """

    def __init__(self, twins: Twins) -> None:
        self._twins = {**_BUILTINS, **twins}
        self.stops: list[Expression | bool] = []

    def call(
        self, function: Callable[..., Any], arguments: Sequence[Value], path: Value = 1
    ) -> Value:
        """Return what a function gives; `path` is the condition under which it is called."""
        if not any(map(is_expression, arguments)):
            return function(*arguments)
        if function in self._twins:
            return self._twins[function](*arguments)
        definition = _definition(function)
        names = [argument.arg for argument in definition.args.args]
        frame = _Frame(self, inspect.getmodule(function), dict(zip(names, arguments, strict=True)))
        return frame.run(definition.body, path)


class _Frame:
    """The names of one call, on one path through it."""

    def __init__(self, reader: Reader, module: ModuleType | None, names: dict[str, Value]) -> None:
        self._reader = reader
        self._module = module
        self._names = names

    def run(self, body: Sequence[ast.stmt], path: Value) -> Value:
        """Run statements up to a return; what follows a branch that returns is on both sides."""
        for at, statement in enumerate(body):
            match statement:
                case ast.Expr(value=ast.Constant()):
                    pass  # a docstring
                case ast.Return(value=ast.expr() as value):
                    return self._value(value, path)
                case ast.Raise():
                    self._reader.stops.append(path)
                    return _STOPPED
                case ast.Assign(targets=[target], value=value):
                    self._assign(target, self._value(value, path))
                case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                    self._names[name] = self._binary(
                        op, self._names[name], self._value(value, path)
                    )
                case ast.If(test=test, body=then, orelse=otherwise):
                    condition = self._value(test, path)
                    rest = body[at + 1 :]
                    if not is_expression(condition):
                        return self.run([*(then if condition else otherwise), *rest], path)
                    if _returns(statement):
                        then, otherwise = [*then, *rest], [*otherwise, *rest]
                    result = self._branch(condition, then, otherwise, path)
                    if _returns(statement) or result is _STOPPED:
                        return result
                case _:
                    raise NotImplementedError(ast.unparse(statement))
        return None

    def _branch(
        self, condition: Expression, then: list[ast.stmt], otherwise: list[ast.stmt], path: Value
    ) -> Value:
        """Run both sides; a name has what the side that is taken gives it."""
        yes = _Frame(self._reader, self._module, dict(self._names))
        no = _Frame(self._reader, self._module, dict(self._names))
        from_yes = yes.run(then, _both(path, condition))
        from_no = no.run(otherwise, _both(path, ca.logic_not(condition)))
        if from_no is _STOPPED:
            self._names = yes._names
        elif from_yes is _STOPPED:
            self._names = no._names
        else:
            self._names = {
                name: _choose(condition, value, no._names[name])
                for name, value in yes._names.items()
                if name in no._names
            }
        return _choose(condition, from_yes, from_no)

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(id=name):
                self._names[name] = value
            case ast.Tuple(elts=parts):
                for part, item in zip(parts, value, strict=True):
                    self._assign(part, item)
            case _:
                raise NotImplementedError(ast.unparse(target))

    def _value(self, node: ast.expr, path: Value) -> Value:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                if name in self._names:
                    return self._names[name]
                return getattr(self._module, name, None) or getattr(builtins, name)
            case ast.Tuple(elts=parts):
                return tuple(self._value(part, path) for part in parts)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self._value(operand, path)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return _not(self._value(operand, path))
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self._value(left, path), self._value(right, path))
            case ast.BoolOp(op=op, values=values):
                fold = _both if isinstance(op, ast.And) else _either
                return reduce(fold, (self._value(value, path) for value in values))
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                sides = [self._value(side, path) for side in (left, *comparators)]
                return reduce(_both, map(_compare, ops, sides, sides[1:]))
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                condition = self._value(test, path)
                return _choose(condition, self._value(then, path), self._value(otherwise, path))
            case ast.Call(func=function, args=arguments):
                values = [self._value(argument, path) for argument in arguments]
                return self._reader.call(self._value(function, path), values, path)
            case _:
                raise NotImplementedError(ast.unparse(node))

    def _binary(self, op: ast.operator, a: Value, b: Value) -> Value:
        """One operation. Integers are doubles below 2**53 here, so floor does what shifts do."""
        if not (is_expression(a) or is_expression(b)):
            return _OPERATIONS[type(op)](a, b)
        match op:
            case ast.FloorDiv():
                return _floor_quotient(a, b)
            case ast.BitAnd():
                return _last_bits(a, b)
            case ast.BitOr():
                return a + b  # dmath joins only bits that are apart
            case ast.LShift():
                return a * self._reader.call(power_of_two, [b])
            case ast.RShift():
                return ca.floor(a / power_of_two(b))
            case _:
                return _OPERATIONS[type(op)](a, b)


@cache
def _definition(function: Callable[..., Any]) -> ast.FunctionDef:
    definition = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(definition, ast.FunctionDef)
    return definition


def _returns(statement: ast.If) -> bool:
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


def _choose(condition: Value, then: Value, otherwise: Value) -> Value:
    if not is_expression(condition):
        return then if condition else otherwise
    if then is otherwise or otherwise is _STOPPED:
        return then
    if then is _STOPPED:
        return otherwise
    if isinstance(then, tuple):
        return tuple(map(_choose, [condition] * len(then), then, otherwise))
    if not is_expression(then) and not is_expression(otherwise) and then == otherwise:
        return then
    return select(condition, then, otherwise)


def _both(a: Value, b: Value) -> Value:
    if is_expression(a) and is_expression(b):
        return ca.logic_and(a, b)
    constant, other = (b, a) if is_expression(a) else (a, b)
    return other if constant else False


def _either(a: Value, b: Value) -> Value:
    return _not(_both(_not(a), _not(b)))


def _not(a: Value) -> Value:
    return ca.logic_not(a) if is_expression(a) else not a


def _compare(op: ast.cmpop, a: Value, b: Value) -> Value:
    return _COMPARISONS[type(op)](a, b)


def _floor_quotient(a: Expression, b: int) -> Expression:
    """a // b: the floor of the rounded quotient, corrected by its exact remainder."""
    quotient = ca.floor(a / float(b))
    remainder = a - quotient * b
    return quotient + (remainder >= b) - (remainder < 0)


def _last_bits(a: Expression, mask: int) -> Expression:
    """a & mask, for a mask of ones, or of a single one."""
    if mask & (mask + 1) == 0:
        return a - (mask + 1.0) * ca.floor(a / (mask + 1.0))
    assert mask & (mask - 1) == 0
    return mask * (ca.floor(a / mask) - 2.0 * ca.floor(a / (2.0 * mask)))
