"""Read an MCAP file: find its records, then read messages by segment.

A complete file is opened by its summary, if that accounts for all of the file (`_summary`).
Otherwise the heads of all records are scanned, of which a file has few apart from the messages:
a file without a summary or footer is read like any other. A segment is a chunk, or a sequence of
messages outside of chunks; reading needs the memory of one segment.
"""

import os
import zlib
from collections.abc import Callable, Collection, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple, final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._compression import decompress
from ._records import (
    ATTACHMENT,
    CHANNEL,
    CHUNK,
    CHUNK_INDEX,
    DATA_END,
    FOOTER,
    HEADER,
    MAGIC,
    MESSAGE,
    MESSAGE_FIELDS_SIZE,
    MESSAGE_HEAD,
    MESSAGE_INDEX,
    METADATA,
    RECORD_HEAD,
    SCHEMA,
    STATISTICS,
    Attachment,
    Channel,
    ChannelDefinition,
    Chunk,
    ChunkIndex,
    Fields,
    Header,
    Metadata,
    Schema,
    Statistics,
    corrupt,
    read_channel,
    read_chunk,
    read_chunk_index,
    read_data_end,
    read_footer,
    read_header,
    read_metadata,
    read_schema,
    read_statistics,
)
from ._summary import counts_of, data_place, read_summary

# The limit for a record that is read whole; chunks have their own limit.
RECORD_BYTES_MAX = 256 << 20
# The limit for all schemas, channels and metadata, which stay in memory while the file is open.
# They may be in chunks, and a small file can hold many large ones.
KEPT_BYTES_MAX = 64 << 20

# The limit for the messages of a chunk by its stored size. Times and numbers of real messages
# differ, so that even empty ones take more than a byte each.
MESSAGES_FREE = 4096
MESSAGES_PER_BYTE = 8

_HEAD_SIZE = RECORD_HEAD.size
_FOOTER_FIELDS_SIZE = 16  # before its checksum
_MESSAGE_SIZE = MESSAGE_HEAD.size
_RUN_BYTES = 1 << 20
_WINDOW_BYTES = 1 << 20
# Read at a time to look at the heads of records: most of a file is between them, and stays unread.
_HEADS_BYTES = 4096
# The fields before a chunk's data, without the name of the compression.
_CHUNK_FIELDS = 8 + 8 + 8 + 4 + 4 + 8
# Records that are only in the data section, and those that the summary has no places of.
_DATA_RECORDS = frozenset({HEADER, MESSAGE, CHUNK, MESSAGE_INDEX, ATTACHMENT, METADATA, DATA_END})
_BETWEEN = frozenset({HEADER, SCHEMA, CHANNEL})
# The limit for the fields before a chunk's data, including the name of the compression.
_CHUNK_HEAD_MAX = 4096


class StoredMessage(NamedTuple):
    """A message as stored in the file."""

    channel_id: int
    sequence: int
    log_time: int
    publish_time: int
    data: bytes


# Like `StoredMessage._make`, without a call of Python code for each of millions of messages.
as_stored_message: Callable[[tuple[int, int, int, int, bytes]], StoredMessage] = partial(
    tuple.__new__, StoredMessage
)


class Segment(NamedTuple):
    """A chunk, or consecutive messages outside of chunks."""

    offset: int
    size: int
    start_ns: int
    stop_ns: int
    # Messages by channel, from the message indexes; None if only reading the segment would tell.
    counts: dict[int, int] | None
    # None for messages outside of chunks.
    chunk: Chunk | None


class StoredAttachment(NamedTuple):
    """The position, times and name of an attachment."""

    offset: int
    size: int
    log_time: int
    create_time: int
    name: str
    media_type: str
    data_size: int


@final
class McapFile:
    """The records of one file; a context manager.

    `cut_off` describes how a truncated file ends, and is None for a complete file. With `lenient`
    the first damaged record counts as the end, for recovery. With `scanned` the summary is not
    used. `descriptor` is that of a file that is open already.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        lenient: bool = False,
        scanned: bool = False,
        descriptor: int | None = None,
    ) -> None:
        self.path = str(path)
        # Called with the number of bytes read, to report progress.
        self.on_read: Callable[[int], object] | None = None
        self._lenient = lenient
        self._scanned = scanned or lenient
        try:
            # O_NONBLOCK so that opening a FIFO fails instead of hanging.
            self.descriptor = (
                os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                if descriptor is None
                else os.dup(descriptor)
            )
        except OSError as error:
            raise _unreadable(Path(path), error) from None
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _clear(self) -> None:
        self.header = Header("", "")
        self.schemas: dict[int, Schema] = {}
        self.channels: dict[int, Channel] = {}
        self.segments: list[Segment] = []
        self.attachments: list[StoredAttachment] = []
        self.metadata: list[Metadata] = []
        self.statistics: Statistics | None = None
        self.chunk_indexes: list[ChunkIndex] = []
        self.cut_off: str | None = None
        self.data_crc = 0, 0  # number of bytes, checksum; a checksum of 0 is not checked
        self._kept_bytes = 0
        self.end = 0  # end of the last record of the data section

    def _open(self) -> None:
        self.size = self._file_size()
        start = self._read(0, len(MAGIC))
        if start != MAGIC:
            raise InputError(
                "this is not an MCAP file" if self.size else "the file is empty",
                self.path,
                "a file that begins with the MCAP magic bytes",
                "name a recording, such as runs/NAME/run.mcap",
            )
        self._has_end = self.size >= 2 * len(MAGIC) and (
            self._read(self.size - len(MAGIC), len(MAGIC)) == MAGIC
        )
        self._clear()
        # Whether the heads of chunks are still to be compared with the summary.
        self._by_summary = self._summary_is_true = False
        if self._has_end and not self._scanned:
            try:
                self._by_summary = self._open_by_summary()
            except InputError:
                self._by_summary = False  # the scan tells what is wrong
            if self._by_summary:
                return
            self._clear()
        try:
            self._scan()
        except InputError as error:
            if not self._lenient:
                raise
            self.cut_off = error.what

    def _file_size(self) -> int:
        try:
            return os.fstat(self.descriptor).st_size
        except OSError as error:
            raise _unreadable(Path(self.path), error) from None

    def close(self) -> None:
        """Close the file; may be repeated."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> "McapFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def stored_bytes(self) -> int:
        """The total size of all segments as stored."""
        return sum(segment.size for segment in self.segments)

    def _read(self, offset: int, size: int) -> bytes:
        """Return the bytes at an offset; fewer at the end of the file."""
        if self.descriptor < 0:
            raise InputError("the recording is closed", self.path, "an open recording")
        try:
            return os.pread(self.descriptor, size, offset)
        except OSError as error:
            raise _unreadable(Path(self.path), error) from None

    # -------------------------------------------------------------- records

    def records(self) -> Iterator[tuple[int, int, int]]:
        """Yield opcode, content offset and content size of each record, up to the footer or cut."""
        offset, window, base = len(MAGIC), b"", 0
        while True:
            if offset + _HEAD_SIZE > base + len(window):
                window, base = self._read(offset, _HEADS_BYTES), offset
            if len(window) - (offset - base) < _HEAD_SIZE:
                if self._has_end:
                    raise self._corrupt("it has no footer", offset)
                self.cut_off = "it ends without a footer"
                return
            opcode, size = RECORD_HEAD.unpack_from(window, offset - base)
            stop = offset + _HEAD_SIZE + size
            if stop > self.size:
                if self._has_end:
                    raise self._corrupt(f"a record of {size:_} bytes goes beyond the end", offset)
                self.cut_off = "it ends in the midst of a record"
                return
            if not opcode:
                raise self._corrupt("a record has the opcode 0", offset)
            yield opcode, offset + _HEAD_SIZE, size
            offset = stop
            if opcode == FOOTER:
                self._require_summary_crc(stop - size, size)
                if self._read(offset, len(MAGIC) + 1) != MAGIC:
                    if not self._has_end:
                        self.cut_off = "it ends in the midst of the end mark"
                        return
                    raise self._corrupt("something follows the footer", offset)
                return

    def _require_summary_crc(self, footer: int, size: int) -> None:
        """Check the checksum of the summary, if the file has one."""
        summary_start, _, expected = read_footer(self.content(footer, size))
        if summary_start and not self.end <= summary_start <= footer:
            raise self._corrupt("the footer names no place after the data as the summary", footer)
        start = summary_start or footer - _HEAD_SIZE
        if expected and self._crc(start, footer + _FOOTER_FIELDS_SIZE) != expected:
            raise self._corrupt("the checksum of the summary does not match", start)

    def _crc(self, start: int, stop: int, on_read: Callable[[int], object] = int) -> int:
        crc = 0
        for offset in range(start, stop, _WINDOW_BYTES):
            size = min(_WINDOW_BYTES, stop - offset)
            crc = zlib.crc32(self._read(offset, size), crc)
            on_read(size)
        return crc

    def content(self, offset: int, size: int) -> Fields:
        """Read a record's content whole."""
        if size > RECORD_BYTES_MAX:
            raise InputError(
                f"a record has {size:_} bytes",
                f"{self.path}, byte {offset:_}",
                f"records of at most {RECORD_BYTES_MAX:_} bytes",
                "write smaller records; otherwise the file is corrupt or malicious",
            )
        return Fields(self._read(offset, size), f"{self.path}, byte {offset:_}")

    def _scan(self) -> None:
        run: list[int] = []  # consecutive messages: offset, end, earliest and latest stamp
        in_summary = False
        for opcode, offset, size in self.records():
            if opcode == MESSAGE:
                if in_summary:
                    raise self._corrupt("the summary contains a message", offset)
                run = self._extend_run(run, offset, size)
                self.end = offset + size
                continue
            self._end_run(run)
            run = []
            if opcode == DATA_END:
                in_summary = True
                self.data_crc = offset - _HEAD_SIZE, read_data_end(self.content(offset, size))[0]
            else:
                self._read_record(opcode, offset, size)
            if not in_summary:
                self.end = offset + size
        self._end_run(run)
        if self.cut_off is not None and self.segments:
            # The indexes of the last chunk may be cut off too, so their counts may be incomplete.
            self.segments[-1] = self.segments[-1]._replace(counts=None)

    def _open_by_summary(self) -> bool:
        """Find the records by the summary; return whether that was possible."""
        summary = read_summary(self._read, self.size, self.path)
        if summary is None:
            return False
        position = len(MAGIC)
        for extent in summary.extents:
            if not self._scan_between(position, extent.start):
                return False
            position = extent.stop
            if extent.chunk is None:
                start, size = extent.start + _HEAD_SIZE, extent.stop - extent.start - _HEAD_SIZE
                if size < 0:
                    return False
                if self._read(extent.start, _HEAD_SIZE) != RECORD_HEAD.pack(extent.opcode, size):
                    return False
                self._read_record(extent.opcode, start, size)
                continue
            index, offset = extent.chunk, data_place(extent.chunk)
            counts = counts_of(index)
            if offset is None or (counts is None and index.message_index_length):
                return False
            times = index.message_start_time, index.message_end_time
            size, packed = index.uncompressed_size, index.compressed_size
            chunk = Chunk(*times, size, 0, index.compression, packed)
            self.segments.append(Segment(offset, index.compressed_size, *times, counts, chunk))
        if not self._scan_between(position, summary.data_end):
            return False
        self.end, self.data_crc = summary.data_end, (summary.data_end, summary.data_crc)
        self.chunk_indexes = summary.chunk_indexes
        for opcode, offset, size in summary.records:
            if opcode not in _DATA_RECORDS:
                self._read_record(opcode, offset, size)
        return True

    def _scan_between(self, start: int, stop: int) -> bool:
        """Read the records of a part of the data section; return whether it ends with one."""
        while start < stop:
            opcode, size = RECORD_HEAD.unpack(self._read(start, _HEAD_SIZE))
            offset, start = start + _HEAD_SIZE, start + _HEAD_SIZE + size
            if start > stop or opcode not in _BETWEEN:
                return False
            self._read_record(opcode, offset, size)
        return start == stop

    def require_true_summary(self) -> None:
        """Compare what the summary says with the records themselves."""
        if not self._by_summary or self._summary_is_true:
            return
        with McapFile(self.path, scanned=True, descriptor=self.descriptor) as scanned:
            chunks = [self._checked_chunk(segment) for segment in self.segments]
            segments = [
                segment._replace(chunk=chunk)
                for segment, chunk in zip(self.segments, chunks, strict=True)
            ]
            if (
                scanned.segments != segments
                or scanned.attachments != self.attachments
                or scanned.metadata != self.metadata
                or scanned.header != self.header
                or scanned.end != self.end
            ):
                raise self._corrupt("its summary does not describe its records", self.end)
        self._summary_is_true = True

    def _checked_chunk(self, segment: Segment) -> Chunk:
        """Read the head of a chunk, and compare it with the summary."""
        assert segment.chunk is not None
        known = segment.chunk
        size = _CHUNK_FIELDS + len(known.compression.encode())
        start = segment.offset - size - _HEAD_SIZE
        head = self._read(start, _HEAD_SIZE + size)
        if head[:_HEAD_SIZE] != RECORD_HEAD.pack(CHUNK, size + segment.size):
            raise self._corrupt("there is no chunk where the summary names one", start)
        chunk = read_chunk(Fields(head, f"{self.path}, byte {start:_}", _HEAD_SIZE))
        if chunk._replace(uncompressed_crc=0) != known:
            raise self._corrupt("a chunk differs from what the summary says about it", start)
        return chunk

    def _extend_run(self, run: list[int], offset: int, size: int) -> list[int]:
        """Add a message to a run of messages, or start the next run."""
        if size < MESSAGE_FIELDS_SIZE:
            raise self._corrupt("a message is shorter than its fields", offset)
        stamp_ns = int.from_bytes(self._read(offset + 6, 8), "little")
        if run and run[1] - run[0] < _RUN_BYTES:
            run[1] = offset + size
            run[2] = min(run[2], stamp_ns)
            run[3] = max(run[3], stamp_ns)
            return run
        self._end_run(run)
        return [offset - _HEAD_SIZE, offset + size, stamp_ns, stamp_ns]

    def _end_run(self, run: list[int]) -> None:
        if run:
            self.segments.append(Segment(run[0], run[1] - run[0], run[2], run[3], None, None))

    def _read_record(self, opcode: int, offset: int, size: int) -> None:
        if opcode == CHUNK:
            head = Fields(
                self._read(offset, min(size, _CHUNK_HEAD_MAX)), f"{self.path}, byte {offset:_}"
            )
            before = head.remaining()
            chunk = read_chunk(head)
            start = offset + before - head.remaining()
            if start + chunk.data_size > offset + size:
                raise self._corrupt("a chunk's data extend beyond the chunk", offset)
            times = chunk.message_start_time, chunk.message_end_time
            self.segments.append(Segment(start, chunk.data_size, *times, None, chunk))
        elif opcode == MESSAGE_INDEX:
            self._read_message_index(offset, size)
        elif opcode == ATTACHMENT:
            self._read_attachment(offset, size)
        elif opcode in (SCHEMA, CHANNEL):
            self._add_definition(opcode, self.content(offset, size), size)
        elif opcode == HEADER:
            self.header = read_header(self.content(offset, size))
        elif opcode == METADATA:
            self._count_kept_bytes(size)
            self.metadata.append(read_metadata(self.content(offset, size)))
        elif opcode == STATISTICS:
            self.statistics = read_statistics(self.content(offset, size))
        elif opcode == CHUNK_INDEX:
            self.chunk_indexes.append(read_chunk_index(self.content(offset, size)))

    def _read_message_index(self, offset: int, size: int) -> None:
        """Count the messages of the last chunk, by channel."""
        fields = Fields(self._read(offset, min(size, 6)), f"{self.path}, byte {offset:_}")
        channel_id, length = fields.integer(2), fields.integer(4)
        if not self.segments or self.segments[-1].chunk is None:
            raise self._corrupt("a message index does not follow a chunk", offset)
        if length % 16 or length > size - 6:
            raise self._corrupt("a message index has a wrong length", offset)
        if self.segments[-1].counts is None:
            self.segments[-1] = self.segments[-1]._replace(counts={})
        counts = self.segments[-1].counts
        assert counts is not None
        counts[channel_id] = counts.get(channel_id, 0) + length // 16

    def _read_attachment(self, offset: int, size: int) -> None:
        fields = Fields(self._read(offset, min(size, 1 << 16)), f"{self.path}, byte {offset:_}")
        before = fields.remaining()
        log_time, create_time = fields.integer(8), fields.integer(8)
        name, media_type = fields.text(), fields.text()
        data_size = fields.integer(8)
        start = offset + before - fields.remaining()
        if start + data_size + 4 > offset + size:
            raise self._corrupt("an attachment's data extend beyond the attachment", offset)
        self.attachments.append(
            StoredAttachment(offset, size, log_time, create_time, name, media_type, data_size)
        )

    def attachment(self, stored: StoredAttachment) -> Attachment:
        """Read an attachment and check its checksum."""
        fields = self.content(stored.offset, stored.size)
        whole = fields.remaining()
        head = fields.integer(8), fields.integer(8), fields.text(), fields.text()
        data = fields.raw(fields.integer(8))
        covered = whole - fields.remaining()
        crc = fields.integer(4)
        if crc and zlib.crc32(self._read(stored.offset, covered)) != crc:
            raise self._corrupt("an attachment's checksum does not match its data", stored.offset)
        return Attachment(*head, data)

    def _add_definition(self, opcode: int, fields: Fields, size: int) -> None:
        """Add a schema or channel; a number must not be defined in two ways."""
        if size > KEPT_BYTES_MAX:
            raise self._too_many_definitions()
        if opcode == SCHEMA:
            schema = read_schema(fields)
            if schema.id not in self.schemas:
                self._count_kept_bytes(size)
            if self.schemas.setdefault(schema.id, schema) != schema or not schema.id:
                raise self._corrupt(f"schema {schema.id} has two definitions", None)
        else:
            channel = read_channel(fields)
            if channel.id not in self.channels:
                self._count_kept_bytes(size)
            if self.channels.setdefault(channel.id, channel) != channel:
                raise self._corrupt(f"channel {channel.id} has two definitions", None)

    def _count_kept_bytes(self, size: int) -> None:
        self._kept_bytes += size
        if self._kept_bytes > KEPT_BYTES_MAX:
            raise self._too_many_definitions()

    def _too_many_definitions(self) -> InputError:
        return InputError(
            f"its schemas, channels and metadata have more than {KEPT_BYTES_MAX:_} bytes",
            self.path,
            "a file that is mostly messages",
            "write smaller ones; otherwise the file is corrupt or malicious",
        )

    def _corrupt(self, what: str, offset: int | None) -> InputError:
        place = "" if offset is None else f", byte {offset:_}"
        return corrupt(what, f"{self.path}{place}")

    # ------------------------------------------------------------- messages

    def raw(self, segment: Segment) -> bytes:
        """Read a segment's bytes as stored."""
        if segment.size > RECORD_BYTES_MAX:
            raise InputError(
                f"a chunk has {segment.size:_} bytes",
                f"{self.path}, byte {segment.offset:_}",
                f"chunks of at most {RECORD_BYTES_MAX:_} bytes",
                "write smaller chunks; otherwise the file is corrupt or malicious",
            )
        self._report_progress(segment.size)
        return self._read(segment.offset, segment.size)

    def _report_progress(self, size: int) -> None:
        if self.on_read is not None:
            self.on_read(size)

    def data(self, segment: Segment, raw: bytes | None = None) -> bytes:
        """Read a segment's records, decompressed."""
        raw = self.raw(segment) if raw is None else raw
        if segment.chunk is None:
            return raw
        chunk = self._checked_chunk(segment) if self._by_summary else segment.chunk
        return decompress(chunk, raw, f"{self.path}, byte {segment.offset:_}")

    def messages_in(self, segment: Segment, data: bytes | None = None) -> Iterator[StoredMessage]:
        """Iterate over the messages of a segment; schemas and channels in it are added."""
        return map(as_stored_message, self.tuples_in(segment, data))

    def segments_with(
        self, ids: Collection[int] | None, start_ns: int | None = None, stop_ns: int | None = None
    ) -> Iterator[Segment]:
        """Iterate over the segments that may have messages of these channels and times.

        None stands for all channels, and for no limit; `stop_ns` itself is not included.
        """
        low = -1 if start_ns is None else start_ns
        high = float("inf") if stop_ns is None else stop_ns
        for segment in self.segments:
            if segment.stop_ns < low or segment.start_ns >= high:
                continue
            counts = segment.counts
            if ids is None or counts is None or any(number in counts for number in ids):
                yield segment

    def tuples_in(
        self,
        segment: Segment,
        data: bytes | None = None,
        ids: Collection[int] | None = None,
    ) -> Iterator[tuple[int, int, int, int, bytes]]:
        """Like `messages_in`, as plain tuples: faster for millions of messages.

        With `ids`, only messages of these channels are copied.
        """
        data = self.data(segment) if data is None else data
        self._require_few_messages(segment, data)
        unpack, offset, end = MESSAGE_HEAD.unpack_from, 0, len(data)
        last = end - _MESSAGE_SIZE
        known = self.channels  # grows with the channels of this segment
        chosen = known if ids is None else known.keys() & ids
        while offset < end:
            if offset > last or data[offset] != MESSAGE:
                offset = self._read_other_record(data, offset, segment)
                continue
            _, size, channel_id, sequence, log_time, publish_time = unpack(data, offset)
            start, offset = offset, offset + _HEAD_SIZE + size
            if offset > end or size < MESSAGE_FIELDS_SIZE:
                raise self._corrupt("a message has a wrong length", segment.offset)
            if channel_id not in chosen:
                if channel_id not in known:
                    what = f"a message has the unknown channel {channel_id}"
                    raise self._corrupt(what, segment.offset)
                if ids is None or channel_id not in ids:
                    continue
            yield channel_id, sequence, log_time, publish_time, data[start + _MESSAGE_SIZE : offset]

    def _require_few_messages(self, segment: Segment, data: bytes) -> None:
        """Refuse few bytes that unpack to millions of messages, each of which costs memory."""
        most = MESSAGES_FREE + MESSAGES_PER_BYTE * segment.size
        if len(data) <= most * _MESSAGE_SIZE:
            return  # the usual case: so many messages would not fit
        offset, stop = 0, len(data) - _MESSAGE_SIZE
        while offset <= stop:
            opcode, size = RECORD_HEAD.unpack_from(data, offset)
            offset += _HEAD_SIZE + int(size)
            most -= opcode == MESSAGE
            if most < 0:
                raise self._too_many_messages(segment)

    def _too_many_messages(self, segment: Segment) -> InputError:
        return InputError(
            f"a chunk of {segment.size:_} bytes unpacks to too many messages",
            f"{self.path}, byte {segment.offset:_}",
            f"at most {MESSAGES_FREE:_} and {MESSAGES_PER_BYTE} for each byte as stored",
            "the file is corrupt or malicious",
        )

    def _read_other_record(self, data: bytes, offset: int, segment: Segment) -> int:
        """Add a schema or channel inside a chunk, skip other records; return the record's end."""
        if len(data) - offset < _HEAD_SIZE:
            raise self._corrupt("a chunk ends within a record", segment.offset)
        opcode, size = RECORD_HEAD.unpack_from(data, offset)
        start, stop = offset + _HEAD_SIZE, offset + _HEAD_SIZE + int(size)
        if opcode == MESSAGE:
            raise self._corrupt("a message is shorter than its fields", segment.offset)
        if stop > len(data):
            raise self._corrupt("a chunk ends within a record", segment.offset)
        if opcode in (SCHEMA, CHANNEL):
            fields = Fields(data, f"{self.path}, byte {segment.offset:_}", start, stop)
            self._add_definition(opcode, fields, int(size))
        return stop

    def messages(self) -> Iterator[StoredMessage]:
        """Iterate over all messages in stored order."""
        for segment in self.segments:
            yield from self.messages_in(segment)

    def require_data_crc(self) -> None:
        """Check the checksum of the data section, if the file has one."""
        stop, expected = self.data_crc
        crc = self._crc(0, stop, self._report_progress)
        if expected and crc != expected:
            raise self._corrupt("the checksum of the data section does not match", None)

    def schema_of(self, channel: Channel) -> Schema | None:
        """Return a channel's schema, or None if it has none."""
        if not channel.schema_id:
            return None
        schema = self.schemas.get(channel.schema_id)
        if schema is None:
            raise self._corrupt(
                f"channel {channel.topic[:80]!r} has the unknown schema {channel.schema_id}", None
            )
        return schema

    def definition_of(self, channel: Channel) -> ChannelDefinition:
        """Return what the file says about a channel besides its name."""
        schema = self.schema_of(channel) or Schema(0, "", "", b"")
        return ChannelDefinition(channel.message_encoding, *schema[1:], channel.metadata)


def _unreadable(path: Path, error: OSError) -> InputError:
    hint = ""
    if isinstance(error, FileNotFoundError):
        try:
            hint = did_you_mean(path.name, sorted(each.name for each in path.parent.iterdir()))
        except OSError:
            hint = ""
    return InputError(
        f"the file cannot be read: {error.strerror}{hint}",
        str(path),
        "an MCAP file",
        "name a file in it" if isinstance(error, IsADirectoryError) else "check the path",
    )
