"""Write typed messages to a file, in the format that other programs share."""

from collections.abc import Mapping
from dataclasses import is_dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self, final

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.hal.fields import require_stamp_ns
from project_ghost.telemetry.encoding._channels import message_channel, require_channel_name
from project_ghost.telemetry.encoding._encoding import encode_to_bytes
from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._compression import Compression
from project_ghost.telemetry.mcap._writer import McapWriter

from ._part_file import PartFile
from ._recorder import LIBRARY

CHANNEL_STATE_NAV: Final = "/state/nav"
CHANNEL_EVENTS: Final = "/events"

_CHUNK_BYTES = 1 << 20


class SinkClosedError(InputError, RuntimeError):
    """A message was published to a closed sink."""


@final
class MCAPFileSink:
    """Writes dataclasses to an MCAP file; a context manager.

    A channel keeps the class of its first message; `metadata` records, by name, come first in
    the file. It is written as `PATH.part` and renamed when it is closed, which replaces an
    existing file.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        compression: Compression = "zstd",
        metadata: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._file = PartFile(path, replacing=True, keeping=False)
        try:
            self._writer = McapWriter(self._file, LIBRARY, compression)
            for name, values in (metadata or {}).items():
                self._writer.add_metadata(name, dict(values))
        except BaseException:
            self._file.discard()
            raise
        self._file.keeping = True
        self._builder = ChunkBuilder()
        self._channels: dict[str, tuple[int, type]] = {}
        self._schemas: dict[type, int] = {}
        self._sequence = 0
        self._closed = False

    def publish(self, channel: str, stamp_sim_ns: int, message: object) -> None:
        """Append a message."""
        where = "MCAPFileSink.publish"
        if self._closed:
            raise SinkClosedError("the sink is closed", where, "an open sink")
        require_channel_name(channel, where)
        stamp_ns = require_stamp_ns(stamp_sim_ns, "stamp_sim_ns", where)
        kind: type = type(message)
        if not is_dataclass(kind):
            raise InputTypeError(
                f"message is {message!r}, of type {kind.__name__}", where, "a dataclass"
            )
        known = self._channels.get(channel)
        if known is not None and known[1] is not kind:
            raise InputError(
                f"a {kind.__name__} was published on {channel!r}, a channel of {known[1].__name__}",
                where,
                "one schema for each channel",
                "publish it on another channel",
            )
        data = encode_to_bytes(message)
        number = known[0] if known is not None else self._declare(channel, kind)
        self._builder.add(number, self._sequence, stamp_ns, data)
        self._sequence += 1
        if self._builder.size >= _CHUNK_BYTES:
            self._writer.add_chunk(self._builder)

    def _declare(self, channel: str, kind: type) -> int:
        spec = message_channel(channel, kind)
        if kind not in self._schemas:
            schema_id, record = self._writer.new_schema(
                spec.schema_name, "jsonschema", spec.schema_bytes()
            )
            self._schemas[kind] = schema_id
            self._writer.put(record)
        number, record = self._writer.new_channel(channel, "json", self._schemas[kind], {})
        self._writer.put(record)
        self._channels[channel] = number, kind
        return number

    def close(self) -> None:
        """Write the last chunk and give the file its final name; may be repeated."""
        if self._closed:
            return
        self._closed = True
        try:
            self._writer.add_chunk(self._builder)
            self._writer.finish()
            self._file.finish()
        finally:
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
        self.close()
