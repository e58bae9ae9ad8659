"""Record a run: every message of the bus, in total order, in one file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, final

import numpy as np

from project_ghost import __version__
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import OBSERVER_PREFIX, Message
from project_ghost.core.duration import require_ns_at_least
from project_ghost.core.errors import InputError
from project_ghost.telemetry.encoding._channels import (
    VIEW_KEY,
    ChannelSpec,
    require_channel_name,
    spec_for,
)
from project_ghost.telemetry.encoding._encoding import encode_to_bytes
from project_ghost.telemetry.encoding._links import (
    CHANNEL_LINKS,
    LINKS_SCHEMA,
    LINKS_SCHEMA_NAME,
    LinksBlock,
    LinksBuffer,
)
from project_ghost.telemetry.encoding._signals import Column, SignalLayout, require_block
from project_ghost.telemetry.mcap._chunk import MessageRecords
from project_ghost.telemetry.mcap._compression import Compression
from project_ghost.telemetry.mcap._message_block import EncodedMessage, MessageBlock
from project_ghost.telemetry.mcap._records import MESSAGE_HEAD, ChannelDefinition
from project_ghost.telemetry.mcap._writer import McapWriter

from ._digest import (
    CONTENT_KEY,
    METADATA_RESULTS,
    ChannelDigest,
    ContentDigest,
    OrderDigest,
    order_key,
)
from ._part_file import PartFile
from ._windows import Stream, Windows

LIBRARY = f"ghost-sim/{__version__}"
METADATA_MANIFEST = "ghost.manifest"
METADATA_CHANNELS = "ghost.channels"
# Key among the results of a recovered recording: the reason why it is incomplete.
RESULT_RECOVERED = "recovered"
FORMAT_KEY, FORMAT = "format", "ghost-recording-3"


class Attachment(NamedTuple):
    """A file inside the recording."""

    name: str
    media_type: str
    data: bytes


class _ChannelEntry:
    """A channel's number, digest and encoder."""

    __slots__ = (
        *("digest", "encode", "id", "is_bus", "key", "layout", "observed", "stream", "view"),
        "views",
    )

    def __init__(self, number: int, digest: ChannelDigest, name: str, *, view: bool) -> None:
        self.id = number
        self.digest = digest
        self.key = int.from_bytes(order_key(name), "little")
        self.observed = name.startswith(OBSERVER_PREFIX)
        self.view = view
        self.views = 0  # recorded so far
        self.is_bus = False
        self.encode: Callable[[Any], bytes] = encode_to_bytes
        self.layout: SignalLayout | None = None
        self.stream: Stream | None = None


@final
class Recorder:
    """Writes one recording, with bounded memory; a context manager.

    Attachments and the manifest come first in the file, so that even a killed run can be rerun
    from its recording. The messages follow in the order in which `record` receives them;
    subscribe it to a bus with `bus.subscribe("recorder", recorder.record)`. Signal samples come
    in blocks (`add_signals`, `record_rows`), and so do links of the state chain (`add_links`,
    `record_links`). `close` adds counts and digests and renames `PATH.part` to `PATH`.

    `durable=False` does not wait until the disk holds the finished file.

    The same content gives the same bytes: chunks are cut by size and by simulated time, and
    nothing about the host is written.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        channels: Iterable[ChannelSpec] = (),
        attachments: Iterable[Attachment] = (),
        manifest: Mapping[str, str] | None = None,
        force: bool = False,
        compression: Compression = "zstd",
        chunk_bytes: int = 1 << 20,
        chunk_span_ns: int = 1_000_000_000,
        durable: bool = True,
    ) -> None:
        require_ns_at_least(1, chunk_span_ns, "chunk_span_ns", "Recorder")
        self._file = PartFile(path, replacing=force, keeping=False, durable=durable)
        self._closed = False
        self._entries: dict[str, _ChannelEntry] = {}
        self._schemas: dict[tuple[str, str, bytes], int] = {}
        self._by_number: dict[int, _ChannelEntry] = {}
        self._order = OrderDigest()
        # The last messages of the bus, and the bytes that are left until they fill the chunk.
        self._pending: list[EncodedMessage] = []
        self._room = 0
        self._links: tuple[_ChannelEntry, LinksBuffer] | None = None
        try:
            self._writer = McapWriter(self._file, LIBRARY, compression)
            self._content = ContentDigest("", LIBRARY)
            for each in attachments:
                self._writer.add_attachment(*each)
                self._content.add_attachment(*each)
            self._add_metadata(
                METADATA_MANIFEST,
                {FORMAT_KEY: FORMAT, **_strings(manifest or {}, "manifest")},
            )
            self._windows = Windows(self._writer, chunk_bytes, chunk_span_ns)
            self._bus = self._windows.bus
            self._window_end_ns = chunk_span_ns
            self._continue_chunk()
            for spec in channels:
                self.add_channel(spec)
        except BaseException:
            self._file.discard()
            raise
        self._file.keeping = True  # it can be rerun

    def _add_metadata(self, name: str, values: dict[str, str]) -> None:
        self._writer.add_metadata(name, values)
        self._content.add_metadata(name, values)

    @property
    def path(self) -> Path:
        """The path of the finished recording."""
        return self._file.path

    @property
    def part_path(self) -> Path:
        """The path of the recording until it is closed."""
        return self._file.part

    # ------------------------------------------------------------- channels

    def add_channel(self, spec: ChannelSpec) -> None:
        """Declare a channel of the bus; undeclared channels are added at their first message."""
        self._require_open("add_channel")
        message_encoding, schema_encoding = spec.encodings
        entry = self._add(
            spec.name,
            message_encoding,
            (spec.schema_name, schema_encoding, spec.schema_bytes()),
            dict(spec.metadata),
            late=self._has_messages(),
        )
        entry.encode = spec.encode
        entry.is_bus = not entry.view

    def add_signals(self, channel: str, columns: Sequence[Column]) -> None:
        """Declare a bulk channel, whose samples come in blocks."""
        self._require_open("add_signals")
        layout = SignalLayout(require_channel_name(channel, "Recorder.add_signals"), columns)
        schema = (layout.schema_name, "protobuf", layout.schema)
        entry = self._add(channel, "protobuf", schema, layout.metadata(), late=False)
        entry.layout = layout
        entry.stream = self._windows.add_stream()

    def add_links(self, step_ns: int, first_tick: int = 0) -> None:
        """Declare the channel of the state chain, `/hash/links`."""
        self._require_open("add_links")
        schema = (LINKS_SCHEMA_NAME, "protobuf", LINKS_SCHEMA)
        entry = self._add(CHANNEL_LINKS, "protobuf", schema, {}, late=False)
        entry.stream = self._windows.add_stream()
        self._links = entry, LinksBuffer(step_ns, first_tick)

    def _add(
        self,
        name: str,
        message_encoding: str,
        schema: tuple[str, str, bytes],
        metadata: dict[str, str],
        *,
        late: bool,
    ) -> _ChannelEntry:
        if name in self._entries:
            raise InputError(
                f"the channel {name!r} is declared twice",
                f"Recorder of {self.path}",
                "each channel once",
            )
        schema_id = self._schemas.get(schema)
        records = b""
        if schema_id is None:
            schema_id, records = self._writer.new_schema(*schema)
            self._schemas[schema] = schema_id
        number, record = self._writer.new_channel(name, message_encoding, schema_id, metadata)
        records += record
        if late:
            # Into the chunk, so that its place depends only on the messages before it.
            self._put_pending()
            self._builder.add_record(records)
            self._room -= len(records)
        else:
            self._writer.put(records)
        digest = ChannelDigest(name, [ChannelDefinition(message_encoding, *schema, metadata)])
        entry = _ChannelEntry(number, digest, name, view=VIEW_KEY in metadata)
        self._entries[name] = self._by_number[number] = entry
        return entry

    def _has_messages(self) -> bool:
        return bool(self._pending) or any(entry.digest.count for entry in self._entries.values())

    # ------------------------------------------------------------- messages

    def record(self, message: Message) -> None:
        """Record a message of the bus; messages must arrive in total order."""
        name, stamp_ns, sequence, payload = message
        if stamp_ns >= self._window_end_ns:
            self._next_window(stamp_ns)
        entry = self._entries.get(name)
        if entry is None or not entry.is_bus or self._closed:
            entry = self._add_undeclared(message)
        try:
            data = entry.encode(payload)
        except InputError as error:
            where = f"the message on {name!r} at {stamp_ns:_} ns"
            raise InputError(error.what, where, error.expected, error.fix) from None
        self._pending.append((entry.id, sequence, stamp_ns, data))
        self._room -= MESSAGE_HEAD.size + len(data)
        if self._room <= 0:
            self._put_pending()

    def number_of(self, channel: str) -> int:
        """Return the number of a declared channel, for `record_block`."""
        return self._entries[channel].id

    def record_block(self, block: MessageBlock) -> None:
        """Record encoded messages of the bus and of viewer channels, in their order.

        The sequence numbers of viewer messages are given by their order.
        """
        self._require_open("record_block")
        self._put_pending()
        for number, places in block.by_channel():
            entry = self._by_number[number]
            if entry.view:
                block.sequences[places] = np.arange(entry.views, entry.views + len(places))
                entry.views += len(places)
        records = self._counted(block)
        windows = block.stamps_ns // np.uint64(self._windows.span_ns)
        edges = (np.flatnonzero(windows[1:] != windows[:-1]) + 1).tolist()
        for start, stop in pairwise([0, *edges, len(windows)]):
            stamp_ns = int(block.stamps_ns[start])
            if stamp_ns >= self._window_end_ns:
                self._next_window(stamp_ns)
            self._put(records, start, stop)

    def _put_pending(self) -> None:
        """Put the messages that were recorded one by one into chunks and digests."""
        if self._pending:
            block = MessageBlock.of(self._pending)
            self._pending.clear()
            self._put(self._counted(block), 0, len(block.numbers))

    def _put(self, records: MessageRecords, start: int, stop: int) -> None:
        """Put messages of the current window into chunks, which are cut where they are full."""
        while start < stop:
            room = max(0, self._windows.chunk_bytes - self._builder.size)
            full = int(np.searchsorted(records.starts, records.starts[start] + room))
            end = min(stop, max(full, start + 1))
            self._builder.add_block(records, start, end)
            if self._builder.size >= self._windows.chunk_bytes:
                self._cut(int(records.stamps_ns[end - 1]))
            start = end
        self._room = self._windows.chunk_bytes - self._builder.size

    def _counted(self, block: MessageBlock) -> MessageRecords:
        """Add messages to the digests; returns their records."""
        records = MessageRecords(block)
        keys = np.zeros(len(block.numbers), dtype=np.uint64)
        is_ordered = np.ones(len(block.numbers), dtype=bool)
        for number, places in records.places.items():
            entry = self._by_number[number]
            entry.digest.add_block(block.stamps_ns, block.payloads, places)
            keys[places] = entry.key
            is_ordered[places] = entry.is_bus and not entry.observed
        self._order.add_block(
            keys[is_ordered], block.stamps_ns[is_ordered], block.sequences[is_ordered]
        )
        return records

    def record_view(self, channel: str, stamp_ns: int, payload: object) -> None:
        """Record a message that was derived for viewers, on a viewer channel.

        It is stored where it arrives, has its own sequence numbers, and is not part of the total
        order; its channel has a digest like any other.
        """
        self._require_open("record_view")
        entry = self._entries.get(channel)
        if entry is None or not entry.view:
            raise InputError(
                f"{channel!r} is not a viewer channel",
                f"Recorder.record_view, of {self.path}",
                f"a channel declared with {VIEW_KEY!r} in its metadata",
            )
        if stamp_ns >= self._window_end_ns:
            self._next_window(stamp_ns)
        data = entry.encode(payload)
        self._pending.append((entry.id, entry.views, stamp_ns, data))
        entry.views += 1
        self._room -= MESSAGE_HEAD.size + len(data)
        if self._room <= 0:
            self._put_pending()

    def _add_undeclared(self, message: Message) -> _ChannelEntry:
        self._require_open("record")
        self.add_channel(spec_for(message.channel, message.payload))
        return self._entries[message.channel]

    def _next_window(self, stamp_ns: int) -> None:
        """Move to the window of a message, and write the windows before it."""
        self._require_open("record")
        self._put_pending()
        self._windows.defer(self._builder)
        window = stamp_ns // self._windows.span_ns
        self._window_end_ns = (window + 1) * self._windows.span_ns
        self._bus.complete_before_ns = max(self._bus.complete_before_ns, stamp_ns)
        self._write_due()
        self._continue_chunk()

    def _cut(self, stamp_ns: int) -> None:
        self._bus.complete_before_ns = max(self._bus.complete_before_ns, stamp_ns)
        self._windows.write_full(self._window())
        self._continue_chunk()

    def _window(self) -> int:
        return self._window_end_ns // self._windows.span_ns - 1

    def _write_due(self) -> None:
        """Write the complete windows; the bus may then need another chunk."""
        if self._windows.is_due():
            self._put_pending()
            self._windows.write_due()
            self._continue_chunk()

    def _continue_chunk(self) -> None:
        """Take the chunk for the next message of the bus."""
        self._builder = self._bus.builder(self._window(), self._windows.chunk_bytes)
        self._room = self._windows.chunk_bytes - self._builder.size

    def record_rows(self, channel: str, stamps_ns: Integers, values: Floats) -> None:
        """Record a block of samples: for each stamp a row with the numbers of all columns."""
        self._require_open("record_rows")
        entry = self._entries.get(channel)
        if entry is None or entry.layout is None or entry.stream is None:
            raise InputError(
                f"{channel!r} is not a bulk channel",
                f"Recorder of {self.path}",
                "a channel declared with add_signals",
            )
        stamps, numbers = require_block(stamps_ns, values, entry.layout, channel)
        if not len(stamps):
            return
        if int(stamps[0]) < entry.stream.complete_before_ns:
            raise InputError(
                f"a block begins at {int(stamps[0]):_} ns, before the end of the previous one",
                f"Recorder.record_rows, on {channel!r}",
                f"{entry.stream.complete_before_ns:_} ns or later",
            )
        rows = entry.layout.records(entry.id, entry.digest.count, stamps, numbers)
        entry.digest.add_rows(stamps, rows[:, -entry.layout.size :])
        self._windows.add_rows(entry.stream, entry.id, stamps, rows)
        self._write_due()

    def record_links(self, links: Integers) -> None:
        """Record the links of the next ticks."""
        self._require_open("record_links")
        if self._links is None:
            raise InputError(
                "the channel of links is not declared",
                f"Recorder of {self.path}",
                "a call of add_links first",
            )
        entry, buffer = self._links
        self._put_links(entry, buffer.add(links))
        assert entry.stream is not None
        entry.stream.complete_before_ns = max(
            entry.stream.complete_before_ns, buffer.complete_before_ns
        )
        self._write_due()

    def _put_links(self, entry: _ChannelEntry, blocks: list[LinksBlock]) -> None:
        assert entry.stream is not None
        for block in blocks:
            data, stamp_ns = block.encoded(), block.stamp_ns
            window = stamp_ns // self._windows.span_ns
            builder = entry.stream.builder(window, self._windows.chunk_bytes)
            builder.add(entry.id, entry.digest.count, stamp_ns, data)
            entry.digest.add(stamp_ns, data)
            entry.digest.flush()

    def advance(self, now_ns: int) -> None:
        """Declare that everything before this time has been recorded.

        Only needed if blocks are recorded while the bus is silent: their chunks wait for the bus.
        """
        self._require_open("advance")
        self._windows.mark_complete(now_ns)
        if now_ns >= self._window_end_ns:
            self._next_window(now_ns)
        else:
            self._write_due()

    # -------------------------------------------------------------- the end

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of every channel so far, except observers' channels."""
        self._put_pending()
        return {
            name: entry.digest.hexdigest()
            for name, entry in sorted(self._entries.items())
            if not entry.observed
        }

    def close(
        self, *, state_digest: str | None = None, results: Mapping[str, str] | None = None
    ) -> None:
        """Write the remaining chunks, counts and digests, and rename the file; may be repeated.

        `state_digest` is the digest of the state chain; `results` are further results of the run,
        nothing about the host.
        """
        if self._closed:
            return
        self._closed = True
        try:
            if self._links is not None:
                self._put_links(self._links[0], self._links[1].close())
            self._put_pending()
            self._windows.write_all()
            self._add_metadata(METADATA_CHANNELS, self._totals())
            outcome = {
                "order_sha256": self._order.hexdigest(),
                **_strings(results or {}, "results"),
            }
            if state_digest is not None:
                outcome["state_sha256"] = state_digest
            self._content.add_metadata(METADATA_RESULTS, outcome)
            outcome[CONTENT_KEY] = self._content.hexdigest()
            self._writer.add_metadata(METADATA_RESULTS, outcome)
            self._writer.finish()
            self._file.finish()
        finally:
            self._writer.close()
            self._file.close()

    def _totals(self) -> dict[str, str]:
        totals = {}
        for name, entry in self._entries.items():
            total: dict[str, object] = {"bytes": entry.digest.bytes, "count": entry.digest.count}
            if not entry.observed:
                total["sha256"] = entry.digest.hexdigest()
            totals[name] = encode_to_bytes(total).decode()
        return totals

    def abandon(self) -> None:
        """Close the file like a killed process: `PATH.part` stays, without a footer."""
        self._closed = True
        self._writer.close()
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # The messages of a failed run are useful too: the file is completed, marked as failed.
        self.close(results=None if kind is None else {"failed": kind.__name__})

    def _require_open(self, method: str) -> None:
        if self._closed:
            raise InputError(
                "the recorder is closed",
                f"Recorder.{method}, of {self.path}",
                "an open recorder",
            )


def _strings(values: Mapping[Any, Any], name: str) -> dict[str, str]:
    for key, value in values.items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise InputError(
                f"{name} has {key!r}: {value!r}",
                "Recorder",
                "strings, as in all MCAP metadata",
            )
    return dict(values)
