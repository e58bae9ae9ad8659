"""Goal: the tables depend on the results only, not on parts, their order or who wrote them twice.

Method: rows of made-up runs, cut into parts in all ways that hypothesis finds.
"""

import json
from itertools import pairwise

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from project_ghost.core.errors import InputError
from project_ghost.results import (
    DifferentResultsError,
    Field,
    PartWriter,
    RunIds,
    RunTable,
    arrow_table,
    commit,
    compact,
    completed,
    finished_runs,
    mean_of,
    open_store,
    parquet_of,
    read_parquet,
)

TABLE = RunTable((Field("speed", "float64"),), ("comfort",))
IDS = [f"{number:032x}" for number in range(12)]


def row(
    run_id: str, *, digest: str = "d", host: str = "one", status: str = "ok"
) -> tuple[object, ...]:
    score = 0.0 if status == "failed" else 0.5
    outcome = (status, "kind", score, digest, None, "portable", "duration", 10, 0, None, None, None)
    timings = (host, 7, 1, 0.0, 1.0, None)
    return (run_id, "scene", "idm", int(run_id[-6:], 16), 1.5, *outcome, 0.25, *timings)


def metric(run_id: str) -> list[tuple[object, ...]]:
    return [(run_id, "comfort", name, 1.0, None, "") for name in ("score", "jerk")]


def written(store, parts) -> None:
    for part in parts:
        writer = PartWriter(store, TABLE.part, now_s=lambda: 0.0)
        for run_id in part:
            writer.add(row(run_id), metric(run_id))
        writer.flush()


def done(store) -> list[str]:
    found = finished_runs(store, TABLE.part, RunIds.of(IDS))
    return [run_id for run_id, is_done in zip(IDS, found.done, strict=True) if is_done]


@given(st.permutations(IDS), st.lists(st.integers(0, len(IDS)), max_size=4), st.booleans())
def test_runs_are_the_same_bytes_however_they_are_cut(tmp_path_factory, order, cuts, twice) -> None:
    bounds = [0, *sorted(cuts), len(IDS)]
    parts = [order[a:b] for a, b in pairwise(bounds)]
    store = open_store(tmp_path_factory.mktemp("cut"))
    written(store, [*parts, *(parts[:1] if twice else [])])
    whole = open_store(tmp_path_factory.mktemp("whole"))
    written(whole, [IDS])
    for each in (store, whole):
        commit(each, compact(each, IDS, TABLE), TABLE)
    for name in ("runs.parquet", "metrics.parquet", "aggregates.parquet"):
        assert store.read(name) == whole.read(name)


def test_complete_json_has_the_digests_and_is_written_once(tmp_path) -> None:
    store = open_store(tmp_path)
    written(store, [IDS[:5], IDS[5:]])
    assert completed(store) is None
    document = commit(store, compact(store, IDS, TABLE), TABLE)
    assert document == completed(store) == json.loads((tmp_path / "complete.json").read_text())
    assert document["runs"] == len(IDS)
    assert commit(store, compact(store, IDS, TABLE), TABLE) == document


def test_missing_runs_are_named_and_metrics_without_a_row_ignored(tmp_path) -> None:
    store = open_store(tmp_path)
    written(store, [IDS[:3]])
    lost = parquet_of(arrow_table(metric(IDS[3]), [Field("id", "string")] + [
        Field(name, "string") for name in ("metric", "statistic")
    ] + [Field("value", "float64"), Field("text", "string"), Field("note", "string")]))  # fmt: skip
    store.write("parts/metrics/killed.parquet", lost)
    found = compact(store, IDS, TABLE)
    assert found.missing == tuple(IDS[3:])
    assert set(found.metrics.column("id").to_pylist()) == set(IDS[:3])
    assert done(store) == IDS[:3]


def test_two_results_that_differ_are_an_error_that_names_both(tmp_path) -> None:
    store = open_store(tmp_path)
    for host, digest in (("one", "d"), ("two", "e")):
        writer = PartWriter(store, TABLE.part)
        writer.add(row(IDS[3], digest=digest, host=host))
        writer.flush()
    with pytest.raises(DifferentResultsError) as error:
        list(compact(store, IDS, TABLE).windows())
    assert "digest is" in error.value.what
    assert {"'d'", "'e'"} <= set(error.value.what.split())
    assert "of one" in error.value.where
    assert "of two" in error.value.where


def test_parts_are_written_while_runs_are_running(tmp_path) -> None:
    """Every 2 s, later every 1 % of the time; what was written is not written again."""
    store, now_s = open_store(tmp_path), [0.0]
    writer = PartWriter(store, TABLE.part, now_s=lambda: now_s[0])
    for number, at_s in enumerate((1.9, 2.0, 3.9, 4.1, 1000.0, 1009.0, 1010.5)):
        now_s[0] = at_s
        writer.add(row(IDS[number]))
    assert len(store.names("parts/runs")) == 4
    assert done(store) == IDS[:7]


def test_failed_runs_count_as_zero(tmp_path) -> None:
    store = open_store(tmp_path)
    writer = PartWriter(store, TABLE.part)
    for run_id in IDS[:2]:
        writer.add(row(run_id, status="failed" if run_id == IDS[0] else "ok"))
    writer.flush()
    commit(store, compact(store, IDS[:2], TABLE), TABLE)
    rows = parquet.read_table(tmp_path / "aggregates.parquet").to_pylist()
    score = next(each for each in rows if each["metric"] == "score")
    assert (score["n"], score["failed"], score["mean"]) == (2, 1, 0.25)


def test_the_interval_is_students() -> None:
    """Known answers: the mean of 1..5 has the 95 % interval 3 +- 1.9633 (t = 2.7764)."""
    mean = mean_of([1.0, 2.0, 3.0, 4.0, 5.0])
    assert mean.mean == 3.0
    assert mean.high == pytest.approx(4.9633, abs=1e-4)
    many = mean_of([float(i % 2) for i in range(31)])  # t(30) = 2.0423
    assert many.high is not None
    assert many.high - many.mean == pytest.approx(2.0423 * (0.50800 / 31**0.5), rel=1e-3)
    assert mean_of([2.0]) == (2.0, None, None)


@pytest.mark.parametrize("version", [None, b"2"])
def test_tables_of_others_and_of_other_versions_are_refused(version) -> None:
    table = pyarrow.table({"id": ["a"]})
    if version is not None:
        table = table.replace_schema_metadata({b"ghost.results": version})
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    with pytest.raises(InputError, match="version of the table"):
        read_parquet(bytes(sink.getvalue()), "there")


def test_a_damaged_table_is_one_clear_error() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_parquet(b"PAR1 nonsense", "there")
