"""Goal: a table from elsewhere that unpacks to far more than it is ends in one message."""

import io

import pyarrow
import pytest
from pyarrow import parquet

from project_ghost.core.errors import InputError
from project_ghost.results import parquet_of, read_parquet
from project_ghost.results._schema import IDENTITY
from proofs.fuzz.parquet_pages import lying_table


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


def test_a_page_that_unpacks_to_more_than_its_column_is_refused_before_it_is() -> None:
    data = lying_table(["seed"], 200 << 20)
    declared = parquet.ParquetFile(io.BytesIO(data)).metadata.row_group(0).total_byte_size
    assert declared < 100_000
    before = pyarrow.default_memory_pool().max_memory()
    with pytest.raises(InputError, match=r"too large: .* bytes unpack to the pages of 'seed'"):
        read_parquet(data, "here")
    assert pyarrow.default_memory_pool().max_memory() < before + (50 << 20)


def test_texts_whose_length_nothing_declares_are_refused() -> None:
    sink = io.BytesIO()
    table = pyarrow.table({"id": ["a" * 1000] * 1000})
    marked = table.replace_schema_metadata({b"ghost.results": b"1"})
    options = {"use_dictionary": False, "column_encoding": {"id": "DELTA_BYTE_ARRAY"}}
    for version in ("1.0", "2.0"):
        sink = io.BytesIO()
        parquet.write_table(marked, sink, data_page_version=version, **options)
        with pytest.raises(InputError, match="'id' has the encoding DELTA_BYTE_ARRAY"):
            read_parquet(sink.getvalue(), "here")


def test_values_of_a_fixed_size_count_as_often_as_they_are_used() -> None:
    kind = pyarrow.binary(1 << 20)
    value = pyarrow.array([b"a" * (1 << 20)], kind)
    data = stored(pyarrow.table({"id": value.take(pyarrow.array([0] * 100))}))
    assert len(data) < 20_000
    with pytest.raises(InputError, match=r"too large: .* bytes unpack to 100 rows"):
        read_parquet(data, "here")


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_pages_of_either_version_with_statistics_are_read(version) -> None:
    table = pyarrow.table({"seed": [*range(50_000)], "id": [f"{i}" for i in range(50_000)]})
    marked = table.replace_schema_metadata({b"ghost.results": b"1"})
    sink = io.BytesIO()
    options = {"data_page_size": 1000, "write_page_index": True, "write_page_checksum": True}
    parquet.write_table(marked, sink, data_page_version=version, row_group_size=9_000, **options)
    assert read_parquet(sink.getvalue(), "here").equals(table)


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
