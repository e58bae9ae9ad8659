"""Digests of numbers and lines, the same on every machine."""

import hashlib
import math
import struct
from collections.abc import Iterable

# IEEE 754 leaves a NaN's sign and payload open, and x86-64 and aarch64 choose
# differently: every NaN is hashed as this one.
_NAN = struct.pack("<Q", 0x7FF8_0000_0000_0000)


def digest_of_doubles(values: Iterable[float]) -> str:
    """Return the SHA-256 of the values as little-endian doubles."""
    packed = (_NAN if math.isnan(value) else struct.pack("<d", value) for value in values)
    return hashlib.sha256(b"".join(packed)).hexdigest()


def digest_of_lines(lines: Iterable[str]) -> str:
    """Return the SHA-256 of the lines in UTF-8, each with its newline."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
