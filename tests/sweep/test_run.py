"""Goal: the tables are the same bytes wherever runs are executed, in which order, after which end.

Method: a sweep of short interpreted runs; its runs.parquet is held against one in this process.
"""

import pytest
from pyarrow import parquet

from project_ghost.batch import AbstractExecutor, InProcess, ProcessPool
from project_ghost.core.errors import InputError
from project_ghost.results import StoreError, open_store
from project_ghost.runs import run
from project_ghost.scenario.surroundings import _map
from project_ghost.sweep import (
    Chosen,
    Shard,
    SweepCallback,
    open_sweep,
    parse_sweep,
    plan_sweep,
    run_sweep,
)
from project_ghost.world.maps import read_map
from tests.sweep.small import TEXT, runs_in


class Backwards(AbstractExecutor):
    """Runs the last task first."""

    @property
    def workers(self) -> int:
        return 1

    def finished(self, tasks):
        tasks = list(tasks)
        for index in reversed(range(len(tasks))):
            (outcome,) = InProcess().finished([tasks[index]])
            yield type(outcome)(index, outcome.value, outcome.error)


class On(SweepCallback):
    """Calls a function with the row of each run."""

    def __init__(self, function) -> None:
        self._function = function

    def on_run_end(self, row) -> None:
        self._function(row)


def test_a_row_has_the_digest_of_the_same_run_alone(reference) -> None:
    row = parquet.read_table(reference / "runs.parquet").to_pylist()[4]
    assert (row["seed"], row["actors.car1.speed_mps"]) == (2, 5.5)
    settings = {
        "duration": "2s",
        "actors.car1.sensors": {"imu": {"kind": "imu"}},
        "actors.car1.speed_mps": 5.5,
        "seed": 2,
    }
    alone = run("t-junction-4", settings, execution="interpreted")
    assert row["digest"] == alone.digest
    assert row["status"] == "ok"
    assert (row["level"], row["duration_ns"]) == ("portable", 2_000_000_000)


def test_seeds_and_parameters_make_different_runs(reference) -> None:
    digests = parquet.read_table(reference / "runs.parquet").column("digest").to_pylist()
    assert len(set(digests)) == 6


def test_any_order_gives_the_same_bytes(plan, reference, tmp_path) -> None:
    run_sweep(plan, open_store(tmp_path), Backwards(), execution="interpreted")
    assert runs_in(tmp_path) == runs_in(reference)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_processes_give_the_same_bytes(plan, reference, tmp_path, workers) -> None:
    run_sweep(plan, open_store(tmp_path), ProcessPool(workers), execution="interpreted")
    assert runs_in(tmp_path) == runs_in(reference)


def test_two_shards_give_the_same_bytes_and_the_last_finishes(plan, reference, tmp_path) -> None:
    store = open_store(tmp_path)
    for number in (1, 2):
        assert not (tmp_path / "complete.json").exists()
        chosen = Chosen(Shard(number, 2))
        result = run_sweep(plan, store, InProcess(), chosen=chosen, execution="interpreted")
        assert result.is_complete is (number == 2)
    assert runs_in(tmp_path) == runs_in(reference)


def test_the_same_call_continues_with_what_is_missing(plan, reference, tmp_path) -> None:
    store = open_store(tmp_path)
    first = run_sweep(plan, store, InProcess(), chosen=Chosen(first=2), execution="interpreted")
    assert (first.done, first.missing) == (2, 4)
    seen: list[str] = []
    second = run_sweep(
        plan,
        store,
        InProcess(),
        execution="interpreted",
        callbacks=[On(lambda r: seen.append(r["id"]))],
    )
    assert (second.done, second.before, second.missing) == (4, 2, 0)
    assert seen == plan.ids[2:]
    assert runs_in(tmp_path) == runs_in(reference)
    third = run_sweep(plan, store, InProcess())
    assert (third.done, third.before) == (0, 6)


def test_an_error_of_a_listener_loses_no_result(plan, reference, tmp_path) -> None:
    """As Ctrl-C: rows that have come are written before the sweep ends."""

    def interrupt(row) -> None:
        if row["id"] == plan.ids[2]:
            raise KeyboardInterrupt

    store = open_store(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_sweep(plan, store, InProcess(), execution="interpreted", callbacks=[On(interrupt)])
    result = run_sweep(plan, store, InProcess(), execution="interpreted")
    assert (result.before, result.done) == (3, 3)
    assert runs_in(tmp_path) == runs_in(reference)


def test_a_run_that_fails_is_a_row_and_the_others_go_on(tmp_path) -> None:
    plan = plan_sweep(
        parse_sweep(
            """
scenarios: [t-junction-1]
parameters: {map: [t_junction, nowhere.yaml]}
set: {duration: 1s}
"""
        )
    )
    result = run_sweep(plan, open_store(tmp_path), InProcess(), execution="interpreted")
    assert (result.done, result.failed, result.is_complete) == (2, 1, True)
    rows = parquet.read_table(tmp_path / "runs.parquet").to_pylist()
    assert [row["status"] for row in rows] == ["ok", "failed"]
    assert rows[1]["error_kind"]
    assert rows[1]["error"]
    assert rows[1]["digest"] is None


def test_another_sweep_in_the_store_is_refused(reference) -> None:
    other = plan_sweep(parse_sweep(TEXT.replace("seeds: 3", "seeds: 4")))
    with pytest.raises(InputError) as error:
        run_sweep(other, open_store(reference), InProcess())
    assert "another sweep" in error.value.what
    assert error.value.where.endswith("sweep.json")


def test_a_pattern_without_runs_is_refused_before_anything_is_written(plan, tmp_path) -> None:
    with pytest.raises(InputError, match="no run has an id, a scenario"):
        run_sweep(plan, open_store(tmp_path), InProcess(), chosen=Chosen(only="nothing*"))
    assert list(tmp_path.iterdir()) == []


def test_an_open_sweep_reads_parts_and_tables_and_finishes(plan, reference, tmp_path) -> None:
    run_sweep(
        plan, open_store(tmp_path), InProcess(), chosen=Chosen(first=5), execution="interpreted"
    )
    opened = open_sweep(tmp_path)
    assert opened.is_complete is False
    assert opened.missing() == (plan.ids[5],)
    assert opened.runs().equals(open_sweep(reference).runs().slice(0, 5))
    with pytest.raises(InputError, match="1 of 6 runs are missing"):
        opened.finish()
    run_sweep(plan, open_store(tmp_path), InProcess(), execution="interpreted")
    (tmp_path / "complete.json").unlink()
    (tmp_path / "runs.parquet").unlink()
    opened.finish()
    assert (tmp_path / "complete.json").exists()
    assert runs_in(tmp_path) == runs_in(reference)


def test_a_folder_without_a_sweep_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no sweep"):
        open_sweep(tmp_path)


class FullStore(AbstractExecutor):
    """The second run cannot store its recording."""

    @property
    def workers(self) -> int:
        return 1

    def finished(self, tasks):
        for outcome in InProcess().finished(tasks):
            if outcome.index == 1:
                yield type(outcome)(1, error=StoreError("there is no room", "the store"))
            yield outcome


def test_a_store_that_fails_is_no_failure_of_a_run(plan, reference, tmp_path) -> None:
    store = open_store(tmp_path)
    with pytest.raises(StoreError, match="there is no room"):
        run_sweep(plan, store, FullStore(), execution="interpreted")
    result = run_sweep(plan, store, InProcess(), execution="interpreted")
    assert (result.before, result.done, result.failed) == (1, 5, 0)
    assert runs_in(tmp_path) == runs_in(reference)


def test_a_map_is_read_once_for_all_values_of_a_parameter(tmp_path, monkeypatch) -> None:
    read: list[object] = []

    def counted(path, data):
        read.append(path)
        return read_map(path, data)

    monkeypatch.setattr(_map, "read_map", counted)
    text = TEXT.replace("[1, 5.5]", "[1, 2, 3, 4]").replace("seeds: 3", "seeds: 1")
    _map._read.cache_clear()
    run_sweep(plan_sweep(parse_sweep(text)), open_store(tmp_path), InProcess())
    assert len(read) == 1


@pytest.mark.parametrize(
    ("parameters", "kinds"),
    [
        ("actors.car1.speed_mps: [4, 5.5]", [0, 0]),
        ("duration: [1s, 2s]", [0, 1]),
        ("actors.car1.driver: [{kind: pid}, {kind: idm}, {kind: pid, accel_mps2: 1}]", [0, 1, 2]),
        ("actors.car1.driver: [{kind: pid, accel_mps2: 1}, {kind: pid, accel_mps2: 2}]", [0, 0]),
        ("actors.car1.route.waypoints: [[[-61.54, 22.64], [-6.54, 6.64]]]", [0]),
    ],
)
def test_runs_share_machine_code_unless_a_parameter_may_choose_another_class(
    parameters, kinds
) -> None:
    plan = plan_sweep(parse_sweep(f"scenarios: [t-junction-1]\nparameters: {{{parameters}}}\n"))
    codes = [plan.code(run) for run in plan.runs]
    assert [codes.index(code) for code in codes] == kinds
