"""What a Parquet file says about the sizes of its groups, columns and pages.

pyarrow ends the process where the description of a column is damaged, so it is not asked.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ._thrift import Reader, integer, list_of, read_struct, struct_of

__all__ = ["DELTA_BYTE_ARRAY", "ColumnSizes", "GroupSizes", "Page", "groups_in", "pages"]

# An encoding whose texts share their beginnings: nothing says how long they are.
DELTA_BYTE_ARRAY = 7

# By the numbers of their fields in the definition of Parquet.
_COLUMN: dict[int, Reader] = {5: integer, 7: integer, 9: integer, 11: integer}
_GROUP: dict[int, Reader] = {1: list_of(struct_of({3: struct_of(_COLUMN)})), 2: integer, 3: integer}
_FOOTER: dict[int, Reader] = {4: list_of(struct_of(_GROUP))}
_PAGE: dict[int, Reader] = {
    2: integer,
    3: integer,
    5: struct_of({2: integer}),
    8: struct_of({4: integer}),
}


class ColumnSizes(NamedTuple):
    """How many values a column has, and where its pages are."""

    values: int
    begin: int
    end: int


class GroupSizes(NamedTuple):
    """A group of rows."""

    rows: int
    unpacked: int
    columns: list[ColumnSizes]


class Page(NamedTuple):
    """Its size when it is unpacked, and how its values may be encoded."""

    unpacked: int
    encodings: set[int | None]


def groups_in(footer: bytes) -> list[GroupSizes]:
    """The groups that a footer describes; one that is damaged raises ValueError."""
    fields, _ = read_struct(footer, 0, _FOOTER)
    try:
        return [_group(group) for group in fields[4]]
    except KeyError:
        raise ValueError("the footer lacks a size") from None


def _group(fields: dict[int, Any]) -> GroupSizes:
    columns = [_column(each[3]) for each in fields[1]]
    found = GroupSizes(fields[3], fields[2], columns)
    if found.rows < 0 or found.unpacked < 0:
        raise ValueError("a group of rows has a negative size")
    return found


def _column(fields: dict[int, Any]) -> ColumnSizes:
    begin, first = fields[9], fields.get(11, 0)
    if 0 < first < begin:  # the dictionary precedes the other pages
        begin = first
    if min(begin, fields[5], fields[7]) < 0:
        raise ValueError("a column has a negative size")
    return ColumnSizes(fields[5], begin, begin + fields[7])


def pages(data: bytes) -> Iterator[Page]:
    """Yield the pages of a column; bytes that are none raise ValueError."""
    at = 0
    while at < len(data):
        fields, at = read_struct(data, at, _PAGE)
        if 2 not in fields or 3 not in fields:
            raise ValueError("the header of a page lacks a size")
        unpacked, packed = fields[2], fields[3]
        if unpacked < 0 or packed < 0 or at + packed > len(data):
            raise ValueError("a page is larger than its column")
        # The header of a data page, of either version.
        yield Page(unpacked, {fields.get(5, {}).get(2), fields.get(8, {}).get(4)})
        at += packed
