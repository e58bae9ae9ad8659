"""The records of an MCAP file: their fields, and their bytes.

Every record is an opcode, a 64-bit length and its content; integers are little-endian,
a text is UTF-8 with its length before it. Bytes that follow a record's known fields belong
to later versions of the format, and are passed over.
"""

import struct
from typing import NamedTuple, final

from project_ghost.core.errors import InputError

MAGIC = b"\x89MCAP0\r\n"

HEADER = 0x01
FOOTER = 0x02
SCHEMA = 0x03
CHANNEL = 0x04
MESSAGE = 0x05
CHUNK = 0x06
MESSAGE_INDEX = 0x07
CHUNK_INDEX = 0x08
ATTACHMENT = 0x09
ATTACHMENT_INDEX = 0x0A
STATISTICS = 0x0B
METADATA = 0x0C
METADATA_INDEX = 0x0D
SUMMARY_OFFSET = 0x0E
DATA_END = 0x0F

# Opcode and length; then, for a message: channel, sequence, log time, publish time.
RECORD_HEAD = struct.Struct("<BQ")
MESSAGE_HEAD = struct.Struct("<BQHIQQ")
MESSAGE_FIELDS_SIZE = 22


class Header(NamedTuple):
    """What kind of file it is, and what wrote it."""

    profile: str
    library: str


class Schema(NamedTuple):
    """What the messages of a channel hold."""

    id: int
    name: str
    encoding: str
    data: bytes


class Channel(NamedTuple):
    """A stream of messages of one schema."""

    id: int
    schema_id: int
    topic: str
    message_encoding: str
    metadata: dict[str, str]


class Chunk(NamedTuple):
    """A chunk without its data."""

    message_start_time: int
    message_end_time: int
    uncompressed_size: int
    uncompressed_crc: int
    compression: str
    data_size: int


class MessageIndex(NamedTuple):
    """Where in its chunk the messages of one channel are: log time and offset."""

    channel_id: int
    records: list[tuple[int, int]]


class ChunkIndex(NamedTuple):
    """Where a chunk is."""

    message_start_time: int
    message_end_time: int
    chunk_start_offset: int
    chunk_length: int
    message_index_offsets: dict[int, int]
    message_index_length: int
    compression: str
    compressed_size: int
    uncompressed_size: int


class Attachment(NamedTuple):
    """A file inside the file."""

    log_time: int
    create_time: int
    name: str
    media_type: str
    data: bytes


class AttachmentIndex(NamedTuple):
    """Where an attachment is."""

    offset: int
    length: int
    log_time: int
    create_time: int
    data_size: int
    name: str
    media_type: str


class Statistics(NamedTuple):
    """How much there is of everything."""

    message_count: int
    schema_count: int
    channel_count: int
    attachment_count: int
    metadata_count: int
    chunk_count: int
    message_start_time: int
    message_end_time: int
    channel_message_counts: dict[int, int]


class Metadata(NamedTuple):
    """Texts by name."""

    name: str
    metadata: dict[str, str]


class MetadataIndex(NamedTuple):
    """Where a metadata record is."""

    offset: int
    length: int
    name: str


class SummaryOffset(NamedTuple):
    """Where the summary has the records of one kind."""

    group_opcode: int
    group_start: int
    group_length: int


class DataEnd(NamedTuple):
    """The end of the data; a checksum of 0 says nothing."""

    data_section_crc: int


class Footer(NamedTuple):
    """The end of the file."""

    summary_start: int
    summary_offset_start: int
    summary_crc: int


@final
class Fields:
    """The content of one record, read from front to back; what is too short is corrupt."""

    __slots__ = ("_at", "_data", "_end", "_where")

    def __init__(self, data: bytes, where: str, start: int = 0, end: int | None = None) -> None:
        self._data = data
        self._at = start
        self._end = len(data) if end is None else end
        self._where = where

    def left(self) -> int:
        """How many bytes there are still."""
        return self._end - self._at

    def raw(self, size: int) -> bytes:
        """The next bytes."""
        start, stop = self._at, self._at + size
        if stop > self._end:
            raise corrupt("a record is shorter than its fields", self._where)
        self._at = stop
        return self._data[start:stop]

    def integer(self, size: int) -> int:
        """An unsigned integer of so many bytes."""
        return int.from_bytes(self.raw(size), "little")

    def text(self) -> str:
        """A text with its length before it."""
        try:
            return self.raw(self.integer(4)).decode()
        except UnicodeDecodeError:
            raise corrupt("a text is not UTF-8", self._where) from None

    def inner(self) -> "Fields":
        """What a 32-bit length encloses."""
        size = self.integer(4)
        start = self._at
        self.raw(size)
        return Fields(self._data, self._where, start, start + size)

    def texts(self) -> dict[str, str]:
        """A mapping of texts."""
        inner = self.inner()
        found: dict[str, str] = {}
        while inner.left():
            key = inner.text()
            found[key] = inner.text()
        return found

    def counts(self) -> dict[int, int]:
        """A mapping of a channel's number to a 64-bit integer."""
        inner = self.inner()
        found: dict[int, int] = {}
        while inner.left():
            key = inner.integer(2)
            found[key] = inner.integer(8)
        return found


def corrupt(what: str, where: str) -> InputError:
    """The error about bytes that cannot be right."""
    return InputError(
        f"the file is corrupt: {what}",
        where,
        "an MCAP file as its writer left it",
        "get the file anew; `ghost recover FILE` saves what comes before the damage",
    )


def read_header(f: Fields) -> Header:
    """Read it."""
    return Header(f.text(), f.text())


def read_schema(f: Fields) -> Schema:
    """Read it."""
    return Schema(f.integer(2), f.text(), f.text(), f.raw(f.integer(4)))


def read_channel(f: Fields) -> Channel:
    """Read it."""
    return Channel(f.integer(2), f.integer(2), f.text(), f.text(), f.texts())


def read_chunk(f: Fields) -> Chunk:
    """Read what stands before a chunk's data."""
    times = f.integer(8), f.integer(8)
    return Chunk(*times, f.integer(8), f.integer(4), f.text(), f.integer(8))


def read_message_index(f: Fields) -> MessageIndex:
    """Read it."""
    channel_id, inner = f.integer(2), f.inner()
    records = []
    while inner.left():
        records.append((inner.integer(8), inner.integer(8)))
    return MessageIndex(channel_id, records)


def read_chunk_index(f: Fields) -> ChunkIndex:
    """Read it."""
    places = f.integer(8), f.integer(8), f.integer(8), f.integer(8)
    return ChunkIndex(*places, f.counts(), f.integer(8), f.text(), f.integer(8), f.integer(8))


def read_attachment_index(f: Fields) -> AttachmentIndex:
    """Read it."""
    numbers = f.integer(8), f.integer(8), f.integer(8), f.integer(8), f.integer(8)
    return AttachmentIndex(*numbers, f.text(), f.text())


def read_statistics(f: Fields) -> Statistics:
    """Read it."""
    counts = f.integer(8), f.integer(2), f.integer(4), f.integer(4), f.integer(4), f.integer(4)
    return Statistics(*counts, f.integer(8), f.integer(8), f.counts())


def read_metadata(f: Fields) -> Metadata:
    """Read it."""
    return Metadata(f.text(), f.texts())


def read_metadata_index(f: Fields) -> MetadataIndex:
    """Read it."""
    return MetadataIndex(f.integer(8), f.integer(8), f.text())


def read_summary_offset(f: Fields) -> SummaryOffset:
    """Read it."""
    return SummaryOffset(f.integer(1), f.integer(8), f.integer(8))


def read_data_end(f: Fields) -> DataEnd:
    """Read it."""
    return DataEnd(f.integer(4))


def read_footer(f: Fields) -> Footer:
    """Read it."""
    return Footer(f.integer(8), f.integer(8), f.integer(4))


def record(opcode: int, *parts: bytes) -> bytes:
    """A record's bytes."""
    content = b"".join(parts)
    return RECORD_HEAD.pack(opcode, len(content)) + content


def u16(value: int) -> bytes:
    """Two bytes."""
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    """Four bytes."""
    return value.to_bytes(4, "little")


def u64(*values: int) -> bytes:
    """Eight bytes each."""
    return struct.pack(f"<{len(values)}Q", *values)


def text(value: str) -> bytes:
    """A text with its length before it."""
    data = value.encode()
    return u32(len(data)) + data


def texts(values: dict[str, str]) -> bytes:
    """A mapping of texts, by key: the same mapping is the same bytes."""
    data = b"".join(text(key) + text(values[key]) for key in sorted(values))
    return u32(len(data)) + data


def counts(values: dict[int, int]) -> bytes:
    """A mapping of channels' numbers to integers."""
    data = b"".join(u16(key) + u64(values[key]) for key in sorted(values))
    return u32(len(data)) + data


def write_schema(schema: Schema) -> bytes:
    """A schema's record."""
    start = u16(schema.id), text(schema.name), text(schema.encoding)
    return record(SCHEMA, *start, u32(len(schema.data)), schema.data)


def write_channel(channel: Channel) -> bytes:
    """A channel's record."""
    start = u16(channel.id), u16(channel.schema_id), text(channel.topic)
    return record(CHANNEL, *start, text(channel.message_encoding), texts(channel.metadata))


def write_metadata(metadata: Metadata) -> bytes:
    """A metadata record."""
    return record(METADATA, text(metadata.name), texts(metadata.metadata))


def write_chunk_index(index: ChunkIndex) -> bytes:
    """A chunk index's record."""
    return record(
        CHUNK_INDEX,
        u64(*index[:4]),
        counts(index.message_index_offsets),
        u64(index.message_index_length),
        text(index.compression),
        u64(index.compressed_size, index.uncompressed_size),
    )


def write_attachment_index(index: AttachmentIndex) -> bytes:
    """An attachment index's record."""
    return record(ATTACHMENT_INDEX, u64(*index[:5]), text(index.name), text(index.media_type))


def write_statistics(found: Statistics) -> bytes:
    """The statistics' record."""
    return record(
        STATISTICS,
        u64(found.message_count),
        u16(found.schema_count),
        u32(found.channel_count),
        u32(found.attachment_count),
        u32(found.metadata_count),
        u32(found.chunk_count),
        u64(found.message_start_time, found.message_end_time),
        counts(found.channel_message_counts),
    )
