"""Tables as the bytes of Parquet files: the same table gives the same bytes."""

import io
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO, Any, final

from project_ghost.core.errors import InputError
from project_ghost.core.parquet import BOUNDS, TooLargeError, bounded_groups

from ._schema import FILLED, Field, arrow_schema
from ._store import require_extra

__all__ = [
    "FORMAT_VERSION",
    "GROUP_ROWS",
    "TableWriter",
    "parquet_of",
    "read_groups",
    "read_parquet",
]

FORMAT_VERSION = 1
_VERSION_KEY, _NOTE_KEY = b"ghost.results", b"ghost.note"
# One size whatever the machine: where groups of rows end is part of the bytes. A group is in memory
# as a whole when it is written, and when it is read.
GROUP_ROWS = 2_048
_FIX = (
    "remove it, and the part of this name in parts/runs if it is in parts/metrics; the same "
    "command, or `ghost sweep finish`, makes what is missing"
)


@final
class TableWriter:
    """Writes rows to a Parquet file, however they come: the same rows give the same bytes."""

    def __init__(self, sink: Any, schema: Any, note: str = "") -> None:  # noqa: ANN401 - of pyarrow
        from pyarrow import parquet

        metadata = {_VERSION_KEY: str(FORMAT_VERSION), **({_NOTE_KEY: note} if note else {})}
        self._schema = schema.with_metadata(metadata)
        self._writer = parquet.ParquetWriter(sink, self._schema, compression="zstd")
        self._waiting = schema.empty_table()
        self._is_empty = True

    def __enter__(self) -> "TableWriter":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            with suppress(OSError):  # as what has happened, such as a full disk
                self._writer.close()
            return
        if self._is_empty or self._waiting.num_rows:
            self._write(self._waiting)
        self._writer.close()

    def add(self, table: Any) -> None:  # noqa: ANN401 - a pyarrow.Table
        """Add rows."""
        import pyarrow

        waiting = pyarrow.concat_tables([self._waiting, table.select(self._schema.names)])
        while waiting.num_rows >= GROUP_ROWS:
            group = waiting.slice(0, GROUP_ROWS).combine_chunks()
            waiting = waiting.slice(GROUP_ROWS)
            if waiting.num_rows < GROUP_ROWS:
                # A slice would keep all of the rows that are written now.
                self._waiting = waiting = waiting.combine_chunks()
            self._write(group)
        self._waiting = waiting

    def _write(self, group: Any) -> None:  # noqa: ANN401 - as above
        # Pages end where chunks end, which depends on how the table was put together.
        whole = group.combine_chunks().replace_schema_metadata(self._schema.metadata)
        self._writer.write_table(whole, row_group_size=GROUP_ROWS)
        self._is_empty = False


def parquet_of(table: Any, note: str = "") -> bytes:  # noqa: ANN401 - a pyarrow.Table
    """Return the bytes of a table; a note makes them others."""
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with TableWriter(sink, table.schema, note) as writer:
        writer.add(table)
    return bytes(sink.getvalue())


def read_parquet(
    data: bytes,
    where: str,
    fields: Sequence[Field] | None = None,
    columns: Sequence[str] | None = None,
) -> Any:  # noqa: ANN401 - a pyarrow.Table
    """Return a table that `parquet_of` made; refuse any other.

    It must have `fields`, if they are given. `columns` are those to read.
    """
    require_extra()
    import pyarrow

    groups = list(read_groups(io.BytesIO(data), len(data), where, fields, columns))
    return pyarrow.concat_tables(groups)


def read_groups(
    file: IO[bytes] | io.RawIOBase,
    size: int,
    where: str,
    fields: Sequence[Field] | None = None,
    columns: Sequence[str] | None = None,
) -> Iterator[Any]:
    """Yield the same group by group, of an object that need not be in memory as a whole."""
    require_extra()
    import pyarrow

    try:
        for group in bounded_groups(
            file, size, columns, lambda schema: _require_schema(schema, fields, where)
        ):
            if fields is not None:
                _require_filled(group, where)
            yield group
    except TooLargeError as error:
        raise InputError(
            f"the table is too large: {error}", where, BOUNDS, "the file is corrupt or malicious"
        ) from None
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"the table cannot be read: {error}",
            where,
            "a Parquet file of `ghost sweep`",
            _FIX,
        ) from None


def _require_schema(schema: Any, fields: Sequence[Field] | None, where: str) -> None:  # noqa: ANN401
    _require_version(schema, where)
    if fields is not None:
        _require_columns(schema, fields, where)


def _require_version(schema: Any, where: str) -> None:  # noqa: ANN401 - a pyarrow.Schema
    found = (schema.metadata or {}).get(_VERSION_KEY, b"none").decode()
    if found != str(FORMAT_VERSION):
        raise InputError(
            f"the version of the table is {found}",
            where,
            f"version {FORMAT_VERSION} of the results of sweeps",
            "read it with the version of Ghost that wrote it, or with DuckDB or pandas",
        )


def _require_filled(table: Any, where: str) -> None:  # noqa: ANN401 - a pyarrow.Table
    for name in table.column_names:
        if name in FILLED and table.column(name).null_count:
            raise InputError(
                f"a row has no {name}", where, "a value in every row of that column", _FIX
            )


def _require_columns(schema: Any, fields: Sequence[Field], where: str) -> None:  # noqa: ANN401
    for field in arrow_schema(fields):
        place = schema.get_field_index(field.name)
        kind = None if place < 0 else schema.field(place).type
        if kind != field.type:
            raise InputError(
                f"the table has no column {field.name}"
                if kind is None
                else f"the column {field.name} has the type {kind}",
                where,
                f"a column {field.name} of the type {field.type}",
                _FIX,
            )
