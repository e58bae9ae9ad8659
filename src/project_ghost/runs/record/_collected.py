"""The encoded payloads of a block of messages, collected channel by channel."""

from collections.abc import Sequence
from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.engine import PublishedBlock
from project_ghost.telemetry import (
    PayloadList,
    Payloads,
    RecordEncoder,
    encode_to_bytes,
)

from ._actors import Actors, Kept, ListedActors

__all__ = ["Collected", "InList", "Places"]

Places = NDArray[np.intp]


class Collected(Protocol):
    """Where the payloads of a block are collected; both ways give the same bytes."""

    def begin(self, count: int) -> None:
        """Begin a block of so many messages."""

    def encode(self, block: PublishedBlock, channel: str) -> None:
        """Encode the messages of a channel."""

    def actors(self, block: PublishedBlock, channel: str, name: str) -> Actors:
        """The actors that the messages of a channel are about, each named there."""

    def put(self, places: Places, data: Sequence[bytes]) -> None:
        """Take encoded messages at their places."""

    def keep(self, data: bytes) -> Kept:
        """Take an encoded message that has no place yet."""

    def insert(self, before: Sequence[int], kept: Sequence[Kept]) -> None:
        """Insert each payload before a place, as `numpy.insert` does, when all others are there."""

    def payloads(self) -> Payloads:
        """All of them, until the next block begins."""


@final
class InList:
    """Encodes the columns of messages by msgspec."""

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

    def actors(self, block: PublishedBlock, channel: str, name: str) -> ListedActors:
        """The actors that the messages of a channel are about."""
        return ListedActors(block.columns(channel)[name])

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
