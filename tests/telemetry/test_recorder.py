"""Goal: a recording holds every message, in order, and the same content is the same bytes."""

import contextlib
import errno
import hashlib
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from hypothesis import given, settings
from hypothesis import strategies as st
from mcap.reader import make_reader
from mcap.stream_reader import StreamReader

from project_ghost.core.bus import Bus, Message
from project_ghost.core.clock import SimClock
from project_ghost.core.errors import InputError
from project_ghost.core.randomness import RandomSource
from project_ghost.telemetry import (
    CHANNEL_LINKS,
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    METADATA_RESULTS,
    ChannelSpec,
    Column,
    Recorder,
    Recording,
    decode_links,
)
from project_ghost.telemetry.write import _windows
from project_ghost.telemetry.write._part_file import PartFile
from tests.telemetry.samples import COLUMNS, STEP_NS, record_run
from tests.waiting import wait_until


def by_channel(path):
    """What the mcap library finds, in the order of the file."""
    result: dict[str, list[tuple[int, int, bytes]]] = {}
    channels = {}
    with path.open("rb") as file:
        records: Any = StreamReader(file, validate_crcs=True).records
        for record in records:
            kind = type(record).__name__
            if kind == "Channel":
                channels[record.id] = record.topic
            elif kind == "Message":
                entry = record.log_time, record.sequence, record.data
                result.setdefault(channels[record.channel_id], []).append(entry)
    return result


def metadata(path):
    with path.open("rb") as file:
        return {each.name: each.metadata for each in make_reader(file).iter_metadata()}


def test_every_message_is_there_in_order(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    result = by_channel(tmp_path / "a.mcap")
    cars = result["/car"]
    assert [stamp for stamp, _, _ in cars] == [tick * STEP_NS for tick in range(0, 3000, 10)]
    assert json.loads(cars[7][2]) == {"p": [7.0, 2.0, -0.0], "x": 7.0}
    assert b"-0.0" in cars[7][2]
    bus = sorted(sequence for name in ("/car", "/events") for _, sequence, _ in result[name])
    assert bus == list(range(300 + 5))
    assert [json.loads(data) for _, _, data in result["/observer/note"]] == [{"value": "seen"}] * 4


def test_scenario_and_manifest_come_before_the_first_message(tmp_path) -> None:
    record_run(tmp_path / "a.mcap")
    with (tmp_path / "a.mcap").open("rb") as file:
        kinds = [type(record).__name__ for record in StreamReader(file, emit_chunks=True).records]
    assert kinds.index("Attachment") < kinds.index("Metadata") < kinds.index("Chunk")
    manifest = metadata(tmp_path / "a.mcap")[METADATA_MANIFEST]
    assert manifest == {"format": "ghost-recording-3", "level": "portable", "seed": "42"}


def test_the_end_has_counts_and_digests(tmp_path) -> None:
    """The channel's digest is made here from its definition, not with our own code."""
    digests = record_run(tmp_path / "a.mcap")
    totals = metadata(tmp_path / "a.mcap")[METADATA_CHANNELS]
    with (tmp_path / "a.mcap").open("rb") as file:
        summary = make_reader(file).get_summary()
    assert summary is not None
    for name, messages in by_channel(tmp_path / "a.mcap").items():
        total = json.loads(totals[name])
        assert total["count"] == len(messages)
        assert total["bytes"] == sum(len(data) for _, _, data in messages)
        if name.startswith("/observer/"):
            assert "sha256" not in total
            continue
        [channel] = [c for c in summary.channels.values() if c.topic == name]
        schema = summary.schemas[channel.schema_id]
        expected = hashlib.sha256(b"ghost channel 2")
        for text in (
            name.encode(),
            channel.message_encoding.encode(),
            schema.name.encode(),
            schema.encoding.encode(),
            schema.data,
        ):
            expected.update(_number(len(text)) + text)
        expected.update(_mapping(channel.metadata))
        for stamp, _, data in messages:
            expected.update(_number(stamp) + _number(stamp) + _number(len(data)) + data)
        assert total["sha256"] == digests[name] == expected.hexdigest()
    assert len(metadata(tmp_path / "a.mcap")[METADATA_RESULTS]["order_sha256"]) == 64


def test_the_content_s_digest_is_as_defined(tmp_path) -> None:
    """Made here from its definition, with the records that the mcap library reads."""
    record_run(tmp_path / "a.mcap")
    with (tmp_path / "a.mcap").open("rb") as file:
        records: list[Any] = list(StreamReader(file).records)
    [header] = [each for each in records if type(each).__name__ == "Header"]
    expected = hashlib.sha256(b"ghost content 1" + _text(header.profile) + _text(header.library))
    for each in records:
        if type(each).__name__ == "Attachment":
            expected.update(_number(each.log_time) + _number(each.create_time))
            expected.update(_text(each.name) + _text(each.media_type))
            expected.update(_number(len(each.data)) + each.data)
    for each in records:
        if type(each).__name__ == "Metadata":
            values = dict(each.metadata)
            stored = values.pop("content_sha256", "")
            expected.update(_text(each.name) + _mapping(values))
    assert stored == expected.hexdigest()


def _number(value: int) -> bytes:
    return value.to_bytes(8, "little")


def _text(text: str) -> bytes:
    return _number(len(text.encode())) + text.encode()


def _mapping(values: dict[str, str]) -> bytes:
    pairs = b"".join(_text(key) + _text(value) for key, value in sorted(values.items()))
    return _number(len(values)) + pairs


@pytest.mark.slow
@settings(max_examples=12)
@given(
    block=st.integers(1, 3000),
    compression=st.sampled_from(["", "lz4", "zstd"]),
    chunk_bytes=st.integers(200, 100_000),
    chunk_span_ns=st.integers(10 * STEP_NS, 5000 * STEP_NS),
)
def test_digests_depend_on_content_alone(
    tmp_path_factory, block, compression, chunk_bytes, chunk_span_ns
) -> None:
    folder = tmp_path_factory.mktemp("run")
    options = {"ticks": 800, "force": True}
    expected = record_run(folder / "a.mcap", **options)
    result = record_run(
        folder / "b.mcap",
        block=block,
        compression=compression,
        chunk_bytes=chunk_bytes,
        chunk_span_ns=chunk_span_ns,
        **options,
    )
    assert result == expected
    for name in (METADATA_CHANNELS, METADATA_RESULTS):
        assert metadata(folder / "a.mcap")[name] == metadata(folder / "b.mcap")[name]
    assert by_channel(folder / "a.mcap") == by_channel(folder / "b.mcap")


@pytest.mark.slow
@pytest.mark.parametrize("chunk_bytes", [1000, 1 << 20])
def test_how_blocks_are_handed_over_does_not_change_a_byte(tmp_path, chunk_bytes) -> None:
    files = []
    for block in (1, 77, 1000, 3000):
        path = tmp_path / f"{block}.mcap"
        record_run(path, block=block, chunk_bytes=chunk_bytes)
        files.append(path.read_bytes())
    assert files[1:] == files[:1] * 3


@pytest.mark.slow
def test_the_same_content_is_the_same_file_in_another_process(tmp_path) -> None:
    script = (
        "import sys, pathlib; from tests.telemetry.samples import record_run;"
        "record_run(pathlib.Path(sys.argv[1]))"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / f"{seed}.mcap")],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
        )
    record_run(tmp_path / "here.mcap")
    files = [path.read_bytes() for path in sorted(tmp_path.iterdir())]
    assert files == files[:1] * 3


def test_one_more_message_elsewhere_changes_the_order_and_no_other_channel(tmp_path) -> None:
    def digests(extra):
        path = tmp_path / f"{extra}.mcap"
        with Recorder(path) as recorder:
            sequence = 0
            for tick in range(10):
                recorder.record(Message("/a", tick, sequence, {"tick": tick}))
                sequence += 1
                if tick == 5 and extra:
                    recorder.record(Message("/b", tick, sequence, {}))
                    sequence += 1
            recorder.record(Message("/observer/x", 10, 0, extra))
            return recorder.digests(), path

    (without, first), (with_extra, second) = digests(False), digests(True)
    assert without["/a"] == with_extra["/a"]
    assert set(with_extra) == {"/a", "/b"}
    orders = [metadata(path)[METADATA_RESULTS]["order_sha256"] for path in (first, second)]
    assert orders[0] != orders[1]


def test_a_bus_is_recorded_by_subscribing(tmp_path) -> None:
    clock = SimClock(step_ns=1_000, random_source=RandomSource(seed=0))
    bus = Bus(clock)
    with Recorder(tmp_path / "a.mcap") as recorder:
        bus.subscribe("recorder", recorder.record)
        for tick in range(5):
            bus.publish("/pose", {"x": float(tick)})
            clock.advance(1_000)
    assert [stamp for stamp, _, _ in by_channel(tmp_path / "a.mcap")["/pose"]] == (
        [0, 1000, 2000, 3000, 4000]
    )


def test_the_sequence_in_the_file_is_the_low_half(tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.record(Message("/a", 0, (1 << 32) + 5, {}))
    assert by_channel(tmp_path / "a.mcap")["/a"][0][1] == 5


def test_samples_are_what_the_protobuf_library_reads(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=50)
    with (tmp_path / "a.mcap").open("rb") as file:
        reader = make_reader(file)
        result = list(reader.iter_messages(topics=["/signals/fast"]))
    assert len(result) == 50
    schema, channel, _ = result[0]
    assert schema is not None
    assert (schema.encoding, channel.message_encoding) == ("protobuf", "protobuf")
    files = descriptor_pb2.FileDescriptorSet.FromString(schema.data)
    pool = descriptor_pool.DescriptorPool()
    for each in files.file:
        pool.Add(each)
    kind = message_factory.GetMessageClass(pool.FindMessageTypeByName(schema.name))
    for tick, (_, _, message) in enumerate(result):
        sample = kind.FromString(message.data)
        row = np.arange(7.0 * tick, 7.0 * tick + 7) * 0.1
        assert sample.Car_x == row[0]
        assert list(sample.Scene_bodies) == row[1:].tolist()
        assert (message.log_time, message.sequence) == (tick * STEP_NS, tick)
    assert json.loads(channel.metadata["ghost.columns"]) == (
        [["Car.x", [], "m"], ["Scene.bodies", [2, 3], ""]]
    )


def test_links_are_stored_in_blocks_of_ticks(tmp_path) -> None:
    record_run(tmp_path / "a.mcap", ticks=9000, block=1234)
    blocks = [decode_links(data) for _, _, data in by_channel(tmp_path / "a.mcap")[CHANNEL_LINKS]]
    assert [(block.first_tick, len(block.links)) for block in blocks] == (
        [(0, 4096), (4096, 4096), (8192, 808)]
    )
    links = np.concatenate([block.links for block in blocks])
    assert (links == np.arange(9000) * 7919).all()
    with pytest.raises(ValueError, match="hash links"):
        decode_links(blocks[0].encoded()[:-1])


def test_memory_stays_bounded_where_the_bus_is_silent(tmp_path) -> None:
    """Chunks of signals wait for the bus; `advance` says that nothing will come."""
    with Recorder(tmp_path / "a.mcap", channels=[]) as recorder:
        recorder.add_signals("/s", [Column("x")])
        for second in range(3):
            stamps = np.arange(second * 1000, second * 1000 + 1000) * STEP_NS
            recorder.record_rows("/s", stamps, np.zeros((1000, 1)))
            before = recorder.part_path.stat().st_size
            recorder.advance((second + 1) * 1000 * STEP_NS)
            wait_until(
                lambda: recorder.part_path.stat().st_size > before,  # noqa: B023
                "the chunk on the disk",
            )


def test_memory_stays_bounded_where_declared_blocks_never_come(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(_windows, "_WAITING_BYTES_MAX", 10_000)
    with Recorder(tmp_path / "a.mcap", compression="") as recorder:
        recorder.add_signals("/s", COLUMNS)
        for i in range(100):
            recorder.record(Message("/a", i * 1_000_000_000, i, {"text": "x" * 1000}))
        assert recorder.part_path.stat().st_size > 80_000
    with Recording(tmp_path / "a.mcap") as run:
        assert run.counts() == {"/a": 100, "/s": 0}
        assert [m.sequence for m in run["/a"].stored()] == list(range(100))
        assert run.digests().order == run.results["order_sha256"]


def test_no_message_is_lost_where_blocks_need_the_memory(tmp_path, monkeypatch) -> None:
    """What the bus has so far is written early then, and it goes on in the same window."""
    monkeypatch.setattr(_windows, "_WAITING_BYTES_MAX", 10_000)
    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.add_signals("/s", [Column("x", (100,))])
        recorder.add_links(STEP_NS)
        for i in range(10):
            recorder.record(Message("/a", i * STEP_NS, 2 * i, {"i": i}))
            stamps = np.arange(20) + i * STEP_NS
            recorder.record_rows("/s", stamps, np.full((20, 100), float(i)))
            recorder.record(Message(f"/late/{i}", i * STEP_NS, 2 * i + 1, {}))
            recorder.record_links(np.arange(1))
            recorder.advance(i * STEP_NS)
    with Recording(tmp_path / "a.mcap") as run:
        assert run["/a"].arrays()["i"].tolist() == list(range(10))
        assert [run.counts()[f"/late/{i}"] for i in range(10)] == [1] * 10
        assert run.digests().channels == {n: t["sha256"] for n, t in run.totals().items()}
        assert run.digests().order == run.results["order_sha256"]


def test_chunks_reach_the_disk_during_the_run(tmp_path) -> None:
    """A killed process leaves all but the last window."""
    recorder = Recorder(tmp_path / "a.mcap")
    part = tmp_path / "a.mcap.part"
    for second in range(4):
        before = part.stat().st_size
        recorder.record(Message("/a", second * 1_000_000_000, second, {"x": second}))
        if second:  # the window before it is complete
            wait_until(lambda: part.stat().st_size > before, "a chunk on the disk")  # noqa: B023
    assert not (tmp_path / "a.mcap").exists()
    recorder.abandon()


def test_an_existing_recording_is_not_overwritten_without_force(tmp_path) -> None:
    path = tmp_path / "a.mcap"
    record_run(path, ticks=10)
    before = path.read_bytes()
    with pytest.raises(InputError, match="a recording already"):
        Recorder(path)
    with contextlib.suppress(RuntimeError), Recorder(path, force=True) as recorder:
        recorder.record(Message("/a", 0, 0, {}))
        assert path.read_bytes() == before
        raise RuntimeError
    assert metadata(path)[METADATA_RESULTS]["failed"] == "RuntimeError"
    assert by_channel(path) == {"/a": [(0, 0, b"{}")]}


def test_a_file_created_meanwhile_is_not_overwritten(tmp_path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    recorder.record(Message("/a", 0, 0, {}))
    (tmp_path / "a.mcap").write_text("mine")
    with pytest.raises(InputError, match=r"another file was created.* are in .*a\.mcap\.part"):
        recorder.close()
    assert (tmp_path / "a.mcap").read_text() == "mine"
    with Recording(tmp_path / "a.mcap.part") as run:
        assert run.cut_off is None
        assert run.counts() == {"/a": 1}


def test_a_message_does_not_come_on_a_channel_of_blocks(tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.add_signals("/s", COLUMNS)
        recorder.add_links(STEP_NS)
        for channel in ("/s", CHANNEL_LINKS):
            with pytest.raises(InputError, match="is declared twice"):
                recorder.record(Message(channel, 0, 0, {"x": 1}))


def test_a_truncated_recording_is_not_overwritten_without_force(tmp_path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    with pytest.raises(InputError, match="an unfinished recording already exists"):
        Recorder(tmp_path / "a.mcap")
    recorder.abandon()
    with pytest.raises(InputError, match="ghost recover"):
        Recorder(tmp_path / "a.mcap")
    Recorder(tmp_path / "a.mcap", force=True).close()
    assert [path.name for path in tmp_path.iterdir()] == ["a.mcap"]


@pytest.mark.parametrize("where", ["none/a.mcap", "file/a.mcap", "."])
def test_a_place_that_cannot_be_written_is_an_input_error(tmp_path, where) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError):
        Recorder(tmp_path / where, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_is_a_clear_error_and_leaves_whole_records(tmp_path) -> None:
    room = [250]

    def write(descriptor, data):
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = os.write(descriptor, data[: room[0]])
        room[0] -= taken
        return taken

    file = PartFile(tmp_path / "a.mcap", replacing=False, write=write)
    file.write(b"x" * 200)
    for _ in range(2):
        with pytest.raises(InputError, match="No space left on device"):
            file.write(b"y" * 100)
    with pytest.raises(InputError):
        file.finish()
    file.close()
    assert (tmp_path / "a.mcap.part").read_bytes() == b"x" * 200
    assert not (tmp_path / "a.mcap").exists()


def test_a_link_in_place_of_the_part_is_not_followed(tmp_path):
    precious = tmp_path / "precious"
    precious.write_bytes(b"mine")
    (tmp_path / "a.mcap.part").symlink_to(precious)
    with pytest.raises(InputError, match="symbolic links"):
        PartFile(tmp_path / "a.mcap", replacing=True)
    assert precious.read_bytes() == b"mine"


def test_a_bad_declaration_leaves_no_file(tmp_path) -> None:
    twice = [ChannelSpec("/a", "A", {}), ChannelSpec("/a", "A", {})]
    with pytest.raises(InputError, match="declared twice"):
        Recorder(tmp_path / "a.mcap", channels=twice)
    with pytest.raises(InputError, match="manifest"):
        Recorder(tmp_path / "a.mcap", manifest={"seed": 1})  # type: ignore[dict-item]
    assert list(tmp_path.iterdir()) == []


def test_blocks_that_do_not_fit_are_refused(tmp_path) -> None:
    with Recorder(tmp_path / "a.mcap") as recorder:
        recorder.add_signals("/s", COLUMNS)
        stamps = np.arange(3)
        for bad_stamps, values in (
            (stamps, np.zeros((3, 6))),
            (stamps.astype(float), np.zeros((3, 7))),
            (stamps[::-1], np.zeros((3, 7))),
            (stamps - 1, np.zeros((3, 7))),
            (stamps, np.zeros((3, 7), dtype=np.float32)),
        ):
            with pytest.raises((TypeError, ValueError), match="/s"):
                recorder.record_rows("/s", bad_stamps, values)  # type: ignore[arg-type]
        recorder.record_rows("/s", stamps + 10, np.zeros((3, 7)))
        with pytest.raises(InputError, match="before the end of the previous"):
            recorder.record_rows("/s", stamps, np.zeros((3, 7)))
        with pytest.raises(InputError, match="not a bulk channel"):
            recorder.record_rows("/t", stamps, np.zeros((3, 7)))
        with pytest.raises(InputError, match="not declared"):
            recorder.record_links(stamps)
    with pytest.raises(InputError, match="closed"):
        recorder.record(Message("/a", 0, 0, {}))
