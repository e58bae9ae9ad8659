"""The state chain of two recordings: where each begins, and the first tick whose links differ.

A run from a checkpoint has the chain of the whole run from there on, so that the two are laid
side by side by their ticks.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from project_ghost.core.errors import InputError
from project_ghost.telemetry import (
    CHANNEL_LINKS,
    LINKS_PER_BLOCK,
    LINKS_SCHEMA_NAME,
    LinksBlock,
    Recording,
    decode_links,
)


class ChainDifference(NamedTuple):
    """The first tick after which the state differs; None where both chains are equal.

    Where one chain is the beginning of the other, it is the tick where it ends. `first_tick`
    is the first that both have; the ticks of each are counted from the start of the run.
    """

    tick: int | None
    time_ns: int | None
    ticks_a: int
    ticks_b: int
    first_tick: int = 0


class Beginning(NamedTuple):
    """When the first tick of a chain is, and when the one before it: where it goes on from."""

    first_ns: int
    moment_ns: int


def is_chain(*recordings: Recording) -> bool:
    """Whether the channel of links is a chain wherever it is, and not somebody else's channel."""
    found = [each.channels[CHANNEL_LINKS] for each in recordings if CHANNEL_LINKS in each.channels]
    return all(channel.schema_name == LINKS_SCHEMA_NAME for channel in found)


def beginning(recording: Recording) -> Beginning | None:
    """Where a recording begins, by its chain; by its manifest, where a killed run left no link."""
    if CHANNEL_LINKS not in recording.channels or not is_chain(recording):
        return None
    blocks = _Blocks(recording)
    if not blocks.count:
        return _told_beginning(recording.manifest)
    tick, step_ns, _ = blocks.block(0)
    return Beginning(tick * step_ns, max(0, tick - 1) * step_ns)


def _told_beginning(manifest: Mapping[str, str]) -> Beginning | None:
    begin, step = manifest.get("begin_ns", "0"), manifest.get("step_ns", "")
    if not all(len(each) < 20 and each.isascii() and each.isdigit() for each in (begin, step)):
        return None
    moment_ns = int(begin)
    return Beginning(moment_ns + int(step) if moment_ns else 0, moment_ns)


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
    begin = max(left.block(0).first_tick, right.block(0).first_tick)
    # Blocks are cut by tick alone, so that the same ticks are so many blocks further on.
    place_a, place_b = left.place_of(begin), right.place_of(begin)
    both = max(0, min(left.count - place_a, right.count - place_b))
    low, high = 0, both  # the first different block is in [low, high]
    while low < high:
        middle = (low + high) // 2
        if _same(*_both(left, right, place_a, place_b, middle, begin)):
            low = middle + 1
        else:
            high = middle
    if low < both:
        tick = _tick_of(*_both(left, right, place_a, place_b, low, begin))
    elif ticks[0] != ticks[1]:
        tick = min(ticks)
    else:
        return ChainDifference(None, None, *ticks, begin)
    return ChainDifference(tick, tick * left.block(0).step_ns, *ticks, begin)


def _both(
    left: "_Blocks", right: "_Blocks", place_a: int, place_b: int, number: int, begin: int
) -> tuple[LinksBlock, LinksBlock]:
    one, two = left.block(place_a + number), right.block(place_b + number)
    return _from(one, begin), _from(two, begin)


def _from(block: LinksBlock, tick: int) -> LinksBlock:
    """What a block has from a tick on."""
    before = min(max(0, tick - block.first_tick), len(block.links))
    return LinksBlock(block.first_tick + before, block.step_ns, block.links[before:])


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
        self._where = recording[CHANNEL_LINKS].where
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
                decode_links(message.data, self._where)
                for message in self._file.messages_in(segment)
                if message.channel_id in self._ids
            ]
            self._kept = first, blocks
        if number - first >= len(self._kept[1]):
            raise InputError(
                "an index counts more blocks of links than there are",
                self._where,
                "an MCAP file as its writer left it",
                "write the file anew, for instance with `ghost recover`",
            )
        return self._kept[1][number - first]

    def place_of(self, tick: int) -> int:
        """The number of the block that has this tick, or would have it."""
        return tick // LINKS_PER_BLOCK - self.block(0).first_tick // LINKS_PER_BLOCK

    def ticks(self) -> int:
        """How many ticks the chain reaches."""
        if not self.count:
            return 0
        last = self.block(self.count - 1)
        return last.first_tick + len(last.links)
