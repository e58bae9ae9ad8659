"""The encoded payloads of a block of messages, collected channel by channel."""

from collections.abc import Sequence
from typing import Any, Protocol, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats
from project_ghost.core.bus import Form, Text
from project_ghost.engine import PublishedBlock
from project_ghost.telemetry import (
    Arena,
    PayloadArena,
    PayloadList,
    Payloads,
    RecordEncoder,
    RowEncoder,
    encode_to_bytes,
)
from project_ghost.telemetry.foxglove import ActorNames, encode_instants, quaternions_of_yaws

__all__ = ["Collected", "InArena", "InList"]

Places = NDArray[np.intp]
# A payload that is kept until it is inserted: its bytes, or where they are in the arena.
Kept = Any


class Collected(Protocol):
    """Where the payloads of a block are collected; both ways give the same bytes."""

    @property
    def arena(self) -> Arena | None:
        """The memory for compiled code."""

    def begin(self, count: int) -> None:
        """Begin a block of so many messages."""

    def encode(self, block: PublishedBlock, channel: str) -> None:
        """Encode the messages of a channel."""

    def put(self, places: Places, data: Sequence[bytes]) -> None:
        """Take encoded messages at their places."""

    def keep(self, data: bytes) -> Kept:
        """Take an encoded message that has no place yet."""

    def insert(self, before: Sequence[int], kept: Sequence[Kept]) -> None:
        """Insert each payload before a place, as `numpy.insert` does, when all others are there."""

    def payloads(self) -> Payloads:
        """All of them, until the next block begins."""


@final
class InArena:
    """Encodes the numbers of messages by compiled code, which is loaded when this is made."""

    arena: Arena

    def __init__(self) -> None:
        self.arena = Arena()
        self._starts = np.zeros(0, dtype=np.int64)
        self._sizes = np.zeros(0, dtype=np.int64)
        self._encoders: dict[str, RowEncoder] = {}
        _load_code()

    def begin(self, count: int) -> None:
        """Begin a block of so many messages."""
        self.arena.clear()
        self._starts = np.zeros(count, dtype=np.int64)
        self._sizes = np.zeros(count, dtype=np.int64)

    def encode(self, block: PublishedBlock, channel: str) -> None:
        """Encode the messages of a channel."""
        form, rows = block.form(channel), block.values(channel)
        self.encode_rows(channel, form, rows, block.places(channel))

    def encode_rows(self, channel: str, form: Form, rows: Floats, places: Places) -> None:
        """Encode rows as messages of a channel, which all have this form."""
        encoder = self._encoders.get(channel)
        if encoder is None:
            encoder = self._encoders[channel] = RowEncoder(form)
        first = self.arena.used
        ends = encoder.encode(rows, self.arena)
        self._starts[places] = starts = np.concatenate([[first], ends[:-1]])
        self._sizes[places] = ends - starts

    def put(self, places: Places, data: Sequence[bytes]) -> None:
        """Take encoded messages at their places."""
        sizes = np.fromiter(map(len, data), dtype=np.int64, count=len(data))
        self._starts[places] = self.arena.used + sizes.cumsum() - sizes
        self._sizes[places] = sizes
        self.arena.add(b"".join(data))

    def keep(self, data: bytes) -> Kept:
        """Take an encoded message that has no place yet."""
        self.arena.add(data)
        return self.arena.used - len(data), len(data)

    def insert(self, before: Sequence[int], kept: Sequence[Kept]) -> None:
        """Insert each payload before a place."""
        starts, sizes = np.array(kept, dtype=np.int64).T
        self._starts = np.insert(self._starts, before, starts)
        self._sizes = np.insert(self._sizes, before, sizes)

    def payloads(self) -> PayloadArena:
        """All of them, until the next block begins."""
        return PayloadArena(self._sizes.view(np.uint64), self._starts, self.arena.bytes)


@final
class InList:
    """Encodes the columns of messages by msgspec."""

    arena = None

    def __init__(self) -> None:
        self._data: list[bytes] = []
        self._encoders: dict[str, RecordEncoder] = {}

    def begin(self, count: int) -> None:
        """Begin a block of so many messages."""
        self._data = [b""] * count

    def encode(self, block: PublishedBlock, channel: str) -> None:
        """Encode the messages of a channel."""
        columns = block.columns(channel)
        encoder = self._encoders.get(channel)
        if encoder is None:
            encoder = self._encoders[channel] = RecordEncoder(list(columns))
        try:
            encoded = encoder.encode(columns)
        except ValueError:  # a text that is not Unicode: the usual encoder says so
            rows = zip(*columns.values(), strict=True)
            encoded = [encode_to_bytes(dict(zip(columns, row, strict=True))) for row in rows]
        self.put(block.places(channel), encoded)

    def put(self, places: Places, data: Sequence[bytes]) -> None:
        """Take encoded messages at their places."""
        for place, each in zip(places.tolist(), data, strict=True):
            self._data[place] = each

    def keep(self, data: bytes) -> Kept:
        """Take an encoded message that has no place yet."""
        return data

    def insert(self, before: Sequence[int], kept: Sequence[Kept]) -> None:
        """Insert each payload before a place."""
        result: list[bytes] = []
        start = 0
        for place, each in zip(before, kept, strict=True):
            result += self._data[start:place]
            result.append(each)
            start = place
        self._data = result + self._data[start:]

    def payloads(self) -> PayloadList:
        """All of them."""
        return PayloadList.of(self._data)


def _load_code() -> None:
    """Encode nothing by every compiled function, which loads or compiles it."""
    arena, actor, rows = Arena(), Text(0, 1, str), np.zeros((0, 1))
    RowEncoder({"actor": actor}).encode(rows, arena)
    names = ActorNames(actor)
    none = np.zeros((0, 3), dtype=np.int64)
    quaternions = quaternions_of_yaws(np.zeros(0))
    encode_instants(names, names.ids(rows), np.zeros((0, 3)), quaternions, none, arena)
    nothing = np.zeros(0, dtype=np.int64)
    PayloadArena(nothing.view(np.uint64), nothing, arena.bytes).joined(
        np.zeros(0, dtype=[("head", "u1")]), slice(None)
    )
