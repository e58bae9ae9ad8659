"""Structs in the compact protocol of Thrift, of which only wanted fields are read.

A field that is there twice is refused: readers differ in what that means.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

__all__ = ["Reader", "integer", "list_of", "read_struct", "struct_of"]

_INTEGERS, _BINARY, _LISTS, _STRUCT = (4, 5, 6), 8, (9, 10), 12
_SIZES = {3: 1, 7: 8}  # a byte, a float
_TRUTHS = (1, 2)  # in a struct they are in their type, in a list they are bytes
_DEPTH_MAX = 12

# Reads a value of the type at a place: returns it and its end.
Reader: TypeAlias = Callable[[bytes, int, int], tuple[Any, int]]


def read_struct(data: bytes, at: int, readers: dict[int, Reader]) -> tuple[dict[int, Any], int]:
    """The wanted fields of a struct by their numbers, and its end; damage raises ValueError."""
    try:
        return _fields(data, at, readers, 0)
    except IndexError:
        raise ValueError("a struct ends too early") from None


def integer(data: bytes, at: int, kind: int) -> tuple[int, int]:
    """Read an integer."""
    if kind not in _INTEGERS:
        raise ValueError("a field is no integer")
    return _integer(data, at)


def struct_of(readers: dict[int, Reader]) -> Reader:
    """Return what reads a struct."""

    def read(data: bytes, at: int, kind: int) -> tuple[dict[int, Any], int]:
        if kind != _STRUCT:
            raise ValueError("a field is no struct")
        return _fields(data, at, readers, 0)

    return read


def list_of(reader: Reader) -> Reader:
    """Return what reads a list."""

    def read(data: bytes, at: int, kind: int) -> tuple[list[Any], int]:
        if kind not in _LISTS:
            raise ValueError("a field is no list")
        count, of, at = _list_head(data, at)
        result = []
        for _ in range(count):
            value, at = reader(data, at, of)
            result.append(value)
        return result, at

    return read


def _fields(
    data: bytes, at: int, readers: dict[int, Reader], depth: int
) -> tuple[dict[int, Any], int]:
    fields: dict[int, Any] = {}
    number = 0
    while head := data[at]:
        at += 1
        if head >> 4:
            number += head >> 4
        else:
            number, at = _integer(data, at)
        reader = readers.get(number)
        if reader is None:
            at = _skipped(data, at, head & 15, depth)
        elif number in fields:
            raise ValueError("a struct has a field twice")
        else:
            fields[number], at = reader(data, at, head & 15)
    return fields, at + 1


def _skipped(data: bytes, at: int, kind: int, depth: int) -> int:
    """Where a value ends."""
    if depth > _DEPTH_MAX:
        raise ValueError("structs are nested too deeply")
    if kind in _TRUTHS:
        return at
    if kind in _INTEGERS:
        return _unsigned(data, at)[1]
    if kind == _BINARY:
        size, at = _unsigned(data, at)
        return at + size
    if kind == _STRUCT:
        return _fields(data, at, {}, depth + 1)[1]
    if kind in _LISTS:
        count, of, at = _list_head(data, at)
        for _ in range(count):
            at = at + 1 if of in _TRUTHS else _skipped(data, at, of, depth + 1)
        return at
    if kind not in _SIZES:
        raise ValueError("a struct has a field of an unknown type")
    return at + _SIZES[kind]


def _list_head(data: bytes, at: int) -> tuple[int, int, int]:
    """The number of a list's elements, their type, and where the first begins."""
    count, of = data[at] >> 4, data[at] & 15
    at += 1
    if count == 15:
        count, at = _unsigned(data, at)
    if count > len(data) - at:  # each has a byte at least
        raise ValueError("a list is longer than its file")
    return count, of, at


def _integer(data: bytes, at: int) -> tuple[int, int]:
    value, at = _unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    value = data[at]
    at += 1
    if value < 0x80:
        return value, at
    value &= 0x7F
    shift = 7
    while data[at] & 0x80:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if shift > 63:
            raise ValueError("a number has more than 64 bits")
    return value | data[at] << shift, at + 1
