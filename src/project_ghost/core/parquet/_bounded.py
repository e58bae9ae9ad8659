"""Read the groups of rows of a Parquet file, none of which takes more memory than it may.

What a file declares is checked before anything is unpacked: its rows, the sizes of its columns, and
the header of every page, for which pyarrow takes as much memory as it says. A text that many rows
share is kept once until the sizes of all are known.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from typing import IO, Any, TypeAlias, final

from ._pages import DELTA_BYTE_ARRAY, GroupSizes, groups_in, pages

__all__ = ["BOUNDS", "TooLargeError", "bounded_groups"]

# What a file may unpack to, by its size as stored.
_ROWS_FREE, _ROWS_PER_BYTE = 100_000, 32
_BYTES_FREE, _BYTES_PER_BYTE = 64 << 20, 250
# The least memory of a value: that of the number of a text.
_VALUE_BYTES = 4
BOUNDS = (
    f"at most {_ROWS_FREE:_} rows and {_ROWS_PER_BYTE} for each byte, and {_BYTES_FREE:_} bytes "
    f"and {_BYTES_PER_BYTE} for each byte"
)

_File: TypeAlias = IO[bytes] | io.RawIOBase


class TooLargeError(ValueError):
    """A file unpacks to far more than it is."""


def bounded_groups(
    file: _File,
    size: int,
    columns: Sequence[str] | None = None,
    check_schema: Callable[[Any], None] = lambda _: None,
) -> Iterator[Any]:
    """Yield the groups of rows as tables of pyarrow, at least one.

    `columns` are those to read. Raises TooLargeError, or an error of pyarrow, OSError or
    ValueError for what is not a Parquet file.
    """
    from pyarrow import parquet

    held = _Held(file, size)
    opened = parquet.ParquetFile(held)
    _require_right_sizes(opened.metadata)
    groups = groups_in(held.footer())
    leaves = [opened.metadata.schema.column(i) for i in range(len(opened.metadata.schema))]
    _require_few_rows(groups, leaves, size)
    schema = opened.schema_arrow
    check_schema(schema)
    names = None if columns is None else list(columns)
    texts = [field.name for field in schema if _is_text(field.type)]
    opened = parquet.ParquetFile(held, read_dictionary=texts, pre_buffer=True)
    if not opened.num_row_groups:
        yield opened.read(columns=names)
    left = _most_bytes(size)
    for number, group in enumerate(groups):
        _require_small_pages(group, leaves, names, held, left, size)
        table = opened.read_row_group(number, columns=names, use_threads=False)
        table, left = _unpacked(table, left, size)
        yield table


def _require_right_sizes(metadata: Any) -> None:  # noqa: ANN401 - of pyarrow
    """Refuse the first writers, after whose columns pyarrow looks for pages, too."""
    writer = (metadata.created_by or "").lower()
    version = re.match(r"parquet-mr version (\d+)\.(\d+)", writer)
    if "parquet-mr" in writer and (version is None or tuple(map(int, version.groups())) < (1, 3)):
        raise ValueError(f"it was written by {metadata.created_by!r}, whose sizes are wrong")


def _require_few_rows(groups: list[GroupSizes], leaves: list[Any], size: int) -> None:
    """Refuse few bytes that declare millions of values, each of which costs memory."""
    rows = unpacked = values_bytes = packed = 0
    for group in groups:
        if len(group.columns) != len(leaves):
            raise ValueError("a group of rows has other columns than the schema")
        rows += group.rows
        unpacked += group.unpacked
        for column, leaf in zip(group.columns, leaves, strict=True):
            each = max(_VALUE_BYTES, leaf.length if _is_fixed(leaf) else 0)
            values_bytes += each * max(column.values, group.rows)
            packed += column.end - column.begin
    if (
        rows > _ROWS_FREE + _ROWS_PER_BYTE * size
        or max(unpacked, values_bytes) > _most_bytes(size)
        or packed > size
    ):
        raise TooLargeError(f"{size:_} bytes unpack to {rows:_} rows")


def _require_small_pages(
    group: GroupSizes,
    leaves: list[Any],
    names: list[str] | None,
    held: "_Held",
    left: int,
    size: int,
) -> None:
    """Refuse pages that say that they unpack to more than is left."""
    columns = [
        (leaf.path, (column.begin, column.end))
        for leaf, column in zip(leaves, group.columns, strict=True)
        if names is None or leaf.path.split(".")[0] in names
    ]
    held.hold([span for _, span in columns])
    for path, span in columns:
        for page in pages(held.piece(*span)):
            left -= page.unpacked
            if left < 0:
                raise TooLargeError(f"{size:_} bytes unpack to the pages of {path!r}")
            if DELTA_BYTE_ARRAY in page.encodings:
                raise ValueError(
                    f"the column {path!r} has the encoding DELTA_BYTE_ARRAY, which does not say "
                    "how large it is"
                )


def _unpacked(table: Any, left: int, size: int) -> tuple[Any, int]:  # noqa: ANN401
    """The table with its texts as such, and how many bytes the others of its file may have."""
    from pyarrow import compute, types

    left -= table.nbytes
    for place, name in enumerate(table.column_names):
        column = table.column(place)
        if not types.is_dictionary(column.type):
            continue
        for chunk in column.chunks:
            lengths = compute.binary_length(chunk.dictionary).take(chunk.indices)
            left -= compute.sum(lengths).as_py() or 0
        if left < 0:
            raise TooLargeError(f"{size:_} bytes unpack to the texts of {name!r}")
        table = table.set_column(place, name, column.cast(column.type.value_type))
    return table, left


def _is_text(kind: Any) -> bool:  # noqa: ANN401 - a pyarrow.DataType
    from pyarrow import types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(kind) or types.is_binary(kind))


def _is_fixed(leaf: Any) -> bool:  # noqa: ANN401 - a column of a schema of pyarrow
    return bool(leaf.physical_type == "FIXED_LEN_BYTE_ARRAY")


def _most_bytes(size: int) -> int:
    return _BYTES_FREE + _BYTES_PER_BYTE * size


@final
class _Held(io.RawIOBase):
    """A file of which some pieces are in memory: they are asked for once, as from a server."""

    def __init__(self, file: _File, size: int) -> None:
        self._file, self._size, self._at = file, size, 0
        self._pieces: list[tuple[int, bytes]] = []

    def footer(self) -> bytes:
        """The description of the file, before its size and the last sign."""
        end = self._size - 8
        size = int.from_bytes(self._read(end, end + 4), "little") if end > 0 else 0
        if not 0 < size <= end:
            raise ValueError("the file has no footer")
        return self._read(end - size, end)

    def hold(self, spans: Sequence[tuple[int, int]]) -> None:
        """Read some spans, and forget those before."""
        self._pieces = []
        whole: list[list[int]] = []
        for begin, end in sorted(spans):
            if not 0 <= begin <= end <= self._size:
                raise ValueError("a column lies outside of the file")
            if whole and begin <= whole[-1][1]:
                whole[-1][1] = max(end, whole[-1][1])
            else:
                whole.append([begin, end])
        self._pieces = [(begin, self._read(begin, end)) for begin, end in whole]

    def piece(self, begin: int, end: int) -> bytes:
        """The bytes of a span."""
        for start, data in self._pieces:
            if start <= begin and end <= start + len(data):
                return data[begin - start : end - start]
        return self._read(begin, end)

    def _read(self, begin: int, end: int) -> bytes:
        self._file.seek(begin)
        found = []
        while begin < end:
            data = self._file.read(end - begin)
            if not data:
                raise ValueError("the file ends too early")
            found.append(data)
            begin += len(data)
        return b"".join(found)

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def seekable(self) -> bool:
        """Whether one can read at any place."""
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place."""
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self._size}[whence]
        self._at = origin + offset
        return self._at

    def tell(self) -> int:
        """Return the place."""
        return self._at

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - of any type that can be written to
        """Read as much as the buffer takes, or as there is."""
        end = min(self._at + len(buffer), self._size)
        if end <= self._at:
            return 0
        data = self.piece(self._at, end)
        buffer[: len(data)] = data
        self._at = end
        return len(data)
