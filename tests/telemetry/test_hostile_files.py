"""Goal: reading any file ends in a result or a clear error, in little memory."""

import json
import os
import struct
import tracemalloc
import zlib

import lz4.frame
import pytest
import zstandard

from project_ghost.core.errors import InputError
from project_ghost.telemetry import McapFile, Recording
from project_ghost.telemetry.encoding import _foxglove_messages, _payload
from project_ghost.telemetry.encoding._signals import layout_from_metadata
from project_ghost.telemetry.mcap import _file as mcap_file
from project_ghost.telemetry.mcap._records import (
    CHANNEL,
    CHUNK,
    MAGIC,
    MESSAGE,
    METADATA,
    SCHEMA,
    record,
    text,
    u16,
    u32,
    u64,
)
from project_ghost.telemetry.mcap._writer import McapWriter
from tests.telemetry.samples import record_run

HEADER = record(1, text(""), text("somebody"))
CHANNEL_ONE = record(CHANNEL, u16(1), u16(0), text("/a"), text("json"), u32(0))
FOOTER = record(0x0F, u32(0)) + record(2, u64(0, 0), u32(0)) + MAGIC


def chunk(content, data, compression, size=None, crc=0):
    size = len(content) if size is None else size
    return record(CHUNK, u64(0, 9, size), u32(crc), text(compression), u64(len(data)), data)


def read(tmp_path, *parts, end=FOOTER):
    path = tmp_path / "a.mcap"
    path.write_bytes(b"".join([MAGIC, HEADER, CHANNEL_ONE, *parts, end]))
    tracemalloc.start()
    try:
        with Recording(path) as run:
            return [message.data for message in run]
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 40 << 20


MESSAGE_ONE = record(MESSAGE, u16(1), u32(0), u64(5, 5), b"{}")
ZEROS = bytes(30 << 20)
BOMB_ZSTD = zstandard.ZstdCompressor().compress(ZEROS)
BOMB_ZSTD_UNKNOWN = zstandard.ZstdCompressor(write_content_size=False).compress(ZEROS)
BOMB_LZ4 = lz4.frame.compress(ZEROS)


def test_the_parts_of_these_tests_make_a_good_file(tmp_path) -> None:
    data = zstandard.compress(MESSAGE_ONE)
    assert read(tmp_path, chunk(MESSAGE_ONE, data, "zstd"), MESSAGE_ONE) == [b"{}", b"{}"]
    streamed = zstandard.ZstdCompressor(write_content_size=False).compress(MESSAGE_ONE)
    assert read(tmp_path, chunk(MESSAGE_ONE, streamed, "zstd")) == [b"{}"]


@pytest.mark.parametrize(
    ("part", "what"),
    [
        (chunk(b"", BOMB_ZSTD, "zstd", size=100), "the declared size"),
        (chunk(b"", BOMB_ZSTD_UNKNOWN, "zstd", size=100), "decompress"),
        (chunk(b"", BOMB_LZ4, "lz4", size=100), "the declared size"),
        (chunk(b"", BOMB_ZSTD, "zstd", size=1 << 62), "a chunk declares"),
        (chunk(b"", BOMB_ZSTD, "zstd", size=0), "the declared size"),
        (chunk(b"", BOMB_LZ4, "lz4", size=0), "the declared size"),
        (chunk(b"", b"not compressed", "zstd", size=14), "decompress"),
        (chunk(b"", b"not compressed", "lz4", size=14), "decompress"),
        (chunk(MESSAGE_ONE, MESSAGE_ONE, "brotli"), "'brotli'"),
        (chunk(MESSAGE_ONE, MESSAGE_ONE, "", size=3), "the declared size"),
        (chunk(MESSAGE_ONE, MESSAGE_ONE, "", crc=1), "checksum"),
        (chunk(MESSAGE_ONE, MESSAGE_ONE[:-1], "", size=len(MESSAGE_ONE) - 1), "wrong length"),
        (chunk(b"", MESSAGE_ONE[:20], "", size=20), "shorter than its fields"),
        (chunk(b"", b"\x03abc", "", size=4), "within a record"),
        (record(MESSAGE, u16(9), u32(0), u64(5, 5), b"{}"), "unknown channel 9"),
        (record(MESSAGE, u16(1)), "shorter than its fields"),
        (struct.pack("<BQ", MESSAGE, 1 << 40), "goes beyond the end"),
        (struct.pack("<BQ", CHUNK, (1 << 64) - 1), "goes beyond the end"),
        (record(CHUNK, u64(0, 0, 0), u32(0), u32(1 << 30)), "shorter than its fields"),
        (record(CHUNK, u64(0, 0, 0), u32(0), text(""), u64(1 << 50)), "beyond the chunk"),
        (record(METADATA, text("a"), u32(1 << 31)), "shorter than its fields"),
        (record(METADATA, u32(2), b"\xff\xfe"), "not UTF-8"),
        (record(SCHEMA, u16(1), text("S"), text(""), u32(99)), "shorter than its fields"),
        (record(0x09, u64(0, 0), text("a"), text("b"), u64(1 << 60)), "beyond the attach"),
        (record(0x07, u16(1), u32(16)), "does not follow a chunk"),
        (record(0, b"x"), "opcode 0"),
        (record(CHANNEL, u16(1), u16(0), text("/b"), text("json"), u32(0)), "two definitions"),
        (record(CHANNEL, u16(2), u16(7), text("/b"), text("json"), u32(0)), "unknown schema 7"),
    ],
)
def test_a_corrupt_file_is_a_clear_error(tmp_path, part, what) -> None:
    with pytest.raises(InputError, match=what) as caught:
        read(tmp_path, part)
    assert str(tmp_path / "a.mcap") in caught.value.where


@pytest.mark.slow
def test_a_large_attachment_is_not_loaded_to_open_the_file(tmp_path) -> None:
    data = bytes(60 << 20)
    fields = u64(0, 0) + text("big") + text("b") + u64(len(data))
    whole = record(0x09, fields, data, u32(zlib.crc32(fields + data)))
    assert read(tmp_path, whole, MESSAGE_ONE) == [b"{}"]


def test_a_damaged_attachment_is_noticed(tmp_path) -> None:
    path = tmp_path / "a.mcap"
    with path.open("wb") as file:
        writer = McapWriter(file, "x")
        writer.add_attachment("a", "text/plain", b"hello world")
        writer.finish()
    path.write_bytes(path.read_bytes().replace(b"hello", b"jello"))
    with Recording(path) as run, pytest.raises(InputError, match="checksum"):
        run.attachment("a")


@pytest.mark.parametrize(
    "content", [b"", b"hello", MAGIC[:5], b"\x89MCAP1\r\n" + b"x" * 50], ids=repr
)
def test_a_file_that_is_not_mcap_is_refused_as_such(tmp_path, content) -> None:
    (tmp_path / "a.mcap").write_bytes(content)
    with pytest.raises(InputError, match=r"not an MCAP file|is empty"):
        Recording(tmp_path / "a.mcap")
    with pytest.raises(InputError, match="cannot be read"):
        Recording(tmp_path)


def test_a_flipped_byte_in_the_messages_never_goes_unnoticed(tmp_path) -> None:
    """Chunks have checksums, so damage to their data is found when they are read.

    A few bits of compressed data mean nothing, and change nothing.
    """
    path = tmp_path / "a.mcap"
    record_run(path, ticks=200)
    data = bytearray(path.read_bytes())
    with Recording(path) as run:
        messages = list(run)
        places = [
            segment.offset + step
            for segment in run.file.segments
            for step in range(5, segment.size, 97)
        ]
    noticed: list[str] = []
    for place in places:
        data[place] ^= 0x10
        path.write_bytes(data)
        try:
            with Recording(path) as run:
                assert list(run) == messages
        except InputError as error:
            noticed.append(error.what)
        data[place] ^= 0x10
    assert len(noticed) > 0.95 * len(places)
    assert all("corrupt" in what for what in noticed)


def test_definitions_in_chunks_do_not_pile_up(tmp_path, monkeypatch) -> None:
    """A small file can have many chunks that are large, and what is in a schema is kept."""
    monkeypatch.setattr(mcap_file, "KEPT_BYTES_MAX", 1 << 20)

    def defined(number, size):
        schema = record(SCHEMA, u16(number), text("s"), text(""), u32(size), bytes(size))
        content = schema + MESSAGE_ONE
        return chunk(content, zstandard.compress(content), "zstd")

    assert len(read(tmp_path, *(defined(1, 900_000) for _ in range(4)))) == 4
    with pytest.raises(InputError, match="more than 1_048_576 bytes"):
        read(tmp_path, *(defined(number, 300_000) for number in range(1, 5)))
    with pytest.raises(InputError, match="more than 1_048_576 bytes"):
        read(tmp_path, *(record(METADATA, text("m" * 400_000), u32(0)) for _ in range(3)))


def test_a_message_that_is_too_large_is_not_decoded(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(_payload, "DECODED_BYTES_MAX", 100)
    whole = record(MESSAGE, u16(1), u32(0), u64(5, 5), b'{"a":[%s1]}' % (b"{}," * 100))
    with pytest.raises(InputError, match="a message has 309 bytes"):
        read(tmp_path, whole)
    with Recording(tmp_path / "a.mcap") as run:
        assert [len(message.data) for message in run["/a"].stored()] == [309]


def test_a_scene_of_too_many_parts_is_not_decoded(monkeypatch) -> None:
    monkeypatch.setattr(_foxglove_messages, "_PARTS_MAX", 100)
    entity = b"\x12\x00"
    decode = _foxglove_messages.decode_foxglove
    assert len(decode("foxglove.SceneUpdate", 99 * entity)["entities"]) == 99
    with pytest.raises(ValueError, match="more than 100 parts"):
        decode("foxglove.SceneUpdate", 100 * entity)


def test_a_pipe_is_refused_without_waiting(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="cannot be read"):
        Recording(tmp_path / "pipe")


def test_a_digest_that_is_none_is_an_error(tmp_path) -> None:
    for output in ("1e999", '"\\ud800"', "null", "[]"):
        path = tmp_path / "a.mcap"
        with path.open("wb") as file:
            writer = McapWriter(file, "x")
            writer.add_metadata("ghost.channels", {"/a": f'{{"count":1,"sha256":{output}}}'})
            writer.finish()
        with Recording(path) as run, pytest.raises(InputError, match="the stored digest of '/a'"):
            run.totals()


def test_a_chunk_without_messages_does_not_affect_the_time_range(tmp_path) -> None:
    content = record(SCHEMA, u16(1), text("S"), text(""), u32(0))
    head = u64(0, 0, len(content)), u32(0), text(""), u64(len(content))
    assert read(tmp_path, record(CHUNK, *head, content)) == []
    with Recording(tmp_path / "a.mcap") as run:
        assert (run.start_ns, run.stop_ns) == (None, None)
    read(tmp_path, record(CHUNK, *head, content), MESSAGE_ONE)
    with Recording(tmp_path / "a.mcap") as run:
        assert (run.start_ns, run.stop_ns) == (5, 5)


def test_few_bytes_do_not_unpack_to_millions_of_messages(tmp_path) -> None:
    """24 kB of equal, empty messages took 3 GB in whoever kept them."""
    content = record(MESSAGE, u16(1), u32(0), u64(0, 0)) * 2_000_000
    packed = zstandard.ZstdCompressor().compress(content)
    assert len(packed) < 20_000
    path = tmp_path / "few.mcap"
    path.write_bytes(b"".join([MAGIC, HEADER, CHANNEL_ONE, chunk(content, packed, "zstd"), FOOTER]))
    del content
    tracemalloc.start()
    with McapFile(path) as file, pytest.raises(InputError, match="too many messages"):
        for _ in file.messages():
            pass
    # Without an index, opening it counts the messages of each channel.
    with pytest.raises(InputError, match="too many messages"):
        Recording(path)
    assert tracemalloc.get_traced_memory()[1] < 256 << 20
    tracemalloc.stop()


@pytest.mark.slow
def test_a_hundred_thousand_columns_take_a_moment() -> None:
    """Their names were compared with each other, which took minutes."""
    many = [["!" * (i % 7 + 1) + "#" * (i // 7), [], ""] for i in range(2100)]
    many += [[f"s{i}", [], ""] for i in range(97_900)]
    layout = layout_from_metadata("/s", {"ghost.columns": json.dumps(many)})
    assert layout is not None
    assert layout.width == 100_000
