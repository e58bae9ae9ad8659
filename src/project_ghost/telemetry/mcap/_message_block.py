"""Many encoded messages of several channels, in order."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple, Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.uint64]
# A message before it is in a block: channel number, sequence, time and encoded payload.
EncodedMessage = tuple[int, int, int, bytes]
Places: TypeAlias = NDArray[np.intp] | slice
Joined: TypeAlias = bytes | memoryview


class Payloads(Protocol):
    """Encoded payloads, and their sizes."""

    @property
    def sizes(self) -> Column:
        """The number of bytes of each."""

    def joined(self, heads: NDArray[np.void], places: Places) -> Joined:
        """Join those at some places, each after its head, an array of fields without padding."""


class PayloadList(NamedTuple):
    """Payloads as objects of Python."""

    sizes: Column
    data: Sequence[bytes]

    @classmethod
    def of(cls, data: Sequence[bytes]) -> Self:
        """Find the sizes."""
        return cls(np.fromiter(map(len, data), dtype=np.uint64, count=len(data)), data)

    def joined(self, heads: NDArray[np.void], places: Places) -> bytes:
        """Join those at some places, each after its head."""
        if isinstance(places, slice):
            data = self.data[places]
        else:
            data = list(map(self.data.__getitem__, places.tolist()))
        raw = heads.view(np.dtype((np.void, heads.dtype.itemsize))).tolist()
        return b"".join(chain.from_iterable(zip(raw, data, strict=True)))


class MessageBlock(NamedTuple):
    """Encoded messages: a column for each of their fields."""

    numbers: Column  # of the channels
    sequences: Column
    stamps_ns: Column
    payloads: Payloads

    @classmethod
    def of(cls, messages: Sequence[EncodedMessage]) -> Self:
        """Collect single messages."""
        numbers, sequences, stamps_ns, data = zip(*messages, strict=True)
        return cls.of_columns(numbers, sequences, stamps_ns, PayloadList.of(data))

    @classmethod
    def of_columns(
        cls,
        numbers: Sequence[int] | NDArray[np.integer[Any]],
        sequences: Sequence[int] | NDArray[np.integer[Any]],
        stamps_ns: Sequence[int] | NDArray[np.integer[Any]],
        payloads: Payloads,
    ) -> Self:
        """Make a block of its columns."""
        return cls(
            np.asarray(numbers, dtype=np.uint64),
            np.asarray(sequences, dtype=np.uint64),
            np.asarray(stamps_ns, dtype=np.uint64),
            payloads,
        )

    def by_channel(self) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Yield the number of each channel, ascending, and the places of its messages."""
        # `unique` imports numpy.ma
        for number in np.flatnonzero(np.bincount(self.numbers)).tolist():
            yield number, np.flatnonzero(self.numbers == number)
