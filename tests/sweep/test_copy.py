"""Goal: a copy of a sweep is the whole of it, byte for byte, and damage on the way is found."""

import shutil

import pytest

from project_ghost.batch import InProcess
from project_ghost.core.errors import InputError
from project_ghost.results import open_store
from project_ghost.sweep import Chosen, copy_sweep, open_sweep, run_sweep

from .small import runs_in


def content(folder) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_copy_is_the_whole_sweep_and_is_continued(recorded, tmp_path) -> None:
    source, target = open_store(recorded), open_store(tmp_path)
    first = copy_sweep(source, target)
    assert content(tmp_path) == content(recorded)
    assert first.objects == len(content(recorded))
    (tmp_path / "complete.json").unlink()
    assert open_sweep(tmp_path).is_complete is False
    again = copy_sweep(source, target)
    assert (again.objects, again.before) == (1, first.objects - 1)


def test_a_sweep_that_is_not_complete_is_continued_in_its_copy(plan, reference, tmp_path) -> None:
    store = open_store(tmp_path / "a")
    run_sweep(plan, store, InProcess(), chosen=Chosen(first=4), execution="interpreted")
    copy_sweep(store, open_store(tmp_path / "b"))
    result = run_sweep(plan, open_store(tmp_path / "b"), InProcess(), execution="interpreted")
    assert (result.before, result.done) == (4, 2)
    assert runs_in(tmp_path / "b") == runs_in(reference)


@pytest.mark.parametrize(
    ("name", "message"),
    [("runs.parquet", "not the one that was made"), ("recordings", "not the one of its row")],
)
def test_damage_in_the_source_is_found(recorded, tmp_path, name, message) -> None:
    shutil.copytree(recorded, tmp_path / "a")
    path = tmp_path / "a" / name
    path = next(path.iterdir()) if path.is_dir() else path
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(InputError, match=message):
        copy_sweep(open_store(tmp_path / "a"), open_store(tmp_path / "b"))
    assert not (tmp_path / "b" / "complete.json").exists()


def test_a_store_with_another_sweep_or_object_is_refused(recorded, reference, tmp_path) -> None:
    with pytest.raises(InputError, match="holds another sweep"):
        copy_sweep(open_store(recorded), open_store(reference))
    with pytest.raises(InputError, match="both stores are the same"):
        copy_sweep(open_store(recorded), open_store(recorded))
    (tmp_path / "plan.parquet").write_bytes(b"other")
    with pytest.raises(InputError, match="another content"):
        copy_sweep(open_store(recorded), open_store(tmp_path))


def test_a_damaged_table_of_a_complete_sweep_is_found_by_finish(recorded, tmp_path) -> None:
    shutil.copytree(recorded, tmp_path / "a")
    (tmp_path / "a" / "timings.parquet").unlink()
    with pytest.raises(InputError, match=r"timings.parquet is missing"):
        open_sweep(tmp_path / "a").finish()
