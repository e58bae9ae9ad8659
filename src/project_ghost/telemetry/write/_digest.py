"""Digests of a recording's content, independent of the file's layout.

A channel's digest is SHA-256 over

    "ghost channel 2" and the channel's name,
    then for every definition of the channel (one, in recordings of Ghost): message encoding,
    schema name, schema encoding and schema, the number of its metadata, and their keys and values
    in the order of the keys (names, units and shapes of samples, the actor that it is about),
    then for every message its log time and publish time in nanoseconds, the payload's length and
    the payload.

It depends neither on compression nor on chunks nor on the global sequence: one more message on
another channel does not change it. The total order has a separate digest, over "ghost order 1"
and, for every message in file order, the first 8 bytes of the SHA-256 of the channel's name,
the stamp and the sequence (8 bytes each, the sequence's low 32 bits).

The content's digest covers what is left: SHA-256 over "ghost content 1", the profile and the
library of the file's header, then in the order of the file every attachment (log time, creation
time, name, media type, data), then in the order of the file every metadata record (name, number
of entries, keys and values in the order of the keys) but the entry of this digest. The metadata
hold the digests of channels, order and state, so that it covers the whole recording.

Numbers have 8 bytes, little-endian; texts and bytes come after their length.

Why: ADR 10.
"""

import hashlib
import struct
from collections.abc import Iterable, Mapping
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.telemetry.mcap._message_block import Payloads, Places
from project_ghost.telemetry.mcap._records import ChannelDefinition

# The metadata record and the entry in it that hold the content's digest.
METADATA_RESULTS: Final = "ghost.results"
CONTENT_KEY: Final = "content_sha256"

_MESSAGE = struct.Struct("<QQQ")
_HEAD = np.dtype([("stamp", "<u8"), ("publish", "<u8"), ("size", "<u8")])  # the same in columns
_ORDER = struct.Struct("<8sQQ")
_LOW_32 = 0xFFFF_FFFF
# What waits to be hashed, however long a chunk is.
_PARTS_MAX = 20_000


@final
class ChannelDigest:
    """The digest of one channel, updated message by message."""

    __slots__ = ("_hash", "_parts", "bytes", "count")

    def __init__(self, name: str, definitions: Iterable[ChannelDefinition]) -> None:
        self._hash = hashlib.sha256(b"ghost channel 2" + _bytes(name.encode()))
        for each in definitions:
            self._hash.update(
                _texts(each.message_encoding, each.schema_name, each.schema_encoding)
                + _bytes(each.schema)
                + _mapping(each.metadata)
            )
        self._parts: list[bytes] = []
        self.count = 0
        self.bytes = 0

    def add(self, stamp_ns: int, payload: bytes, publish_ns: int | None = None) -> None:
        """Add one message; it stays in memory until `flush` is called.

        `publish_ns` is `stamp_ns` by default.
        """
        size = len(payload)
        published = stamp_ns if publish_ns is None else publish_ns
        self._parts += (_MESSAGE.pack(stamp_ns, published, size), payload)
        self.count += 1
        self.bytes += size
        if len(self._parts) > _PARTS_MAX:
            self.flush()

    def add_block(self, stamps_ns: NDArray[np.uint64], payloads: Payloads, places: Places) -> None:
        """Add many messages: those at some places among others."""
        stamps_ns, sizes = stamps_ns[places], payloads.sizes[places]
        heads = np.empty(len(sizes), dtype=_HEAD)
        heads["stamp"] = heads["publish"] = stamps_ns
        heads["size"] = sizes
        self.flush()
        self._hash.update(payloads.joined(heads, places))
        self.count += len(sizes)
        self.bytes += int(sizes.sum())

    def add_rows(self, stamps_ns: NDArray[np.uint64], payloads: NDArray[np.uint8]) -> None:
        """Add many messages of equal size, a row each."""
        count, size = payloads.shape
        rows = np.empty(count, dtype=[*_HEAD.descr, ("data", "u1", (size,))])
        rows["stamp"] = rows["publish"] = stamps_ns
        rows["size"], rows["data"] = size, payloads
        self.flush()
        self._hash.update(rows.data)
        self.count += count
        self.bytes += count * size

    def flush(self) -> None:
        """Hash the messages added so far and release them."""
        if self._parts:
            self._hash.update(b"".join(self._parts))
            self._parts.clear()

    def hexdigest(self) -> str:
        """The digest of all messages so far."""
        self.flush()
        return self._hash.hexdigest()


@final
class OrderDigest:
    """The digest of the total order."""

    __slots__ = ("_hash", "_parts")

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"ghost order 1")
        self._parts: list[bytes] = []

    def add(self, key: bytes, stamp_ns: int, sequence: int) -> None:
        """Add one message of the channel with this `order_key`."""
        self._parts.append(_ORDER.pack(key, stamp_ns, sequence & _LOW_32))
        if len(self._parts) > _PARTS_MAX:
            self.flush()

    def add_block(
        self,
        keys: NDArray[np.uint64],
        stamps_ns: NDArray[np.uint64],
        sequences: NDArray[np.uint64],
    ) -> None:
        """Add many messages; their keys are `order_key` as numbers."""
        rows = np.empty((len(keys), 3), dtype="<u8")
        rows[:, 0], rows[:, 1], rows[:, 2] = keys, stamps_ns, sequences & np.uint64(_LOW_32)
        self.flush()
        self._hash.update(rows.data)

    def flush(self) -> None:
        """Hash the messages added so far and release them."""
        if self._parts:
            self._hash.update(b"".join(self._parts))
            self._parts.clear()

    def hexdigest(self) -> str:
        """The digest of all messages so far."""
        self.flush()
        return self._hash.hexdigest()


@final
class ContentDigest:
    """The digest of header, attachments and metadata."""

    __slots__ = ("_hash", "_metadata")

    def __init__(self, profile: str, library: str) -> None:
        self._hash = hashlib.sha256(b"ghost content 1" + _texts(profile, library))
        self._metadata: list[bytes] = []

    def add_attachment(
        self, name: str, media_type: str, data: bytes, log_ns: int = 0, create_ns: int = 0
    ) -> None:
        """Add the next attachment."""
        self._hash.update(_number(log_ns) + _number(create_ns) + _texts(name, media_type))
        self._hash.update(_number(len(data)))
        self._hash.update(data)

    def add_metadata(self, name: str, values: Mapping[str, str]) -> None:
        """Add the next metadata record; the entry of this digest is left out."""
        if name == METADATA_RESULTS:
            values = {key: value for key, value in values.items() if key != CONTENT_KEY}
        self._metadata.append(_texts(name) + _mapping(values))

    def hexdigest(self) -> str:
        """The digest of all that was added so far."""
        whole = self._hash.copy()
        whole.update(b"".join(self._metadata))
        return whole.hexdigest()


def _number(value: int) -> bytes:
    return value.to_bytes(8, "little")


def _bytes(data: bytes) -> bytes:
    return _number(len(data)) + data


def _texts(*values: str) -> bytes:
    return b"".join(_bytes(value.encode()) for value in values)


def _mapping(values: Mapping[str, str]) -> bytes:
    pairs = (_texts(key, values[key]) for key in sorted(values))
    return _number(len(values)) + b"".join(pairs)


def order_key(channel: str) -> bytes:
    """Return the bytes that identify a channel in the order digest."""
    return hashlib.sha256(channel.encode()).digest()[:8]
