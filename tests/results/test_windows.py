"""Goal: tables are put together by windows of the plan, and have the bytes of tables made at once.

Method: windows and groups of a few rows; plans around their sizes, with parts in any order.
"""

import hashlib
import tracemalloc
from itertools import pairwise

import numpy as np
import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from project_ghost.core.errors import InputError
from project_ghost.results import (
    METRICS,
    DifferentResultsError,
    PartWriter,
    RunIds,
    _compact,
    _parquet,
    _parts,
    arrow_table,
    check_complete,
    commit,
    compact,
    completed,
    finished_runs,
    open_store,
    parquet_of,
    reopen,
    withdraw,
)
from tests.results.test_tables import TABLE, metric, row

WINDOW, GROUP = 4, 8


def ids_of(count: int) -> list[str]:
    return [hashlib.sha256(str(number).encode()).hexdigest()[:32] for number in range(count)]


@pytest.fixture(autouse=True)
def small(monkeypatch) -> None:
    monkeypatch.setattr(_compact, "_WINDOW", WINDOW)
    monkeypatch.setattr(_parquet, "GROUP_ROWS", GROUP)


def write(store, parts, **cells) -> None:
    for part in parts:
        writer = PartWriter(store, TABLE.part, now_s=lambda: 0.0)
        for run_id in part:
            writer.add(row(run_id, **cells), metric(run_id))
        writer.flush()


def test_no_window_takes_time_or_memory_for_the_places_of_all(tmp_path, monkeypatch) -> None:
    table = compact(open_store(str(tmp_path)), RunIds(bytes(16)), TABLE)
    everywhere = np.arange(1_000_000, dtype=table._rows.place.dtype)
    monkeypatch.setattr(table, "_rows", _compact._Rows(everywhere, everywhere, everywhere))
    monkeypatch.setattr(table, "_ids", range(len(everywhere)))
    monkeypatch.setattr(table, "_size", lambda: 250_000)
    monkeypatch.setattr(table, "_window", lambda where: (len(where.row), where.place[0]))
    tracemalloc.start()
    try:
        windows: list[object] = [*table.windows()]
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert windows == [(250_000, begin) for begin in range(0, 1_000_000, 250_000)]
    assert peak < everywhere.nbytes / 10


def at_once(ids) -> dict[str, bytes]:
    """The tables from all rows in memory."""
    rows = [row(each) for each in ids]
    count = len(TABLE.result)
    return {
        "runs": parquet_of(arrow_table([each[:count] for each in rows], TABLE.result)),
        "metrics": parquet_of(arrow_table([m for each in ids for m in metric(each)], METRICS)),
        "timings": parquet_of(
            arrow_table([(each[0], *each[count:]) for each in rows], TABLE.timings)
        ),
    }


@pytest.mark.parametrize("count", [1, WINDOW - 1, WINDOW, WINDOW + 1, GROUP, GROUP + 1, 3 * GROUP])
@pytest.mark.parametrize("parts", [1, 2, 5])
def test_plans_around_the_size_of_a_window(tmp_path, count, parts) -> None:
    ids, store = ids_of(count), open_store(tmp_path)
    write(store, [ids[number::parts] for number in range(parts)])
    assert commit(store, compact(store, ids, TABLE), TABLE)["runs"] == count
    for name, data in at_once(ids).items():
        assert store.read(f"{name}.parquet") == data, name
    groups = parquet.ParquetFile(tmp_path / "runs.parquet").num_row_groups
    assert groups == -(-count // GROUP)


@given(st.permutations(ids_of(21)), st.lists(st.integers(0, 21), max_size=5), st.booleans())
def test_parts_in_any_order(tmp_path_factory, order, cuts, twice) -> None:
    ids = ids_of(21)
    store = open_store(tmp_path_factory.mktemp("store"))
    parts = [order[a:b] for a, b in pairwise([0, *sorted(cuts), len(ids)])]
    write(store, [*parts, *(parts[-1:] if twice else [])])
    commit(store, compact(store, ids, TABLE), TABLE)
    for name, data in at_once(ids).items():
        assert store.read(f"{name}.parquet") == data, name


def test_windows_without_rows_and_rows_of_other_plans(tmp_path) -> None:
    """As while a sweep is running: only runs of the first and the last window are there."""
    ids, store = ids_of(5 * WINDOW), open_store(tmp_path)
    write(store, [[*ids[:2], *ids_of(99)[90:], ids[-1]]])
    found = compact(store, ids, TABLE)
    assert found.missing == tuple(ids[2:-1])
    assert [window.runs.num_rows for window in found.windows()] == [2, 1]
    assert found.runs.column("id").to_pylist() == [*ids[:2], ids[-1]]
    assert found.metrics.num_rows == 6
    nothing = compact(store, ids[2:5], TABLE)
    assert (nothing.runs.num_rows, list(nothing.windows())) == (0, [])


def test_scattered_rows_do_not_read_each_part_for_each_window(tmp_path, monkeypatch) -> None:
    ids, store = ids_of(40 * WINDOW), open_store(tmp_path)
    order = sorted(ids)  # of hashes
    write(store, [order[number::10] for number in range(10)])
    reads: list[str] = []
    real = _parts.Part.rows

    def counted(part, *arguments):
        reads.append(part.file)
        return real(part, *arguments)

    monkeypatch.setattr(_parts.Part, "rows", counted)
    commit(store, compact(store, ids, TABLE), TABLE)
    assert len(reads) <= 10 * (1 + _compact._READS)
    assert store.read("runs.parquet") == at_once(ids)["runs"]


def test_results_that_differ_in_the_last_window_leave_no_table(tmp_path) -> None:
    ids, store = ids_of(3 * GROUP), open_store(tmp_path)
    write(store, [ids, ids[-1:]])
    write(store, [ids[-1:]], digest="other")
    with pytest.raises(DifferentResultsError, match=ids[-1]) as error:
        commit(store, compact(store, ids, TABLE), TABLE)
    assert error.value.where.count("parts/runs/") == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["parts"]


def test_a_part_that_is_damaged_while_tables_are_made_leaves_none(tmp_path) -> None:
    ids, store = ids_of(3 * GROUP), open_store(tmp_path)
    write(store, [ids[:GROUP], ids[GROUP:]])
    found = compact(store, ids, TABLE)
    for path in (tmp_path / "parts" / "runs").iterdir():
        path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(InputError, match="its name is another hash"):
        commit(store, found, TABLE)
    for path in (tmp_path / "parts" / "runs").iterdir():
        path.unlink()
    with pytest.raises(InputError, match="its name is another hash"):
        commit(store, found, TABLE)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["parts"]


def test_a_full_disk_is_one_error_and_leaves_no_table(tmp_path, monkeypatch) -> None:
    ids, store = ids_of(3 * GROUP), open_store(tmp_path / "store")
    write(store, [ids])

    def full(*_) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(_parquet.TableWriter, "_write", full)
        with pytest.raises(
            InputError, match="a table of the sweep cannot be written: No space"
        ) as error:
            commit(store, compact(store, ids, TABLE), TABLE)
    assert "TMPDIR" in error.value.fix
    assert sorted(each.name for each in (tmp_path / "store").iterdir()) == ["parts"]
    commit(store, compact(store, ids, TABLE), TABLE)
    assert store.read("runs.parquet") == at_once(ids)["runs"]


@pytest.mark.parametrize("count", range(5))
def test_a_process_that_is_killed_between_two_tables(tmp_path, monkeypatch, count) -> None:
    """Whoever finishes then gets the same runs, and keeps the times that are there."""
    ids, store = ids_of(GROUP + 3), open_store(tmp_path)
    write(store, [ids])
    created: list[str] = []
    real = type(store)._create

    def kill(self, name, data) -> bool:
        if len(created) == count:
            raise SystemExit
        created.append(name)
        return real(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(type(store), "_create", kill)
        with pytest.raises(SystemExit):
            commit(store, compact(store, ids, TABLE), TABLE)
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(["parts", *created])
    before = {name: store.read(name) for name in created}
    commit(store, compact(store, ids, TABLE), TABLE)
    assert {name: store.read(name) for name in created} == before
    assert store.read("runs.parquet") == at_once(ids)["runs"]
    assert check_complete(store)["runs"] == len(ids)


def test_who_finishes_second_keeps_the_tables_that_are_there(tmp_path) -> None:
    ids, store = ids_of(GROUP + 3), open_store(tmp_path)
    write(store, [ids])
    first, second = compact(store, ids, TABLE), compact(store, ids, TABLE)
    document = commit(store, first, TABLE)
    (tmp_path / "complete.json").unlink()  # the first one was killed just before
    data = (tmp_path / "timings.parquet").read_bytes()
    assert commit(store, second, TABLE) == document
    assert (tmp_path / "timings.parquet").read_bytes() == data
    assert check_complete(store) == document


def test_a_table_of_runs_in_other_groups_counts_as_the_same(tmp_path, monkeypatch) -> None:
    """As of another version of Ghost or pyarrow; one with other results is an error."""
    ids, store = ids_of(GROUP + 3), open_store(tmp_path)
    write(store, [ids])
    monkeypatch.setattr(_parquet, "GROUP_ROWS", 3)
    others = at_once(ids)["runs"]
    monkeypatch.setattr(_parquet, "GROUP_ROWS", GROUP)
    store.write("runs.parquet", others)
    document = commit(store, compact(store, ids, TABLE), TABLE)
    assert document["sha256"]["runs.parquet"] == hashlib.sha256(others).hexdigest()
    for wrong in (at_once(ids[:-1]), at_once([*ids, *ids_of(99)[90:]]), at_once(ids[::-1])):
        reopen(store)
        store.write("runs.parquet", wrong["runs"])
        with pytest.raises(DifferentResultsError, match="other results than the parts"):
            commit(store, compact(store, ids, TABLE), TABLE)


def test_rows_that_are_withdrawn_do_not_count(tmp_path) -> None:
    """The tables are those of runs that never failed; doing it again changes nothing."""
    ids, store = ids_of(GROUP + 3), open_store(tmp_path)
    keys, chosen = RunIds.of(ids), np.arange(len(ids))
    failed = [ids[2], ids[-1]]
    write(store, [[each for each in ids if each not in failed]])
    write(store, [failed], status="failed")
    commit(store, compact(store, ids, TABLE), TABLE)
    assert withdraw(store, TABLE.part, keys, chosen[:5]) == 1
    assert completed(store) is None  # without the withdrawn row, complete.json is outdated
    assert compact(store, ids, TABLE).missing == (ids[2],)
    assert withdraw(store, TABLE.part, keys, chosen) == 1
    assert withdraw(store, TABLE.part, keys, chosen) == 0
    found = finished_runs(store, TABLE.part, keys)
    assert [each for each, is_done in zip(ids, found.done, strict=True) if not is_done] == failed
    assert not found.failed.any()
    write(store, [failed])
    assert commit(store, compact(store, ids, TABLE), TABLE)["failed"] == 0
    assert completed(store) == check_complete(store) != {}
    for name, data in at_once(ids).items():
        assert store.read(f"{name}.parquet") == data, name


def test_ids_are_found_by_all_of_their_digits() -> None:
    texts = ["00" * 16, "ab" * 16, "ab" * 15 + "00", "01" * 16]
    ids = RunIds.of(texts)
    others = pyarrow.array(["x", None, "ab" * 16, "AB" * 16, "ab" * 15 + "00", "", "ff" * 16])
    assert ids.places(others).tolist() == [-1, -1, 1, -1, 2, -1, -1]
    assert (list(ids), ids[-1], ids[1:3]) == (texts, texts[-1], texts[1:3])
    assert ids.digest() == hashlib.sha256("\n".join(texts).encode()).hexdigest()
    assert ids.repeated() is None
    assert RunIds.of([*texts, *texts[1:]]).repeated() == 4
    with pytest.raises(ValueError, match="is no id of a run"):
        RunIds.of(["AB" * 16])
