"""A whole file out of one that was cut off or damaged: everything before the cut."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.bus import OBSERVER_PREFIX
from project_ghost.core.errors import InputError
from project_ghost.telemetry.encoding._channels import VIEW_KEY
from project_ghost.telemetry.encoding._encoding import encode_to_bytes
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._compression import COMPRESSIONS
from project_ghost.telemetry.mcap._file import McapFile, StoredAttachment, StoredMessage
from project_ghost.telemetry.mcap._writer import McapWriter
from project_ghost.telemetry.write._digest import ChannelDigest, OrderDigest, order_key
from project_ghost.telemetry.write._part_file import PART_SUFFIX, PartFile, being_written, is_locked
from project_ghost.telemetry.write._recorder import (
    METADATA_CHANNELS,
    METADATA_MANIFEST,
    METADATA_RESULTS,
    RESULT_RECOVERED,
)


class Recovery(NamedTuple):
    """What was saved, and why that is not all; `reason` is None where nothing was wrong."""

    path: Path
    messages: int
    stop_ns: int | None
    reason: str | None


def recovered_name(path: Path) -> Path:
    """What a recovered file is called if nobody says otherwise."""
    if path.name.endswith(PART_SUFFIX):
        return path.with_name(path.name.removesuffix(PART_SUFFIX))
    return path.with_name(f"{path.stem}-recovered{path.suffix or '.mcap'}")


def recover(
    path: Path | str,
    output: Path | str | None = None,
    *,
    force: bool = False,
    on_open: Callable[[McapFile], object] = lambda _: None,
) -> Recovery:
    """Write a whole file with everything up to the last complete chunk.

    `on_open` gets the file, of which all is read twice, to show how far it is.
    """
    source = Path(path)
    target = recovered_name(source) if output is None else Path(output)
    with McapFile(source, lenient=True) as file:
        on_open(file)
        if target.resolve() == source.resolve():
            raise InputError(
                "the output is the file itself", str(target), "another path", "give one with -o"
            )
        if target.is_dir():
            raise InputError(
                "the output is a folder", str(target), "the path of a file", "give one with -o"
            )
        # Read everything once: what is whole must be known before anything is written.
        segments = _whole_segments(file)
        attachments = _whole_attachments(file)
        has_some = file.channels or file.metadata or file.attachments
        if file.cut_off is not None and not has_some:
            raise InputError(
                "there is nothing to recover",
                str(source),
                "a recording with at least its manifest",
                "it was cut off before its first record; run the scenario again",
            )
        part = target.with_name(target.name + PART_SUFFIX)
        if part.resolve() == source.resolve():
            return _through_scratch(file, segments, attachments, target, force=force)
        output_file = PartFile(target, replacing=force, keeping=False)
        try:
            found = _write(file, segments, attachments, output_file)
            output_file.finish()
        except BaseException:
            output_file.discard()
            raise
    return found._replace(path=target)


def _through_scratch(
    file: McapFile,
    segments: int,
    attachments: list[StoredAttachment],
    target: Path,
    *,
    force: bool,
) -> Recovery:
    """`run.mcap.part` becomes `run.mcap`: its own name is taken until that is done."""
    if target.exists() and not force:
        raise InputError(
            "there is a recording already",
            str(target),
            "a path where nothing is",
            "give another with -o, or replace it with --force",
        )
    if is_locked(file.descriptor):
        raise being_written(Path(file.path))
    name = f"{target.name}.recovered"
    scratch = PartFile(target.with_name(name), replacing=True, keeping=False)
    try:
        found = _write(file, segments, attachments, scratch)
        scratch.finish()
        scratch.path.replace(target)
        Path(file.path).unlink()
    except BaseException:
        scratch.discard()
        raise
    return found._replace(path=target)


def _whole_segments(file: McapFile) -> int:
    """How many segments can be read; the first that cannot is where the file ends."""
    for number, segment in enumerate(file.segments):
        try:
            for _ in file.messages_in(segment):
                pass
        except InputError as error:
            if not number and segment.chunk and segment.chunk.compression not in COMPRESSIONS:
                raise  # not damaged: nothing of it can be read here
            file.cut_off = error.what
            return number
    return len(file.segments)


def _whole_attachments(file: McapFile) -> list[StoredAttachment]:
    """The attachments that can be read: one that is damaged is left out, and nothing else."""
    found = []
    for each in file.attachments:
        try:
            file.attachment(each)
        except InputError as error:
            file.cut_off = file.cut_off or f"{error.what} ({each.name[:80]!r}, which is left out)"
        else:
            found.append(each)
    return found


def _write(
    file: McapFile, segments: int, attachments: list[StoredAttachment], output: PartFile
) -> Recovery:
    writer = McapWriter(output, file.header.library, profile=file.header.profile)
    is_ours = any(each.name == METADATA_MANIFEST for each in file.metadata)
    ending = {METADATA_CHANNELS, METADATA_RESULTS} if is_ours and file.cut_off else set()
    for stored in attachments:
        each = file.attachment(stored)
        writer.add_attachment(
            each.name, each.media_type, each.data, each.log_time, each.create_time
        )
    for metadata in file.metadata:
        if metadata.name not in ending:
            writer.add_metadata(*metadata)
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
    if ending:
        writer.add_metadata(METADATA_CHANNELS, totals.by_channel())
        results = {"order_sha256": totals.order.hexdigest(), RESULT_RECOVERED: str(file.cut_off)}
        writer.add_metadata(METADATA_RESULTS, results)
    writer.finish()
    return Recovery(output.path, totals.messages, stop_ns, file.cut_off)


class _Totals:
    """Counts and digests of what is saved."""

    def __init__(self, file: McapFile) -> None:
        self.messages = 0
        self.order = OrderDigest()
        self._digests: dict[int, ChannelDigest] = {}
        self._keys: dict[int, bytes] = {}
        self._names = {number: each.topic for number, each in file.channels.items()}
        for number, channel in file.channels.items():
            schema = file.schema_of(channel)
            described = (schema.name, schema.encoding, schema.data) if schema else ("", "", b"")
            self._digests[number] = ChannelDigest(channel.message_encoding, *described)
            if (
                channel.message_encoding == "json"
                and VIEW_KEY not in channel.metadata
                and not channel.topic.startswith(OBSERVER_PREFIX)
            ):
                self._keys[number] = order_key(channel.topic)

    def counted(self, messages: Iterator[StoredMessage]) -> Iterator[StoredMessage]:
        """Pass messages on."""
        for message in messages:
            number = message.channel_id
            self._digests[number].add(message.log_time, message.data)
            if number in self._keys:
                self.order.add(self._keys[number], message.log_time, message.sequence)
            self.messages += 1
            yield message
        for digest in self._digests.values():
            digest.settle()
        self.order.settle()

    def by_channel(self) -> dict[str, str]:
        """As the recorder writes them at its end."""
        found = {}
        for number, digest in self._digests.items():
            name = self._names[number]
            total: dict[str, object] = {"bytes": digest.bytes, "count": digest.count}
            if not name.startswith(OBSERVER_PREFIX):
                total["sha256"] = digest.hexdigest()
            found[name] = encode_to_bytes(total).decode()
        return found
