"""Tables as the bytes of Parquet files: the same table gives the same bytes."""

from collections.abc import Sequence
from typing import Any

from project_ghost.core.errors import InputError

from ._schema import FILLED, Field, arrow_schema
from ._store import require_extra

__all__ = ["FORMAT_VERSION", "parquet_of", "read_parquet"]

FORMAT_VERSION = 1
_VERSION_KEY = b"ghost.results"
# One size whatever the machine: where groups of rows end is part of the bytes.
_GROUP_ROWS = 131_072
# What a table may unpack to, by its size as stored.
_ROWS_FREE, _ROWS_PER_BYTE = 100_000, 32
_BYTES_FREE, _BYTES_PER_BYTE = 64 << 20, 250
_FIX = "remove it, and the part of this name in parts/runs; the same command makes what is missing"


def parquet_of(table: Any) -> bytes:  # noqa: ANN401 - a pyarrow.Table
    """Return the bytes of a table."""
    import pyarrow
    from pyarrow import parquet

    marked = table.replace_schema_metadata({_VERSION_KEY: str(FORMAT_VERSION).encode()})
    sink = pyarrow.BufferOutputStream()
    # Pages end where chunks end, which depends on how the table was put together.
    parquet.write_table(
        marked.combine_chunks(), sink, compression="zstd", row_group_size=_GROUP_ROWS
    )
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
    from pyarrow import parquet

    try:
        file = parquet.ParquetFile(pyarrow.BufferReader(data))
        schema = file.schema_arrow
        _require_few_rows(file.metadata, len(data), where)
        found = (schema.metadata or {}).get(_VERSION_KEY, b"none").decode()
        if found == str(FORMAT_VERSION):
            if fields is not None:
                _require_columns(schema, fields, where)
            table = _read(data, schema, None if columns is None else list(columns), where)
            if fields is not None:
                _require_filled(table, where)
            return table
    except InputError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        raise InputError(
            f"the table cannot be read: {error}",
            where,
            "a Parquet file of `ghost sweep`",
            _FIX,
        ) from None
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


def _require_few_rows(metadata: Any, size: int, where: str) -> None:  # noqa: ANN401 - of pyarrow
    """Refuse few bytes that unpack to millions of rows, each of which costs memory."""
    groups = range(metadata.num_row_groups)
    unpacked = sum(metadata.row_group(group).total_byte_size for group in groups)
    if metadata.num_rows > _ROWS_FREE + _ROWS_PER_BYTE * size or unpacked > _most_bytes(size):
        raise _too_large(f"{size:_} bytes unpack to {metadata.num_rows:_} rows", where)


def _read(data: bytes, schema: Any, columns: list[str] | None, where: str) -> Any:  # noqa: ANN401
    """Read the columns; a text that is repeated is kept once until their size is known."""
    import pyarrow
    from pyarrow import compute, parquet

    texts = [field.name for field in schema if _is_text(field.type)]
    file = parquet.ParquetFile(pyarrow.BufferReader(data), read_dictionary=texts)
    table = file.read(columns=columns, use_threads=False)
    left = _most_bytes(len(data)) - table.nbytes
    for place, name in enumerate(table.column_names):
        column = table.column(place)
        if not pyarrow.types.is_dictionary(column.type):
            continue
        for chunk in column.chunks:
            lengths = compute.binary_length(chunk.dictionary).take(chunk.indices)
            left -= compute.sum(lengths).as_py() or 0
        if left < 0:
            raise _too_large(f"{len(data):_} bytes unpack to the texts of {name!r}", where)
        table = table.set_column(place, name, column.cast(column.type.value_type))
    return table


def _is_text(kind: Any) -> bool:  # noqa: ANN401 - a pyarrow.DataType
    from pyarrow import types

    kind = kind.value_type if types.is_dictionary(kind) else kind
    return bool(types.is_string(kind) or types.is_binary(kind))


def _most_bytes(size: int) -> int:
    return _BYTES_FREE + _BYTES_PER_BYTE * size


def _too_large(what: str, where: str) -> InputError:
    return InputError(
        f"the table is too large: {what}",
        where,
        f"at most {_ROWS_FREE:_} rows and {_ROWS_PER_BYTE} for each byte, and {_BYTES_FREE:_} "
        f"bytes and {_BYTES_PER_BYTE} for each byte",
        "the file is corrupt or malicious",
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
