"""Goal: runs that failed can be tried again, and then the tables are those of runs that never did.

Method: an executor that fails chosen runs for a reason outside of them, as a lost license server.
"""

import json
import shutil

import pytest
from pyarrow import parquet

from project_ghost.batch import AbstractExecutor, InProcess
from project_ghost.cli import main
from project_ghost.core.errors import InputError, RunError
from project_ghost.results import DifferentResultsError, completed, open_store
from project_ghost.sweep import Chosen, copy_sweep, open_sweep, run_sweep

from .small import TEXT, runs_in

AGAIN = Chosen(retry_failed=True)


class Failing(AbstractExecutor):
    """Fails runs by their place among the tasks."""

    def __init__(self, *places: int, why: str = "no license") -> None:
        self._places, self._why = places, why

    @property
    def workers(self) -> int:
        return 1

    def finished(self, tasks):
        for outcome in InProcess().finished(tasks):
            if outcome.index in self._places:
                yield type(outcome)(outcome.index, error=RunError(self._why, "there"), host="h")
            else:
                yield outcome


class Interrupting(AbstractExecutor):
    """Is ended before the first run."""

    @property
    def workers(self) -> int:
        return 1

    def finished(self, tasks):
        for _ in tasks:
            raise KeyboardInterrupt
        yield


@pytest.fixture(scope="module")
def with_failures(plan, tmp_path_factory):
    """A complete sweep of which two runs failed."""
    folder = tmp_path_factory.mktemp("failed")
    result = run_sweep(plan, open_store(folder), Failing(1, 4), execution="interpreted")
    assert (result.failed, result.is_complete) == (2, True)
    return folder


@pytest.fixture
def folder(with_failures, tmp_path):
    return shutil.copytree(with_failures, tmp_path / "store")


def again(plan, folder, executor=None, chosen=AGAIN):
    executor = executor or InProcess()
    return run_sweep(plan, open_store(folder), executor, chosen=chosen, execution="interpreted")


def test_without_the_flag_failed_runs_stay(plan, folder) -> None:
    result = again(plan, folder, chosen=Chosen())
    assert (result.done, result.failed_before) == (0, 2)


def test_they_are_run_again_and_the_tables_are_those_without_failures(
    plan, reference, folder
) -> None:
    assert runs_in(folder) != runs_in(reference)
    result = again(plan, folder)
    assert (result.done, result.before, result.failed, result.failed_before) == (2, 4, 0, 0)
    assert runs_in(folder) == runs_in(reference)
    open_sweep(folder).finish()  # checks the digests
    assert again(plan, folder).done == 0


def test_only_chosen_ones_are_run_again(plan, folder) -> None:
    result = again(plan, folder, chosen=Chosen(first=3, retry_failed=True))
    assert (result.done, result.missing) == (1, 0)
    statuses = parquet.read_table(folder / "runs.parquet").column("status").to_pylist()
    assert statuses == ["ok"] * 4 + ["failed", "ok"]


def test_a_run_that_fails_again_for_another_reason_is_no_conflict(plan, reference, folder) -> None:
    assert again(plan, folder, Failing(0, why="no memory")).failed == 1
    rows = parquet.read_table(folder / "runs.parquet").to_pylist()
    assert [row["error"] for row in rows if row["error"]] == ["no memory"]
    assert again(plan, folder).done == 1
    assert runs_in(folder) == runs_in(reference)


def test_a_run_that_fails_again_with_the_same_row_is_done(plan, reference, folder) -> None:
    """Its part would have the name of the one that was withdrawn: all of its cells are the same."""
    for _ in range(3):
        result = again(plan, folder, Failing(0, 1))
        assert (result.failed, result.missing) == (2, 0)
    assert again(plan, folder).done == 2
    assert runs_in(folder) == runs_in(reference)


def test_a_start_that_is_ended_leaves_them_missing(plan, reference, folder) -> None:
    """The tables of the failures are gone; whoever continues, with the flag or not, runs them."""

    for name in ("verdict.json", "report.html"):
        (folder / name).write_text("{}")
    with pytest.raises(KeyboardInterrupt):
        again(plan, folder, Interrupting())
    opened = open_sweep(folder)
    assert opened.missing() == (plan.ids[1], plan.ids[4])
    assert opened.runs().num_rows == 4
    names = {"sweep.json", "plan.parquet", "scenes", "parts"}
    assert {each.name for each in folder.iterdir()} == names
    assert again(plan, folder, chosen=Chosen()).done == 2
    assert runs_in(folder) == runs_in(reference)


def test_tables_that_somebody_finished_meanwhile_are_outdated(plan, reference, folder) -> None:
    """As by a process that read the parts before the rows were withdrawn, and was slow."""
    old = shutil.copytree(folder, folder.parent / "old")
    with pytest.raises(KeyboardInterrupt):
        again(plan, folder, Interrupting())
    for name in ("runs", "metrics", "timings", "aggregates"):
        shutil.copy(old / f"{name}.parquet", folder)
    shutil.copy(old / "complete.json", folder)
    assert completed(open_store(folder)) is None
    assert open_sweep(folder).runs().num_rows == 4
    assert again(plan, folder, chosen=Chosen()).done == 2
    assert runs_in(folder) == runs_in(reference)
    assert completed(open_store(folder)) is not None


def test_a_damaged_list_of_withdrawn_rows_is_refused(plan, reference, folder) -> None:
    """What its error says works: without it the failure counts again, and is withdrawn anew."""
    again(plan, folder)
    (path,) = (folder / "parts" / "withdrawn").iterdir()
    for data in (b"", path.read_bytes()[:-3]):
        path.write_bytes(data)
        with pytest.raises(InputError, match="list of withdrawn rows is not the one") as error:
            again(plan, folder)
        assert path.name in error.value.where
    path.unlink()
    with pytest.raises(DifferentResultsError, match="status is") as differing:
        again(plan, folder, chosen=Chosen())
    assert "--retry-failed" in differing.value.fix
    assert again(plan, folder).done == 0
    assert runs_in(folder) == runs_in(reference)


def test_a_copy_has_what_was_withdrawn(plan, reference, folder, tmp_path) -> None:
    again(plan, folder)
    copy_sweep(open_store(folder), open_store(tmp_path / "copy"))
    assert open_sweep(tmp_path / "copy").is_complete
    for name in ("complete.json", "runs.parquet"):
        (tmp_path / "copy" / name).unlink()
    open_sweep(tmp_path / "copy").finish()
    assert runs_in(tmp_path / "copy") == runs_in(reference)


def test_the_command_has_the_flag(folder, tmp_path, monkeypatch, capsys, reference) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sweep.yaml").write_text(TEXT)
    words = f"sweep sweep.yaml -o {folder} --executor in-process --exec interpreted --json".split()
    assert main(words) == 1
    assert json.loads(capsys.readouterr().out)["failed_before"] == 2
    assert main([*words, "--retry-failed"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["done"], found["failed_before"], found["complete"]) == (2, 0, True)
    assert runs_in(folder) == runs_in(reference)
