"""Operations on symbols, with the bits of the same operations on numbers.

CasADi's own selection turns -0.0 into 0.0, it has no constant -0.0, and it rewrites a product with
`c ? a : 0` even where simplification is off. The forms here avoid all three.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign
from typing import Any, TypeAlias, final

import casadi
from casadi import SX

# A number, a truth value, or an expression for one.
Scalar: TypeAlias = Any

_TRUTHS = frozenset(
    (
        *(casadi.OP_LT, casadi.OP_LE, casadi.OP_EQ, casadi.OP_NE),
        *(casadi.OP_NOT, casadi.OP_AND, casadi.OP_OR),
    )
)


def is_symbol(value: object) -> bool:
    """Whether a value is an expression, and not a number."""
    return isinstance(value, SX)


def symbol_of(value: Scalar) -> SX:
    """A number as an expression. CasADi has no constant -0.0: see `binary`."""
    return value if isinstance(value, SX) else SX(float(value))


def binary(operation: int, a: Scalar, b: Scalar) -> SX:
    """An operation on two values; many times faster than the operators of SX."""
    if _is_negative_zero(a) and operation in _WITH_NEGATIVE_ZERO:
        return _WITH_NEGATIVE_ZERO[operation][0](b)
    if _is_negative_zero(b) and operation in _WITH_NEGATIVE_ZERO:
        return _WITH_NEGATIVE_ZERO[operation][1](a)
    return SX.binary(operation, symbol_of(a), symbol_of(b))


def unary(operation: int, a: SX) -> SX:
    """An operation on one value."""
    return SX.unary(operation, a)


def _is_negative_zero(value: Scalar) -> bool:
    return not isinstance(value, SX) and value == 0 and copysign(1.0, value) < 0.0


# The same results without the constant: `-0.0 + x`, `x + -0.0`, and so on.
_WITH_NEGATIVE_ZERO: dict[int, tuple[Callable[[SX], SX], Callable[[SX], SX]]] = {
    casadi.OP_ADD: (lambda x: x, lambda x: x),
    casadi.OP_SUB: (lambda x: -x, lambda x: binary(casadi.OP_ADD, x, 0.0)),
    casadi.OP_MUL: (
        lambda x: -binary(casadi.OP_MUL, x, 0.0),
        lambda x: -binary(casadi.OP_MUL, x, 0.0),
    ),
    casadi.OP_DIV: (
        lambda x: -binary(casadi.OP_DIV, 0.0, x),
        lambda x: -binary(casadi.OP_DIV, x, 0.0),
    ),
    casadi.OP_COPYSIGN: (
        lambda x: binary(casadi.OP_COPYSIGN, 0.0, x),
        lambda x: -unary(casadi.OP_FABS, x),
    ),
}


def _if(condition: SX, value: Scalar) -> SX:
    """The value, or 0.0 where the condition does not hold."""
    return SX.binary(casadi.OP_IF_ELSE_ZERO, condition, symbol_of(value))


def both(a: Scalar, b: Scalar) -> Scalar:
    """`a and b`, of truth values or expressions for them."""
    if a is True:
        return b
    if b is True:
        return a
    if a is False or b is False:
        return False
    return a if a is b else binary(casadi.OP_AND, a, b)


def either(a: Scalar, b: Scalar) -> Scalar:
    """`a or b`, of truth values or expressions for them."""
    if a is False:
        return b
    if b is False:
        return a
    if a is True or b is True:
        return True
    return a if a is b else binary(casadi.OP_OR, a, b)


def opposite(a: Scalar) -> Scalar:
    """`not a`, of a truth value or an expression for one."""
    return unary(casadi.OP_NOT, a) if isinstance(a, SX) else not a


def truth(value: Scalar) -> Scalar:
    """A value as a condition: an expression, or True or False."""
    if isinstance(value, SX):
        return value
    return bool(value)


def is_truth(value: SX) -> bool:
    """Whether an expression is that of a comparison or of a condition."""
    return value.is_scalar() and not value.is_leaf() and value.op() in _TRUTHS


@final
class Algebra:
    """How values are selected: with the sign of zero, or in CasADi's shorter form."""

    def __init__(self, *, exact: bool = True) -> None:
        self.exact = exact

    def select(self, condition: SX, a: Scalar, b: Scalar) -> Scalar:
        """`a if condition else b`, of numbers and expressions."""
        if a is b or _are_same(a, b):
            return a
        if not self.exact:
            return self._short(condition, a, b)
        if _is_zero(a) and _is_zero(b):
            sign = _if(condition, copysign(2.0, a)) - copysign(1.0, a)  # 1 for a, or the opposite
            return binary(casadi.OP_COPYSIGN, 0.0, sign)
        if _is_zero(a):
            return _or_zero(opposite(condition), b, a)
        if _is_zero(b):
            return _or_zero(condition, a, b)
        # A sum of both, of which one is a zero that changes nothing: a number that is not zero may
        # stand behind 0.0, every other one only behind -0.0.
        if not isinstance(b, SX):
            return _difference(_if(condition, a), _if(opposite(condition), -float(b)))
        if not isinstance(a, SX):
            return _difference(_if(opposite(condition), b), _if(condition, -float(a)))
        return _difference(-_if(condition, -a), _if(opposite(condition), -b))

    def _short(self, condition: SX, a: Scalar, b: Scalar) -> SX:
        if _is_zero(a):
            return _if(opposite(condition), b)
        if _is_zero(b):
            return _if(condition, a)
        return binary(casadi.OP_ADD, _if(condition, a), _if(opposite(condition), b))


def _difference(a: SX, b: SX) -> SX:
    return SX.binary(casadi.OP_SUB, a, b)


def _or_zero(condition: SX, value: Scalar, zero: float) -> SX:
    """The value, or a zero with its sign where the condition does not hold."""
    if copysign(1.0, zero) < 0.0:
        return -_if(condition, -value)
    # The difference keeps CasADi from moving factors into the selection.
    return binary(casadi.OP_SUB, _if(condition, value), 0.0)


def _is_zero(value: Scalar) -> bool:
    return not isinstance(value, SX) and value == 0


def _are_same(a: Scalar, b: Scalar) -> bool:
    if isinstance(a, SX) or isinstance(b, SX):
        return isinstance(a, SX) and isinstance(b, SX) and a.element_hash() == b.element_hash()
    return bool(a == b) and copysign(1.0, a) == copysign(1.0, b)
