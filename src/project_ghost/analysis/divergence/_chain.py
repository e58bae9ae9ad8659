"""The state chain of two recordings: the first tick whose links differ, by bisection."""

from typing import NamedTuple

import numpy as np

from project_ghost.telemetry import CHANNEL_LINKS, LinksBlock, Recording, decode_links


class ChainDifference(NamedTuple):
    """The first tick after which the state differs; None where both chains are equal.

    Where one chain is the beginning of the other, it is the tick where it ends.
    """

    tick: int | None
    time_ns: int | None
    ticks_a: int
    ticks_b: int


def first_different_tick(a: Recording, b: Recording) -> ChainDifference | None:
    """Compare two chains, or None where one recording has none.

    A link is mixed from the one before: once two chains differ, they differ. So only a few
    blocks are read, however long the run was.
    """
    if CHANNEL_LINKS not in a.channels or CHANNEL_LINKS not in b.channels:
        return None
    left, right = _Blocks(a), _Blocks(b)
    if not left.count or not right.count:
        same = left.count == right.count
        return ChainDifference(
            None if same else 0, None if same else 0, left.ticks(), right.ticks()
        )
    ticks = left.ticks(), right.ticks()
    low, high = 0, min(left.count, right.count)  # the first different block is in [low, high]
    while low < high:
        middle = (low + high) // 2
        if _same(left.block(middle), right.block(middle)):
            low = middle + 1
        else:
            high = middle
    step_ns = left.block(0).step_ns
    if low < min(left.count, right.count):
        tick = _tick_of(left.block(low), right.block(low))
    elif ticks[0] != ticks[1]:
        tick = min(ticks)
    else:
        return ChainDifference(None, None, *ticks)
    return ChainDifference(tick, tick * step_ns, *ticks)


def _same(a: LinksBlock, b: LinksBlock) -> bool:
    return a[:2] == b[:2] and np.array_equal(a.links, b.links)


def _tick_of(a: LinksBlock, b: LinksBlock) -> int:
    if a[:2] != b[:2]:
        return min(a.first_tick, b.first_tick)
    length = min(len(a.links), len(b.links))
    places = np.flatnonzero(a.links[:length] != b.links[:length])
    return a.first_tick + (int(places[0]) if len(places) else length)


class _Blocks:
    """The blocks of a recording's chain, read where they are asked for."""

    def __init__(self, recording: Recording) -> None:
        self._file = recording.file
        self._ids = {
            number
            for number, channel in self._file.channels.items()
            if channel.topic == CHANNEL_LINKS
        }
        # Segment, and how many blocks come before it.
        self._segments = []
        self.count = 0
        for segment in self._file.segments:
            if segment.counts is None:
                found = sum(m.channel_id in self._ids for m in self._file.messages_in(segment))
            else:
                found = sum(segment.counts.get(number, 0) for number in sorted(self._ids))
            if found:
                self._segments.append((self.count, segment))
                self.count += found
        self._kept: tuple[int, list[LinksBlock]] = (-1, [])

    def block(self, number: int) -> LinksBlock:
        """One of the blocks, with those of its segment kept for the next."""
        first, segment = next(each for each in reversed(self._segments) if each[0] <= number)
        if self._kept[0] != first:
            blocks = [
                decode_links(message.data)
                for message in self._file.messages_in(segment)
                if message.channel_id in self._ids
            ]
            self._kept = first, blocks
        return self._kept[1][number - first]

    def ticks(self) -> int:
        """How many ticks the chain reaches."""
        if not self.count:
            return 0
        last = self.block(self.count - 1)
        return last.first_tick + len(last.links)
