"""The text of a float, as `repr` writes it, in functions that can be compiled.

`repr` has the fewest digits that are read back as the same float, and of these the nearest to it.
They are found by the algorithm Schubfach (Raffaello Giulietti, "The Schubfach way to render
doubles", 2020): the interval of all decimals that are read back as the float is scaled by a power
of ten, so that its ends are integers of 64 bits, and holds at most one multiple of ten.

All numbers are unsigned and have 64 bits, as compiled code has them. Interpreted, these functions
are too slow to be of use: `_quick_json` writes the same text there.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.bits import upper_product
from project_ghost.core.compiled import borrowing, inlined

__all__ = ["FLOAT_TEXT_MAX", "DecimalTables", "decimal_tables", "write_float", "write_whole"]

# The longest text: -1.7976931348623157e+308, and a place to move digits.
FLOAT_TEXT_MAX = 32

_ZERO, _ONE, _TWO, _FOUR = np.uint64(0), np.uint64(1), np.uint64(2), np.uint64(4)
_TEN, _FORTY, _HUNDRED = np.uint64(10), np.uint64(40), np.uint64(100)
_SHIFT_52 = np.uint64(52)
_SIGN = np.uint64(1 << 63)
_MOST_DIGITS = np.uint64(10**16)
_HIDDEN = np.uint64(1 << 52)
_FRACTION = np.uint64((1 << 52) - 1)
_EXPONENT = np.uint64(0x7FF)
_DIGIT = np.uint64(ord("0"))
_MINUS, _PLUS, _POINT, _E, _NULL = (ord(each) for each in "-+.e0")

# The powers of ten that a float may be scaled by.
_LOWEST_POWER, _HIGHEST_POWER = -324, 324


class DecimalTables(NamedTuple):
    """What `write_float` looks up."""

    powers: NDArray[np.uint64]  # of ten: two halves of their upper 128 bits, rounded up
    pairs: NDArray[np.uint8]  # the texts of 00 to 99


@cache
def decimal_tables() -> DecimalTables:
    """Make the tables."""
    rows = []
    for power in range(_LOWEST_POWER, _HIGHEST_POWER + 1):
        shift = 127 - _floor_log2_of_power(power)
        above, below = 10 ** max(power, 0) << max(shift, 0), 10 ** max(-power, 0) << max(-shift, 0)
        bits = -(-above // below)
        rows.append((bits >> 64, bits & (1 << 64) - 1))
    pairs = "".join(f"{i:02}" for i in range(100)).encode()
    return DecimalTables(np.array(rows, dtype=np.uint64), np.array(list(pairs), dtype=np.uint8))


def _floor_log2_of_power(power: int) -> int:
    """The whole part of log2(10**power), exact for the powers of the table."""
    return (power * 1741647) >> 19


@borrowing
@inlined
def write_float(bits: Any, tables: Any, out: Any, at: int) -> int:  # noqa: ANN401 - compiled
    """Write the text of a finite float; returns where it ends.

    `out` must have `FLOAT_TEXT_MAX` bytes from `at` on.
    """
    if bits & _SIGN:
        out[at] = _MINUS
        at += 1
        bits ^= _SIGN
    if bits == _ZERO:
        out[at], out[at + 1], out[at + 2] = _NULL, _POINT, _NULL
        return at + 3
    digits, exponent = _shortest(bits, tables.powers)
    while digits % _TEN == _ZERO:
        digits //= _TEN
        exponent += 1
    count = _count_of(digits)
    point = count + exponent  # the place of the decimal point, from the first digit
    if -4 < point <= 16:
        return _write_plain(digits, count, point, tables.pairs, out, at)
    return _write_with_exponent(digits, count, point - 1, tables.pairs, out, at)


@borrowing
@inlined
def write_whole(value: Any, tables: Any, out: Any, at: int) -> int:  # noqa: ANN401 - compiled
    """Write an integer of at most 17 digits; returns where it ends."""
    count = 1 if value == _ZERO else _count_of(value)
    _write_digits(value, count, tables.pairs, out, at)
    return at + count


@inlined
def _shortest(bits: Any, powers: Any) -> Any:  # noqa: ANN401 - compiled
    """The digits of a positive float as a number, and the power of ten that they are times."""
    significand = bits & _FRACTION
    biased = np.int64((bits >> _SHIFT_52) & _EXPONENT)
    # Below a power of two, floats are twice as dense as above it.
    is_closer_below = significand == _ZERO and biased > 1
    binary: Any = -1074
    if biased:
        significand |= _HIDDEN
        binary = biased - 1075
    if -53 < binary <= 0:
        whole = significand >> np.uint64(-binary)
        if whole << np.uint64(-binary) == significand:
            return whole, 0
    is_odd = significand & _ONE
    power = (binary * 1262611 - (524031 if is_closer_below else 0)) >> 22
    shift = np.uint64(binary + ((-power * 1741647) >> 19) + 1)
    high, low = powers[-power + 324, 0], powers[-power + 324, 1]
    middle = significand * _FOUR
    below = middle - (_ONE if is_closer_below else _TWO)
    lower = _scaled(high, low, below << shift) + is_odd
    value = _scaled(high, low, middle << shift)
    upper = _scaled(high, low, (middle + _TWO) << shift) - is_odd
    digits = value // _FOUR
    if digits >= _TEN:
        tens = digits // _TEN
        is_below_inside = lower <= _FORTY * tens
        is_above_inside = _FORTY * tens + _FORTY <= upper
        if is_below_inside != is_above_inside:
            return tens + (_ONE if is_above_inside else _ZERO), power + 1
    is_below_inside = lower <= _FOUR * digits
    is_above_inside = _FOUR * digits + _FOUR <= upper
    if is_below_inside != is_above_inside:
        return digits + (_ONE if is_above_inside else _ZERO), power
    half = _FOUR * digits + _TWO
    is_up = value > half or (value == half and digits & _ONE != _ZERO)
    return digits + (_ONE if is_up else _ZERO), power


@inlined
def _scaled(high: Any, low: Any, factor: Any) -> Any:  # noqa: ANN401 - compiled
    """The upper 64 bits of a product of 128 by 64 bits, odd if a bit below them is set."""
    carried = upper_product(low, factor)
    rest = high * factor + carried
    result: Any = upper_product(high, factor)
    if rest < carried:
        result += _ONE
    return result | (_ONE if rest > _ONE else _ZERO)


@borrowing
@inlined
def _count_of(digits: Any) -> int:  # noqa: ANN401 - compiled
    """How many decimal digits a positive number has: 17 at the most, and usually."""
    count = 17
    least: Any = _MOST_DIGITS
    while digits < least:
        least //= _TEN
        count -= 1
    return count


@borrowing
@inlined
def _write_digits(digits: Any, count: int, pairs: Any, out: Any, at: int) -> None:  # noqa: ANN401
    """Write the digits from the last to the first, two at a time."""
    end = at + count
    while end - at >= 2:
        rest = digits // _HUNDRED
        pair = _TWO * (digits - _HUNDRED * rest)
        out[end - 2], out[end - 1] = pairs[pair], pairs[pair + _ONE]
        digits = rest
        end -= 2
    if end > at:
        out[at] = _DIGIT + digits


@borrowing
@inlined
def _write_plain(
    digits: Any,  # noqa: ANN401
    count: int,
    point: int,
    pairs: Any,  # noqa: ANN401
    out: Any,  # noqa: ANN401
    at: int,
) -> int:
    if point <= 0:
        out[at], out[at + 1] = _NULL, _POINT
        at += 2
        for _ in range(-point):
            out[at] = _NULL
            at += 1
        _write_digits(digits, count, pairs, out, at)
        return at + count
    if point >= count:
        _write_digits(digits, count, pairs, out, at)
        for place in range(at + count, at + point):
            out[place] = _NULL
        out[at + point], out[at + point + 1] = _POINT, _NULL
        return at + point + 2
    _write_digits(digits, count, pairs, out, at + 1)
    for place in range(at, at + point):
        out[place] = out[place + 1]
    out[at + point] = _POINT
    return at + count + 1


@borrowing
@inlined
def _write_with_exponent(
    digits: Any,  # noqa: ANN401
    count: int,
    exponent: int,
    pairs: Any,  # noqa: ANN401
    out: Any,  # noqa: ANN401
    at: int,
) -> int:
    _write_digits(digits, count, pairs, out, at + 1)
    out[at] = out[at + 1]
    at += 1
    if count > 1:
        out[at] = _POINT
        at += count
    out[at] = _E
    out[at + 1] = _MINUS if exponent < 0 else _PLUS
    exponent = abs(exponent)
    at += 2
    if exponent >= 100:
        out[at] = _NULL + exponent // 100
        exponent %= 100
        at += 1
    out[at], out[at + 1] = _NULL + exponent // 10, _NULL + exponent % 10
    return at + 2
