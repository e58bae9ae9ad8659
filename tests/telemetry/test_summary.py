"""Goal: a file is opened by its summary without being read, and a summary that lies is found."""

import contextlib
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from project_ghost.cli import main
from project_ghost.core.errors import InputError
from project_ghost.telemetry import McapFile, Recording
from project_ghost.telemetry.mcap._records import (
    CHUNK_INDEX,
    FOOTER,
    MAGIC,
    METADATA_INDEX,
    RECORD_HEAD,
    ChunkIndex,
    Fields,
    read_chunk_index,
    read_metadata_index,
    record,
    text,
    u32,
    u64,
    write_chunk_index,
)
from tests.telemetry.samples import record_run

Change = Callable[[int, bytes], bytes]


def forged(path: Path, change: Change) -> Path:
    """The file with another summary, whose checksum is right: `change` gets each record of it."""
    data = path.read_bytes()
    footer = len(data) - len(MAGIC) - 29
    start = int.from_bytes(data[footer + 9 : footer + 17], "little")
    summary, at = b"", start
    while at < footer:
        opcode, size = RECORD_HEAD.unpack_from(data, at)
        summary += change(opcode, data[at : at + 9 + size])
        at += 9 + size
    head = RECORD_HEAD.pack(FOOTER, 20) + u64(start, 0)
    crc = zlib.crc32(summary + head)
    path.write_bytes(data[:start] + summary + head + u32(crc) + MAGIC)
    return path


def of_chunks(**fields: Any) -> Change:
    """Change fields of the first chunk's index, each by a function of its value."""
    seen: list[int] = []

    def change(opcode: int, whole: bytes) -> bytes:
        if opcode != CHUNK_INDEX or seen:
            return whole
        seen.append(1)
        index = read_chunk_index(Fields(whole[9:], "here"))
        new: dict[str, Any] = {name: f(getattr(index, name)) for name, f in fields.items()}
        return write_chunk_index(ChunkIndex(**{**index._asdict(), **new}))

    return change


def of_metadata(**fields: Any) -> Change:
    def change(opcode: int, whole: bytes) -> bytes:
        if opcode != METADATA_INDEX:
            return whole
        index = read_metadata_index(Fields(whole[9:], "here"))._replace(**fields)
        return record(METADATA_INDEX, u64(index.offset, index.length), text(index.name))

    return change


def without(opcode: int, at: int = 0) -> Change:
    seen: list[int] = []

    def change(each: int, whole: bytes) -> bytes:
        if each == opcode:
            seen.append(1)
            if len(seen) == at + 1:
                return b""
        return whole

    return change


@pytest.fixture
def path(tmp_path: Path) -> Path:
    record_run(tmp_path / "run.mcap")
    return tmp_path / "run.mcap"


def contents(path: Path) -> list[tuple[object, ...]]:
    with Recording(path) as recording:
        return [tuple(each) for each in recording.stored()]


def test_the_summary_and_the_records_say_the_same(path) -> None:
    with McapFile(path) as quick, McapFile(path, scanned=True) as scanned:
        assert quick._by_summary
        assert not scanned._by_summary
        for name in ("header", "schemas", "channels", "attachments", "metadata", "statistics"):
            assert getattr(quick, name) == getattr(scanned, name), name
        assert (quick.end, quick.data_crc) == (scanned.end, scanned.data_crc)
        assert list(quick.messages()) == list(scanned.messages())
        assert [each.counts for each in quick.segments] == [
            each.counts for each in scanned.segments
        ]
        quick.require_true_summary()


@pytest.mark.parametrize(
    "change",
    [
        of_chunks(message_start_time=lambda t: t + 5),
        of_chunks(message_end_time=lambda t: t - 1),
        of_chunks(uncompressed_size=lambda n: n + 1),
        of_chunks(compression=lambda _: "lz4 "[:3] + "x"),
        of_chunks(message_index_offsets=lambda o: {number + 7: at for number, at in o.items()}),
        without(METADATA_INDEX),
        of_metadata(length=3),
        of_metadata(offset=1 << 63),
        of_metadata(offset=0),
        without(CHUNK_INDEX, at=1),
    ],
    ids=[
        "start",
        "end",
        "size",
        "compression",
        "channels",
        "metadata",
        "short",
        "far",
        "magic",
        "chunk",
    ],
)
def test_a_forged_summary_changes_nothing_or_is_found(path, change, capsys) -> None:
    """What cannot be used is scanned; what is used is compared when it is read or checked."""
    true = contents(path)
    forged(path, change)
    with contextlib.suppress(InputError):
        assert contents(path) == true
    with McapFile(path) as file:
        used = file._by_summary
    code = main(["info", str(path), "--check"])
    said = capsys.readouterr()
    assert code == (2 if used else 0), said
    if used:
        assert "summary" in said.err


def test_a_chunk_that_is_none_is_found_when_it_is_read(path) -> None:
    """An index that names metadata as a chunk hides them only until anything checks the file."""
    places: list[int] = []

    def change(opcode: int, whole: bytes) -> bytes:
        if opcode != METADATA_INDEX or places:
            return whole
        index = read_metadata_index(Fields(whole[9:], "here"))
        places.append(index.offset)
        size = index.length - 9 - 40
        return write_chunk_index(
            ChunkIndex(0, 10**12, index.offset, index.length, {}, 0, "", size, size)
        )

    forged(path, change)
    with Recording(path) as recording:
        with pytest.raises(InputError, match="no chunk where the summary names one"):
            list(recording.stored())
        with pytest.raises(InputError, match="corrupt"):
            recording.content_digest()


def test_opening_reads_the_summary_and_not_the_file(path, monkeypatch) -> None:
    read: list[int] = []
    original = McapFile._read

    def counted(self: McapFile, offset: int, size: int) -> bytes:
        read.append(size)
        return original(self, offset, size)

    monkeypatch.setattr(McapFile, "_read", counted)
    with Recording(path) as recording:
        chunks = len(recording.file.segments)
    assert chunks > 5
    assert len(read) < 40
