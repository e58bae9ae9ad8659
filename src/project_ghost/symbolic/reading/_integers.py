"""Integer operations on expressions: whole numbers below 2**53, which are exact as floats."""

from __future__ import annotations

from collections.abc import Callable
from math import frexp

import casadi
from casadi import SX

from ._algebra import Algebra, Scalar, binary, both, either, is_truth, unary


def truncated(x: SX, algebra: Algebra) -> SX:
    """`int(x)`: towards 0, and never -0.0."""
    whole = unary(casadi.OP_FLOOR, unary(casadi.OP_FABS, x))
    negative = binary(casadi.OP_LT, x, 0.0)
    return algebra.select(negative, binary(casadi.OP_SUB, 0.0, whole), whole)


def rounded(x: SX) -> SX:
    """`round(x)`: to the nearest, and to the even one of two."""
    nearest = binary(casadi.OP_SUB, x, binary(casadi.OP_REMAINDER, x, 1.0))
    return binary(casadi.OP_ADD, nearest, 0.0)


def floor_quotient(a: Scalar, b: float, algebra: Algebra) -> SX | None:
    """`a // b`, for a number b above 0, of whole numbers and of others; None for another b."""
    if _is_power_of_two(b):
        return unary(casadi.OP_FLOOR, binary(casadi.OP_DIV, a, float(b)))
    if not b > 0:
        return None
    # As Python has it: from the exact remainder, so that a rounded quotient does no harm.
    rest = binary(casadi.OP_FMOD, a, float(b))
    quotient = binary(casadi.OP_DIV, binary(casadi.OP_SUB, a, rest), float(b))
    quotient = binary(casadi.OP_SUB, quotient, binary(casadi.OP_LT, rest, 0.0))
    whole = unary(casadi.OP_FLOOR, quotient)
    is_low = binary(casadi.OP_LT, 0.5, binary(casadi.OP_SUB, quotient, whole))
    is_zero = binary(casadi.OP_EQ, quotient, 0.0)
    zero = binary(casadi.OP_COPYSIGN, 0.0, a)
    return algebra.select(is_zero, zero, binary(casadi.OP_ADD, whole, is_low))


def remainder(a: Scalar, b: float) -> SX | None:
    """`a % b`, for a number b above 0, of whole numbers and of others; None for another b."""
    if _is_power_of_two(b):
        quotient = unary(casadi.OP_FLOOR, binary(casadi.OP_DIV, a, float(b)))
        return binary(casadi.OP_SUB, a, binary(casadi.OP_MUL, float(b), quotient))
    if not b > 0:
        return None
    rest = binary(casadi.OP_FMOD, a, float(b))
    is_low = binary(casadi.OP_LT, rest, 0.0)
    # The sum makes 0.0 of -0.0, as Python does.
    return binary(casadi.OP_ADD, rest, binary(casadi.OP_IF_ELSE_ZERO, is_low, float(b)))


def _is_power_of_two(b: float) -> bool:
    return b > 0 and frexp(b)[0] == 0.5


def anded(a: Scalar, b: Scalar) -> SX | None:
    """`a & b`: of two conditions, or of a whole number and a mask of bits; None for others."""
    if _are_truths(a, b):
        return both(a, b)
    if not isinstance(a, SX):
        a, b = b, a
    if isinstance(b, SX) or b < 0:
        return None
    # The bits of the mask in runs: each is a remainder less a smaller one.
    total: Scalar = None
    for low, high in _runs(int(b)):
        part = remainder(a, float(1 << high))
        if low:
            part = binary(casadi.OP_SUB, part, remainder(a, float(1 << low)))
        total = part if total is None else binary(casadi.OP_ADD, total, part)
    return SX(0.0) if total is None else total


def ored(a: Scalar, b: Scalar) -> SX | None:
    """`a | b`: of two conditions; of whole numbers by their common bits, where one is a number."""
    if _are_truths(a, b):
        return either(a, b)
    if isinstance(a, SX) and isinstance(b, SX):
        # Only what a shift has made room for: dmath's digits.
        return binary(casadi.OP_ADD, a, b)
    common = anded(a, b)
    return None if common is None else binary(casadi.OP_SUB, binary(casadi.OP_ADD, a, b), common)


def _are_truths(a: Scalar, b: Scalar) -> bool:
    return all(isinstance(x, bool) or (isinstance(x, SX) and is_truth(x)) for x in (a, b))


def _runs(mask: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for bit in range(mask.bit_length()):
        if mask >> bit & 1:
            if runs and runs[-1][1] == bit:
                runs[-1] = (runs[-1][0], bit + 1)
            else:
                runs.append((bit, bit + 1))
    return runs


def shifted_right(a: Scalar, count: int) -> SX:
    """`a >> count`."""
    return unary(casadi.OP_FLOOR, binary(casadi.OP_DIV, a, float(1 << count)))


def shifted_left(a: Scalar, count: Scalar, power: Callable[[SX], SX]) -> SX:
    """`a << count`; `power` gives 2 to the power of an expression."""
    factor = power(count) if isinstance(count, SX) else float(1 << count)
    return binary(casadi.OP_MUL, a, factor)
