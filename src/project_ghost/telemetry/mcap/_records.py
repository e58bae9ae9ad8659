"""The records of an MCAP file: fields and byte layout.

Every record is an opcode, a 64-bit length and its content; integers are little-endian, a
string is UTF-8 prefixed with its length. Bytes after a record's known fields belong to later
versions of the format and are skipped.
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


# Fields of the records of which a file has many.
_FOUR_NUMBERS = struct.Struct("<QQQQ")
_COUNT = struct.Struct("<HQ")


class Header(NamedTuple):
    """The profile of the file and the library that wrote it."""

    profile: str
    library: str


class Schema(NamedTuple):
    """A schema of messages."""

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


class ChannelDefinition(NamedTuple):
    """What a file says about a channel besides its name, with its schema instead of a number."""

    message_encoding: str
    schema_name: str
    schema_encoding: str
    schema: bytes
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
    """The log times and offsets of one channel's messages in a chunk."""

    channel_id: int
    records: list[tuple[int, int]]


class ChunkIndex(NamedTuple):
    """The position, times and sizes of a chunk."""

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
    """A file stored inside the recording."""

    log_time: int
    create_time: int
    name: str
    media_type: str
    data: bytes


class AttachmentIndex(NamedTuple):
    """The position, times and name of an attachment."""

    offset: int
    length: int
    log_time: int
    create_time: int
    data_size: int
    name: str
    media_type: str


class Statistics(NamedTuple):
    """Counts of records and messages."""

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
    """A named mapping of strings."""

    name: str
    metadata: dict[str, str]


class MetadataIndex(NamedTuple):
    """The position and name of a metadata record."""

    offset: int
    length: int
    name: str


class SummaryOffset(NamedTuple):
    """The position of the summary's records of one kind."""

    group_opcode: int
    group_start: int
    group_length: int


class DataEnd(NamedTuple):
    """The end of the data section; a checksum of 0 is not checked."""

    data_section_crc: int


class Footer(NamedTuple):
    """The end of the file."""

    summary_start: int
    summary_offset_start: int
    summary_crc: int


@final
class Fields:
    """Reads the fields of one record in order; raises an error if the record is too short."""

    __slots__ = ("_at", "_data", "_end", "_where")

    def __init__(self, data: bytes, where: str, start: int = 0, end: int | None = None) -> None:
        self._data = data
        self._at = start
        self._end = len(data) if end is None else end
        self._where = where

    def remaining(self) -> int:
        """Return the number of unread bytes."""
        return self._end - self._at

    def raw(self, size: int) -> bytes:
        """Read the next `size` bytes."""
        start, stop = self._at, self._at + size
        if stop > self._end:
            raise corrupt("a record is shorter than its fields", self._where)
        self._at = stop
        return self._data[start:stop]

    def integer(self, size: int) -> int:
        """Read an unsigned integer of `size` bytes."""
        return int.from_bytes(self.raw(size), "little")

    def text(self) -> str:
        """Read a length-prefixed string."""
        try:
            return self.raw(self.integer(4)).decode()
        except UnicodeDecodeError:
            raise corrupt("a string is not UTF-8", self._where) from None

    def inner(self) -> "Fields":
        """Read a block with a 32-bit length prefix."""
        size = self.integer(4)
        start = self._at
        self.raw(size)
        return Fields(self._data, self._where, start, start + size)

    def texts(self) -> dict[str, str]:
        """Read a mapping of strings."""
        inner = self.inner()
        mapping: dict[str, str] = {}
        while inner.remaining():
            key = inner.text()
            mapping[key] = inner.text()
        return mapping

    def counts(self) -> dict[int, int]:
        """Read a mapping of channel numbers to 64-bit integers."""
        data = self.raw(self.integer(4))
        if len(data) % _COUNT.size:
            raise corrupt("a record is shorter than its fields", self._where)
        return dict(_COUNT.iter_unpack(data))


def corrupt(what: str, where: str) -> InputError:
    """Return the error about a corrupt file."""
    return InputError(
        f"the file is corrupt: {what}",
        where,
        "an intact MCAP file",
        "fetch the file again; `ghost recover FILE` saves everything before the damage",
    )


def read_header(f: Fields) -> Header:
    """Read a header."""
    return Header(f.text(), f.text())


def read_schema(f: Fields) -> Schema:
    """Read a schema."""
    return Schema(f.integer(2), f.text(), f.text(), f.raw(f.integer(4)))


def read_channel(f: Fields) -> Channel:
    """Read a channel."""
    return Channel(f.integer(2), f.integer(2), f.text(), f.text(), f.texts())


def read_chunk(f: Fields) -> Chunk:
    """Read the fields before a chunk's data."""
    times = f.integer(8), f.integer(8)
    return Chunk(*times, f.integer(8), f.integer(4), f.text(), f.integer(8))


def read_message_index(f: Fields) -> MessageIndex:
    """Read a message index."""
    channel_id, inner = f.integer(2), f.inner()
    records = []
    while inner.remaining():
        records.append((inner.integer(8), inner.integer(8)))
    return MessageIndex(channel_id, records)


def read_chunk_index(f: Fields) -> ChunkIndex:
    """Read a chunk index."""
    start, end, offset, length = _FOUR_NUMBERS.unpack(f.raw(_FOUR_NUMBERS.size))
    places = start, end, offset, length
    return ChunkIndex(*places, f.counts(), f.integer(8), f.text(), f.integer(8), f.integer(8))


def read_attachment_index(f: Fields) -> AttachmentIndex:
    """Read an attachment index."""
    numbers = f.integer(8), f.integer(8), f.integer(8), f.integer(8), f.integer(8)
    return AttachmentIndex(*numbers, f.text(), f.text())


def read_statistics(f: Fields) -> Statistics:
    """Read the statistics."""
    counts = f.integer(8), f.integer(2), f.integer(4), f.integer(4), f.integer(4), f.integer(4)
    return Statistics(*counts, f.integer(8), f.integer(8), f.counts())


def read_metadata(f: Fields) -> Metadata:
    """Read a metadata record."""
    return Metadata(f.text(), f.texts())


def read_metadata_index(f: Fields) -> MetadataIndex:
    """Read a metadata index."""
    return MetadataIndex(f.integer(8), f.integer(8), f.text())


def read_summary_offset(f: Fields) -> SummaryOffset:
    """Read a summary offset."""
    return SummaryOffset(f.integer(1), f.integer(8), f.integer(8))


def read_data_end(f: Fields) -> DataEnd:
    """Read the end of the data section."""
    return DataEnd(f.integer(4))


def read_footer(f: Fields) -> Footer:
    """Read the footer."""
    return Footer(f.integer(8), f.integer(8), f.integer(4))


def record(opcode: int, *parts: bytes) -> bytes:
    """Encode a record."""
    content = b"".join(parts)
    return RECORD_HEAD.pack(opcode, len(content)) + content


def u16(value: int) -> bytes:
    """Encode two bytes."""
    return value.to_bytes(2, "little")


def u32(value: int) -> bytes:
    """Encode four bytes."""
    return value.to_bytes(4, "little")


def u64(*values: int) -> bytes:
    """Encode eight bytes per value."""
    return struct.pack(f"<{len(values)}Q", *values)


def text(value: str) -> bytes:
    """Encode a length-prefixed string."""
    data = value.encode()
    return u32(len(data)) + data


def texts(values: dict[str, str]) -> bytes:
    """Encode a mapping of strings, sorted by key for reproducible bytes."""
    data = b"".join(text(key) + text(values[key]) for key in sorted(values))
    return u32(len(data)) + data


def counts(values: dict[int, int]) -> bytes:
    """Encode a mapping of channel numbers to integers."""
    data = b"".join(u16(key) + u64(values[key]) for key in sorted(values))
    return u32(len(data)) + data


def write_schema(schema: Schema) -> bytes:
    """Encode a schema record."""
    start = u16(schema.id), text(schema.name), text(schema.encoding)
    return record(SCHEMA, *start, u32(len(schema.data)), schema.data)


def write_channel(channel: Channel) -> bytes:
    """Encode a channel record."""
    start = u16(channel.id), u16(channel.schema_id), text(channel.topic)
    return record(CHANNEL, *start, text(channel.message_encoding), texts(channel.metadata))


def write_metadata(metadata: Metadata) -> bytes:
    """Encode a metadata record."""
    return record(METADATA, text(metadata.name), texts(metadata.metadata))


def write_chunk_index(index: ChunkIndex) -> bytes:
    """Encode a chunk index record."""
    return record(
        CHUNK_INDEX,
        u64(*index[:4]),
        counts(index.message_index_offsets),
        u64(index.message_index_length),
        text(index.compression),
        u64(index.compressed_size, index.uncompressed_size),
    )


def write_attachment_index(index: AttachmentIndex) -> bytes:
    """Encode an attachment index record."""
    return record(ATTACHMENT_INDEX, u64(*index[:5]), text(index.name), text(index.media_type))


def write_statistics(statistics: Statistics) -> bytes:
    """Encode the statistics record."""
    return record(
        STATISTICS,
        u64(statistics.message_count),
        u16(statistics.schema_count),
        u32(statistics.channel_count),
        u32(statistics.attachment_count),
        u32(statistics.metadata_count),
        u32(statistics.chunk_count),
        u64(statistics.message_start_time, statistics.message_end_time),
        counts(statistics.channel_message_counts),
    )
