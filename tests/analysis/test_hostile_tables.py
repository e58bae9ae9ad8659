"""Goal: traces in a Parquet file that is damaged or hostile end in one message."""

from random import Random

import pytest

from project_ghost.analysis.trace_files import read_traces
from project_ghost.core.errors import InputError
from proofs.fuzz.mutation import mutated
from proofs.fuzz.parquet_pages import lying_table, make_tables


def test_a_page_that_unpacks_to_more_than_its_column_is_refused(tmp_path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(lying_table(["time_s", "x_m", "y_m"], 200 << 20))
    with pytest.raises(InputError, match=r"too large: .* bytes unpack to the pages of 'time_s'"):
        read_traces([path])


def test_damaged_tables_are_read_or_refused(tmp_path) -> None:
    """pyarrow ends the process where it is asked for some damaged descriptions of columns."""
    tables = make_tables(tmp_path)
    path = tmp_path / "broken.parquet"
    assert {read_traces([each]).repeats for each in tables} == {("0", "1")}
    refused = 0
    for number in range(300):
        random = Random(number)  # noqa: S311 - broken files, not secrets
        path.write_bytes(mutated(random.choice(tables).read_bytes(), random))
        try:
            read_traces([path])
        except InputError:
            refused += 1
    assert refused > 150
