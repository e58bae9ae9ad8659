"""Many encoded messages of several channels, in order."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.uint64]
# A message before it is in a block: channel number, sequence, time and encoded payload.
EncodedMessage = tuple[int, int, int, bytes]


class MessageBlock(NamedTuple):
    """Encoded messages: a column for each of their fields."""

    numbers: Column  # of the channels
    sequences: Column
    stamps_ns: Column
    sizes: Column  # of the payloads
    data: Sequence[bytes]

    @classmethod
    def of(cls, messages: Sequence[EncodedMessage]) -> Self:
        """Collect single messages."""
        numbers, sequences, stamps_ns, data = zip(*messages, strict=True)
        return cls.of_columns(numbers, sequences, stamps_ns, data)

    @classmethod
    def of_columns(
        cls,
        numbers: Sequence[int] | NDArray[np.integer],
        sequences: Sequence[int] | NDArray[np.integer],
        stamps_ns: Sequence[int] | NDArray[np.integer],
        data: Sequence[bytes],
    ) -> Self:
        """Make a block of its columns."""
        return cls(
            np.asarray(numbers, dtype=np.uint64),
            np.asarray(sequences, dtype=np.uint64),
            np.asarray(stamps_ns, dtype=np.uint64),
            np.fromiter(map(len, data), dtype=np.uint64, count=len(data)),
            data,
        )

    def __bool__(self) -> bool:
        """Whether there is a message."""
        return bool(self.data)

    def part(self, start: int, stop: int) -> "MessageBlock":
        """Return the messages from one place to another."""
        if start == 0 and stop >= len(self.data):
            return self
        return MessageBlock(
            self.numbers[start:stop],
            self.sequences[start:stop],
            self.stamps_ns[start:stop],
            self.sizes[start:stop],
            self.data[start:stop],
        )

    def by_channel(self) -> Iterator[tuple[int, NDArray[np.intp] | slice]]:
        """Yield the number of each channel, ascending, and the places of its messages."""
        present = np.flatnonzero(np.bincount(self.numbers)).tolist()  # `unique` imports numpy.ma
        if len(present) == 1:
            yield present[0], slice(None)
            return
        for number in present:
            yield number, np.flatnonzero(self.numbers == number)

    def data_at(self, places: NDArray[np.intp] | slice) -> Sequence[bytes]:
        """Return the payloads at some places."""
        if isinstance(places, slice):
            return self.data[places]
        return list(map(self.data.__getitem__, places.tolist()))


def joined(heads: NDArray[np.void], data: Sequence[bytes]) -> bytes:
    """Join payloads, each after its head, an array of fields without padding."""
    raw = heads.view(np.dtype((np.void, heads.dtype.itemsize))).tolist()
    return b"".join(chain.from_iterable(zip(raw, data, strict=True)))
