"""Expressions of source: each gives a number, an expression, an array, or a tuple of these."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import casadi
import numpy as np
from casadi import SX

from . import _integers as integers
from ._algebra import Scalar, binary, both, either, opposite, truth
from ._arrays import (
    elements,
    is_array,
    joined,
    looked_up,
    made,
    number,
    read,
    resolved,
    symbolic_axes,
)
from ._paths import Cell
from ._refusals import LoopError

if TYPE_CHECKING:
    from ._statements import Frame

_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_ARITHMETIC = {ast.Add: casadi.OP_ADD, ast.Sub: casadi.OP_SUB, ast.Mult: casadi.OP_MUL}
_COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
# The operation, and whether its sides change places: CasADi has no "greater".
_COMPARISONS = {
    ast.Lt: (casadi.OP_LT, False),
    ast.LtE: (casadi.OP_LE, False),
    ast.Gt: (casadi.OP_LT, True),
    ast.GtE: (casadi.OP_LE, True),
    ast.Eq: (casadi.OP_EQ, False),
    ast.NotEq: (casadi.OP_NE, False),
}


def evaluated(frame: Frame, node: ast.expr) -> Any:  # noqa: ANN401 - a value
    """The value of an expression on the frame's path."""
    kind = _KINDS.get(type(node))
    if kind is None:
        raise NotImplementedError(f"`{ast.unparse(node)}`")
    return kind(frame, node)


def _constant(_frame: Frame, node: ast.Constant) -> Any:  # noqa: ANN401
    return node.value


def _name(frame: Frame, node: ast.Name) -> Any:  # noqa: ANN401
    if node.id not in frame.variables:
        return number(frame.source.scope[node.id])
    found = frame.variables[node.id]
    if isinstance(found, Cell):
        found = joined(frame.reader, found, frame.path)
        frame.variables[node.id] = found
        return resolved(frame.reader, found, frame.path)
    return number(found)


def _items(frame: Frame, nodes: list[ast.expr]) -> list[Any]:
    found: list[Any] = []
    for each in nodes:
        if isinstance(each, ast.Starred):
            found += elements(frame.reader, evaluated(frame, each.value), frame.path)
        else:
            found.append(evaluated(frame, each))
    return found


def _tuple(frame: Frame, node: ast.Tuple) -> tuple[Any, ...]:
    return tuple(_items(frame, node.elts))


def _list(frame: Frame, node: ast.List) -> list[Any]:
    return _items(frame, node.elts)


def _attribute(frame: Frame, node: ast.Attribute) -> Any:  # noqa: ANN401
    found = evaluated(frame, node.value)
    if isinstance(found, SX):
        raise NotImplementedError(f"`{ast.unparse(node)}` of a signal")
    if is_array(found) and node.attr == "copy":
        return lambda: _copied(frame, found)
    return number(getattr(found, node.attr))


def _copied(frame: Frame, array: Any) -> Any:  # noqa: ANN401
    copy = made(array.shape, 0.0)
    for place in np.ndindex(array.shape):
        copy[place] = read(frame.reader, array, place, frame.path)
    return copy


def index_of(frame: Frame, node: ast.expr) -> Any:  # noqa: ANN401
    """An index: a number, an expression, a slice, or a tuple of these."""
    if isinstance(node, ast.Tuple):
        return tuple(index_of(frame, each) for each in node.elts)
    if isinstance(node, ast.Slice):
        parts = (node.lower, node.upper, node.step)
        found = [None if each is None else evaluated(frame, each) for each in parts]
        if any(isinstance(each, SX) for each in found):
            raise LoopError("a slice whose ends a signal names")
        return slice(*found)
    return evaluated(frame, node)


def _subscript(frame: Frame, node: ast.Subscript) -> Any:  # noqa: ANN401
    base, index = evaluated(frame, node.value), index_of(frame, node.slice)
    if isinstance(base, SX):
        raise NotImplementedError(f"`{ast.unparse(node)}`: an element of a number")
    if symbolic_axes(index):
        return looked_up(frame.reader, base, index, frame.path)
    if is_array(base):
        return read(frame.reader, base, index, frame.path)
    return number(base[index])


def _unary(frame: Frame, node: ast.UnaryOp) -> Any:  # noqa: ANN401
    value = evaluated(frame, node.operand)
    if isinstance(node.op, ast.Not):
        return opposite(truth(value))
    if isinstance(node.op, ast.USub):
        return combined(frame, ast.Mult(), -1.0, value) if is_array(value) else -value
    if isinstance(node.op, ast.UAdd) or not isinstance(value, SX):
        return value if isinstance(node.op, ast.UAdd) else ~value
    raise NotImplementedError(f"`{ast.unparse(node)}` of a signal")


def _binary(frame: Frame, node: ast.BinOp) -> Any:  # noqa: ANN401
    return combined(frame, node.op, evaluated(frame, node.left), evaluated(frame, node.right))


def combined(frame: Frame, op: ast.operator, a: Any, b: Any) -> Any:  # noqa: ANN401
    """The result of an operator."""
    reader = frame.reader
    if a is reader.poison or b is reader.poison:
        return reader.poison
    if is_array(a) or is_array(b):
        return _elementwise(frame, op, a, b)
    if not (isinstance(a, SX) or isinstance(b, SX)):
        return reader.computed(_OPERATORS[type(op)], (a, b), frame.path)
    if type(op) in _ARITHMETIC:
        return binary(_ARITHMETIC[type(op)], a, b)
    if isinstance(op, ast.Div):
        divisor = reader.divisor(b, frame.path) if isinstance(b, SX) or b == 0 else b
        return binary(casadi.OP_DIV, a, divisor)
    found = _of_integers(frame, op, a, b)
    if found is None:
        raise NotImplementedError(f"the operator {type(op).__name__} of a signal")
    return found


def _elementwise(frame: Frame, op: ast.operator, a: Any, b: Any) -> Any:  # noqa: ANN401
    """A new array from whole arrays, or from one and a number."""
    sides = [_copied(frame, each) if is_array(each) else made((), each) for each in (a, b)]
    left, right = np.broadcast_arrays(*sides)
    found = made(left.shape, 0.0)
    for place in np.ndindex(left.shape):
        found[place] = combined(frame, op, number(left[place]), number(right[place]))
    return found


def _of_integers(frame: Frame, op: ast.operator, a: Scalar, b: Scalar) -> Scalar | None:
    if isinstance(op, ast.BitAnd):
        return integers.anded(a, b)
    if isinstance(op, ast.BitOr):
        return integers.ored(a, b)
    if isinstance(op, ast.LShift):
        return integers.shifted_left(a, b, frame.reader.power_of_two)
    if isinstance(op, ast.Pow) and b == 2 and isinstance(b, int):
        return binary(casadi.OP_MUL, a, a)
    if isinstance(b, SX):
        return None
    if isinstance(op, ast.FloorDiv):
        return integers.floor_quotient(a, b, frame.reader.algebra)
    if isinstance(op, ast.Mod):
        return integers.remainder(a, b)
    if isinstance(op, ast.RShift):
        return integers.shifted_right(a, b)
    return None


def _boolean(frame: Frame, node: ast.BoolOp) -> Scalar:
    """`and` and `or`: what stands behind is computed only where what stands before lets it."""
    is_and = isinstance(node.op, ast.And)
    before = frame.path
    found: Scalar = is_and
    try:
        for each in node.values:
            value = truth(evaluated(frame, each))
            found = both(found, value) if is_and else either(found, value)
            if isinstance(value, SX):
                frame.path = frame.path.child(value, expected=is_and)
            elif value is not is_and:
                return found
    finally:
        frame.path = before
    return found


def _compared(frame: Frame, node: ast.Compare) -> Scalar:
    left, found = evaluated(frame, node.left), True
    before = frame.path
    try:
        for op, comparator in zip(node.ops, node.comparators, strict=True):
            right = evaluated(frame, comparator)
            holds = _comparison(op, left, right)
            found = both(found, holds)
            if found is False:
                return False
            if isinstance(holds, SX):
                frame.path = frame.path.child(holds)
            left = right
    finally:
        frame.path = before
    return found


def _comparison(op: ast.cmpop, a: Any, b: Any) -> Scalar:  # noqa: ANN401
    if isinstance(a, tuple) and isinstance(b, tuple) and isinstance(op, ast.Eq | ast.NotEq):
        if len(a) != len(b):
            return isinstance(op, ast.NotEq)
        equal: Scalar = True
        for x, y in zip(a, b, strict=True):
            equal = both(equal, _comparison(ast.Eq(), x, y))
        return equal if isinstance(op, ast.Eq) else opposite(equal)
    if not (isinstance(a, SX) or isinstance(b, SX)) or type(op) not in _COMPARISONS:
        return bool(_COMPARED[type(op)](a, b))
    operation, is_swapped = _COMPARISONS[type(op)]
    return binary(operation, b, a) if is_swapped else binary(operation, a, b)


def _conditional(frame: Frame, node: ast.IfExp) -> Any:  # noqa: ANN401
    test = truth(evaluated(frame, node.test))
    if not isinstance(test, SX):
        return evaluated(frame, node.body if test else node.orelse)
    before = frame.path
    try:
        frame.path = before.child(test)
        then = evaluated(frame, node.body)
        frame.path = before.child(test, expected=False)
        otherwise = evaluated(frame, node.orelse)
    finally:
        frame.path = before
    return frame.reader.select(test, then, otherwise)


def _call(frame: Frame, node: ast.Call) -> Any:  # noqa: ANN401
    function = evaluated(frame, node.func)
    arguments = _items(frame, node.args)
    keywords = {str(each.arg): evaluated(frame, each.value) for each in node.keywords}
    return frame.reader.call(function, arguments, keywords, frame.path)


def _comprehension(frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> list[Any]:
    found: list[Any] = []
    (loop, *more) = node.generators
    if more:
        raise NotImplementedError("a comprehension with two loops")
    hidden = dict(frame.variables)
    for each in elements(frame.reader, evaluated(frame, loop.iter), frame.path):
        frame.assign(loop.target, each)
        tests = [truth(evaluated(frame, test)) for test in loop.ifs]
        if any(isinstance(test, SX) for test in tests):
            raise NotImplementedError("a comprehension whose length a signal decides")
        if all(tests):
            found.append(evaluated(frame, node.elt))
    frame.variables = hidden
    return found


def _text(_frame: Frame, _node: ast.JoinedStr) -> str:
    return "..."


_KINDS: dict[type[ast.expr], Callable[[Any, Any], Any]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Tuple: _tuple,
    ast.List: _list,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.UnaryOp: _unary,
    ast.BinOp: _binary,
    ast.BoolOp: _boolean,
    ast.Compare: _compared,
    ast.IfExp: _conditional,
    ast.Call: _call,
    ast.ListComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.JoinedStr: _text,
}
