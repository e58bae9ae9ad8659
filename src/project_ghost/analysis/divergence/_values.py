"""Two messages, field by field."""

import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

FIELDS_MAX = 20
_SIGN = 1 << 63


class FieldDifference(NamedTuple):
    """A field that differs. The hex texts, difference and ulp are only there for two numbers."""

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
    (bits,) = struct.unpack("<Q", struct.pack("<d", x))
    return _SIGN - 1 - (int(bits) & (_SIGN - 1)) if bits & _SIGN else _SIGN + int(bits)


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
    if type(a) in (int, float) and type(b) in (int, float):
        if tolerance is not None:
            return bool(abs(a - b) <= tolerance)  # type: ignore[operator]
        if type(a) is float and type(b) is float:
            return a == b and (a != 0.0 or ulp_between(a, b) == 0)
    return type(a) is type(b) and a == b


def described(path: str, a: object, b: object) -> FieldDifference:
    """What there is to say about two leaves that differ."""
    if type(a) is float and type(b) is float:
        return FieldDifference(path, a, b, a.hex(), b.hex(), b - a, ulp_between(a, b))
    if isinstance(a, int | float) and isinstance(b, int | float) and _are_numbers(a, b):
        return FieldDifference(path, a, b, _hex(a), _hex(b), b - a)
    return FieldDifference(path, a, b)


def _are_numbers(a: object, b: object) -> bool:
    return not (isinstance(a, bool) or isinstance(b, bool))


def _hex(x: float) -> str | None:
    return x.hex() if type(x) is float else None


def byte_difference(a: bytes, b: bytes) -> FieldDifference:
    """The first byte in which two messages differ that cannot be decoded."""
    place = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    if place is None:
        return FieldDifference("length", len(a), len(b), difference=len(b) - len(a))
    return FieldDifference(f"byte {place}", a[place : place + 8].hex(), b[place : place + 8].hex())
