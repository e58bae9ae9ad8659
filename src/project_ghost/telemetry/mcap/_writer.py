"""Write MCAP files front to back: each complete record is written out at once."""

import sys
import zlib
from collections import Counter
from collections.abc import Iterable
from typing import Protocol, final

from project_ghost.core.background import Background
from project_ghost.core.errors import InputError

from ._chunk import ChunkBuilder
from ._compression import Compression, compress
from ._records import (
    ATTACHMENT,
    ATTACHMENT_INDEX,
    CHANNEL,
    CHUNK,
    CHUNK_INDEX,
    DATA_END,
    FOOTER,
    HEADER,
    MAGIC,
    MESSAGE_INDEX,
    METADATA_INDEX,
    RECORD_HEAD,
    SCHEMA,
    STATISTICS,
    SUMMARY_OFFSET,
    AttachmentIndex,
    Channel,
    ChunkIndex,
    Metadata,
    MetadataIndex,
    Schema,
    Statistics,
    record,
    text,
    u16,
    u32,
    u64,
    write_attachment_index,
    write_channel,
    write_chunk_index,
    write_metadata,
    write_schema,
    write_statistics,
)

_CHANNELS_MAX = 65_535
# Chunks that wait to be compressed and written.
_WAITING_CHUNKS = 16


class Output(Protocol):
    """A destination of bytes."""

    def write(self, data: bytes, /) -> object:
        """Write all of the bytes."""


@final
class McapWriter:
    """Writes one file. The caller fills the chunks and decides where to cut them.

    Chunks are compressed and written in a thread of their own; `close` waits for it. The
    error of a chunk is raised later, where the next record is written.
    """

    def __init__(
        self,
        output: Output,
        library: str,
        compression: Compression = "zstd",
        *,
        profile: str = "",
    ) -> None:
        self._output = output
        self._compression: Compression = compression
        self._size = 0
        self._crc = 0
        self.schemas: dict[int, Schema] = {}
        self.channels: dict[int, Channel] = {}
        self._chunks: list[ChunkIndex] = []
        self._attachments: list[AttachmentIndex] = []
        self._metadata: list[MetadataIndex] = []
        self._counts: Counter[int] = Counter()
        self._start_ns: int | None = None
        self._stop_ns = 0
        self._background = Background("ghost-chunks", _WAITING_CHUNKS)
        self.put(MAGIC)
        self.put(record(HEADER, text(profile), text(library)))

    def put(self, data: bytes) -> int:
        """Write bytes after all chunks so far; return their offset."""
        self._background.wait()
        return self._put(data)

    def _put(self, data: bytes) -> int:
        self._output.write(data)
        self._crc = zlib.crc32(data, self._crc)
        start = self._size
        self._size += len(data)
        return start

    def new_schema(self, name: str, encoding: str, data: bytes) -> tuple[int, bytes]:
        """Return a schema's number and its record, which the caller must write."""
        schema = Schema(len(self.schemas) + 1, name, encoding, data)
        self.schemas[schema.id] = schema
        return schema.id, write_schema(schema)

    def new_channel(
        self, topic: str, message_encoding: str, schema_id: int, metadata: dict[str, str]
    ) -> tuple[int, bytes]:
        """Return a channel's number and its record, to be written before its first message."""
        number = len(self.channels) + 1
        if number > _CHANNELS_MAX:
            raise InputError(
                f"{topic!r} would be channel number {number}",
                "McapWriter",
                f"at most {_CHANNELS_MAX} channels, the limit of MCAP",
                "combine related messages in one channel",
            )
        channel = Channel(number, schema_id, topic, message_encoding, dict(metadata))
        self.channels[number] = channel
        return number, write_channel(channel)

    def adopt(self, schemas: Iterable[Schema], channels: Iterable[Channel]) -> None:
        """Declare another file's schemas and channels under their existing numbers."""
        for schema in schemas:
            self.schemas[schema.id] = schema
            self.put(write_schema(schema))
        for channel in channels:
            self.channels[channel.id] = channel
            self.put(write_channel(channel))

    def add_attachment(
        self, name: str, media_type: str, data: bytes, log_ns: int = 0, create_ns: int = 0
    ) -> None:
        """Write an attachment."""
        fields = u64(log_ns, create_ns) + text(name) + text(media_type) + u64(len(data))
        crc = zlib.crc32(data, zlib.crc32(fields))
        whole = record(ATTACHMENT, fields, data, u32(crc))
        offset = self.put(whole)
        index = AttachmentIndex(offset, len(whole), log_ns, create_ns, len(data), name, media_type)
        self._attachments.append(index)

    def add_metadata(self, name: str, values: dict[str, str]) -> None:
        """Write a named mapping of strings."""
        whole = write_metadata(Metadata(name, values))
        self._metadata.append(MetadataIndex(self.put(whole), len(whole), name))

    def add_chunk(self, builder: ChunkBuilder) -> None:
        """Write the collected messages as a chunk, and clear the builder."""
        if builder.count:
            self._background.call(self._write_chunk, builder.taken())
        elif builder.parts:  # schemas and channels without messages
            self.put(b"".join(builder.parts))
            builder.clear()

    def _write_chunk(self, builder: ChunkBuilder) -> None:
        content = builder.parts[0] if len(builder.parts) == 1 else b"".join(builder.parts)
        data = compress(content, self._compression)
        head = b"".join(
            (
                u64(builder.start_ns, builder.stop_ns, len(content)),
                u32(zlib.crc32(content)),
                text(self._compression),
                u64(len(data)),
            )
        )
        chunk_size = RECORD_HEAD.size + len(head) + len(data)
        chunk_start = self._size
        # In one write, so that a killed process leaves a file cut at as few places as possible.
        parts = [RECORD_HEAD.pack(CHUNK, len(head) + len(data)), head, data]
        offset = index_start = chunk_start + chunk_size
        offsets: dict[int, int] = {}
        for number in sorted(builder.index):
            entries = builder.index[number]
            if sys.byteorder == "big":
                entries.byteswap()
            raw = entries.tobytes()
            whole = record(MESSAGE_INDEX, u16(number), u32(len(raw)), raw)
            offsets[number] = offset
            self._counts[number] += len(entries) // 2
            offset += len(whole)
            parts.append(whole)
        self._put(b"".join(parts))
        self._chunks.append(
            ChunkIndex(
                builder.start_ns,
                builder.stop_ns,
                chunk_start,
                chunk_size,
                offsets,
                offset - index_start,
                self._compression,
                len(data),
                len(content),
            )
        )
        if self._start_ns is None or builder.start_ns < self._start_ns:
            self._start_ns = builder.start_ns
        self._stop_ns = max(self._stop_ns, builder.stop_ns)

    def close(self) -> None:
        """Wait for the thread that writes chunks, and end it; the output may then be closed."""
        self._background.close()

    def finish(self) -> None:
        """Write the summary and footer, which complete the file."""
        self.put(record(DATA_END, u32(self._crc)))
        start = self._size
        groups = [
            (SCHEMA, [write_schema(each) for each in self.schemas.values()]),
            (CHANNEL, [write_channel(each) for each in self.channels.values()]),
            (STATISTICS, [write_statistics(self._statistics())]),
            (CHUNK_INDEX, [write_chunk_index(each) for each in self._chunks]),
            (ATTACHMENT_INDEX, [write_attachment_index(each) for each in self._attachments]),
            (
                METADATA_INDEX,
                [
                    record(METADATA_INDEX, u64(each.offset, each.length), text(each.name))
                    for each in self._metadata
                ],
            ),
        ]
        summary = b""
        offsets = b""
        for opcode, members in groups:
            data = b"".join(members)
            if data:
                offset = start + len(summary)
                offsets += record(SUMMARY_OFFSET, bytes([opcode]), u64(offset, len(data)))
            summary += data
        summary_offsets = u64(start, start + len(summary))
        crc = zlib.crc32(summary + offsets + RECORD_HEAD.pack(FOOTER, 20) + summary_offsets)
        self.put(summary + offsets + record(FOOTER, summary_offsets, u32(crc)) + MAGIC)

    def _statistics(self) -> Statistics:
        return Statistics(
            message_count=self._counts.total(),
            schema_count=len(self.schemas),
            channel_count=len(self.channels),
            attachment_count=len(self._attachments),
            metadata_count=len(self._metadata),
            chunk_count=len(self._chunks),
            message_start_time=self._start_ns or 0,
            message_end_time=self._stop_ns,
            channel_message_counts={n: c for n, c in self._counts.items() if c},
        )
