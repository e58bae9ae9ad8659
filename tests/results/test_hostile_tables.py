"""Goal: a table from elsewhere that unpacks to far more than it is ends in one message."""

import io

import pyarrow
import pytest
from pyarrow import parquet

from project_ghost.core.errors import InputError
from project_ghost.results import parquet_of, read_parquet
from project_ghost.results._schema import IDENTITY


def stored(table: pyarrow.Table) -> bytes:
    sink = io.BytesIO()
    marked = table.replace_schema_metadata({b"ghost.results": b"1"})
    parquet.write_table(marked, sink, compression="zstd")
    return sink.getvalue()


def repeated(text: str, count: int) -> pyarrow.DictionaryArray:
    places = pyarrow.array([0], pyarrow.int32()).take(pyarrow.array([0] * count, pyarrow.int32()))
    return pyarrow.DictionaryArray.from_arrays(places, pyarrow.array([text]))


def test_few_bytes_with_many_rows_are_refused() -> None:
    data = stored(pyarrow.table({"seed": pyarrow.nulls(5_000_000, pyarrow.int64())}))
    assert len(data) < 100_000
    with pytest.raises(InputError, match=r"too large: .* bytes unpack to 5_000_000 rows"):
        read_parquet(data, "here")


def test_a_long_text_in_every_row_is_refused_before_it_is_repeated() -> None:
    """Each text is in the file once, however often it is used."""
    short = pyarrow.table({"id": repeated("a" * 100_000, 500).cast(pyarrow.string())})
    assert read_parquet(stored(short), "here").equals(short)
    data = stored(pyarrow.table({"id": repeated("a" * 100_000, 90_000)}))
    assert len(data) < 10_000
    with pytest.raises(InputError, match=r"too large: .* bytes unpack to the texts of 'id'"):
        read_parquet(data, "here")


def test_usual_tables_are_read_as_they_were_written() -> None:
    rows = 30_000
    table = pyarrow.table(
        {
            "id": [f"{i:032x}" for i in range(rows)],
            "scenario": ["t-junction-1"] * rows,
            "planner": [None] * rows,
            "seed": list(range(rows)),
        },
        schema=pyarrow.schema(
            [(each.name, pyarrow.type_for_alias(each.type)) for each in IDENTITY]
        ),
    )
    read = read_parquet(parquet_of(table), "here", IDENTITY)
    assert read.equals(table)
    assert parquet_of(read) == parquet_of(table)
    assert read_parquet(parquet_of(table), "here", IDENTITY, ["seed"]).column_names == ["seed"]


def test_a_row_without_its_id_is_refused() -> None:
    schema = pyarrow.schema([(each.name, pyarrow.type_for_alias(each.type)) for each in IDENTITY])
    table = pyarrow.table(
        {"id": [None], "scenario": ["a"], "planner": [None], "seed": [1]}, schema=schema
    )
    with pytest.raises(InputError, match="a row has no id"):
        read_parquet(parquet_of(table), "here", IDENTITY)
