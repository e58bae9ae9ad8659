"""Philox 4x32-10: a block cipher on a counter, so that each draw is a function of its position.

From "Parallel random numbers: as easy as 1, 2, 3" (Salmon, Moraes, Dror and Shaw, 2011),
whose known-answer vectors are in the tests. There is no generator state.

Every operation is masked to 32 bits, so one source serves Python integers and numpy integer
arrays (many blocks at once). Compiled 64-bit integers have a form of their own, because a product
of two words may exceed them (`core.bits`).
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.bits import wrapping_product

Word = TypeVar("Word", int, NDArray[np.int64])

_MASK = 0xFFFFFFFF
# The multipliers, and what is added to the halves of the key in every round.
_MULTIPLIER_0, _MULTIPLIER_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85


def philox(
    c0: Word, c1: Word, c2: Word, c3: Word, k0: int, k1: int
) -> tuple[Word, Word, Word, Word]:
    """Return the four 32-bit words of the counter (c0, c1, c2, c3) under the key (k0, k1)."""
    for _ in range(10):
        p0 = c0 * _MULTIPLIER_0
        p1 = c2 * _MULTIPLIER_1
        c0 = (p1 >> 32) & _MASK ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> 32) & _MASK ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + _WEYL_0) & _MASK
        k1 = (k1 + _WEYL_1) & _MASK
    return c0, c1, c2, c3


def philox_of_words(
    c0: int, c1: int, c2: int, c3: int, k0: int, k1: int
) -> tuple[int, int, int, int]:
    """Return what `philox` returns, with products that wrap around: its compiled form."""
    for _ in range(10):
        p0 = wrapping_product(c0, _MULTIPLIER_0)
        p1 = wrapping_product(c2, _MULTIPLIER_1)
        c0 = (p1 >> 32) & _MASK ^ c1 ^ k0
        c1 = p1 & _MASK
        c2 = (p0 >> 32) & _MASK ^ c3 ^ k1
        c3 = p0 & _MASK
        k0 = (k0 + _WEYL_0) & _MASK
        k1 = (k1 + _WEYL_1) & _MASK
    return c0, c1, c2, c3
