"""Tables as the bytes of Parquet files: the same table gives the same bytes."""

from collections.abc import Sequence
from typing import Any

from project_ghost.core.errors import InputError

from ._schema import Field, arrow_schema
from ._store import require_extra

__all__ = ["FORMAT_VERSION", "parquet_of", "read_parquet"]

FORMAT_VERSION = 1
_VERSION_KEY = b"ghost.results"
# One size whatever the machine: where groups of rows end is part of the bytes.
_GROUP_ROWS = 131_072
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
        found = (schema.metadata or {}).get(_VERSION_KEY, b"none").decode()
        if found == str(FORMAT_VERSION):
            if fields is not None:
                _require_columns(schema, fields, where)
            return file.read(columns=None if columns is None else list(columns), use_threads=False)
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
