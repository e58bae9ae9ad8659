"""Two messages, field by field."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple, TypeGuard

import numpy as np

FIELDS_MAX = 20
_SIGN = 1 << 63
_LONGEST = 10**4300  # what has more digits Python does not write


class FieldDifference(NamedTuple):
    """A field that differs. The hex texts are there for floats, the difference for two numbers
    that are finite, and the ulp for two floats that are no NaN.
    """

    path: str
    a: Any
    b: Any
    a_hex: str | None = None
    b_hex: str | None = None
    difference: float | int | None = None
    ulp: int | None = None


class Missing:
    """What stands for a field that one message has not."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()


def ulp_between(a: float, b: float) -> int:
    """How many floats there are from one to the other: 0 for the same, 1 for neighbours.

    From -0.0 to 0.0 it is 1, because they are different bits.
    """
    return abs(_place(a) - _place(b))


def _place(x: float) -> int:
    """The float's place in the order of all floats, with -0.0 before 0.0."""
    bits = _bits(x)
    return _SIGN - 1 - (bits & (_SIGN - 1)) if bits & _SIGN else _SIGN + bits


def _bits(x: float) -> int:
    return int.from_bytes(struct.pack("<d", x), "little")


def field_differences(
    a: object, b: object, tolerance: float | None = None, path: str = ""
) -> Iterator[FieldDifference]:
    """The fields in which two messages differ, in the order of the first."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in dict.fromkeys([*a, *b]):
            inner = f"{path}.{key}" if path else str(key)
            yield from field_differences(a.get(key, MISSING), b.get(key, MISSING), tolerance, inner)
    elif isinstance(a, list) and isinstance(b, list):
        for i in range(max(len(a), len(b))):
            left = a[i] if i < len(a) else MISSING
            right = b[i] if i < len(b) else MISSING
            yield from field_differences(left, right, tolerance, f"{path}[{i}]")
    elif not same_value(a, b, tolerance):
        yield described(path, a, b)


def same_value(a: object, b: object, tolerance: float | None) -> bool:
    """Whether two leaves are the same: to the last bit, or within the tolerance."""
    if tolerance is not None and _is_number(a) and _is_number(b):
        return _is_near(a, b, tolerance)
    if type(a) is float and type(b) is float:
        return (a == b and a != 0.0) or ulp_between(a, b) == 0
    return type(a) is type(b) and a == b


def _is_number(x: object) -> TypeGuard[float]:
    """Whether it is a number of JSON: true and false are none."""
    return type(x) in (int, float)


def _is_near(a: float, b: float, tolerance: float) -> bool:
    if a == b or (a != a and b != b):
        return True
    if not (_is_finite(a) and _is_finite(b)):
        return False
    return -tolerance <= _subtracted(a, b) <= tolerance


def _subtracted(a: float, b: float) -> float | Fraction:
    """The difference; exact where one of the two is a whole number, which may be a long one."""
    return a - b if type(a) is type(b) else Fraction(a) - Fraction(b)


def _is_finite(x: float) -> bool:
    return type(x) is int or isfinite(x)


def described(path: str, a: object, b: object) -> FieldDifference:
    """What there is to say about two leaves that differ."""
    if _is_number(a) and _is_number(b):
        are_floats = type(a) is float and type(b) is float and a == a and b == b
        ulp = ulp_between(a, b) if are_floats else None
        return FieldDifference(path, a, b, _hex(a), _hex(b), _difference(a, b), ulp)
    return FieldDifference(path, a, b)


def _difference(a: float, b: float) -> float | int | None:
    """B - A, or None where that is no number that can be shown."""
    if not (_is_finite(a) and _is_finite(b)):
        return None
    found = _subtracted(b, a)
    if type(found) is int:
        return found if -_LONGEST < found < _LONGEST else None
    try:
        number = float(found)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def _hex(x: float) -> str | None:
    if type(x) is not float:
        return None
    return x.hex() if x == x else f"nan, 0x{_bits(x):016x}"


def byte_difference(a: bytes, b: bytes) -> FieldDifference:
    """The first byte in which two messages differ that cannot be decoded."""
    both = min(len(a), len(b))
    ours, theirs = (np.frombuffer(each, np.uint8, both) for each in (a, b))
    differs = ours != theirs
    if not differs.any():
        return FieldDifference("length", len(a), len(b), difference=len(b) - len(a))
    place = int(differs.argmax())
    return FieldDifference(f"byte {place}", a[place : place + 8].hex(), b[place : place + 8].hex())
