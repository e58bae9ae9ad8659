"""A run's recording: every message of the bus, in total order, into one file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, final

import numpy as np
from numpy.typing import NDArray

from project_ghost import __version__
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
from project_ghost.telemetry.encoding._signals import PACKAGE, Column, SignalLayout, require_block
from project_ghost.telemetry.mcap._compression import Compression
from project_ghost.telemetry.mcap._writer import McapWriter

from ._digest import ChannelDigest, OrderDigest, order_key
from ._part_file import PartFile
from ._windows import Stream, Windows

LIBRARY = f"ghost-sim/{__version__}"
METADATA_MANIFEST = "ghost.manifest"
METADATA_CHANNELS = "ghost.channels"
METADATA_RESULTS = "ghost.results"
# Among the results of what was recovered: why it is not all of its run.
RESULT_RECOVERED = "recovered"
FORMAT_KEY, FORMAT = "format", "ghost-recording-1"


class Attachment(NamedTuple):
    """A file inside the recording."""

    name: str
    media_type: str
    data: bytes


class _Line:
    """What the recorder keeps of a channel."""

    __slots__ = ("digest", "encode", "id", "is_bus", "key", "layout", "observed", "stream", "view")

    def __init__(self, number: int, digest: ChannelDigest, name: str, *, view: bool) -> None:
        self.id = number
        self.digest = digest
        self.key = order_key(name)
        self.observed = name.startswith(OBSERVER_PREFIX)
        self.view = view
        self.is_bus = False
        self.encode: Callable[[Any], bytes] = encode_to_bytes
        self.layout: SignalLayout | None = None
        self.stream: Stream | None = None


@final
class Recorder:
    """Writes one recording, with bounded memory; a context manager.

    Attachments and the manifest come first in the file, so that even what a killed run
    leaves can be run again. Then the messages as `record` gets them: it is made to be
    subscribed to a bus, `bus.subscribe("recorder", recorder.record)`. Samples of signals
    come in blocks (`add_signals`, `record_rows`), links of the state chain too (`add_links`,
    `record_links`). `close` adds counts and digests, and gives the file its name; until then
    it is `PATH.part`.

    Same content, same bytes: chunks are cut by size and by simulated time, and nothing of
    the host is written.
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
    ) -> None:
        require_ns_at_least(1, chunk_span_ns, "chunk_span_ns", "Recorder")
        self._file = PartFile(path, replacing=force)
        self._closed = False
        self._lines: dict[str, _Line] = {}
        self._schemas: dict[tuple[str, str, bytes], int] = {}
        self._order = OrderDigest()
        self._links: tuple[_Line, LinksBuffer] | None = None
        try:
            self._writer = McapWriter(self._file, LIBRARY, compression)
            for each in attachments:
                self._writer.add_attachment(*each)
            self._writer.add_metadata(
                METADATA_MANIFEST, {FORMAT_KEY: FORMAT, **_texts(manifest or {}, "manifest")}
            )
            self._windows = Windows(self._writer, chunk_bytes, chunk_span_ns)
            self._bus = self._windows.bus
            self._builder = self._bus.builder(0, chunk_bytes)
            self._window_end_ns = chunk_span_ns
            for spec in channels:
                self.add_channel(spec)
        except BaseException:
            self._file.discard()
            raise

    @property
    def path(self) -> Path:
        """Where the recording will be."""
        return self._file.path

    @property
    def part_path(self) -> Path:
        """Where it is until it is closed."""
        return self._file.part

    # ------------------------------------------------------------- channels

    def add_channel(self, spec: ChannelSpec) -> None:
        """Declare a channel of the bus. What nobody declared is taken as it comes."""
        self._require_open("add_channel")
        message_encoding, schema_encoding = spec.encodings
        line = self._add(
            spec.name,
            message_encoding,
            (spec.schema_name, schema_encoding, spec.schema_bytes()),
            dict(spec.metadata),
            late=self._has_messages(),
        )
        line.encode = spec.encode
        line.is_bus = not line.view

    def add_signals(self, channel: str, columns: Sequence[Column]) -> None:
        """Declare a bulk channel, of samples that come in blocks."""
        self._require_open("add_signals")
        layout = SignalLayout(require_channel_name(channel, "Recorder.add_signals"), columns)
        schema = (f"{PACKAGE}.{layout.message_name}", "protobuf", layout.schema)
        line = self._add(channel, "protobuf", schema, layout.metadata(), late=False)
        line.layout = layout
        line.stream = self._windows.add_stream()

    def add_links(self, step_ns: int, first_tick: int = 0) -> None:
        """Declare the channel of the state chain, `/hash/links`."""
        self._require_open("add_links")
        schema = (LINKS_SCHEMA_NAME, "protobuf", LINKS_SCHEMA)
        line = self._add(CHANNEL_LINKS, "protobuf", schema, {}, late=False)
        line.stream = self._windows.add_stream()
        self._links = line, LinksBuffer(step_ns, first_tick)

    def _add(
        self,
        name: str,
        message_encoding: str,
        schema: tuple[str, str, bytes],
        metadata: dict[str, str],
        *,
        late: bool,
    ) -> _Line:
        if name in self._lines:
            raise InputError(
                f"the channel {name!r} is there already",
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
            # Into the chunk, where its place depends on the messages before it and nothing else.
            self._builder.add_record(records)
        else:
            self._writer.put(records)
        digest = ChannelDigest(message_encoding, *schema)
        line = _Line(number, digest, name, view=VIEW_KEY in metadata)
        self._lines[name] = line
        return line

    def _has_messages(self) -> bool:
        return any(line.digest.count for line in self._lines.values())

    # ------------------------------------------------------------- messages

    def record(self, message: Message) -> None:
        """Take a message of the bus; they have to come in total order."""
        name, stamp_ns, sequence, payload = message
        if stamp_ns >= self._window_end_ns:
            self._next_window(stamp_ns)
        line = self._lines.get(name)
        if line is None or not line.is_bus or self._closed:
            line = self._late(message)
        data = line.encode(payload)
        builder = self._builder
        builder.add(line.id, sequence, stamp_ns, data)
        line.digest.add(stamp_ns, data)
        if not line.observed:
            self._order.add(line.key, stamp_ns, sequence)
        if builder.size >= self._windows.chunk_bytes:
            self._cut(stamp_ns)

    def record_view(self, channel: str, stamp_ns: int, payload: object) -> None:
        """Take what is made of the run's messages for a viewer, on a channel of that kind.

        It stands in the file where it comes, has numbers of its own, and is no part of the
        total order; its channel has a digest like any other.
        """
        self._require_open("record_view")
        line = self._lines.get(channel)
        if line is None or not line.view:
            raise InputError(
                f"{channel!r} was not declared as a view",
                f"Recorder.record_view, of {self.path}",
                f"a channel that was declared with {VIEW_KEY!r} in its metadata",
            )
        if stamp_ns >= self._window_end_ns:
            self._next_window(stamp_ns)
        data = line.encode(payload)
        self._builder.add(line.id, line.digest.count, stamp_ns, data)
        line.digest.add(stamp_ns, data)
        if self._builder.size >= self._windows.chunk_bytes:
            self._cut(stamp_ns)

    def _late(self, message: Message) -> _Line:
        self._require_open("record")
        self.add_channel(spec_for(message.channel, message.payload))
        return self._lines[message.channel]

    def _next_window(self, stamp_ns: int) -> None:
        """Go on to the window of a message, and write what is behind it."""
        self._require_open("record")
        self._settle()
        self._windows.leave(self._builder)
        window = stamp_ns // self._windows.span_ns
        self._window_end_ns = (window + 1) * self._windows.span_ns
        self._bus.passed_ns = max(self._bus.passed_ns, stamp_ns)
        self._write_due()

    def _cut(self, stamp_ns: int) -> None:
        self._settle()
        self._bus.passed_ns = max(self._bus.passed_ns, stamp_ns)
        self._windows.write_full(self._window())
        self._builder = self._bus.builder(self._window(), self._windows.chunk_bytes)

    def _window(self) -> int:
        return self._window_end_ns // self._windows.span_ns - 1

    def _write_due(self) -> None:
        """Write what has to be; the bus may need another chunk to go on with after it."""
        self._windows.write_due()
        self._builder = self._bus.builder(self._window(), self._windows.chunk_bytes)

    def record_rows(
        self, channel: str, stamps_ns: NDArray[np.int64], values: NDArray[np.float64]
    ) -> None:
        """Take a block of samples: a row of all columns' numbers for each stamp."""
        self._require_open("record_rows")
        line = self._lines.get(channel)
        if line is None or line.layout is None or line.stream is None:
            raise InputError(
                f"{channel!r} is no bulk channel",
                f"Recorder of {self.path}",
                "a channel that add_signals declared",
            )
        stamps, numbers = require_block(stamps_ns, values, line.layout, channel)
        if not len(stamps):
            return
        if int(stamps[0]) < line.stream.passed_ns:
            raise InputError(
                f"a block begins at {int(stamps[0]):_} ns, which is past",
                f"Recorder.record_rows, on {channel!r}",
                f"{line.stream.passed_ns:_} ns or later, after the block before",
            )
        rows = line.layout.records(line.id, line.digest.count, stamps, numbers)
        line.digest.add_rows(stamps, rows[:, -line.layout.size :])
        self._windows.add_rows(line.stream, line.id, stamps, rows)
        self._write_due()

    def record_links(self, links: NDArray[np.int64]) -> None:
        """Take the links of the ticks that follow those before."""
        self._require_open("record_links")
        if self._links is None:
            raise InputError(
                "links come, and their channel was not declared",
                f"Recorder of {self.path}",
                "add_links before",
            )
        line, buffer = self._links
        self._put_links(line, buffer.add(links))
        assert line.stream is not None
        line.stream.passed_ns = max(line.stream.passed_ns, buffer.handed_over_ns)
        self._write_due()

    def _put_links(self, line: _Line, blocks: list[LinksBlock]) -> None:
        assert line.stream is not None
        for block in blocks:
            data, stamp_ns = block.encoded(), block.stamp_ns
            window = stamp_ns // self._windows.span_ns
            builder = line.stream.builder(window, self._windows.chunk_bytes)
            builder.add(line.id, line.digest.count, stamp_ns, data)
            line.digest.add(stamp_ns, data)
            line.digest.settle()

    def advance(self, now_ns: int) -> None:
        """Say that everything before this time was handed over.

        Only needed where blocks are recorded while the bus is silent: what waits for the
        other streams' chunks is written then.
        """
        self._require_open("advance")
        self._settle()
        self._windows.pass_all(now_ns)
        if now_ns >= self._window_end_ns:
            self._next_window(now_ns)
        else:
            self._write_due()

    def _settle(self) -> None:
        for line in self._lines.values():
            line.digest.settle()
        self._order.settle()

    # -------------------------------------------------------------- the end

    def digests(self) -> dict[str, str]:
        """SHA-256 of every channel, observers' aside: so far, or of all of it once closed."""
        return {
            name: line.digest.hexdigest()
            for name, line in sorted(self._lines.items())
            if not line.observed
        }

    def close(
        self, *, state_digest: str | None = None, results: Mapping[str, str] | None = None
    ) -> None:
        """Write what is left, counts and digests, and give the file its name; twice is fine.

        `state_digest` is the digest of the state chain, `results` what else a run ends with
        (nothing of the host).
        """
        if self._closed:
            return
        self._closed = True
        try:
            if self._links is not None:
                self._put_links(self._links[0], self._links[1].close())
            self._settle()
            self._windows.write_all()
            self._writer.add_metadata(METADATA_CHANNELS, self._totals())
            ending = {"order_sha256": self._order.hexdigest(), **_texts(results or {}, "results")}
            if state_digest is not None:
                ending["state_sha256"] = state_digest
            self._writer.add_metadata(METADATA_RESULTS, ending)
            self._writer.finish()
            self._file.finish()
        finally:
            self._file.close()

    def _totals(self) -> dict[str, str]:
        totals = {}
        for name, line in self._lines.items():
            found: dict[str, object] = {"bytes": line.digest.bytes, "count": line.digest.count}
            if not line.observed:
                found["sha256"] = line.digest.hexdigest()
            totals[name] = encode_to_bytes(found).decode()
        return totals

    def abandon(self) -> None:
        """Let go of the file as a killed process would: `PATH.part` stays, without an end."""
        self._closed = True
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # What a failed run published is worth as much as a whole one's: the file is closed
        # properly, and says that it is not all.
        self.close(results=None if kind is None else {"failed": kind.__name__})

    def _require_open(self, method: str) -> None:
        if self._closed:
            raise InputError(
                "the recorder is closed",
                f"Recorder.{method}, of {self.path}",
                "a recorder that is open",
            )


def _texts(values: Mapping[Any, Any], name: str) -> dict[str, str]:
    for key, value in values.items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise InputError(
                f"{name} has {key!r}: {value!r}", "Recorder", "texts, which is what MCAP can hold"
            )
    return dict(values)
