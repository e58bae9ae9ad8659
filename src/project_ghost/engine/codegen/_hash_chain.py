"""The hash chain: one 64-bit link a tick, over everything that the tick wrote.

A link mixes the previous link with a sum over the written values, each multiplied by an odd
number that is derived from its name. So the order of writing does not matter, and any single
different bit changes the link. It is a fingerprint against accidents, not against forgery;
SHA-256 is computed over blocks of links.

Compiled code computes each link within its tick. The interpreter only keeps the values of
every tick, and `Chain` computes the same links of many ticks at once.

Why: ADR 10.
"""

from collections.abc import Sequence
from typing import final

import numpy as np

from project_ghost.core.arrays import Integers
from project_ghost.core.bits import bits_of, wrapped
from project_ghost.core.due_pattern import DuePattern
from project_ghost.engine.plan._chained_values import chained_values
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.plan._schedule import Schedule

_STRIDE = 0x1E3779B97F4A7C15
_WORD = (1 << 64) - 1


def folded(total: int, x: float, key: int) -> int:
    """Add one value to a tick's sum."""
    return wrapped(total + (bits_of(x) ^ key) * (key | 1))


def folded_range(total: int, values: Sequence[float], start: int, stop: int, key: int) -> int:
    """Add many values of one signal, each with a key of its own."""
    for i in range(start, stop):
        total = folded(total, values[i], wrapped(key + (i - start) * _STRIDE))
    return total


def linked(link: int, total: int) -> int:
    """The next link (Stafford's variant 13 of the SplitMix64 finalizer)."""
    z = wrapped(link * 0x2545F4914F6CDD1D + total)
    z = wrapped((z ^ ((z >> 30) & 0x3FFFFFFFF)) * -0x40A7B892E31B1A47)
    z = wrapped((z ^ ((z >> 27) & 0x1FFFFFFFFF)) * -0x6B2FB644ECCEEE15)
    return z ^ ((z >> 31) & 0x1FFFFFFFF)


@final
class Chain:
    """The links of many ticks, from the values after the outputs of each."""

    def __init__(self, plan: Schedule, layout: Layout) -> None:
        self._groups = []
        for name, slots in chained_values(plan, layout).items():
            places = [place for slot, _ in slots for place in range(slot.start, slot.stop)]
            keys = [wrapped(key + e * _STRIDE) for slot, key in slots for e in range(slot.size)]
            if places:
                pattern = plan.groups[name].pattern
                self._groups.append((pattern, np.array(places), np.array(keys, dtype=np.int64)))

    def links(self, rows: list[bytes], tick: int, link: int) -> Integers:
        """One link for each row of values, from `tick` on; `link` is the one before."""
        bits = np.frombuffer(b"".join(rows), dtype=np.int64).reshape(len(rows), len(rows[0]) // 8)
        totals = np.zeros(len(rows), dtype=np.int64)
        for pattern, places, keys in self._groups:
            due = _due(pattern, tick, len(rows))
            totals[due] += ((bits[due].take(places, axis=1) ^ keys) * (keys | 1)).sum(axis=1)
        found: list[int] = []
        z = link & _WORD
        word, keep = _WORD, found.append
        # `linked`, without signs
        for total in totals.tolist():
            z = (z * 0x2545F4914F6CDD1D + total) & word
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & word
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & word
            z ^= z >> 31
            keep(z)
        return np.array(found, dtype=np.uint64).view(np.int64)


def _due(pattern: DuePattern, tick: int, count: int) -> slice | Integers:
    """The offsets from `tick` of the next `count` ticks in which a group is due."""
    first, stop = pattern.count_before(tick), pattern.count_before(tick + count)
    if pattern.denominator == 1:
        return slice(pattern.step_of(first) - tick, None, pattern.interval)
    samples = np.arange(first, stop)
    return -(-(pattern.phase + samples * pattern.interval) // pattern.denominator) - tick
