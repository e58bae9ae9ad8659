"""The headers of the pages of a Parquet file, which say how much memory each page takes.

A header is a struct in the compact protocol of Thrift. Only the fields that tell sizes are read;
the others are skipped.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

__all__ = ["DELTA_BYTE_ARRAY", "Page", "pages"]

# An encoding whose texts share their beginnings: nothing says how long they are.
DELTA_BYTE_ARRAY = 7

# Types of the compact protocol.
_TRUE, _FALSE, _BYTE, _INTEGERS, _DOUBLE, _BINARY, _STRUCT = 1, 2, 3, (4, 5, 6), 7, 8, 12
_DEPTH_MAX = 8

_Fields: TypeAlias = dict[int, Any]


class Page(NamedTuple):
    """Its size when it is unpacked, and how its values are encoded."""

    unpacked: int
    encoding: int


def pages(data: bytes) -> Iterator[Page]:
    """Yield the pages of a column chunk; bytes that are none raise ValueError."""
    at = 0
    while at < len(data):
        try:
            fields, at = _struct(data, at, 0)
            unpacked, packed = fields[2], fields[3]
        except (IndexError, KeyError):
            raise ValueError("the header of a page is damaged") from None
        if unpacked < 0 or packed < 0 or at + packed > len(data):
            raise ValueError("a page is larger than its column")
        # The header of a data page, of either version.
        encoding = fields.get(5, {}).get(2, fields.get(8, {}).get(4, 0))
        yield Page(unpacked, encoding)
        at += packed


def _struct(data: bytes, at: int, depth: int) -> tuple[_Fields, int]:
    """The integers and structs of a struct by the numbers of their fields, and its end."""
    if depth > _DEPTH_MAX:
        raise ValueError("the header of a page is nested too deeply")
    fields: _Fields = {}
    number = 0
    while data[at]:
        step, kind = data[at] >> 4, data[at] & 15
        at += 1
        if step:
            number += step
        else:
            number, at = _integer(data, at)
        value, at = _value(data, at, kind, depth)
        if value is not None:
            fields[number] = value
    return fields, at + 1


def _value(data: bytes, at: int, kind: int, depth: int) -> tuple[Any, int]:
    if kind in (_TRUE, _FALSE):
        return None, at
    if kind in _INTEGERS:
        return _integer(data, at)
    if kind == _STRUCT:
        return _struct(data, at, depth + 1)
    if kind == _BINARY:
        size, at = _unsigned(data, at)
        return None, at + size
    if kind == _BYTE:
        return None, at + 1
    if kind == _DOUBLE:
        return None, at + 8
    raise ValueError("the header of a page has an unknown field")  # none has lists or maps


def _integer(data: bytes, at: int) -> tuple[int, int]:
    value, at = _unsigned(data, at)
    return (value >> 1) ^ -(value & 1), at


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while data[at] & 0x80:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if shift > 63:
            raise ValueError("the header of a page is damaged")
    return value | data[at] << shift, at + 1
