"""Open a recording for reading: channels as iterators and as tables."""

import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self, final

import numpy as np

from project_ghost.core.arguments import checked_arguments, require_type
from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.duration import seconds_text
from project_ghost.core.errors import InputError
from project_ghost.core.wording import counted, did_you_mean
from project_ghost.telemetry.encoding._channels import ACTOR_KEY, VIEW_KEY, is_bus_channel
from project_ghost.telemetry.encoding._columns import (
    SEQUENCE,
    STAMP,
    Array,
    Row,
    as_array,
    flattened,
    union_of_columns,
)
from project_ghost.telemetry.encoding._json import parse_object
from project_ghost.telemetry.encoding._links import LINKS_SCHEMA_NAME, decode_links
from project_ghost.telemetry.encoding._payload import PayloadDecoder
from project_ghost.telemetry.encoding._signals import Column, SignalLayout
from project_ghost.telemetry.mcap._file import (
    McapFile,
    Segment,
    StoredMessage,
    as_stored_message,
)
from project_ghost.telemetry.mcap._records import MESSAGE_HEAD, Attachment, Channel, corrupt
from project_ghost.telemetry.write._digest import (
    METADATA_RESULTS,
    ChannelDigest,
    ContentDigest,
    OrderDigest,
    order_key,
)
from project_ghost.telemetry.write._part_file import PART_SUFFIX, is_being_written
from project_ghost.telemetry.write._recorder import (
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    RESULT_RECOVERED,
)

from ._patterns import listed
from ._replay import IncompleteRecordingWarning, cut_off_text

_SHA256 = re.compile("[0-9a-f]{64}")


_FIELDS_SHOWN = 4


class RecordedMessage(NamedTuple):
    """A message of a recording; `payload` is its decoded content, `data` its bytes."""

    channel: str
    stamp_sim_ns: int
    sequence: int
    payload: dict[str, Any]
    data: bytes

    def __repr__(self) -> str:
        time = seconds_text(self.stamp_sim_ns)
        fields = ", ".join(islice(self.payload, _FIELDS_SHOWN))
        more = ", ..." if len(self.payload) > _FIELDS_SHOWN else ""
        return (
            f"<RecordedMessage {self.channel} at {time}, sequence {self.sequence}: {fields}{more}>"
        )


class Digests(NamedTuple):
    """Digests of each channel, of the total order, and of header, attachments and metadata."""

    channels: dict[str, str]
    order: str
    content: str


@final
class RecordedChannel:
    """One channel of a recording: iterate over its messages, or get them as a table."""

    def __init__(self, recording: "Recording", name: str, members: list[Channel]) -> None:
        self._recording = recording
        self._members = members
        self.ids = frozenset(each.id for each in members)
        self.name = name
        self.message_encoding = members[0].message_encoding
        self.metadata = dict(members[0].metadata)
        schema = recording.file.schema_of(members[0])
        self.schema_name = schema.name if schema else ""
        self.schema_encoding = schema.encoding if schema else ""
        self.schema = schema.data if schema else b""
        self._decoders = {each.id: self._decoder_of(each) for each in members}
        self._decoder = self._decoders[members[0].id]
        # Several channels may share a topic and may differ in kind.
        self._is_mixed = len({each.kind for each in self._decoders.values()}) > 1
        self._layout = None if self._is_mixed else self._decoder.layout

    def __repr__(self) -> str:
        count = counted(self.count, "message")
        return f"<RecordedChannel {self.name}, {count} of {self.schema_name or 'no schema'}>"

    def new_digest(self) -> ChannelDigest:
        """Return a digest that covers the channel's definitions and no message yet."""
        return ChannelDigest(self.name, map(self._recording.file.definition_of, self._members))

    def _decoder_of(self, channel: Channel) -> PayloadDecoder:
        schema = self._recording.file.schema_of(channel)
        name = schema.name if schema else ""
        encoding, metadata = channel.message_encoding, channel.metadata
        return PayloadDecoder(self._recording.path, self.name, encoding, name, metadata)

    @property
    def signal_columns(self) -> tuple[Column, ...]:
        """The columns of a channel of samples; empty for other channels."""
        return () if self._layout is None else self._layout.columns

    @property
    def count(self) -> int:
        """The number of messages."""
        return self._recording.counts().get(self.name, 0)

    @property
    def is_view(self) -> bool:
        """Whether it is derived from other channels for viewers."""
        return VIEW_KEY in self.metadata

    @property
    def is_bus_channel(self) -> bool:
        """Whether it is in the total order, unlike observer, viewer and bulk channels."""
        return is_bus_channel(self.name, self.message_encoding, self.metadata)

    @property
    def actor(self) -> str | None:
        """The actor that its messages are about, where they do not name it; tables do."""
        return self.metadata.get(ACTOR_KEY)

    @property
    def stored_bytes(self) -> int:
        """The number of stored bytes that must be read for this channel."""
        return sum(segment.size for segment in self._segments())

    @property
    def where(self) -> str:
        """The file and channel, for error messages."""
        return f"{self._recording.path}, channel {self.name!r}"

    @property
    def is_readable(self) -> bool:
        """Whether all of its messages can be decoded, with one decoder."""
        return self._decoder.can_decode and not self._is_mixed

    @checked_arguments
    def stored(
        self, start_ns: int | None = None, stop_ns: int | None = None
    ) -> Iterator[StoredMessage]:
        """Iterate over its messages as stored, of all times or from one up to another.

        `stop_ns` itself is not included. Only chunks that have such messages are read.
        """
        return self._recording.stored(self.ids, start_ns, stop_ns)

    def _segments(
        self, start_ns: int | None = None, stop_ns: int | None = None
    ) -> Iterator[Segment]:
        return self._recording.file.segments_with(self.ids, start_ns, stop_ns)

    def __iter__(self) -> Iterator[RecordedMessage]:
        for message in self.stored():
            yield RecordedMessage(
                self.name,
                message.log_time,
                message.sequence,
                self.decode_stored(message),
                message.data,
            )

    def __len__(self) -> int:
        return self.count

    def decode_stored(self, message: StoredMessage, *, all_present: bool = False) -> dict[str, Any]:
        """Return the content of a stored message; arrays of bulk channels as nested lists.

        A sampled signal without a value, such as a sensor without a measurement, is None; with
        `all_present` it is the number that the signal had all the same.
        """
        decoder = self._decoders.get(message.channel_id, self._decoder)
        return decoder.decode(message.data, message.log_time, all_present=all_present)

    def decode(self, data: bytes, stamp_ns: int) -> dict[str, Any]:
        """Return the content of a message of this channel; errors mention the stamp."""
        if self._is_mixed:
            raise InputError(
                "messages of several kinds share the topic",
                self.where,
                "one kind of message per topic",
                "use `decode_stored(message)`; a stored message knows its channel",
            )
        return self._decoder.decode(data, stamp_ns)

    def rows(
        self, start_ns: int | None = None, stop_ns: int | None = None
    ) -> Iterator[tuple[int, int, Row]]:
        """Yield stamp, sequence and values by path of each message; of each tick for hash links."""
        if self.schema_name == LINKS_SCHEMA_NAME:
            # A block has the time of its last tick, so one that begins in time may end later.
            for message in self.stored(start_ns):
                yield from self.rows_of(message, start_ns, stop_ns)
            return
        for message in self.stored(start_ns, stop_ns):
            yield from self.rows_of(message)

    def rows_of(
        self, message: StoredMessage, start_ns: int | None = None, stop_ns: int | None = None
    ) -> Iterator[tuple[int, int, Row]]:
        """Yield the rows of one message: one, or one for each tick of a block of hash links."""
        if self.schema_name != LINKS_SCHEMA_NAME:
            row = flattened(self.decode_stored(message), self.where)
            about = {} if self.actor is None else {"actor": self.actor}
            yield message.log_time, message.sequence, {**about, **row}
            return
        block = decode_links(message.data, self.name)
        high = float("inf") if stop_ns is None else stop_ns
        for i, link in enumerate(block.links.tolist()):
            tick = block.first_tick + i
            if (start_ns or 0) <= tick * block.step_ns < high:
                yield tick * block.step_ns, message.sequence, {"tick": tick, "link": link}

    def arrays(self, start_ns: int | None = None, stop_ns: int | None = None) -> dict[str, Array]:
        """Return the channel as one array per column, with `stamp_sim_ns` and `sequence`.

        A column that some messages lack, or whose lengths differ, is an array of objects. A
        sampled signal without a value is NaN. `start_ns` and `stop_ns`, which is not included,
        limit the times.
        """
        if self._layout is not None:
            return self._bulk_arrays(self._layout, start_ns, stop_ns)
        rows = list(self.rows(start_ns, stop_ns))
        columns = union_of_columns((row for _, _, row in rows), self.where)
        return {
            STAMP: _integers([stamp for stamp, _, _ in rows]),
            SEQUENCE: _integers([sequence for _, sequence, _ in rows]),
            **{name: as_array([row.get(name) for _, _, row in rows]) for name in columns},
        }

    def bulk_arrays_of(
        self, segment: Segment, start_ns: int | None = None, stop_ns: int | None = None
    ) -> dict[str, Array]:
        """Return the samples in one segment, of a channel of samples, as `arrays` does."""
        assert self._layout is not None
        return self._bulk_arrays(self._layout, start_ns, stop_ns, [segment])

    def _bulk_arrays(
        self,
        layout: SignalLayout,
        start_ns: int | None,
        stop_ns: int | None,
        segments: Iterable[Segment] | None = None,
    ) -> dict[str, Array]:
        stamps, sequences, values = [], [], []
        for segment in self._segments(start_ns, stop_ns) if segments is None else segments:
            records = self._records_of(segment, layout)
            times = records[:, 15:23].copy().view("<u8").ravel()
            if start_ns is not None or stop_ns is not None:
                low, high = start_ns or 0, 2**64 - 1 if stop_ns is None else stop_ns
                kept = (times >= np.uint64(low)) & (times < np.uint64(high))
                records, times = records[kept], times[kept]
            stamps.append(times)
            sequences.append(records[:, 11:15].copy().view("<u4").ravel())
            payloads = records[:, MESSAGE_HEAD.size :]
            values.append(layout.values(payloads, f"{self._recording.path}, {self.name!r}"))
        table = np.concatenate([np.empty((0, layout.width)), *values])
        arrays: dict[str, Array] = {
            STAMP: np.concatenate([np.empty(0, "<u8"), *stamps]).astype(np.int64),
            SEQUENCE: np.concatenate([np.empty(0, "<u4"), *sequences]).astype(np.int64),
        }
        for column, (_, start, size), flag in zip(
            layout.columns, layout.places, layout.present, strict=True
        ):
            part = table[:, start : start + size].reshape(len(table), *column.shape).copy()
            if flag is not None:
                part[table[:, flag] == 0.0] = np.nan
            arrays[column.name] = part
        return arrays

    def _records_of(self, segment: Segment, layout: SignalLayout) -> Array:
        """Return the channel's records in a segment, a row each.

        A segment that holds only this channel is not split into messages.
        """
        file = self._recording.file
        data = file.data(segment)
        size = MESSAGE_HEAD.size + layout.size
        if len(self.ids) == 1 and len(data) % size == 0:
            rows = np.frombuffer(data, dtype=np.uint8).reshape(-1, size)
            (number,) = self.ids
            head = np.frombuffer(MESSAGE_HEAD.pack(5, size - 9, number, 0, 0, 0), dtype=np.uint8)
            if (rows[:, :11] == head[:11]).all():
                return rows
        pieces = []
        for message in file.messages_in(segment, data):
            if message.channel_id in self.ids:
                if len(message.data) != layout.size:
                    raise InputError(
                        f"a sample has {len(message.data)} bytes",
                        f"{self._recording.path}, channel {self.name!r}",
                        f"{layout.size} bytes, the size of its columns",
                        "the file is corrupt or was written by another program",
                    )
                head_bytes = MESSAGE_HEAD.pack(
                    5, size - 9, message.channel_id, message.sequence, message.log_time, 0
                )
                pieces.append(head_bytes + message.data)
        return np.frombuffer(b"".join(pieces), dtype=np.uint8).reshape(-1, size)

    def table(self, start_ns: int | None = None, stop_ns: int | None = None) -> Any:  # noqa: ANN401
        """Return the channel as a `pyarrow.Table` (extra `arrow`), of all times or some."""
        arrow = require_arrow("RecordedChannel.table")
        arrays = self.arrays(start_ns, stop_ns)
        columns = {name: _arrow_column(array) for name, array in arrays.items()}
        try:
            for column in self.signal_columns:
                flags = arrays.get(column.present)
                if flags is not None and flags.ndim == 1:
                    values = zip(flags.tolist(), arrays[column.name].tolist(), strict=True)
                    columns[column.name] = [value if flag else None for flag, value in values]
            return arrow.table(columns)
        except (arrow.ArrowException, OverflowError) as error:
            raise table_error(error, self.where) from None


def require_arrow(where: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return the pyarrow package; raise an error with a fix if it is not installed."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise InputError(
            "pyarrow is not installed",
            where,
            "the extra `arrow`",
            "install pyarrow, or use CSV or numpy instead",
        ) from None


def table_error(error: Exception, where: str) -> InputError:
    """Return the error about messages that do not fit one Arrow table."""
    return InputError(
        f"the messages do not fit one table: {error}", where, "messages of the same structure"
    )


def _arrow_column(array: Array) -> Any:  # noqa: ANN401 - whatever pyarrow takes
    return array if array.ndim == 1 and array.dtype != object else array.tolist()


def _integers(values: list[int]) -> Array:
    fits = all(value < 1 << 63 for value in values)
    return np.array(values, dtype=np.int64 if fits else np.uint64)


class Recording:
    """A recording; a context manager. Iterating gives all messages in stored order."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self.file = McapFile(path)
        try:
            self._index()
        except BaseException:
            self.file.close()
            raise

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.path}, {counted(len(self.channels), 'channel')}>"

    def _index(self) -> None:
        self._counts: dict[str, int] | None = None
        if not self._has_all_channels():
            # The list of channels is complete only after all chunks have been read.
            ids = Counter(message.channel_id for message in self.file.messages())
            self._counts = self._by_name(ids)
        members: dict[str, list[Channel]] = {}
        for channel in sorted(self.file.channels.values()):
            members.setdefault(channel.topic, []).append(channel)
        self.channels = {
            name: RecordedChannel(self, name, group) for name, group in sorted(members.items())
        }

    def _has_all_channels(self) -> bool:
        file = self.file
        schemas = {0, *file.schemas}
        if not all(each.schema_id in schemas for each in file.channels.values()):
            return False
        if file.statistics is not None and file.statistics.channel_count == len(file.channels):
            return True
        return all(
            segment.counts is not None and segment.counts.keys() <= file.channels.keys()
            for segment in file.segments
        )

    def counts(self) -> dict[str, int]:
        """Return the number of messages of each channel."""
        if self._counts is None:
            self._counts = self._by_name(self._count_by_id())
        return self._counts

    def _count_by_id(self) -> Counter[int]:
        ids: Counter[int] = Counter()
        for segment in self.file.segments:
            if segment.counts is None:
                ids.update(message.channel_id for message in self.file.messages_in(segment))
            else:
                ids.update(segment.counts)
        return ids

    def _by_name(self, ids: Counter[int]) -> dict[str, int]:
        counts = dict.fromkeys(sorted(each.topic for each in self.file.channels.values()), 0)
        for number, count in ids.items():
            channel = self.file.channels.get(number)
            if channel is not None:
                counts[channel.topic] += count
        return counts

    @property
    def cut_off(self) -> str | None:
        """A description of how the recording is incomplete, or None."""
        return None if self.file.cut_off is None else cut_off_text(self.file)

    @property
    def is_partial(self) -> bool:
        """Whether it holds only the beginning of its run: truncated, or recovered after that."""
        return self.file.cut_off is not None or RESULT_RECOVERED in self.results

    @property
    def is_being_written(self) -> bool:
        """Whether its run is still recording."""
        return self.file.cut_off is not None and is_being_written(self.file.descriptor)

    @property
    def start_ns(self) -> int | None:
        """The earliest stamp, or None without messages."""
        return min((segment.start_ns for segment in self._nonempty_segments()), default=None)

    @property
    def stop_ns(self) -> int | None:
        """The latest stamp, or None without messages."""
        return max((segment.stop_ns for segment in self._nonempty_segments()), default=None)

    def _nonempty_segments(self) -> Iterator[Segment]:
        """Yield segments with messages; the times of a chunk without messages are 0."""
        for segment in self.file.segments:
            if segment.stop_ns or segment.counts or any(self.file.tuples_in(segment)):
                yield segment

    @checked_arguments
    def metadata(self, name: str) -> dict[str, str]:
        """Return the metadata with a name; empty if there are none."""
        values: dict[str, str] = {}
        for each in self.file.metadata:
            if each.name == name:
                values |= each.metadata
        return values

    @property
    def manifest(self) -> dict[str, str]:
        """The settings of the run, written before its first message."""
        return self.metadata(METADATA_MANIFEST)

    @property
    def results(self) -> dict[str, str]:
        """Results at the end of the run: order digest, state digest, how it ended."""
        return self.metadata(METADATA_RESULTS)

    def totals(self) -> dict[str, dict[str, Any]]:
        """Return count, bytes and digest of each channel, as stored at the end of the file."""
        where = f"{self.path}, metadata {METADATA_CHANNELS!r}"
        totals = {}
        for name, text in self.metadata(METADATA_CHANNELS).items():
            total = parse_object(text.encode(), where)
            if not _SHA256.fullmatch(str(total.get("sha256", "0" * 64))):
                raise InputError(
                    f"the stored digest of {name[:80]!r} is not a SHA-256",
                    where,
                    "64 hexadecimal digits",
                )
            totals[name] = total
        return totals

    def attachment_names(self) -> list[str]:
        """Return the names of the attachments."""
        return [each.name for each in self.file.attachments]

    def attachment(self, name: str) -> Attachment:
        """Return an attachment."""
        for each in self.file.attachments:
            if each.name == name:
                return self.file.attachment(each)
        names = self.attachment_names()
        raise InputError(
            f"there is no attachment {name!r}{did_you_mean(name, names)}",
            self.path,
            f"one of {', '.join(names) or 'none'}",
        )

    def __getitem__(self, name: str) -> RecordedChannel:
        try:
            return self.channels[name]
        except KeyError:
            raise InputError(
                f"there is no channel {name!r}{did_you_mean(str(name), self.channels)}",
                self.path,
                f"one of {listed(self.channels)}",
            ) from None

    def __iter__(self) -> Iterator[RecordedMessage]:
        return self.messages()

    @checked_arguments
    def messages(
        self,
        channels: Iterable[str] | None = None,
        start_ns: int | None = None,
        stop_ns: int | None = None,
    ) -> Iterator[RecordedMessage]:
        """Iterate over messages in stored order, of all channels or of those named.

        `start_ns` and `stop_ns`, which is not included, limit the times. Only chunks that have
        such messages are read.
        """
        ids = None
        if channels is not None:
            names = {self[name].name for name in channels}
            ids = {n for n, channel in self.file.channels.items() if channel.topic in names}
        for message in self.stored(ids, start_ns, stop_ns):
            channel = self._channel(message.channel_id)
            payload = channel.decode_stored(message)
            yield RecordedMessage(
                channel.name, message.log_time, message.sequence, payload, message.data
            )

    @checked_arguments
    def stored(
        self,
        ids: Collection[int] | None = None,
        start_ns: int | None = None,
        stop_ns: int | None = None,
    ) -> Iterator[StoredMessage]:
        """Iterate over messages as stored, of all channels or of those with these numbers."""
        low, high = start_ns or 0, float("inf") if stop_ns is None else stop_ns
        for segment in self.file.segments_with(ids, start_ns, stop_ns):
            messages = map(as_stored_message, self.file.tuples_in(segment, ids=ids))
            if start_ns is None and stop_ns is None:
                yield from messages
            else:
                yield from (message for message in messages if low <= message.log_time < high)

    def _channel(self, number: int) -> RecordedChannel:
        """Return the channel with a number; add it if no index has mentioned it."""
        topic = self.file.channels[number].topic
        if topic not in self.channels:
            self.channels[topic] = RecordedChannel(self, topic, [self.file.channels[number]])
        return self.channels[topic]

    def digests(self) -> Digests:
        """Compute the digests of the stored messages in one pass."""
        self.file.require_true_summary()
        channels: dict[str, ChannelDigest] = {}
        of_id: dict[int, tuple[ChannelDigest, bytes | None]] = {}
        order = OrderDigest()
        for segment in self.file.segments:
            for message in self.file.messages_in(segment):
                entry = of_id.get(message.channel_id)
                if entry is None:
                    entry = of_id[message.channel_id] = self._digest_of(
                        message.channel_id, channels
                    )
                digest, key = entry
                if not segment.start_ns <= message.log_time <= segment.stop_ns or (
                    segment.counts is not None and message.channel_id not in segment.counts
                ):
                    raise corrupt(
                        "a message is outside of the times or channels of its chunk's index",
                        f"{self.path}, byte {segment.offset:_}",
                    )
                digest.add(message.log_time, message.data, message.publish_time)
                if key is not None:
                    order.add(key, message.log_time, message.sequence)
            for digest in channels.values():
                digest.flush()
            order.flush()
        for name, channel in self.channels.items():
            if name not in channels and not name.startswith(OBSERVER_PREFIX):
                channels[name] = channel.new_digest()
        return Digests(
            {
                name: channels[name].hexdigest()
                for name in sorted(channels)
                if not name.startswith(OBSERVER_PREFIX)
            },
            order.hexdigest(),
            self.content_digest(),
        )

    def content_digest(self) -> str:
        """Compute the digest of header, attachments and metadata."""
        self.file.require_true_summary()
        digest = ContentDigest(*self.file.header)
        for stored in self.file.attachments:
            log_ns, create_ns, name, media_type, data = self.file.attachment(stored)
            digest.add_attachment(name, media_type, data, log_ns, create_ns)
        for each in self.file.metadata:
            digest.add_metadata(*each)
        return digest.hexdigest()

    def _digest_of(
        self, number: int, channels: dict[str, ChannelDigest]
    ) -> tuple[ChannelDigest, bytes | None]:
        channel = self._channel(number)
        name = channel.name
        digest = channels.setdefault(name, channel.new_digest())
        return digest, order_key(name) if channel.is_bus_channel else None

    def close(self) -> None:
        """Close the file; may be repeated."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# The name of the recording in the folder of a run.
RECORDING_NAME = "run.mcap"


def open_recording(path: Path | str) -> Recording:
    """Open a recording, any MCAP file, or the folder of a run.

    A truncated recording is read up to its end, with an `IncompleteRecordingWarning`.
    """
    recording = Recording(recording_path(path))
    warn_if_incomplete(recording, stacklevel=3)
    return recording


def warn_if_incomplete(recording: Recording, *, stacklevel: int = 2) -> None:
    """Give an `IncompleteRecordingWarning` if a recording is truncated."""
    require_type("recording", recording, Recording, "project_ghost.telemetry.warn_if_incomplete")
    if recording.cut_off is not None:
        warnings.warn(recording.cut_off, IncompleteRecordingWarning, stacklevel=stacklevel)


@checked_arguments
def recording_path(path: Path | str) -> Path:
    """Resolve a path to a recording: a file, its unfinished `.part` file, or a run's folder.

    A killed run leaves `NAME.part`, which is used if `NAME` does not exist.
    """
    target = Path(path)
    try:
        if target.is_dir():
            target = target / RECORDING_NAME
        part = target.with_name(target.name + PART_SUFFIX)
        return part if not target.exists() and part.exists() else target
    except OSError:
        return target  # not accessible: opening it reports the error
