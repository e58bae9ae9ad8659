"""Goal: a damaged or forged store is one clear error before any run, which names the object.

Method: a sweep of which one run is missing; an object of it is changed, and it is continued.
"""

import hashlib
import shutil
from pathlib import Path

import pyarrow
import pytest
from pyarrow import parquet

from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import StoreError, open_store, parquet_of
from project_ghost.sweep import (
    Chosen,
    SweepCallback,
    open_sweep,
    parse_sweep,
    plan_sweep,
    run_sweep,
)

from .small import RECORDED, runs_in


@pytest.fixture(scope="module")
def unfinished(plan, tmp_path_factory):
    folder = tmp_path_factory.mktemp("unfinished")
    store = open_store(folder)
    run_sweep(plan, store, InProcess(), chosen=Chosen(first=5), execution="interpreted")
    return folder


@pytest.fixture
def folder(unfinished, tmp_path):
    return shutil.copytree(unfinished, tmp_path / "store")


class NoRun(SweepCallback):
    """Fails the test if a run is executed."""

    def on_run_end(self, row) -> None:
        raise SystemExit(f"a run was executed: {row['id']}")


def part(folder):
    return next((folder / "parts" / "runs").iterdir())


def add_part(folder, table, version: bytes = b"1") -> str:
    """Write a part under the name that its content should have."""
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table.replace_schema_metadata({b"ghost.results": version}), sink)
    data = bytes(sink.getvalue())
    name = f"{hashlib.sha256(data).hexdigest()[:32]}.parquet"
    (folder / "parts" / "runs" / name).write_bytes(data)
    return name


def refused(plan, folder) -> InputError:
    with pytest.raises(InputError) as error:
        run_sweep(plan, open_store(folder), InProcess(), callbacks=[NoRun()])
    return error.value


def test_a_part_with_other_content_is_refused(plan, folder) -> None:
    table = parquet.read_table(part(folder))
    column = table.schema.get_field_index("digest")
    forged = table.set_column(column, "digest", pyarrow.array(["0" * 64] * table.num_rows))
    part(folder).write_bytes(parquet_of(forged))
    error = refused(plan, folder)
    assert "its name is another hash" in error.what
    assert part(folder).name in error.where


@pytest.mark.parametrize("keep", [0, 7, 2000])
def test_a_part_that_was_cut_is_refused(plan, folder, keep) -> None:
    part(folder).write_bytes(part(folder).read_bytes()[:keep])
    assert part(folder).name in refused(plan, folder).where


def test_a_part_of_another_version_is_refused(plan, folder) -> None:
    name = add_part(folder, parquet.read_table(part(folder)), b"2")
    error = refused(plan, folder)
    assert error.what == "the version of the table is 2"
    assert name in error.where


@pytest.mark.parametrize(
    ("column", "values", "what"),
    [("digest", None, "no column digest"), ("seed", "text", "seed has the type string")],
)
def test_a_part_with_other_columns_is_refused(plan, folder, column, values, what) -> None:
    table = parquet.read_table(part(folder))
    place = table.schema.get_field_index(column)
    if values is None:
        table = table.remove_column(place)
    else:
        table = table.set_column(place, column, pyarrow.array([values] * table.num_rows))
    name = add_part(folder, table)
    error = refused(plan, folder)
    assert what in error.what
    assert name in error.where


@pytest.mark.parametrize("name", ["sweep.json", "complete.json"])
@pytest.mark.parametrize("text", ["", "[]", '{"version": 1}', '{"version": 2}', "nonsense"])
def test_documents_that_are_not_ours_are_refused(plan, folder, name, text) -> None:
    (folder / name).write_text(text)
    if name == "sweep.json":
        assert refused(plan, folder).where.endswith("/sweep.json")
    with pytest.raises(InputError) as error:
        open_sweep(folder).finish()
    assert error.value.where.endswith(f"/{name}")


def test_a_plan_of_another_sweep_is_refused(recorded, folder) -> None:
    shutil.copy(recorded / "plan.parquet", folder)
    with pytest.raises(InputError, match=r"not the one of sweep\.json"):
        open_sweep(folder).runs()


def test_other_files_in_the_folder_do_no_harm(plan, reference, folder) -> None:
    (folder / "notes.txt").write_text("mine")
    (folder / "parts" / "runs" / "notes.txt").write_text("mine")
    result = run_sweep(plan, open_store(folder), InProcess(), execution="interpreted")
    assert (result.before, result.done) == (5, 1)
    assert runs_in(folder) == runs_in(reference)


def test_a_store_that_refuses_writes_ends_the_sweep_with_one_error(
    plan, tmp_path, monkeypatch
) -> None:
    """As a full disk: nothing counts as done that was not written."""
    store = open_store(tmp_path)
    real = type(store).write

    def full(self, name: str, data: bytes) -> None:
        if name.startswith("parts/"):
            raise InputError("no space left on device", f"{self.url}/{name}")
        real(self, name, data)

    with monkeypatch.context() as patch:
        patch.setattr(type(store), "write", full)
        with pytest.raises(InputError, match="no space left"):
            run_sweep(plan, store, InProcess(), execution="interpreted")
    result = run_sweep(plan, store, InProcess(), execution="interpreted")
    assert (result.before, result.done) == (0, 6)


def test_a_recording_that_cannot_be_stored_is_no_failure_of_its_run(
    recorded, tmp_path, monkeypatch
) -> None:
    """As a full disk or a lost server: the run stays missing, and is done when there is room."""
    plan = plan_sweep(parse_sweep(RECORDED))
    store, uploads = open_store(tmp_path), []
    real = type(store).upload

    def full(self, name: str, path: Path) -> None:
        uploads.extend([name] if name.startswith("recordings/") else [])
        if len(uploads) == 2:
            raise StoreError("no space left on device", f"{self.url}/{name}")
        real(self, name, path)

    with monkeypatch.context() as patch:
        patch.setattr(type(store), "upload", full)
        with pytest.raises(StoreError, match="no space left"):
            run_sweep(plan, store, InProcess(), execution="interpreted")
    result = run_sweep(plan, store, InProcess(), execution="interpreted")
    assert (result.before, result.done, result.failed) == (1, 3, 0)
    assert runs_in(tmp_path) == runs_in(recorded)
