"""Goal: no run is overwritten without --force, and nothing half-written stays."""

import errno
import signal
from pathlib import Path

import pytest

from project_ghost.core.errors import InputError
from project_ghost.runs import (
    deferred_interrupt,
    discard_if_empty,
    new_run_folder,
    run,
    write_summary,
)


def test_each_run_has_a_folder_of_its_own(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(new_run_folder(None, "a")) == "runs/a-1"
    assert str(new_run_folder(None, "a")) == "runs/a-2"
    assert str(new_run_folder(None, "b")) == "runs/b-1"


def test_two_that_look_at_the_same_time_get_two_folders(tmp_path, monkeypatch) -> None:
    """Method: to each of them the folder that is there looks free."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert str(new_run_folder(None, "a")) == "runs/a-1"
    assert str(new_run_folder(None, "a")) == "runs/a-2"


def test_a_summary_is_whole_or_not_there(tmp_path, monkeypatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    result = run("t-junction-4", ["duration=50ms"], execution="interpreted")
    (tmp_path / "summary.json").write_text("old")
    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(InputError, match="the summary cannot be written: No space left"):
        write_summary(tmp_path, result, staging_s=1.0, running_s=1.0, recorded=True)
    assert [path.name for path in tmp_path.iterdir()] == ["summary.json"]
    assert (tmp_path / "summary.json").read_text(encoding="utf-8") == "old"


def test_a_run_is_overwritten_by_force_only(tmp_path) -> None:
    (tmp_path / "run.mcap").write_text("old")
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match="already contains a run"):
        new_run_folder(tmp_path, "a")
    new_run_folder(tmp_path, "a", force=True)
    # The old one goes when the new one is there.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["notes.txt", "run.mcap"]


def test_a_folder_that_cannot_be_made_is_one_error(tmp_path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="the folder cannot be created"):
        new_run_folder(tmp_path / "file" / "x", "a")


def test_the_folder_of_a_failed_start_is_removed(tmp_path) -> None:
    folder = new_run_folder(tmp_path / "x", "a")
    discard_if_empty(folder)
    assert not folder.exists()


def test_a_folder_with_files_or_without_permission_stays(tmp_path, monkeypatch) -> None:
    """A folder that cannot be written to has one error, and this is not it."""
    (tmp_path / "summary.json").write_text("mine")
    discard_if_empty(tmp_path)
    assert (tmp_path / "summary.json").read_text() == "mine"

    def refuse(path):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type(tmp_path), "rmdir", refuse)
    discard_if_empty(new_run_folder(tmp_path / "x", "a"))


def test_the_first_interruption_is_noted_and_the_second_raises() -> None:
    with deferred_interrupt() as interrupt:
        heard = interrupt.requested
        assert not heard
        signal.raise_signal(signal.SIGINT)
        heard = interrupt.requested
        assert heard
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
def test_the_end_of_a_job_or_a_terminal_is_noted_too(ending) -> None:
    before = signal.getsignal(ending)
    with deferred_interrupt() as interrupt:
        signal.raise_signal(ending)
        assert interrupt.requested
        assert signal.getsignal(ending) is before
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_run_under_nohup_goes_on() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with deferred_interrupt() as interrupt:
            signal.raise_signal(signal.SIGHUP)
            assert not interrupt.requested
    finally:
        signal.signal(signal.SIGHUP, before)
