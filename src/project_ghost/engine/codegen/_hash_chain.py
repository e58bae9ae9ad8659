"""The hash chain: one 64-bit link a tick, over everything that the tick wrote.

Each value is mixed with two keys of its own, from its name and index: the bits are added to
the key, and the halves of the sum are multiplied with each other. The products are summed, so
the order of writing does not matter, and the two sums are mixed with the previous link. It is
a fingerprint against accidents, not against forgery; SHA-256 is computed over blocks of links.

Compiled code computes each link within its tick. The interpreter only keeps the values of
every tick, and `Chain` computes the same links of many ticks at once.

Why: ADR 10, with the chance of a collision.
"""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bits import bits_of, wrapping_product, wrapping_sum
from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine.plan._chained_values import chain_keys, chained_ranges
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Schedule

_HALF = 0xFFFFFFFF
_WORD = (1 << 64) - 1


def half_product(x: float, key: float) -> int:
    """The product of the halves of a value's bits plus those of its key."""
    keyed = wrapping_sum(bits_of(x), bits_of(key))
    return wrapping_product(keyed & _HALF, (keyed >> 32) & _HALF)


def chain_sums(
    values: Sequence[float] | Floats, keys: Sequence[float] | Floats, start: int, stop: int
) -> tuple[int, int]:
    """The sums of a range of values, with the keys of the first half and of the second.

    Over slices, so that machine code reads several neighbours at once.
    """
    size = len(keys) // 2
    block, first_keys = values[start:stop], keys[start:stop]
    second_keys = keys[size + start : size + stop]
    first, second = 0, 0
    for i in range(len(block)):
        first = wrapping_sum(first, half_product(block[i], first_keys[i]))
        second = wrapping_sum(second, half_product(block[i], second_keys[i]))
    return first, second


def linked(link: int, first: int, second: int) -> int:
    """The next link (both sums, then Stafford's variant 13 of the SplitMix64 finalizer)."""
    z = wrapping_sum(wrapping_product(link, 0x2545F4914F6CDD1D), first)
    z = wrapping_sum(wrapping_product(z ^ ((z >> 32) & _HALF), 0x1E3779B97F4A7C15), second)
    z = wrapping_product(z ^ ((z >> 30) & 0x3FFFFFFFF), -0x40A7B892E31B1A47)
    z = wrapping_product(z ^ ((z >> 27) & 0x1FFFFFFFFF), -0x6B2FB644ECCEEE15)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@final
class Chain:
    """The links of many ticks, from the values after the outputs of each."""

    def __init__(self, plan: Schedule, layout: Layout) -> None:
        keys = chain_keys(plan, layout)
        # For compiled code, whose arrays all are of floats: first all first keys.
        self.keys: Floats = keys.view(np.float64).ravel()
        self._groups = []
        for name, ranges in chained_ranges(plan, layout).items():
            places = np.array([place for each in ranges for place in each], dtype=np.int64)
            if len(places):
                words = keys.view(np.uint64)[:, places]
                self._groups.append((plan.groups[name].pattern, places, words))

    def links(self, rows: list[bytes], tick: int, link: int) -> Integers:
        """One link for each row of values, from `tick` on; `link` is the one before."""
        bits = np.frombuffer(b"".join(rows), dtype=np.uint64).reshape(len(rows), len(rows[0]) // 8)
        sums = np.zeros((2, len(rows)), dtype=np.uint64)
        for pattern, places, keys in self._groups:
            due = _due(pattern, tick, len(rows))
            values = bits[due].take(places, axis=1)
            for total, words in zip(sums, keys, strict=True):
                total[due] += _half_products(values, words)
        found: list[int] = []
        z = link & _WORD
        word, keep = _WORD, found.append
        # `linked`, without signs
        for first, second in zip(*sums.tolist(), strict=True):
            z = (z * 0x2545F4914F6CDD1D + first) & word
            z = ((z ^ (z >> 32)) * 0x1E3779B97F4A7C15 + second) & word
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
            z ^= z >> 31
            keep(z)
        return np.array(found, dtype=np.uint64).view(np.int64)


def _half_products(values: NDArray[np.uint64], keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """`half_product` of many values, summed over each row."""
    keyed = values + keys
    high = keyed >> np.uint64(32)
    keyed &= np.uint64(_HALF)
    keyed *= high
    total: NDArray[np.uint64] = keyed.sum(axis=1, dtype=np.uint64)
    return total


def _due(pattern: DuePattern, tick: int, count: int) -> slice | Integers:
    """The offsets from `tick` of the next `count` ticks in which a group is due."""
    first, stop = pattern.count_before(tick), pattern.count_before(tick + count)
    if pattern.denominator == 1:
        return slice(pattern.step_of(first) - tick, None, pattern.interval)
    samples = np.arange(first, stop)
    return -(-(pattern.phase + samples * pattern.interval) // pattern.denominator) - tick
