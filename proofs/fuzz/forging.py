"""Rewrite a recording with something changed in it, correct in every checksum of MCAP.

`rewrite` is what somebody does who knows the format, `forged` what somebody does who also knows our
digests.
"""

from collections.abc import Callable
from pathlib import Path

from project_ghost.telemetry import CONTENT_KEY, METADATA_RESULTS, McapFile, Recording
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._file import StoredMessage
from project_ghost.telemetry.mcap._records import Attachment, Channel, Metadata
from project_ghost.telemetry.mcap._writer import McapWriter


def rewrite(
    source: Path,
    target: Path,
    *,
    channel: Callable[[Channel], Channel] = lambda each: each,
    metadata: Callable[[Metadata], Metadata] = lambda each: each,
    attachment: Callable[[Attachment], Attachment] = lambda each: each,
    message: Callable[[StoredMessage], StoredMessage] = lambda each: each,
    library: str | None = None,
) -> Path:
    """Write the recording with every record passed through a function."""
    with McapFile(source) as file, target.open("wb") as output:
        writer = McapWriter(output, library or file.header.library, profile=file.header.profile)
        for stored in file.attachments:
            log_ns, create_ns, name, media_type, data = attachment(file.attachment(stored))
            writer.add_attachment(name, media_type, data, log_ns, create_ns)
        content = iter(file.metadata)
        writer.add_metadata(*metadata(next(content)))
        # The whole file once, so that channels inside of chunks are known.
        messages = [message(each) for each in file.messages()]
        writer.adopt(file.schemas.values(), map(channel, file.channels.values()))
        builder = ChunkBuilder()
        for each in messages:
            number, sequence, log_ns, publish_ns, data = each
            builder.add(number, sequence, log_ns, data, publish_ns)
        writer.add_chunk(builder)
        for record in content:
            writer.add_metadata(*metadata(record))
        writer.finish()
    return target


def forged(
    source: Path, target: Path, names: dict[str, bytes], manifest: dict[str, str | None]
) -> Path:
    """Write the recording with other attachments and manifest, and the content's digest anew."""

    def attachment(each: Attachment) -> Attachment:
        return each._replace(data=names.get(each.name, each.data))

    def metadata(each: Metadata) -> Metadata:
        if each.name != "ghost.manifest":
            return each
        changed = {k: v for k, v in {**each.metadata, **manifest}.items() if v is not None}
        return each._replace(metadata=changed)

    return seal(rewrite(source, target, attachment=attachment, metadata=metadata))


def seal(path: Path) -> Path:
    """Compute the content's digest of a recording anew, in place."""
    with Recording(path) as recording:
        content = recording.content_digest()

    def with_digest(each: Metadata) -> Metadata:
        if each.name != METADATA_RESULTS:
            return each
        return each._replace(metadata=each.metadata | {CONTENT_KEY: content})

    sealed = rewrite(path, path.with_name(f"{path.name}.sealed"), metadata=with_digest)
    return sealed.replace(path)
