"""Goal: the part file of a killed run becomes a complete file, up to the last chunk."""

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from mcap.reader import make_reader
from mcap.writer import Writer

from project_ghost.core.bus import Message
from project_ghost.core.errors import InputError
from project_ghost.telemetry import Recorder, Recording, recover
from project_ghost.telemetry.mcap import _writer
from project_ghost.telemetry.read import _recover
from project_ghost.telemetry.write._part_file import PartFile, is_being_written
from tests.telemetry.samples import STEP_NS, record_run


def contents(path):
    with Recording(path) as run:
        return {name: [m.data for m in channel.stored()] for name, channel in run.channels.items()}


@pytest.mark.parametrize("keep", [0.1, 0.4, 0.8, 0.98])
def test_a_recovered_file_is_a_prefix_with_correct_digests(tmp_path, keep) -> None:
    record_run(tmp_path / "whole.mcap", chunk_span_ns=100 * STEP_NS)
    data = (tmp_path / "whole.mcap").read_bytes()
    (tmp_path / "run.mcap.part").write_bytes(data[: int(keep * len(data))])
    done = recover(tmp_path / "run.mcap.part")
    assert done.path == tmp_path / "run.mcap"
    assert done.reason == "it ends in the midst of a record"
    assert not (tmp_path / "run.mcap.part").exists()
    expected = contents(tmp_path / "whole.mcap")
    for name, messages in contents(done.path).items():
        assert messages == expected[name][: len(messages)]
    with Recording(done.path) as run:
        assert run.cut_off is None
        assert run.digests().order == run.results["order_sha256"]
        assert run.attachment("scenario.yaml").data == b"name: sample\n"
        stored = {n: t["sha256"] for n, t in run.totals().items() if "sha256" in t}
        assert run.digests().channels == stored
        assert done.messages == sum(run.counts().values())
    with done.path.open("rb") as file:
        assert sum(1 for _ in make_reader(file, validate_crcs=True).iter_messages()) == (
            done.messages
        )


def test_a_damaged_file_is_recovered_up_to_the_damage(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", chunk_span_ns=100 * STEP_NS)
    with Recording(tmp_path / "a.mcap") as run:
        place = run.file.segments[20].offset + 10
    data = bytearray((tmp_path / "a.mcap").read_bytes())
    data[place] ^= 0xFF
    (tmp_path / "b.mcap").write_bytes(data)
    done = recover(tmp_path / "b.mcap")
    assert done.path == tmp_path / "b-recovered.mcap"
    assert done.reason is not None
    assert "corrupt" in done.reason
    expected = contents(tmp_path / "a.mcap")
    result = contents(done.path)
    assert 0 < len(result["/car"]) < len(expected["/car"])
    for name, messages in result.items():
        assert messages == expected[name][: len(messages)]


def test_a_complete_file_is_copied_unchanged(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    done = recover(tmp_path / "a.mcap", tmp_path / "b.mcap")
    assert done.reason is None
    assert contents(tmp_path / "a.mcap") == contents(tmp_path / "b.mcap")
    with Recording(tmp_path / "a.mcap") as a, Recording(tmp_path / "b.mcap") as b:
        assert a.results == b.results
        assert a.totals() == b.totals()


def test_nothing_is_overwritten_or_left_behind(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    (tmp_path / "b.mcap").write_text("mine")
    with pytest.raises(InputError, match="already"):
        recover(tmp_path / "a.mcap", tmp_path / "b.mcap")
    with pytest.raises(InputError, match="the input file"):
        recover(tmp_path / "a.mcap", tmp_path / "a.mcap", force=True)
    (tmp_path / "b.mcap.part").write_bytes((tmp_path / "a.mcap").read_bytes()[:-300])
    with pytest.raises(InputError, match="already"):
        recover(tmp_path / "b.mcap.part")
    assert (tmp_path / "b.mcap").read_text() == "mine"
    recover(tmp_path / "b.mcap.part", force=True)
    assert contents(tmp_path / "b.mcap") == contents(tmp_path / "a.mcap")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mcap", "b.mcap"]


def test_a_recording_in_progress_is_not_recovered(tmp_path) -> None:
    """Its file may be read meanwhile; to take it away or to overwrite it is refused."""
    with Recorder(tmp_path / "run.mcap") as recorder:
        recorder.record(Message("/a", 0, 0, {}))
        with pytest.raises(InputError, match="a running process"):
            recover(tmp_path / "run.mcap.part")
        with pytest.raises(InputError, match="a running process"):
            Recorder(tmp_path / "run.mcap", force=True)
    assert contents(tmp_path / "run.mcap") == {"/a": [b"{}"]}


def test_a_file_cut_off_before_its_first_record_has_nothing_to_recover(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    (tmp_path / "b.mcap").write_bytes((tmp_path / "a.mcap").read_bytes()[:30])
    with pytest.raises(InputError, match="nothing to recover"):
        recover(tmp_path / "b.mcap")


def test_a_damaged_attachment_is_left_out_and_nothing_else(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    data = (tmp_path / "a.mcap").read_bytes()
    (tmp_path / "b.mcap").write_bytes(data.replace(b"name: sample", b"name: simple", 1))
    done = recover(tmp_path / "b.mcap")
    assert done.reason is not None
    assert "'scenario.yaml', left out" in done.reason
    assert contents(done.path) == contents(tmp_path / "a.mcap")
    with Recording(done.path) as run:
        assert run.attachment_names() == []
        assert run.digests().order == run.results["order_sha256"]


def test_an_unknown_compression_is_not_called_damage(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=100)
    data = (tmp_path / "a.mcap").read_bytes()
    (tmp_path / "b.mcap").write_bytes(
        data.replace(b"\x04\x00\x00\x00zstd", b"\x04\x00\x00\x00brot")
    )
    with pytest.raises(InputError, match="compressed with 'brot'"):
        recover(tmp_path / "b.mcap")
    assert not (tmp_path / "b-recovered.mcap").exists()


def test_a_whole_file_may_be_empty(tmp_path) -> None:
    with (tmp_path / "a.mcap").open("wb") as file:
        writer = Writer(file)
        writer.start()
        writer.finish()
    done = recover(tmp_path / "a.mcap")
    assert (done.reason, done.messages) == (None, 0)
    assert contents(done.path) == {}


@pytest.mark.parametrize("folder", [".", "", "/"])
def test_a_folder_is_refused_as_output(tmp_path, monkeypatch, folder) -> None:
    monkeypatch.chdir(tmp_path)
    record_run(tmp_path / "a.mcap", ticks=10)
    with pytest.raises(InputError, match="is a folder"):
        recover(tmp_path / "a.mcap", folder)
    with pytest.raises(InputError, match="it is a folder"):
        Recorder(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


def test_a_full_disk_leaves_nothing_and_says_so(tmp_path, monkeypatch) -> None:
    record_run(tmp_path / "a.mcap")
    written = []

    def full(descriptor, data):
        written.append(len(data))
        if sum(written) > 5000:
            raise OSError(28, "No space left on device")
        return os.write(descriptor, data)

    monkeypatch.setattr(_recover, "PartFile", partial(PartFile, write=full))
    with pytest.raises(InputError, match="No space left on device") as caught:
        recover(tmp_path / "a.mcap", tmp_path / "b.mcap")
    assert "the messages written so far" not in caught.value.what
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


SCRIPT = """
import sys
from project_ghost.core.bus import Message
from project_ghost.telemetry import Recorder
recorder = Recorder(sys.argv[1])
for i in range(10**9):
    recorder.record(Message("/a", i * 10**8, i, {"i": i}))
    if i == 1000:
        print("far enough", flush=True)
"""


def test_a_killed_process_leaves_a_prefix(tmp_path) -> None:
    """SIGKILL at an arbitrary moment: the last window is lost, and the chunks that waited."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(tmp_path / "run.mcap")], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"far enough\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert not (tmp_path / "run.mcap").exists()
    done = recover(Path(tmp_path / "run.mcap.part"))
    with Recording(done.path) as run:
        assert run["/a"].arrays()["i"].tolist() == list(range(len(run["/a"])))
        assert len(run["/a"]) >= 991 - 10 * (_writer._WAITING_CHUNKS + 1)


def test_a_killed_recovery_does_not_block_the_next_one(tmp_path) -> None:
    """What it left is no recording: recovering that would lose messages."""
    record_run(tmp_path / "run.mcap", ticks=500, block=100)
    data = (tmp_path / "run.mcap").read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(data[:-40])
    whole = recover(cut, tmp_path / "whole.mcap")
    script = (
        "import os, sys\n"
        "from project_ghost.telemetry import recover\n"
        "from project_ghost.telemetry.read import _recover\n"
        "_recover.McapWriter.finish = lambda self: os._exit(9)\n"
        "recover(sys.argv[1])"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(cut)], check=False)
    assert killed.returncode == 9
    assert (tmp_path / "cut-recovered.mcap.scratch").exists()
    again = recover(cut)
    assert again.messages == whole.messages
    assert again.path.read_bytes() == whole.path.read_bytes()
    assert not (tmp_path / "cut-recovered.mcap.scratch").exists()


def test_a_file_is_locked_until_it_has_its_name(tmp_path, monkeypatch) -> None:
    """Otherwise another process could take it for the rest of a killed run, and empty it."""
    part = PartFile(tmp_path / "a.mcap", replacing=True)
    part.write(b"content")
    seen = []
    replace = Path.replace

    def locked(self, target):
        with self.open("rb") as file:
            seen.append(is_being_written(file.fileno()))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", locked)
    part.finish()
    assert seen == [True]
    assert (tmp_path / "a.mcap").read_bytes() == b"content"
