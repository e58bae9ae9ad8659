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


def floor_quotient(a: Scalar, b: float) -> SX:
    """`a // b`, for a number b."""
    quotient = unary(casadi.OP_FLOOR, binary(casadi.OP_DIV, a, float(b)))
    if _is_power_of_two(b):
        return quotient
    # The quotient was rounded: the remainder says whether to a neighbour of the right one.
    rest = _rest(a, b, quotient)
    too_low = binary(casadi.OP_LE, float(b), rest) if b > 0 else binary(casadi.OP_LE, rest, b)
    too_high = binary(casadi.OP_LT, rest, 0.0) if b > 0 else binary(casadi.OP_LT, 0.0, rest)
    return binary(casadi.OP_SUB, binary(casadi.OP_ADD, quotient, too_low), too_high)


def remainder(a: Scalar, b: float) -> SX:
    """`a % b`, of whole numbers."""
    return _rest(a, b, floor_quotient(a, b))


def _rest(a: Scalar, b: float, quotient: SX) -> SX:
    return binary(casadi.OP_SUB, a, binary(casadi.OP_MUL, float(b), quotient))


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
