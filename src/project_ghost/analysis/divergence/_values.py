"""Compare two messages field by field."""

import struct
from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import Any, NamedTuple, TypeGuard

import numpy as np

FIELDS_MAX = 20
_SIGN = 1 << 63
_LONGEST = 10**4300  # Python does not format integers with more digits


class FieldDifference(NamedTuple):
    """A field that differs.

    The hex strings exist for floats, the difference for two finite numbers, and the ulp for two
    floats that are not NaN. `actor` is the one of a sampled signal.
    """

    path: str
    a: Any
    b: Any
    a_hex: str | None = None
    b_hex: str | None = None
    difference: float | int | None = None
    ulp: int | None = None
    actor: str | None = None


class Missing:
    """Placeholder for a field that one message lacks."""

    def __repr__(self) -> str:
        return "(missing)"


MISSING = Missing()


def ulp_between(a: float, b: float) -> int:
    """Return the distance in floats: 0 for equal bits, 1 for neighbours.

    The distance between -0.0 and 0.0 is 1, because their bits differ.
    """
    return abs(_rank(a) - _rank(b))


def _rank(x: float) -> int:
    """Return a float's rank in the order of all floats, with -0.0 before 0.0."""
    bits = _bits(x)
    return _SIGN - 1 - (bits & (_SIGN - 1)) if bits & _SIGN else _SIGN + bits


def _bits(x: float) -> int:
    return int.from_bytes(struct.pack("<d", x), "little")


def field_differences(
    a: object, b: object, tolerance: float | None = None, path: str = ""
) -> Iterator[FieldDifference]:
    """Yield the fields in which two messages differ, in the first message's order."""
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
        yield describe_difference(path, a, b)


def same_value(a: object, b: object, tolerance: float | None) -> bool:
    """Whether two leaf values are equal: bit by bit, or within the tolerance."""
    if tolerance is not None and _is_number(a) and _is_number(b):
        return _is_near(a, b, tolerance)
    if type(a) is float and type(b) is float:
        return (a == b and a != 0.0) or ulp_between(a, b) == 0
    return type(a) is type(b) and a == b


def _is_number(x: object) -> TypeGuard[float]:
    """Whether it is a JSON number; true and false are not."""
    return type(x) in (int, float)


def _is_near(a: float, b: float, tolerance: float) -> bool:
    if a == b or (a != a and b != b):
        return True
    if not (_is_finite(a) and _is_finite(b)):
        return False
    return -tolerance <= _subtract(a, b) <= tolerance


def _subtract(a: float, b: float) -> float | Fraction:
    """Return the difference; exact for an integer and a float, because integers may be long."""
    return a - b if type(a) is type(b) else Fraction(a) - Fraction(b)


def _is_finite(x: float) -> bool:
    return type(x) is int or isfinite(x)


def describe_difference(path: str, a: object, b: object) -> FieldDifference:
    """Describe two leaf values that differ."""
    if _is_number(a) and _is_number(b):
        are_floats = type(a) is float and type(b) is float and a == a and b == b
        ulp = ulp_between(a, b) if are_floats else None
        return FieldDifference(path, a, b, _hex(a), _hex(b), _difference(a, b), ulp)
    return FieldDifference(path, a, b)


def _difference(a: float, b: float) -> float | int | None:
    """Return b - a, or None if it is not a finite number of printable length."""
    if not (_is_finite(a) and _is_finite(b)):
        return None
    difference = _subtract(b, a)
    if type(difference) is int:
        return difference if -_LONGEST < difference < _LONGEST else None
    try:
        number = float(difference)
    except OverflowError:
        return None
    return number if isfinite(number) else None


def _hex(x: float) -> str | None:
    if type(x) is not float:
        return None
    return x.hex() if x == x else f"nan, 0x{_bits(x):016x}"


def byte_difference(a: bytes, b: bytes) -> FieldDifference:
    """Return the first differing byte of two messages that cannot be decoded."""
    both = min(len(a), len(b))
    ours, theirs = (np.frombuffer(each, np.uint8, both) for each in (a, b))
    differs = ours != theirs
    if not differs.any():
        return FieldDifference("length", len(a), len(b), difference=len(b) - len(a))
    offset = int(differs.argmax())
    return FieldDifference(
        f"byte {offset}", a[offset : offset + 8].hex(), b[offset : offset + 8].hex()
    )
