"""64-bit integers with the same values in Python, whose integers are unbounded, and compiled.

Numba promises LLVM that `a + b` and `a * b` of signed integers stay within 64 bits, and LLVM may
draw conclusions from that. Sums and products that are meant to wrap around are made here.
"""

import struct

__all__ = ["bits_of", "upper_product", "wrapping_product", "wrapping_sum"]

_RANGE = 1 << 64
_HALF = 1 << 63


def wrapping_sum(a: int, b: int) -> int:
    """Return a + b modulo 2**64, as a signed integer."""
    return (a + b + _HALF) % _RANGE - _HALF


def wrapping_product(a: int, b: int) -> int:
    """Return a * b modulo 2**64, as a signed integer."""
    return (a * b + _HALF) % _RANGE - _HALF


def upper_product(a: int, b: int) -> int:
    """Return the upper 64 of the 128 bits of the product of two unsigned integers."""
    return a * b >> 64


def bits_of(x: float) -> int:
    """Return the bits of a float as a signed 64-bit integer (in compiled code a cast)."""
    (value,) = struct.unpack("<q", struct.pack("<d", x))
    return int(value)
