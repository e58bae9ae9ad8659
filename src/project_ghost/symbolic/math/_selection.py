"""Selections that keep the sign of zero, and the setting under which they keep it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import copysign
from typing import Any, TypeAlias

import casadi as ca

__all__ = ["Expression", "Value", "exact_building", "is_expression", "select"]

Expression: TypeAlias = Any  # SX or MX of CasADi, which has no types
Value: TypeAlias = Any  # an expression or a number of Python


def is_expression(value: Value) -> bool:
    """Whether a value is an expression of CasADi."""
    return isinstance(value, ca.SX | ca.MX)


@contextmanager
def exact_building() -> Iterator[None]:
    """Build expressions without CasADi's simplification, which changes bits.

    Differentiate outside of this: without simplification, seeds are multiplied with what a branch
    not taken divides by, and gradients become NaN. The setting is global, so it is restored.
    """
    before = ca.GlobalOptions.getSimplificationOnTheFly()
    ca.GlobalOptions.setSimplificationOnTheFly(False)
    try:
        yield
    finally:
        ca.GlobalOptions.setSimplificationOnTheFly(before)


def select(condition: Expression, then: Value, otherwise: Value) -> Expression:
    """Return `then` where the condition holds, else `otherwise`, with the sign of zero kept.

    CasADi's `if_else` adds `c ? a : 0` and `!c ? b : 0`, so -0.0 becomes 0.0. Negated on both
    sides, the neutral part is -0.0. CasADi has no constant -0.0, so a zero constant takes a form
    of its own; there `- 0` keeps CasADi from moving a factor into `c ? a : 0`.
    """
    negated = ca.logic_not(condition)
    if _is_zero(then) and _is_zero(otherwise):
        return ca.copysign(
            0.0, copysign(1.0, then) * condition + copysign(1.0, otherwise) * negated
        )
    if _is_zero(then):
        return _or_zero(negated, otherwise, then)
    if _is_zero(otherwise):
        return _or_zero(condition, then, otherwise)
    return -_if(condition, -then) + -_if(negated, -otherwise)


def _is_zero(value: Value) -> bool:
    return not is_expression(value) and value == 0


def _or_zero(condition: Expression, value: Value, zero: float) -> Expression:
    if copysign(1.0, zero) > 0:
        return _if(condition, value) - 0
    return -_if(condition, -value)


def _if(condition: Expression, value: Value) -> Expression:
    kind = type(condition)
    return kind.binary(ca.OP_IF_ELSE_ZERO, condition, kind(value))
