"""Philox 4x32-10: a block cipher on a counter, so that each draw is a function of its position.

From "Parallel random numbers: as easy as 1, 2, 3" (Salmon, Moraes, Dror and Shaw, 2011),
whose known-answer vectors are in the tests. There is no generator state.

Every operation is masked to 32 bits, so one source serves Python integers, numpy
integer arrays (many blocks at once) and compiled 64-bit integers, whose products wrap around
before they are masked.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Word = TypeVar("Word", int, NDArray[np.int64])

_MASK = 0xFFFFFFFF


def philox(
    c0: Word, c1: Word, c2: Word, c3: Word, k0: int, k1: int
) -> tuple[Word, Word, Word, Word]:
    """Return the four 32-bit words of the counter (c0, c1, c2, c3) under the key (k0, k1)."""
    for _ in range(10):
        p0 = c0 * 0xD2511F53
        p1 = c2 * 0xCD9E8D57
        c0 = (p1 >> 32) & _MASK ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> 32) & _MASK ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + 0x9E3779B9) & _MASK
        k1 = (k1 + 0xBB67AE85) & _MASK
    return c0, c1, c2, c3
