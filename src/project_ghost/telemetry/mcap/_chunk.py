"""Collect the messages of a chunk."""

from array import array
from typing import final

import numpy as np
from numpy.typing import NDArray

from ._message_block import Joined, MessageBlock
from ._records import MESSAGE, MESSAGE_FIELDS_SIZE, MESSAGE_HEAD

_HEAD_SIZE = MESSAGE_HEAD.size
# The fields of MESSAGE_HEAD.
_HEAD = np.dtype(
    [
        *(("opcode", "u1"), ("length", "<u8"), ("channel", "<u2"), ("sequence", "<u4")),
        *(("log_time", "<u8"), ("publish_time", "<u8")),
    ]
)
_LOW_32 = 0xFFFF_FFFF


@final
class MessageRecords:
    """The records of many messages, as chunks hold them."""

    def __init__(self, block: MessageBlock) -> None:
        sizes = block.payloads.sizes
        heads = np.empty(len(sizes), dtype=_HEAD)
        heads["opcode"] = MESSAGE
        heads["length"] = sizes + np.uint64(MESSAGE_FIELDS_SIZE)
        heads["channel"] = block.numbers
        heads["sequence"] = block.sequences & np.uint64(_LOW_32)
        heads["log_time"] = heads["publish_time"] = block.stamps_ns
        self.data = memoryview(block.payloads.joined(heads, slice(None)))
        self.stamps_ns = block.stamps_ns
        # Where each begins, and where the last one ends.
        self.starts = np.zeros(len(sizes) + 1, dtype=np.int64)
        (sizes + np.uint64(_HEAD_SIZE)).cumsum(out=self.starts[1:].view(np.uint64))
        self.places = dict(block.by_channel())


@final
class ChunkBuilder:
    """The records of one chunk, and an index of each channel's messages."""

    __slots__ = ("_pack", "count", "index", "parts", "size", "start_ns", "stop_ns")

    def __init__(self) -> None:
        self._pack = MESSAGE_HEAD.pack
        self.clear()

    def clear(self) -> None:
        """Start the next chunk."""
        self.parts: list[Joined] = []
        self.size = 0
        self.count = 0
        self.start_ns = 0
        self.stop_ns = 0
        # By channel: alternating log time and offset, as stored in the file.
        self.index: dict[int, array[int]] = {}

    def taken(self) -> "ChunkBuilder":
        """Return a builder with what is collected, and start the next chunk."""
        other = ChunkBuilder()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        self.clear()
        return other

    def add_record(self, record: bytes) -> None:
        """Append the record of a schema or channel."""
        self.parts.append(record)
        self.size += len(record)

    def add(
        self,
        channel_id: int,
        sequence: int,
        stamp_ns: int,
        data: bytes,
        publish_ns: int | None = None,
    ) -> None:
        """Append a message; `publish_ns` is `stamp_ns` by default."""
        size = len(data)
        self.parts.append(
            self._pack(
                MESSAGE,
                MESSAGE_FIELDS_SIZE + size,
                channel_id,
                sequence & _LOW_32,
                stamp_ns,
                stamp_ns if publish_ns is None else publish_ns,
            )
        )
        self.parts.append(data)
        index = self.index.get(channel_id)
        if index is None:
            index = self.index[channel_id] = array("Q")
        index.append(stamp_ns)
        index.append(self.size)
        if not self.count or stamp_ns < self.start_ns:
            self.start_ns = stamp_ns
        if stamp_ns > self.stop_ns:
            self.stop_ns = stamp_ns
        self.size += _HEAD_SIZE + size
        self.count += 1

    def add_block(self, records: MessageRecords, start: int, stop: int) -> None:
        """Append many messages of several channels: those from one place to another."""
        first, last = int(records.starts[start]), int(records.starts[stop])
        for number, places in records.places.items():
            low, high = np.searchsorted(places, (start, stop)).tolist()
            if high > low:
                own = places[low:high]
                entries = np.empty((high - low, 2), dtype="<u8")
                entries[:, 0] = records.stamps_ns[own]
                entries[:, 1] = records.starts[own] + (self.size - first)
                self.index.setdefault(number, array("Q")).frombytes(entries.tobytes())
        self._append(records.data[first:last], stop - start, records.stamps_ns[start:stop])

    def add_rows(self, channel_id: int, stamps_ns: NDArray[np.uint64], records: bytes) -> None:
        """Append many encoded message records of equal size."""
        count = len(stamps_ns)
        size = len(records) // count
        entries = np.empty((count, 2), dtype="<u8")
        entries[:, 0] = stamps_ns
        entries[:, 1] = self.size + size * np.arange(count, dtype=np.uint64)
        self.index.setdefault(channel_id, array("Q")).frombytes(entries.tobytes())
        self._append(records, count, stamps_ns)

    def _append(self, records: Joined, count: int, stamps_ns: NDArray[np.uint64]) -> None:
        low, high = int(stamps_ns.min()), int(stamps_ns.max())
        self.parts.append(records)
        self.start_ns = min(self.start_ns, low) if self.count else low
        self.stop_ns = max(self.stop_ns, high)
        self.size += len(records)
        self.count += count
