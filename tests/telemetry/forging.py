"""Rewrite a recording with something changed in it, correct in every checksum of MCAP."""

from collections.abc import Callable
from pathlib import Path

from project_ghost.telemetry import McapFile
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
