"""Goal: a recording that cannot be written is one error that is true, and nothing stays behind.

Method: each write of a run fails in turn, as on a full disk; then the last steps of its end.
"""

import errno
import gc
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.engine import Graph
from project_ghost.engine.blocks import Clock
from project_ghost.runs import (
    RecordingFailedError,
    RunResult,
    graph_runnable,
    prepare,
    recorded_run,
)
from project_ghost.runs.record._run_recorder import RunRecorder
from project_ghost.telemetry import Recorder, Recording, recover
from project_ghost.telemetry.write import _part_file
from tests.waiting import wait_until

KEPT = "the messages written so far are in"


def run(folder: Path, **options) -> RunResult:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("Clock", Clock(), "fast")
    graph.publish("/time", ["Clock.y"], "fast")
    graph.sample("/clock", ["Clock.y"], "fast")
    runnable = graph_runnable(graph, duration="10s", name="clock")
    return recorded_run(prepare(runnable, execution="interpreted"), folder, **options)


def stamps(path: Path) -> list[int]:
    with Recording(path) as recording:
        return [message.stamp_sim_ns for message in recording.messages(["/time"])]


def open_files() -> set[str]:
    """The open files of this process; none where the system does not tell."""
    here = Path("/proc/self/fd")
    links = [path for path in (here.iterdir() if here.exists() else ()) if path.is_symlink()]
    return {str(path.readlink()) for path in links}


@pytest.fixture(autouse=True)
def earlier_threads() -> Iterator[None]:
    """Tests before this one may have left some."""
    _EARLIER.update(threading.enumerate())
    yield
    _EARLIER.clear()


_EARLIER: set[threading.Thread] = set()


def require_nothing_left(folder: Path) -> None:
    assert not [path for path in open_files() if str(folder) in path]
    left = set(threading.enumerate()) - _EARLIER
    assert not [each.name for each in left if each.name.startswith("ghost-")]


def test_each_write_may_fail(tmp_path, monkeypatch) -> None:
    writes = [0]
    fails_at = [0]
    open_part = _part_file.PartFile.__init__

    def write(descriptor: int, data: memoryview) -> int:
        writes[0] += 1
        if writes[0] == fails_at[0]:
            os.write(descriptor, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return os.write(descriptor, data)

    def opened(self, *args, **options) -> None:
        open_part(self, *args, **options, write=write)

    monkeypatch.setattr(_part_file.PartFile, "__init__", opened)
    (tmp_path / "whole").mkdir()
    run(tmp_path / "whole")
    whole = stamps(tmp_path / "whole" / "run.mcap")
    count, saved = writes[0], []
    assert count > 12
    for number in range(1, count + 1):
        folder = tmp_path / str(number)
        folder.mkdir()
        writes[0], fails_at[0] = 0, number
        with pytest.raises(InputError, match="No space left on device") as raised:
            run(folder)
        require_nothing_left(tmp_path)
        part = folder / "run.mcap.part"
        assert [path.name for path in folder.iterdir()] == ([part.name] if part.exists() else [])
        assert (f"{KEPT} {part}" in str(raised.value)) == part.exists()
        if part.exists():
            writes[0], fails_at[0] = 0, 0
            recover(part)
            found = stamps(folder / "run.mcap")
            assert found == whole[: len(found)]
            saved.append(len(found))
    assert saved == sorted(saved)
    assert saved[-1] == len(whole)


def test_a_disk_that_does_not_answer_at_the_end_leaves_the_part(tmp_path, monkeypatch) -> None:
    def fsync(_: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(RecordingFailedError, match=f"Input/output error; {KEPT}"):
        run(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["run.mcap.part"]
    require_nothing_left(tmp_path)


def test_a_folder_that_was_removed_is_said_to_hold_nothing(tmp_path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()

    def remove(_: int) -> bool:
        shutil.rmtree(folder, ignore_errors=True)
        return True

    with pytest.raises(RecordingFailedError, match="No such file or directory") as raised:
        run(folder, on_slice=remove, slice_ns=1_000_000_000)
    assert KEPT not in str(raised.value)
    require_nothing_left(tmp_path)


def test_recorders_that_are_forgotten_leave_no_open_file_and_no_thread(tmp_path) -> None:
    for number in range(20):
        recorder = Recorder(tmp_path / f"{number}.mcap")
        for i in range(5):
            recorder.record(Message("/x", i * 1_000_000_000, i, {"i": i}))
        del recorder

    def is_gone() -> bool:
        gc.collect()
        names = [each.name for each in threading.enumerate()]
        return "ghost-chunks" not in names and not [p for p in open_files() if str(tmp_path) in p]

    wait_until(is_gone, "the end of the threads")
    assert len(list(tmp_path.glob("*.mcap.part"))) == 20


def test_a_payload_that_changes_after_it_was_published_is_recorded_as_it_was(tmp_path) -> None:
    payload = {"i": [0]}
    with Recorder(tmp_path / "a.mcap") as recorder:
        for i in range(100):
            payload["i"][0] = i
            recorder.record(Message("/x", i * 100_000_000, i, payload))
            payload["i"][0] = -1
    with Recording(tmp_path / "a.mcap") as recording:
        assert [message.payload["i"][0] for message in recording.messages()] == list(range(100))


def test_a_recorder_that_is_only_closed_ends_its_thread(tmp_path) -> None:
    graph = Graph("1ms")
    graph.group("fast", period="1ms")
    graph.add("Clock", Clock(), "fast")
    graph.publish("/time", ["Clock.y"], "fast")
    runnable = graph_runnable(graph, duration="10s", name="clock")
    prepared = prepare(runnable, execution="interpreted")
    recorder = RunRecorder(tmp_path / "run.mcap", runnable, attachments=[], manifest={})
    recorder.attach(prepared.engine)
    prepared.engine.run("1s")
    recorder.close()
    assert recorder.failure is None
    require_nothing_left(tmp_path)
