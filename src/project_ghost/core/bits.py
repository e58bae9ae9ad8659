"""64-bit integers with the same values in Python, whose integers are unbounded, and compiled."""

import struct

__all__ = ["bits_of", "wrapped"]

_RANGE = 1 << 64
_HALF = 1 << 63


def wrapped(value: int) -> int:
    """Return the value modulo 2**64 as a signed integer (in compiled code it is one already)."""
    return (value + _HALF) % _RANGE - _HALF


def bits_of(x: float) -> int:
    """Return the bits of a float as a signed 64-bit integer (in compiled code a cast)."""
    (value,) = struct.unpack("<q", struct.pack("<d", x))
    return int(value)
