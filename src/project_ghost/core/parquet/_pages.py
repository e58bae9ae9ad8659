"""The headers of the pages of a Parquet file, which say how much memory each page takes.

A header is a struct in the compact protocol of Thrift. Only the fields that tell sizes are read;
the others are skipped.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

__all__ = ["DELTA_BYTE_ARRAY", "Page", "pages"]

# An encoding whose texts share their beginnings: nothing says how long they are.
DELTA_BYTE_ARRAY = 7

# Types of the compact protocol.
_INTEGERS, _BINARY, _STRUCT = (4, 5, 6), 8, 12
_SIZES = {1: 0, 2: 0, 3: 1, 7: 8}  # truth values, which are in their type, a byte, a float
_DEPTH_MAX = 8

_Path: TypeAlias = tuple[int, ...]
_Fields: TypeAlias = dict[_Path, int]


class Page(NamedTuple):
    """Its size when it is unpacked, and how its values may be encoded."""

    unpacked: int
    encodings: set[int | None]


def pages(data: bytes) -> Iterator[Page]:
    """Yield the pages of a column chunk; bytes that are none raise ValueError."""
    at = 0
    while at < len(data):
        try:
            fields, at = _struct(data, at)
            unpacked, packed = fields[(2,)], fields[(3,)]
        except (IndexError, KeyError):
            raise ValueError("the header of a page is damaged") from None
        if unpacked < 0 or packed < 0 or at + packed > len(data):
            raise ValueError("a page is larger than its column")
        # The header of a data page, of either version.
        yield Page(unpacked, {fields.get((5, 2)), fields.get((8, 4))})
        at += packed


def _struct(data: bytes, at: int, path: _Path = ()) -> tuple[_Fields, int]:
    """The integers of a struct, by the numbers of the fields that lead there, and its end."""
    if len(path) > _DEPTH_MAX:
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
        if kind in _INTEGERS:
            fields[(*path, number)], at = _integer(data, at)
        elif kind == _STRUCT:
            inner, at = _struct(data, at, (*path, number))
            fields |= inner
        else:
            at = _skipped(data, at, kind)
    return fields, at + 1


def _skipped(data: bytes, at: int, kind: int) -> int:
    """Where a value of another type ends."""
    if kind == _BINARY:
        size, at = _unsigned(data, at)
        return at + size
    if kind not in _SIZES:  # no header has lists or maps
        raise ValueError("the header of a page has an unknown field")
    return at + _SIZES[kind]


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
