"""Recover a truncated or damaged recording: write everything before the cut to a new file."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.arguments import checked_arguments
from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.core.files import is_locked
from project_ghost.telemetry.encoding._channels import is_bus_channel
from project_ghost.telemetry.encoding._encoding import encode_to_bytes
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._compression import COMPRESSIONS
from project_ghost.telemetry.mcap._file import McapFile, StoredAttachment, StoredMessage
from project_ghost.telemetry.mcap._records import Channel
from project_ghost.telemetry.mcap._writer import McapWriter
from project_ghost.telemetry.write._digest import (
    CONTENT_KEY,
    METADATA_RESULTS,
    ChannelDigest,
    ContentDigest,
    OrderDigest,
    order_key,
)
from project_ghost.telemetry.write._part_file import (
    PART_SUFFIX,
    PartFile,
    being_written_error,
)
from project_ghost.telemetry.write._recorder import (
    FORMAT,
    FORMAT_KEY,
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    RESULT_RECOVERED,
)


class Recovery(NamedTuple):
    """A recovered file; `reason` says why the rest was lost, and is None for an intact file."""

    path: Path
    messages: int
    stop_ns: int | None
    reason: str | None


def default_output(path: Path) -> Path:
    """Return the default path of the recovered file."""
    if path.name.endswith(PART_SUFFIX):
        return path.with_name(path.name.removesuffix(PART_SUFFIX))
    return path.with_name(f"{path.stem}-recovered{path.suffix or '.mcap'}")


@checked_arguments
def recover(
    path: Path | str,
    output: Path | str | None = None,
    *,
    force: bool = False,
    on_open: Callable[[McapFile], object] = lambda _: None,
) -> Recovery:
    """Write a complete file with everything up to the last intact chunk.

    `on_open` receives the file, which is read twice, to report progress.
    """
    source = Path(path)
    target = default_output(source) if output is None else Path(output)
    with McapFile(source, lenient=True) as file:
        on_open(file)
        if target.resolve() == source.resolve():
            raise InputError(
                "the output is the input file", str(target), "another path", "give one with -o"
            )
        if target.is_dir():
            raise InputError(
                "the output is a folder", str(target), "the path of a file", "give one with -o"
            )
        # First pass: find out what is intact before anything is written.
        segments = _count_readable_segments(file)
        attachments = _readable_attachments(file)
        has_content = file.channels or file.metadata or file.attachments
        if file.cut_off is not None and not has_content:
            raise InputError(
                "there is nothing to recover",
                str(source),
                "a recording with at least a manifest",
                "it ends before its first record; run the scenario again",
            )
        if target.exists() and not force:
            raise InputError(
                "a recording already exists",
                str(target),
                "an unused path",
                "give another with -o, or replace it with --force",
            )
        # `run.mcap.part` becomes `run.mcap`, unless its run is still writing it.
        part = target.with_name(target.name + PART_SUFFIX)
        is_in_place = part.resolve() == source.resolve()
        if is_in_place and is_locked(file.descriptor):
            raise being_written_error(Path(file.path))
        output_file = PartFile(target, replacing=force, keeping=False, scratch=True)
        try:
            recovery = _write(file, segments, attachments, output_file)
            output_file.finish()
        except BaseException:
            output_file.discard()
            raise
        if is_in_place:
            source.unlink()
    return recovery._replace(path=target)


def _count_readable_segments(file: McapFile) -> int:
    """Count the segments before the first unreadable one, which ends the recovery."""
    for number, segment in enumerate(file.segments):
        try:
            for _ in file.messages_in(segment):
                pass
        except InputError as error:
            if not number and segment.chunk and segment.chunk.compression not in COMPRESSIONS:
                raise  # not damage: the compression is not supported
            file.cut_off = error.what
            return number
    return len(file.segments)


def _readable_attachments(file: McapFile) -> list[StoredAttachment]:
    """Return the readable attachments; only damaged ones are left out."""
    attachments = []
    for each in file.attachments:
        try:
            file.attachment(each)
        except InputError as error:
            file.cut_off = file.cut_off or f"{error.what} ({each.name[:80]!r}, left out)"
        else:
            attachments.append(each)
    return attachments


def _write(
    file: McapFile, segments: int, attachments: list[StoredAttachment], output: PartFile
) -> Recovery:
    with closing(McapWriter(output, file.header.library, profile=file.header.profile)) as writer:
        return _rewrite(file, segments, attachments, writer, output.path)


def _rewrite(
    file: McapFile,
    segments: int,
    attachments: list[StoredAttachment],
    writer: McapWriter,
    path: Path,
) -> Recovery:
    content = ContentDigest(*file.header)
    manifests = [each.metadata for each in file.metadata if each.name == METADATA_MANIFEST]
    is_ours = bool(manifests) and file.cut_off is not None
    final_metadata = {METADATA_CHANNELS, METADATA_RESULTS} if is_ours else set()
    for stored in attachments:
        log_ns, create_ns, name, media_type, data = file.attachment(stored)
        writer.add_attachment(name, media_type, data, log_ns, create_ns)
        content.add_attachment(name, media_type, data, log_ns, create_ns)
    for metadata in file.metadata:
        if metadata.name not in final_metadata:
            writer.add_metadata(*metadata)
            content.add_metadata(*metadata)
    writer.adopt(file.schemas.values(), file.channels.values())
    totals = _Totals(file)
    builder = ChunkBuilder()
    stop_ns: int | None = None
    for segment in file.segments[:segments]:
        for message in totals.counted(file.messages_in(segment)):
            builder.add(
                message.channel_id,
                message.sequence,
                message.log_time,
                message.data,
                message.publish_time,
            )
        stop_ns = max(stop_ns or 0, builder.stop_ns) if builder.count else stop_ns
        writer.add_chunk(builder)
    if is_ours:
        results = {RESULT_RECOVERED: str(file.cut_off)}
        # Digests of older formats are defined in other ways: without any, none is wrong.
        if manifests[0].get(FORMAT_KEY) == FORMAT:
            writer.add_metadata(METADATA_CHANNELS, totals.by_channel())
            content.add_metadata(METADATA_CHANNELS, totals.by_channel())
            results["order_sha256"] = totals.order.hexdigest()
            content.add_metadata(METADATA_RESULTS, results)
            results[CONTENT_KEY] = content.hexdigest()
        writer.add_metadata(METADATA_RESULTS, results)
    writer.finish()
    return Recovery(path, totals.messages, stop_ns, file.cut_off)


class _Totals:
    """Counts and digests of the saved messages."""

    def __init__(self, file: McapFile) -> None:
        self.messages = 0
        self.order = OrderDigest()
        self._names = {number: each.topic for number, each in file.channels.items()}
        members: dict[str, list[Channel]] = {}
        for channel in sorted(file.channels.values()):
            members.setdefault(channel.topic, []).append(channel)
        self._by_name = {
            name: ChannelDigest(name, map(file.definition_of, group))
            for name, group in members.items()
        }
        self._digests = {number: self._by_name[name] for number, name in self._names.items()}
        self._keys = {
            number: order_key(channel.topic)
            for number, channel in file.channels.items()
            if is_bus_channel(channel.topic, channel.message_encoding, channel.metadata)
        }

    def counted(self, messages: Iterator[StoredMessage]) -> Iterator[StoredMessage]:
        """Yield the messages, counting them."""
        for message in messages:
            number = message.channel_id
            self._digests[number].add(message.log_time, message.data, message.publish_time)
            if number in self._keys:
                self.order.add(self._keys[number], message.log_time, message.sequence)
            self.messages += 1
            yield message
        for digest in self._by_name.values():
            digest.flush()
        self.order.flush()

    def by_channel(self) -> dict[str, str]:
        """Return the totals in the recorder's format."""
        totals = {}
        for name, digest in self._by_name.items():
            total: dict[str, object] = {"bytes": digest.bytes, "count": digest.count}
            if not name.startswith(OBSERVER_PREFIX):
                total["sha256"] = digest.hexdigest()
            totals[name] = encode_to_bytes(total).decode()
        return totals
