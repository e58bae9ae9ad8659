"""What the messages of a channel hold: JSON, samples in bulk, links, or what viewers show."""

import struct
from typing import Any, final

import numpy as np

from project_ghost.core.errors import InputError

from ._foxglove_messages import decoded, is_known
from ._json import parsed
from ._links import LINKS_SCHEMA_NAME, decode_links
from ._signals import COLUMNS_KEY, SignalLayout, layout_from_metadata

# Some bytes of JSON become fifty times as many in memory: what says more is not decoded.
DECODED_BYTES_MAX = 16 << 20


@final
class PayloadDecoder:
    """Decodes the messages of one channel; how is found once."""

    def __init__(
        self, file: str, channel: str, encoding: str, schema_name: str, metadata: dict[str, str]
    ) -> None:
        self._where = f"{file}, channel {channel!r}"
        self._encoding = encoding
        self._schema_name = schema_name
        self.layout: SignalLayout | None = None
        # What two decoders have in common that read the same of the same bytes.
        self.kind: tuple[str | None, ...] = (encoding,)
        if encoding == "protobuf":
            self.layout = layout_from_metadata(channel, metadata)
            self.kind = encoding, schema_name, metadata.get(COLUMNS_KEY)

    @property
    def is_able(self) -> bool:
        """Whether messages of this kind can be decoded here."""
        if self._encoding != "protobuf":
            return self._encoding == "json"
        known = self._schema_name == LINKS_SCHEMA_NAME or is_known(self._schema_name)
        return known or self.layout is not None

    def decode(self, data: bytes, stamp_ns: int) -> dict[str, Any]:
        """A message's content; arrays as nested lists. The stamp is for the error."""
        where = f"{self._where}, time {stamp_ns:_} ns"
        if len(data) > DECODED_BYTES_MAX:
            raise InputError(
                f"a message has {len(data):_} bytes",
                where,
                f"at most {DECODED_BYTES_MAX:_}, for a message to be decoded",
                "read its bytes: `message.data` of `channel.stored()`",
            )
        if self._encoding == "json":
            return parsed(data, where)
        layout = self.layout
        if layout is not None:
            payload = np.frombuffer(data, dtype=np.uint8).reshape(1, -1)
            values = layout.values(payload, where)[0]
            return {
                column.name: values[start : start + size].reshape(column.shape).tolist()
                for column, (_, start, size) in zip(layout.columns, layout.places, strict=True)
            }
        if self._schema_name == LINKS_SCHEMA_NAME:
            block = decode_links(data, where)
            return {
                "first_tick": block.first_tick,
                "step_ns": block.step_ns,
                "links": block.links.tolist(),
            }
        if self._encoding == "protobuf" and is_known(self._schema_name):
            try:
                return decoded(self._schema_name, data)
            except (ValueError, struct.error) as error:
                raise InputError(
                    f"a message of {self._schema_name} cannot be read: {error}",
                    where,
                    "Protocol Buffers as its schema says",
                    "the file is corrupt, or written by something else",
                ) from None
        raise InputError(
            f"its messages are encoded as {self._encoding[:40]!r}, "
            f"with the schema {self._schema_name[:80]!r}",
            self._where,
            "JSON, or a bulk channel of Ghost's",
            "read its bytes: `message.data`",
        )
