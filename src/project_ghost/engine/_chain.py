"""The hash chain: one 64-bit link a tick, over everything that the tick wrote.

A link mixes the last one with a sum over the written values, each multiplied by an odd
number of its own, made of its name. So the order of writing does not matter, and any
single different bit changes the link. It is a fingerprint against accidents, not
against forgery; SHA-256 goes over blocks of links.
"""

import hashlib
from collections.abc import Sequence

from project_ghost.core.words import bits_of, wrapped


def folded(total: int, x: float, key: int) -> int:
    """Add one value to a tick's sum."""
    return wrapped(total + (bits_of(x) ^ key) * (key | 1))


def folded_range(total: int, values: Sequence[float], start: int, stop: int, key: int) -> int:
    """Add many values of one signal, each with a key of its own."""
    for i in range(start, stop):
        total = folded(total, values[i], wrapped(key + (i - start) * 0x1E3779B97F4A7C15))
    return total


def linked(link: int, total: int) -> int:
    """The next link (Stafford's variant 13 of the SplitMix64 finalizer)."""
    z = wrapped(link * 0x2545F4914F6CDD1D + total)
    z = wrapped((z ^ ((z >> 30) & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47)
    z = wrapped((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


def key_of(name: str) -> int:
    """The key of a signal or state, from its name."""
    digest = hashlib.sha256(name.encode()).digest()
    return int.from_bytes(digest[:8], "little", signed=True)
