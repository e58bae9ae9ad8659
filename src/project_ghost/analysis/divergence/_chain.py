"""Compare the state chains of two recordings: the first tick whose links differ.

A run from a checkpoint continues the chain of the original run, so the two chains are aligned
by tick.
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
    """The first tick at which the state differs; None if both chains are equal.

    If one chain is a prefix of the other, it is the tick where the shorter one ends. `first_tick`
    is the first common tick; ticks are counted from the start of the run.
    """

    tick: int | None
    time_ns: int | None
    ticks_a: int
    ticks_b: int
    first_tick: int = 0


class ChainStart(NamedTuple):
    """The time of a chain's first tick, and of the tick before it (the checkpoint, if any)."""

    first_ns: int
    moment_ns: int


def is_chain(*recordings: Recording) -> bool:
    """Whether each recording's links channel, if present, has the schema of hash links."""
    channels = [
        each.channels[CHANNEL_LINKS] for each in recordings if CHANNEL_LINKS in each.channels
    ]
    return all(channel.schema_name == LINKS_SCHEMA_NAME for channel in channels)


def chain_start(recording: Recording) -> ChainStart | None:
    """Return the start of a recording's chain; from its manifest if there are no links yet."""
    if CHANNEL_LINKS not in recording.channels or not is_chain(recording):
        return None
    blocks = _Blocks(recording)
    if not blocks.count:
        return _start_from_manifest(recording.manifest)
    tick, step_ns, _ = blocks.block(0)
    return ChainStart(tick * step_ns, max(0, tick - 1) * step_ns)


def _start_from_manifest(manifest: Mapping[str, str]) -> ChainStart | None:
    begin, step = manifest.get("begin_ns", "0"), manifest.get("step_ns", "")
    if not all(len(each) < 20 and each.isascii() and each.isdigit() for each in (begin, step)):
        return None
    moment_ns = int(begin)
    return ChainStart(moment_ns + int(step) if moment_ns else 0, moment_ns)


def first_different_tick(a: Recording, b: Recording) -> ChainDifference | None:
    """Compare two chains; return None if a recording has no chain.

    Each link depends on the one before, so chains that differ once differ from then on. Bisection
    reads only a few blocks, however long the run.
    """
    if CHANNEL_LINKS not in a.channels or CHANNEL_LINKS not in b.channels:
        return None
    left, right = _Blocks(a), _Blocks(b)
    ticks = left.ticks(), right.ticks()
    if not left.count or not right.count:
        # A run from a checkpoint at the last tick has no links: it begins where the other ends.
        if ticks[0] == ticks[1]:
            return ChainDifference(None, None, *ticks, ticks[0])
        step_ns = (left if left.count else right).block(0).step_ns
        return ChainDifference(min(ticks), min(ticks) * step_ns, *ticks, min(ticks))
    begin = max(left.block(0).first_tick, right.block(0).first_tick)
    # Blocks are cut by tick alone, so the offset between equal ticks is constant.
    index_a, index_b = left.index_of(begin), right.index_of(begin)
    both = max(0, min(left.count - index_a, right.count - index_b))
    low, high = 0, both  # the first different block is in [low, high]
    while low < high:
        middle = (low + high) // 2
        if _is_same(*_block_pair(left, right, index_a, index_b, middle, begin)):
            low = middle + 1
        else:
            high = middle
    if low < both:
        tick = _first_difference(*_block_pair(left, right, index_a, index_b, low, begin))
    elif ticks[0] != ticks[1]:
        tick = min(ticks)
    else:
        return ChainDifference(None, None, *ticks, begin)
    return ChainDifference(tick, tick * left.block(0).step_ns, *ticks, begin)


def _block_pair(
    left: "_Blocks", right: "_Blocks", index_a: int, index_b: int, number: int, begin: int
) -> tuple[LinksBlock, LinksBlock]:
    one, two = left.block(index_a + number), right.block(index_b + number)
    return _from_tick(one, begin), _from_tick(two, begin)


def _from_tick(block: LinksBlock, tick: int) -> LinksBlock:
    """Return the part of a block from a tick on."""
    before = min(max(0, tick - block.first_tick), len(block.links))
    return LinksBlock(block.first_tick + before, block.step_ns, block.links[before:])


def _is_same(a: LinksBlock, b: LinksBlock) -> bool:
    return a[:2] == b[:2] and np.array_equal(a.links, b.links)


def _first_difference(a: LinksBlock, b: LinksBlock) -> int:
    if a[:2] != b[:2]:
        return min(a.first_tick, b.first_tick)
    length = min(len(a.links), len(b.links))
    differing = np.flatnonzero(a.links[:length] != b.links[:length])
    return a.first_tick + (int(differing[0]) if len(differing) else length)


class _Blocks:
    """The blocks of a recording's chain, read on demand."""

    def __init__(self, recording: Recording) -> None:
        self._file = recording.file
        self._where = recording[CHANNEL_LINKS].where
        self._manifest = recording.manifest
        self._ids = {
            number
            for number, channel in self._file.channels.items()
            if channel.topic == CHANNEL_LINKS
        }
        # The number of blocks before a segment, and the segment.
        self._segments = []
        self.count = 0
        for segment in self._file.segments:
            if segment.counts is None:
                blocks = sum(m.channel_id in self._ids for m in self._file.messages_in(segment))
            else:
                blocks = sum(segment.counts.get(number, 0) for number in sorted(self._ids))
            if blocks:
                self._segments.append((self.count, segment))
                self.count += blocks
        self._kept: tuple[int, list[LinksBlock]] = (-1, [])

    def block(self, number: int) -> LinksBlock:
        """Return a block; the blocks of its segment are cached."""
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
                "an index counts more blocks of links than exist",
                self._where,
                "an intact MCAP file",
                "rewrite the file, for instance with `ghost recover`",
            )
        return self._kept[1][number - first]

    def index_of(self, tick: int) -> int:
        """Return the index of the block that contains a tick, or would contain it."""
        return tick // LINKS_PER_BLOCK - self.block(0).first_tick // LINKS_PER_BLOCK

    def ticks(self) -> int:
        """Return the tick after the last link; without links, the one that would be first."""
        if not self.count:
            start = _start_from_manifest(self._manifest)
            step_ns = 0 if start is None else int(self._manifest["step_ns"])
            return 0 if start is None or not step_ns else start.first_ns // step_ns
        last = self.block(self.count - 1)
        return last.first_tick + len(last.links)
