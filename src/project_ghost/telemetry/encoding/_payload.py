"""Decode the payloads of a channel: JSON, signal samples, hash links or Foxglove messages."""

import struct
from typing import Any, final

import numpy as np

from project_ghost.core.errors import InputError

from ._foxglove_messages import decode_foxglove, is_foxglove_message
from ._json import parse_object
from ._links import LINKS_SCHEMA_NAME, decode_links
from ._signals import COLUMNS_KEY, SignalLayout, layout_from_metadata

# Decoded JSON can take fifty times the memory of its bytes, so larger messages are refused.
DECODED_BYTES_MAX = 16 << 20


@final
class PayloadDecoder:
    """Decodes the messages of one channel."""

    def __init__(
        self, file: str, channel: str, encoding: str, schema_name: str, metadata: dict[str, str]
    ) -> None:
        self._where = f"{file}, channel {channel!r}"
        self._encoding = encoding
        self._schema_name = schema_name
        self.layout: SignalLayout | None = None
        # Decoders of equal kind decode the same bytes to the same content.
        self.kind: tuple[str | None, ...] = (encoding,)
        if encoding == "protobuf":
            self.layout = layout_from_metadata(channel, metadata)
            self.kind = encoding, schema_name, metadata.get(COLUMNS_KEY)

    @property
    def can_decode(self) -> bool:
        """Whether this decoder supports the channel's messages."""
        if self._encoding != "protobuf":
            return self._encoding == "json"
        known = self._schema_name == LINKS_SCHEMA_NAME or is_foxglove_message(self._schema_name)
        return known or self.layout is not None

    def decode(self, data: bytes, stamp_ns: int, *, all_present: bool = False) -> dict[str, Any]:
        """Return a message's content, arrays as nested lists; errors mention the stamp.

        A signal of a sample that is absent is None; with `all_present` it is what the file has.
        """
        where = f"{self._where}, time {stamp_ns:_} ns"
        if len(data) > DECODED_BYTES_MAX:
            raise InputError(
                f"a message has {len(data):_} bytes",
                where,
                f"at most {DECODED_BYTES_MAX:_} bytes to decode a message",
                "read its bytes: `message.data` of `channel.stored()`",
            )
        if self._encoding == "json":
            return parse_object(data, where)
        layout = self.layout
        if layout is not None:
            payload = np.frombuffer(data, dtype=np.uint8).reshape(1, -1)
            values = layout.values(payload, where)[0]
            return {
                column.name: values[start : start + size].reshape(column.shape).tolist()
                if all_present or flag is None or values[flag] != 0.0
                else None
                for column, (_, start, size), flag in zip(
                    layout.columns, layout.places, layout.present, strict=True
                )
            }
        if self._schema_name == LINKS_SCHEMA_NAME:
            block = decode_links(data, where)
            return {
                "first_tick": block.first_tick,
                "step_ns": block.step_ns,
                "links": block.links.tolist(),
            }
        if self._encoding == "protobuf" and is_foxglove_message(self._schema_name):
            try:
                return decode_foxglove(self._schema_name, data)
            except (ValueError, struct.error) as error:
                raise InputError(
                    f"a message of {self._schema_name} cannot be read: {error}",
                    where,
                    "a Protocol Buffers message that matches its schema",
                    "the file is corrupt or was written by another program",
                ) from None
        raise InputError(
            f"its messages are encoded as {self._encoding[:40]!r}, "
            f"with the schema {self._schema_name[:80]!r}",
            self._where,
            "JSON, or a bulk channel written by Ghost",
            "read its bytes: `message.data`",
        )
