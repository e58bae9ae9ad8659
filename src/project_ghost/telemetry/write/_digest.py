"""Digests of a recording's content, independent of the file's layout.

A channel's digest is SHA-256 over

    "ghost channel 1", then message encoding, schema name, schema encoding and schema,
    each as its length (8 bytes, little-endian) and its bytes,
    then for every message its stamp in nanoseconds and the payload's length (8 bytes each,
    little-endian) and the payload.

It depends neither on compression nor on chunks nor on the global sequence: one more message on
another channel does not change it. The total order has a separate digest, over "ghost order 1"
and, for every message in file order, the first 8 bytes of the SHA-256 of the channel's name,
the stamp and the sequence (8 bytes each, the sequence's low 32 bits).

Why: ADR 10.
"""

import hashlib
import struct
from typing import final

import numpy as np
from numpy.typing import NDArray

_PAIR = struct.Struct("<QQ")
_ORDER = struct.Struct("<8sQQ")
_LOW_32 = 0xFFFF_FFFF


@final
class ChannelDigest:
    """The digest of one channel, updated message by message."""

    __slots__ = ("_hash", "_parts", "bytes", "count")

    def __init__(self, message_encoding: str, name: str, encoding: str, schema: bytes) -> None:
        self._hash = hashlib.sha256(b"ghost channel 1")
        for each in (message_encoding.encode(), name.encode(), encoding.encode(), schema):
            self._hash.update(len(each).to_bytes(8, "little"))
            self._hash.update(each)
        self._parts: list[bytes] = []
        self.count = 0
        self.bytes = 0

    def add(self, stamp_ns: int, payload: bytes) -> None:
        """Add one message; it stays in memory until `flush` is called."""
        size = len(payload)
        self._parts += (_PAIR.pack(stamp_ns, size), payload)
        self.count += 1
        self.bytes += size

    def add_rows(self, stamps_ns: NDArray[np.uint64], payloads: NDArray[np.uint8]) -> None:
        """Add many messages of equal size, a row each."""
        count, size = payloads.shape
        rows = np.empty(count, dtype=[("stamp", "<u8"), ("size", "<u8"), ("data", "u1", (size,))])
        rows["stamp"], rows["size"], rows["data"] = stamps_ns, size, payloads
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

    def flush(self) -> None:
        """Hash the messages added so far and release them."""
        if self._parts:
            self._hash.update(b"".join(self._parts))
            self._parts.clear()

    def hexdigest(self) -> str:
        """The digest of all messages so far."""
        self.flush()
        return self._hash.hexdigest()


def order_key(channel: str) -> bytes:
    """Return the bytes that identify a channel in the order digest."""
    return hashlib.sha256(channel.encode()).digest()[:8]
