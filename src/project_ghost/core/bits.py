"""64-bit integers, the same in Python, where integers have no end, and in compiled code."""

import struct

__all__ = ["bits_of", "wrapped"]

_RANGE = 1 << 64
_HALF = 1 << 63


def wrapped(value: int) -> int:
    """The value as a signed 64-bit integer (compiled: it is one already)."""
    return (value + _HALF) % _RANGE - _HALF


def bits_of(x: float) -> int:
    """A float's bits as a signed 64-bit integer (compiled: a cast)."""
    (value,) = struct.unpack("<q", struct.pack("<d", x))
    return int(value)
