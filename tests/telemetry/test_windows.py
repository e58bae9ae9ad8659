"""Goal: a part of a large recording costs what the part costs, and is what the whole has there.

Method: windows of time and channels are compared with the filtered whole; what is read of the file
is counted in bytes.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.cli import main
from project_ghost.core.bus import Message
from project_ghost.telemetry import Column, Recorder, Recording, export_recording
from project_ghost.telemetry.mcap._file import McapFile
from project_ghost.telemetry.read import _export
from tests.telemetry.samples import STEP_NS, record_run

TICKS = 3000


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("windows") / "run.mcap"
    record_run(path, ticks=TICKS, block=500, chunk_bytes=20_000, chunk_span_ns=100_000_000)
    return path


@pytest.fixture
def read_bytes(monkeypatch):
    """How many bytes were read of files so far, as a list of one number."""
    total = [0]
    plain = McapFile._read

    def counted(self, offset, size):
        data = plain(self, offset, size)
        total[0] += len(data)
        return data

    monkeypatch.setattr(McapFile, "_read", counted)
    return total


times = st.none() | st.integers(0, (TICKS + 10) * STEP_NS)


@given(
    start=times,
    stop=times,
    names=st.none() | st.sets(st.sampled_from(["/car", "/events", "/signals/fast", "/hash/links"])),
)
def test_a_window_is_what_the_whole_has_there(path, start, stop, names) -> None:
    low, high = start or 0, float("inf") if stop is None else stop
    with Recording(path) as run:
        whole = [
            m
            for m in run.messages()
            if low <= m.stamp_sim_ns < high and (names is None or m.channel in names)
        ]
        assert list(run.messages(names, start, stop)) == whole


@given(start=times, stop=times)
def test_arrays_of_a_window_are_parts_of_all(path, start, stop) -> None:
    low, high = start or 0, 2**62 if stop is None else stop
    with Recording(path) as run:
        for name in ("/car", "/signals/fast", "/hash/links"):
            whole, part = run[name].arrays(), run[name].arrays(start, stop)
            kept = (whole["stamp_sim_ns"] >= low) & (whole["stamp_sim_ns"] < high)
            if kept.any():
                for column, values in whole.items():
                    assert np.array_equal(part[column], values[kept])
            else:
                assert len(part["stamp_sim_ns"]) == 0


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """Twenty megabytes in chunks of a megabyte, of numbers that do not compress."""
    path = tmp_path_factory.mktemp("large") / "large.mcap"
    values = np.random.default_rng(1).random((1000, 8))
    with Recorder(path, compression="", chunk_span_ns=10**12) as recorder:
        recorder.add_signals("/bulk", [Column("x", (8,))])
        recorder.add_signals("/other", [Column("x", (8,))])
        for block in range(100):
            stamps = (np.arange(1000) + 1000 * block) * STEP_NS
            recorder.record(Message("/car", int(stamps[0]), block, {"x": block}))
            recorder.record_rows("/bulk", stamps, values)
            recorder.record_rows("/other", stamps, values)
    assert path.stat().st_size > 20_000_000
    return path


def test_opening_a_file_does_not_read_it(large, read_bytes) -> None:
    with Recording(large) as run:
        assert run.counts()["/bulk"] == 100_000
        assert run.stop_ns == 99_999 * STEP_NS
    assert read_bytes[0] < large.stat().st_size / 50


def test_a_second_of_one_channel_reads_its_chunks_only(large, read_bytes) -> None:
    with Recording(large) as run:
        before = read_bytes[0]
        start = 50_000 * STEP_NS
        part = run["/bulk"].arrays(start, start + 1000 * STEP_NS)
        assert len(part["x"]) == 1000
        assert read_bytes[0] - before < 3_000_000
        before = read_bytes[0]
        assert len(list(run.messages(["/car"]))) == 100
        assert read_bytes[0] - before < 100_000


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_an_export_reads_the_file_once(path, to, tmp_path, read_bytes) -> None:
    with Recording(path) as run:
        before = read_bytes[0]
        export_recording(run, tmp_path / "tables", to)
        heads = 64 * len(run.file.segments)
        assert read_bytes[0] - before <= run.file.stored_bytes + heads


@pytest.mark.parametrize("to", ["csv", "parquet"])
@pytest.mark.parametrize("window", [(None, None), (500 * STEP_NS, 1700 * STEP_NS)])
def test_one_pass_writes_what_two_passes_write(path, to, window, tmp_path, monkeypatch) -> None:
    import pyarrow.parquet as parquet

    with Recording(path) as run:
        once = export_recording(run, tmp_path / "once", to, start_ns=window[0], stop_ns=window[1])
        monkeypatch.setattr(_export, "_write_together", lambda *_: {})
        twice = export_recording(run, tmp_path / "twice", to, start_ns=window[0], stop_ns=window[1])
    assert [(f.channel, f.rows) for f in once.files] == [(f.channel, f.rows) for f in twice.files]
    for one, two in zip(once.files, twice.files, strict=True):
        if to == "csv":
            assert one.path.read_bytes() == two.path.read_bytes()
        else:
            a, b = parquet.read_table(one.path), parquet.read_table(two.path)
            assert a.schema.equals(b.schema, check_metadata=True)
            assert a.equals(b)


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_messages_of_different_columns_are_exported_whole(to, tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap") as recorder:
        for i in range(9000):
            payload = {"x": i} if i < 8000 else {"x": i + 0.5, "late": "yes"}
            recorder.record(Message("/m", i, i, payload))
    with Recording(tmp_path / "a.mcap") as run:
        [written] = export_recording(run, tmp_path / "tables", to).files
    assert written.rows == 9000
    if to == "csv":
        lines = written.path.read_text().splitlines()
        assert lines[0] == "stamp_sim_ns,sequence,x,late"
        assert (lines[1], lines[-1]) == ("0,0,0,", "8999,8999,8999.5,yes")


def test_the_command_takes_times(path, tmp_path, capsys) -> None:
    words = ["export", str(path), "--to", "csv", "-o", str(tmp_path / "t"), "--channels", "/car"]
    assert main([*words, "--start", "1s", "--stop", "2s"]) == 0
    assert "100 rows" in capsys.readouterr().out
