"""A recording, opened to be read: channels as iterators and as tables."""

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Self, final

import numpy as np

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.telemetry.encoding._channels import VIEW_KEY
from project_ghost.telemetry.encoding._columns import (
    SEQUENCE,
    STAMP,
    Array,
    Row,
    as_array,
    flattened,
    union_of_columns,
)
from project_ghost.telemetry.encoding._json import parsed
from project_ghost.telemetry.encoding._links import LINKS_SCHEMA_NAME, decode_links
from project_ghost.telemetry.encoding._payload import PayloadDecoder
from project_ghost.telemetry.encoding._signals import SignalLayout
from project_ghost.telemetry.mcap._file import McapFile, Segment, StoredMessage
from project_ghost.telemetry.mcap._records import MESSAGE_HEAD, Attachment, Channel
from project_ghost.telemetry.write._digest import ChannelDigest, OrderDigest, order_key
from project_ghost.telemetry.write._part_file import PART_SUFFIX, is_being_written
from project_ghost.telemetry.write._recorder import (
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    METADATA_RESULTS,
    RESULT_RECOVERED,
)

from ._patterns import listed
from ._replay import IncompleteRecordingWarning, cut_off_text

_SHA256 = re.compile("[0-9a-f]{64}")


class RecordedMessage(NamedTuple):
    """A message of a recording; `payload` is its content, `data` the bytes it is made of."""

    channel: str
    stamp_sim_ns: int
    sequence: int
    payload: dict[str, Any]
    data: bytes


class Digests(NamedTuple):
    """What the content hashes to: by channel, and the total order."""

    channels: dict[str, str]
    order: str


@final
class RecordedChannel:
    """One channel of a recording: iterate over it, or take it as a table."""

    def __init__(self, recording: "Recording", name: str, members: list[Channel]) -> None:
        self._recording = recording
        self._ids = frozenset(each.id for each in members)
        self.name = name
        self.message_encoding = members[0].message_encoding
        self.metadata = dict(members[0].metadata)
        schema = recording.file.schema_of(members[0])
        self.schema_name = schema.name if schema else ""
        self.schema_encoding = schema.encoding if schema else ""
        self.schema = schema.data if schema else b""
        self._decoders = {each.id: self._decoder_of(each) for each in members}
        self._decoder = self._decoders[members[0].id]
        # Several channels may share a topic, and need not be alike.
        self._is_mixed = len({each.kind for each in self._decoders.values()}) > 1
        self._layout = None if self._is_mixed else self._decoder.layout

    def _decoder_of(self, channel: Channel) -> PayloadDecoder:
        schema = self._recording.file.schema_of(channel)
        name = schema.name if schema else ""
        encoding, metadata = channel.message_encoding, channel.metadata
        return PayloadDecoder(self._recording.path, self.name, encoding, name, metadata)

    @property
    def count(self) -> int:
        """How many messages it has."""
        return self._recording.counts().get(self.name, 0)

    @property
    def is_view(self) -> bool:
        """Whether it is made of other channels, for viewers."""
        return VIEW_KEY in self.metadata

    @property
    def is_of_the_bus(self) -> bool:
        """Whether its messages are in the total order: no observer's, no viewer's, no blocks."""
        return (
            self.message_encoding == "json"
            and not self.is_view
            and not self.name.startswith(OBSERVER_PREFIX)
        )

    @property
    def stored_bytes(self) -> int:
        """How much of the file is read for it."""
        return sum(segment.size for segment in self._segments())

    @property
    def where(self) -> str:
        """Its place, as an error names it."""
        return f"{self._recording.path}, channel {self.name!r}"

    @property
    def is_readable(self) -> bool:
        """Whether its messages can be decoded here, and all in one way."""
        return self._decoder.is_able and not self._is_mixed

    def stored(self) -> Iterator[StoredMessage]:
        """Its messages as they are stored."""
        for segment in self._segments():
            for message in self._recording.file.messages_in(segment):
                if message.channel_id in self._ids:
                    yield message

    def _segments(self) -> Iterator[Segment]:
        for segment in self._recording.file.segments:
            if segment.counts is None or not self._ids.isdisjoint(segment.counts):
                yield segment

    def __iter__(self) -> Iterator[RecordedMessage]:
        for message in self.stored():
            yield RecordedMessage(
                self.name,
                message.log_time,
                message.sequence,
                self.decoded(message),
                message.data,
            )

    def __len__(self) -> int:
        return self.count

    def decoded(self, message: StoredMessage) -> dict[str, Any]:
        """A message's content; arrays of bulk channels as nested lists."""
        decoder = self._decoders.get(message.channel_id, self._decoder)
        return decoder.decode(message.data, message.log_time)

    def decode(self, data: bytes, stamp_ns: int) -> dict[str, Any]:
        """The content of a message of this channel; the stamp is for the error."""
        if self._is_mixed:
            raise InputError(
                "messages of several kinds share the topic",
                self.where,
                "channels of one topic that are alike",
                "decode a stored message, `decoded(message)`, which says of which channel it is",
            )
        return self._decoder.decode(data, stamp_ns)

    def rows(self) -> Iterator[tuple[int, int, Row]]:
        """Stamp, sequence and values by path, of each message; of each tick, for links."""
        if self.schema_name == LINKS_SCHEMA_NAME:
            for message in self.stored():
                block = decode_links(message.data, self.name)
                for i, link in enumerate(block.links.tolist()):
                    tick = block.first_tick + i
                    yield tick * block.step_ns, message.sequence, {"tick": tick, "link": link}
            return
        for message in self.stored():
            row = flattened(self.decoded(message), self.where)
            yield message.log_time, message.sequence, row

    def arrays(self) -> dict[str, Array]:
        """The whole channel as arrays, a column each, with `stamp_sim_ns` and `sequence`.

        A column that some messages have not, or whose lengths differ, is of objects.
        """
        if self._layout is not None:
            return self._bulk_arrays(self._layout)
        rows = list(self.rows())
        columns = union_of_columns((row for _, _, row in rows), self.where)
        return {
            STAMP: _integers([stamp for stamp, _, _ in rows]),
            SEQUENCE: _integers([sequence for _, sequence, _ in rows]),
            **{name: as_array([row.get(name) for _, _, row in rows]) for name in columns},
        }

    def _bulk_arrays(self, layout: SignalLayout) -> dict[str, Array]:
        stamps, sequences, values = [], [], []
        for segment in self._segments():
            found = self._records_of(segment, layout)
            stamps.append(found[:, 15:23].copy().view("<u8").ravel())
            sequences.append(found[:, 11:15].copy().view("<u4").ravel())
            payloads = found[:, MESSAGE_HEAD.size :]
            values.append(layout.values(payloads, f"{self._recording.path}, {self.name!r}"))
        table = np.concatenate([np.empty((0, layout.width)), *values])
        found_arrays: dict[str, Array] = {
            STAMP: np.concatenate([np.empty(0, "<u8"), *stamps]).astype(np.int64),
            SEQUENCE: np.concatenate([np.empty(0, "<u4"), *sequences]).astype(np.int64),
        }
        for column, (_, start, size) in zip(layout.columns, layout.places, strict=True):
            part = table[:, start : start + size].reshape(len(table), *column.shape)
            found_arrays[column.name] = np.ascontiguousarray(part)
        return found_arrays

    def _records_of(self, segment: Segment, layout: SignalLayout) -> Array:
        """The channel's records in a segment, a row each: at once where nothing else is there."""
        file = self._recording.file
        data = file.data(segment)
        size = MESSAGE_HEAD.size + layout.size
        if len(self._ids) == 1 and len(data) % size == 0:
            rows = np.frombuffer(data, dtype=np.uint8).reshape(-1, size)
            (number,) = self._ids
            head = np.frombuffer(MESSAGE_HEAD.pack(5, size - 9, number, 0, 0, 0), dtype=np.uint8)
            if (rows[:, :11] == head[:11]).all():
                return rows
        pieces = []
        for message in file.messages_in(segment, data):
            if message.channel_id in self._ids:
                if len(message.data) != layout.size:
                    raise InputError(
                        f"a sample has {len(message.data)} bytes",
                        f"{self._recording.path}, channel {self.name!r}",
                        f"{layout.size}, as its columns say",
                        "the file is corrupt, or written by something else",
                    )
                head_bytes = MESSAGE_HEAD.pack(
                    5, size - 9, message.channel_id, message.sequence, message.log_time, 0
                )
                pieces.append(head_bytes + message.data)
        return np.frombuffer(b"".join(pieces), dtype=np.uint8).reshape(-1, size)

    def table(self) -> Any:  # noqa: ANN401 - pyarrow has no types
        """The whole channel as a `pyarrow.Table` (the extra `arrow`)."""
        arrow = require_arrow("RecordedChannel.table")
        columns = {name: _arrow_column(array) for name, array in self.arrays().items()}
        try:
            return arrow.table(columns)
        except (arrow.ArrowException, OverflowError) as error:
            raise no_table(error, self.where) from None


def require_arrow(where: str) -> Any:  # noqa: ANN401 - pyarrow has no types
    """The pyarrow package, or an error that says how to get it."""
    try:
        return import_module("pyarrow")
    except ImportError:
        raise InputError(
            "pyarrow is not installed",
            where,
            "the extra `arrow`",
            "install pyarrow, or use CSV or numpy instead",
        ) from None


def no_table(error: Exception, where: str) -> InputError:
    """The error about messages of which Arrow makes no table."""
    return InputError(
        f"its messages do not fit one table: {error}", where, "messages that are alike"
    )


def _arrow_column(array: Array) -> Any:  # noqa: ANN401 - whatever pyarrow takes
    return array if array.ndim == 1 and array.dtype != object else array.tolist()


def _integers(values: list[int]) -> Array:
    fits = all(value < 1 << 63 for value in values)
    return np.array(values, dtype=np.int64 if fits else np.uint64)


@final
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

    def _index(self) -> None:
        self._counts: dict[str, int] | None = None
        if not self._knows_channels():
            # Only the chunks themselves tell which channels there are.
            ids = Counter(message.channel_id for message in self.file.messages())
            self._counts = self._by_name(ids)
        members: dict[str, list[Channel]] = {}
        for channel in sorted(self.file.channels.values()):
            members.setdefault(channel.topic, []).append(channel)
        self.channels = {
            name: RecordedChannel(self, name, found) for name, found in sorted(members.items())
        }

    def _knows_channels(self) -> bool:
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
        """How many messages each channel has."""
        if self._counts is None:
            self._counts = self._by_name(self._ids())
        return self._counts

    def _ids(self) -> Counter[int]:
        ids: Counter[int] = Counter()
        for segment in self.file.segments:
            if segment.counts is None:
                ids.update(message.channel_id for message in self.file.messages_in(segment))
            else:
                ids.update(segment.counts)
        return ids

    def _by_name(self, ids: Counter[int]) -> dict[str, int]:
        found = dict.fromkeys(sorted(each.topic for each in self.file.channels.values()), 0)
        for number, count in ids.items():
            channel = self.file.channels.get(number)
            if channel is not None:
                found[channel.topic] += count
        return found

    @property
    def cut_off(self) -> str | None:
        """What there is to say if the recording has no end; None if it has."""
        return None if self.file.cut_off is None else cut_off_text(self.file)

    @property
    def is_partial(self) -> bool:
        """Whether it has the beginning of its run only: it was cut off, recovered since or not."""
        return self.file.cut_off is not None or RESULT_RECOVERED in self.results

    @property
    def is_being_written(self) -> bool:
        """Whether it has no end yet, because its run still goes on."""
        return self.file.cut_off is not None and is_being_written(self.file.descriptor)

    @property
    def start_ns(self) -> int | None:
        """The earliest stamp, or None where there is no message."""
        return min((segment.start_ns for segment in self._filled()), default=None)

    @property
    def stop_ns(self) -> int | None:
        """The latest stamp, or None where there is no message."""
        return max((segment.stop_ns for segment in self._filled()), default=None)

    def _filled(self) -> Iterator[Segment]:
        """The segments that have messages: a chunk of schemas alone says 0 for its times."""
        for segment in self.file.segments:
            if segment.stop_ns or segment.counts or any(self.file.tuples_in(segment)):
                yield segment

    def metadata(self, name: str) -> dict[str, str]:
        """The metadata of a name; empty where there are none."""
        found: dict[str, str] = {}
        for each in self.file.metadata:
            if each.name == name:
                found |= each.metadata
        return found

    @property
    def manifest(self) -> dict[str, str]:
        """What the run was told to be, from before its first message."""
        return self.metadata(METADATA_MANIFEST)

    @property
    def results(self) -> dict[str, str]:
        """What stands at its end: digests of the order and of the state, how it ended."""
        return self.metadata(METADATA_RESULTS)

    def totals(self) -> dict[str, dict[str, Any]]:
        """Count, bytes and digest of each channel, as its writer stored them at the end."""
        where = f"{self.path}, metadata {METADATA_CHANNELS!r}"
        found = {}
        for name, text in self.metadata(METADATA_CHANNELS).items():
            total = parsed(text.encode(), where)
            if not _SHA256.fullmatch(str(total.get("sha256", "0" * 64))):
                raise InputError(
                    f"the digest of {name[:80]!r} is none", where, "64 hexadecimal digits"
                )
            found[name] = total
        return found

    def attachment_names(self) -> list[str]:
        """What the files inside the recording are called."""
        return [each.name for each in self.file.attachments]

    def attachment(self, name: str) -> Attachment:
        """A file inside the recording."""
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

    def messages(self, channels: Iterable[str] | None = None) -> Iterator[RecordedMessage]:
        """Messages in stored order, of all channels or of those named."""
        wanted = self.channels.keys() if channels is None else {self[n].name for n in channels}
        for message in self.file.messages():
            channel = self._channel(message.channel_id)
            if channel.name in wanted:
                payload = channel.decoded(message)
                yield RecordedMessage(
                    channel.name, message.log_time, message.sequence, payload, message.data
                )

    def _channel(self, number: int) -> RecordedChannel:
        """The channel of a message; one that no index has mentioned is taken as it comes."""
        topic = self.file.channels[number].topic
        if topic not in self.channels:
            self.channels[topic] = RecordedChannel(self, topic, [self.file.channels[number]])
        return self.channels[topic]

    def digests(self) -> Digests:
        """The digests of what is in the file now, made anew in one pass over all messages."""
        channels: dict[str, ChannelDigest] = {}
        of_id: dict[int, tuple[ChannelDigest, bytes | None]] = {}
        order = OrderDigest()
        for segment in self.file.segments:
            for message in self.file.messages_in(segment):
                found = of_id.get(message.channel_id)
                if found is None:
                    found = of_id[message.channel_id] = self._digest_of(
                        message.channel_id, channels
                    )
                digest, key = found
                digest.add(message.log_time, message.data)
                if key is not None:
                    order.add(key, message.log_time, message.sequence)
            for digest in channels.values():
                digest.settle()
            order.settle()
        for name, channel in self.channels.items():
            if name not in channels and not name.startswith(OBSERVER_PREFIX):
                channels[name] = _new_digest(channel)
        return Digests(
            {
                name: channels[name].hexdigest()
                for name in sorted(channels)
                if not name.startswith(OBSERVER_PREFIX)
            },
            order.hexdigest(),
        )

    def _digest_of(
        self, number: int, channels: dict[str, ChannelDigest]
    ) -> tuple[ChannelDigest, bytes | None]:
        channel = self._channel(number)
        name = channel.name
        digest = channels.setdefault(name, _new_digest(channel))
        return digest, order_key(name) if channel.is_of_the_bus else None

    def close(self) -> None:
        """Let go of the file; twice is fine."""
        self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _new_digest(channel: RecordedChannel) -> ChannelDigest:
    return ChannelDigest(
        channel.message_encoding, channel.schema_name, channel.schema_encoding, channel.schema
    )


def open_recording(path: Path | str) -> Recording:
    """Open a recording, any MCAP file, or the folder of a run.

    One that was cut off is read as far as it goes, with an `IncompleteRecordingWarning`.
    """
    recording = Recording(recording_path(path))
    if recording.cut_off is not None:
        warnings.warn(recording.cut_off, IncompleteRecordingWarning, stacklevel=2)
    return recording


def recording_path(path: Path | str) -> Path:
    """The recording that is meant: the file itself, what is left of it, or a folder's.

    A run that was killed has left `NAME.part`, which is what its name then means.
    """
    wanted = Path(path)
    try:
        if wanted.is_dir():
            wanted = wanted / "run.mcap"
        part = wanted.with_name(wanted.name + PART_SUFFIX)
        return part if not wanted.exists() and part.exists() else wanted
    except OSError:
        return wanted  # it may not be looked at, which is said by who opens it
