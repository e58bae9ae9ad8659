"""An MCAP file, read: its records by one pass over their heads, its messages by segments.

The summary at the end is not needed, and not trusted: what is where comes from the records
themselves, of which a file has few apart from the messages. So a file without a summary, or
without an end, is read like any other. A segment is a chunk, or a run of messages outside of
chunks; the memory that is needed is that of one of them.
"""

import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean

from ._compression import decompressed
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
    read_header,
    read_metadata,
    read_schema,
    read_statistics,
)

# A record that is read as a whole may not be larger; chunks have a limit of their own.
RECORD_BYTES_MAX = 256 << 20
# All schemas, channels and metadata, which are kept while the file is open. They may be in
# chunks, of which a small file can have many that are large.
KEPT_BYTES_MAX = 64 << 20

_HEAD_SIZE = RECORD_HEAD.size
_MESSAGE_SIZE = MESSAGE_HEAD.size
_RUN_BYTES = 1 << 20
_WINDOW_BYTES = 1 << 20
# What stands before a chunk's data, with a name of the compression that is not too long.
_CHUNK_HEAD_MAX = 4096


class StoredMessage(NamedTuple):
    """A message as it is stored."""

    channel_id: int
    sequence: int
    log_time: int
    publish_time: int
    data: bytes


class Segment(NamedTuple):
    """A chunk, or messages outside of chunks that follow each other."""

    offset: int
    size: int
    start_ns: int
    stop_ns: int
    # By channel, where an index of messages tells; None where only reading would.
    counts: dict[int, int] | None
    # None where there is no chunk.
    chunk: Chunk | None


class StoredAttachment(NamedTuple):
    """Where an attachment is, and what it is called."""

    offset: int
    size: int
    log_time: int
    create_time: int
    name: str
    media_type: str
    data_size: int


@final
class McapFile:
    """The records of one file; a context manager. `cut_off` says how a file without end ends.

    A lenient one takes damage among the records for the end, as a recovery wants it.
    """

    def __init__(self, path: Path | str, *, lenient: bool = False) -> None:
        self.path = str(path)
        # Hears how many bytes of content were read, for those who show how far it is.
        self.on_read: Callable[[int], object] | None = None
        self._lenient = lenient
        try:
            # What is no file (a pipe nobody writes to) is refused, not waited for.
            self.descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        except OSError as error:
            raise _unreadable(Path(path), error) from None
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        self.header = Header("", "")
        self.schemas: dict[int, Schema] = {}
        self.channels: dict[int, Channel] = {}
        self.segments: list[Segment] = []
        self.attachments: list[StoredAttachment] = []
        self.metadata: list[Metadata] = []
        self.statistics: Statistics | None = None
        self.chunk_indexes: list[ChunkIndex] = []
        self.cut_off: str | None = None
        self.data_crc = 0, 0  # of how many bytes, and what; 0 says nothing
        self._kept_bytes = 0
        self.end = 0  # where the last record of the data ends
        self.size = self._file_size()
        start = self._read(0, len(MAGIC))
        if start != MAGIC:
            raise InputError(
                "this is not an MCAP file" if self.size else "the file is empty",
                self.path,
                "a file that begins with the bytes of MCAP",
                "name a recording, such as runs/NAME/run.mcap",
            )
        self._has_end = self.size >= 2 * len(MAGIC) and (
            self._read(self.size - len(MAGIC), len(MAGIC)) == MAGIC
        )
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
        """Let go of the file; twice is fine."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def __enter__(self) -> "McapFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def stored_bytes(self) -> int:
        """How large the segments are, all together, as they are stored."""
        return sum(segment.size for segment in self.segments)

    def _read(self, offset: int, size: int) -> bytes:
        """The bytes of a place, fewer at the end of the file."""
        if self.descriptor < 0:
            raise InputError("the recording is closed", self.path, "one that is open")
        try:
            return os.pread(self.descriptor, size, offset)
        except OSError as error:
            raise _unreadable(Path(self.path), error) from None

    # -------------------------------------------------------------- records

    def records(self) -> Iterator[tuple[int, int, int]]:
        """Opcode, where the content begins and how long it is, to the footer or the cut."""
        at, window, base = len(MAGIC), b"", 0
        while True:
            if at + _HEAD_SIZE > base + len(window):
                window, base = self._read(at, _WINDOW_BYTES), at
            if len(window) - (at - base) < _HEAD_SIZE:
                if self._has_end:
                    raise self._corrupt("it has no footer", at)
                self.cut_off = "it ends without a footer"
                return
            opcode, size = RECORD_HEAD.unpack_from(window, at - base)
            stop = at + _HEAD_SIZE + size
            if stop > self.size:
                if self._has_end:
                    raise self._corrupt(f"a record of {size:_} bytes goes beyond the end", at)
                self.cut_off = "it ends in the midst of a record"
                return
            if not opcode:
                raise self._corrupt("a record has the opcode 0", at)
            yield opcode, at + _HEAD_SIZE, size
            at = stop
            if opcode == FOOTER:
                if self._read(at, len(MAGIC) + 1) != MAGIC:
                    if not self._has_end:
                        self.cut_off = "it ends in the midst of the end mark"
                        return
                    raise self._corrupt("something follows the footer", at)
                return

    def content(self, offset: int, size: int) -> Fields:
        """A record's content, read whole."""
        if size > RECORD_BYTES_MAX:
            raise InputError(
                f"a record has {size:_} bytes",
                f"{self.path}, byte {offset:_}",
                f"records of at most {RECORD_BYTES_MAX:_} bytes",
                "a corrupt or malicious file says so too; otherwise write smaller ones",
            )
        return Fields(self._read(offset, size), f"{self.path}, byte {offset:_}")

    def _scan(self) -> None:
        run: list[int] = []  # of messages: offset, end, earliest, latest
        in_summary = False
        for opcode, offset, size in self.records():
            if opcode == MESSAGE:
                if in_summary:
                    raise self._corrupt("a message stands in the summary", offset)
                run = self._extended(run, offset, size)
                self.end = offset + size
                continue
            self._flush(run)
            run = []
            if opcode == DATA_END:
                in_summary = True
                self.data_crc = offset - _HEAD_SIZE, read_data_end(self.content(offset, size))[0]
            else:
                self._take(opcode, offset, size)
            if not in_summary:
                self.end = offset + size
        self._flush(run)
        if self.cut_off is not None and self.segments:
            # The indexes of the last chunk may be cut off too, and do not count all then.
            self.segments[-1] = self.segments[-1]._replace(counts=None)

    def _extended(self, run: list[int], offset: int, size: int) -> list[int]:
        """Put one more message into a run, or begin the next."""
        if size < MESSAGE_FIELDS_SIZE:
            raise self._corrupt("a message is shorter than its fields", offset)
        stamp_ns = int.from_bytes(self._read(offset + 6, 8), "little")
        if run and run[1] - run[0] < _RUN_BYTES:
            run[1] = offset + size
            run[2] = min(run[2], stamp_ns)
            run[3] = max(run[3], stamp_ns)
            return run
        self._flush(run)
        return [offset - _HEAD_SIZE, offset + size, stamp_ns, stamp_ns]

    def _flush(self, run: list[int]) -> None:
        if run:
            self.segments.append(Segment(run[0], run[1] - run[0], run[2], run[3], None, None))

    def _take(self, opcode: int, offset: int, size: int) -> None:
        if opcode == CHUNK:
            head = Fields(
                self._read(offset, min(size, _CHUNK_HEAD_MAX)), f"{self.path}, byte {offset:_}"
            )
            before = head.left()
            chunk = read_chunk(head)
            start = offset + before - head.left()
            if start + chunk.data_size > offset + size:
                raise self._corrupt("a chunk's data are longer than the chunk", offset)
            times = chunk.message_start_time, chunk.message_end_time
            self.segments.append(Segment(start, chunk.data_size, *times, None, chunk))
        elif opcode == MESSAGE_INDEX:
            self._take_index(offset, size)
        elif opcode == ATTACHMENT:
            self._take_attachment(offset, size)
        elif opcode in (SCHEMA, CHANNEL):
            self._take_definition(opcode, self.content(offset, size), size)
        elif opcode == HEADER:
            self.header = read_header(self.content(offset, size))
        elif opcode == METADATA:
            self._keep(size)
            self.metadata.append(read_metadata(self.content(offset, size)))
        elif opcode == STATISTICS:
            self.statistics = read_statistics(self.content(offset, size))
        elif opcode == CHUNK_INDEX:
            self.chunk_indexes.append(read_chunk_index(self.content(offset, size)))

    def _take_index(self, offset: int, size: int) -> None:
        """Count the messages of the last chunk, by channel."""
        fields = Fields(self._read(offset, min(size, 6)), f"{self.path}, byte {offset:_}")
        channel_id, length = fields.integer(2), fields.integer(4)
        if not self.segments or self.segments[-1].chunk is None:
            raise self._corrupt("an index of messages follows no chunk", offset)
        if length % 16 or length > size - 6:
            raise self._corrupt("an index of messages has a wrong length", offset)
        if self.segments[-1].counts is None:
            self.segments[-1] = self.segments[-1]._replace(counts={})
        counts = self.segments[-1].counts
        assert counts is not None
        counts[channel_id] = counts.get(channel_id, 0) + length // 16

    def _take_attachment(self, offset: int, size: int) -> None:
        fields = Fields(self._read(offset, min(size, 1 << 16)), f"{self.path}, byte {offset:_}")
        before = fields.left()
        log_time, create_time = fields.integer(8), fields.integer(8)
        name, media_type = fields.text(), fields.text()
        data_size = fields.integer(8)
        start = offset + before - fields.left()
        if start + data_size + 4 > offset + size:
            raise self._corrupt("an attachment's data are longer than the attachment", offset)
        self.attachments.append(
            StoredAttachment(offset, size, log_time, create_time, name, media_type, data_size)
        )

    def attachment(self, stored: StoredAttachment) -> Attachment:
        """An attachment's bytes, if their checksum is right."""
        fields = self.content(stored.offset, stored.size)
        whole = fields.left()
        head = fields.integer(8), fields.integer(8), fields.text(), fields.text()
        data = fields.raw(fields.integer(8))
        covered = whole - fields.left()
        crc = fields.integer(4)
        if crc and zlib.crc32(self._read(stored.offset, covered)) != crc:
            raise self._corrupt("an attachment's checksum is not that of its data", stored.offset)
        return Attachment(*head, data)

    def _take_definition(self, opcode: int, fields: Fields, size: int) -> None:
        """Take a schema or a channel; the same number always means the same."""
        if size > KEPT_BYTES_MAX:
            raise self._too_much()
        if opcode == SCHEMA:
            schema = read_schema(fields)
            if schema.id not in self.schemas:
                self._keep(size)
            if self.schemas.setdefault(schema.id, schema) != schema or not schema.id:
                raise self._corrupt(f"schema {schema.id} is there twice, and differs", None)
        else:
            channel = read_channel(fields)
            if channel.id not in self.channels:
                self._keep(size)
            if self.channels.setdefault(channel.id, channel) != channel:
                raise self._corrupt(f"channel {channel.id} is there twice, and differs", None)

    def _keep(self, size: int) -> None:
        self._kept_bytes += size
        if self._kept_bytes > KEPT_BYTES_MAX:
            raise self._too_much()

    def _too_much(self) -> InputError:
        return InputError(
            f"its schemas, channels and metadata have more than {KEPT_BYTES_MAX:_} bytes",
            self.path,
            "a file that is mostly messages",
            "a corrupt or malicious file has that too; otherwise write smaller ones",
        )

    def _corrupt(self, what: str, offset: int | None) -> InputError:
        place = "" if offset is None else f", byte {offset:_}"
        return corrupt(what, f"{self.path}{place}")

    # ------------------------------------------------------------- messages

    def raw(self, segment: Segment) -> bytes:
        """A segment's bytes as they stand in the file."""
        if segment.size > RECORD_BYTES_MAX:
            raise InputError(
                f"a chunk has {segment.size:_} bytes",
                f"{self.path}, byte {segment.offset:_}",
                f"chunks of at most {RECORD_BYTES_MAX:_} bytes",
                "a corrupt or malicious file says so too; otherwise write smaller ones",
            )
        self._tell(segment.size)
        return self._read(segment.offset, segment.size)

    def _tell(self, size: int) -> None:
        if self.on_read is not None:
            self.on_read(size)

    def data(self, segment: Segment, raw: bytes | None = None) -> bytes:
        """A segment's records, decompressed."""
        raw = self.raw(segment) if raw is None else raw
        if segment.chunk is None:
            return raw
        return decompressed(segment.chunk, raw, f"{self.path}, byte {segment.offset:_}")

    def messages_in(self, segment: Segment, data: bytes | None = None) -> Iterator[StoredMessage]:
        """The messages of a segment, as they are stored; schemas and channels are taken."""
        return map(StoredMessage._make, self.tuples_in(segment, data))

    def tuples_in(
        self, segment: Segment, data: bytes | None = None
    ) -> Iterator[tuple[int, int, int, int, bytes]]:
        """The same as plain tuples, for those who read millions."""
        data = self.data(segment) if data is None else data
        unpack, at, end = MESSAGE_HEAD.unpack_from, 0, len(data)
        known = self.channels
        while at < end:
            if end - at < _HEAD_SIZE:
                raise self._corrupt("a chunk ends in the midst of a record", segment.offset)
            if data[at] != MESSAGE:
                at = self._other(data, at, segment)
                continue
            if end - at < _MESSAGE_SIZE:
                raise self._corrupt("a message is shorter than its fields", segment.offset)
            _, size, channel_id, sequence, log_time, publish_time = unpack(data, at)
            stop = at + _HEAD_SIZE + size
            if stop > end or size < MESSAGE_FIELDS_SIZE:
                raise self._corrupt("a message has a wrong length", segment.offset)
            if channel_id not in known:
                what = f"a message has the unknown channel {channel_id}"
                raise self._corrupt(what, segment.offset)
            yield channel_id, sequence, log_time, publish_time, data[at + _MESSAGE_SIZE : stop]
            at = stop

    def _other(self, data: bytes, at: int, segment: Segment) -> int:
        """Take a schema or a channel inside a chunk, pass over what is unknown; where it ends."""
        opcode, size = RECORD_HEAD.unpack_from(data, at)
        start, stop = at + _HEAD_SIZE, at + _HEAD_SIZE + int(size)
        if stop > len(data):
            raise self._corrupt("a chunk ends in the midst of a record", segment.offset)
        if opcode in (SCHEMA, CHANNEL):
            fields = Fields(data, f"{self.path}, byte {segment.offset:_}", start, stop)
            self._take_definition(opcode, fields, int(size))
        return stop

    def messages(self) -> Iterator[StoredMessage]:
        """All messages, in stored order."""
        for segment in self.segments:
            yield from self.messages_in(segment)

    def require_data_crc(self) -> None:
        """Hold the checksum of all data, if there is one, against the bytes."""
        stop, expected = self.data_crc
        crc = 0
        for at in range(0, stop, _WINDOW_BYTES):
            size = min(_WINDOW_BYTES, stop - at)
            crc = zlib.crc32(self._read(at, size), crc)
            self._tell(size)
        if expected and crc != expected:
            raise self._corrupt("the data's checksum is not that of the bytes", None)

    def schema_of(self, channel: Channel) -> Schema | None:
        """A channel's schema, or None where it has none."""
        if not channel.schema_id:
            return None
        schema = self.schemas.get(channel.schema_id)
        if schema is None:
            raise self._corrupt(
                f"channel {channel.topic[:80]!r} has the unknown schema {channel.schema_id}", None
            )
        return schema


def _unreadable(path: Path, error: OSError) -> InputError:
    close = ""
    if isinstance(error, FileNotFoundError):
        try:
            close = did_you_mean(path.name, sorted(each.name for each in path.parent.iterdir()))
        except OSError:
            close = ""
    return InputError(
        f"the file cannot be read: {error.strerror}{close}",
        str(path),
        "an MCAP file",
        "name a file in it" if isinstance(error, IsADirectoryError) else "check the path",
    )
