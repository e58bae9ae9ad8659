"""Hashes over what a recording holds, not over the file that holds it.

A channel's digest is SHA-256 over

    "ghost channel 1", then message encoding, schema name, schema encoding and schema,
    each as its length (8 bytes, little-endian) and its bytes,
    then for every message its stamp in nanoseconds and the payload's length (8 bytes each,
    little-endian) and the payload.

So it depends neither on compression nor on chunks, and not on the global sequence: one
more message elsewhere does not change it. The order has a digest of its own, over
"ghost order 1" and, for every message in the order of the file, the first 8 bytes of the
SHA-256 of the channel's name, the stamp and the sequence (8 bytes each, the sequence's low
32 bits).

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
    """The digest of one channel, made as its messages come."""

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
        """Take one message; `settle` has to follow before there are too many."""
        size = len(payload)
        self._parts += (_PAIR.pack(stamp_ns, size), payload)
        self.count += 1
        self.bytes += size

    def add_rows(self, stamps_ns: NDArray[np.uint64], payloads: NDArray[np.uint8]) -> None:
        """Take many messages of one size, a row each."""
        count, size = payloads.shape
        rows = np.empty(count, dtype=[("stamp", "<u8"), ("size", "<u8"), ("data", "u1", (size,))])
        rows["stamp"], rows["size"], rows["data"] = stamps_ns, size, payloads
        self.settle()
        self._hash.update(rows.data)
        self.count += count
        self.bytes += count * size

    def settle(self) -> None:
        """Hash what was taken, and let go of it."""
        if self._parts:
            self._hash.update(b"".join(self._parts))
            self._parts.clear()

    def hexdigest(self) -> str:
        """The digest of all messages so far."""
        self.settle()
        return self._hash.hexdigest()


@final
class OrderDigest:
    """The digest of the total order."""

    __slots__ = ("_hash", "_parts")

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"ghost order 1")
        self._parts: list[bytes] = []

    def add(self, key: bytes, stamp_ns: int, sequence: int) -> None:
        """Take one message, of the channel with this `order_key`."""
        self._parts.append(_ORDER.pack(key, stamp_ns, sequence & _LOW_32))

    def settle(self) -> None:
        """Hash what was taken, and let go of it."""
        if self._parts:
            self._hash.update(b"".join(self._parts))
            self._parts.clear()

    def hexdigest(self) -> str:
        """The digest of all messages so far."""
        self.settle()
        return self._hash.hexdigest()


def order_key(channel: str) -> bytes:
    """What stands for a channel in the digest of the order."""
    return hashlib.sha256(channel.encode()).digest()[:8]
