"""Collect the messages of a chunk."""

from array import array
from typing import final

import numpy as np
from numpy.typing import NDArray

from ._message_block import MessageBlock, joined
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
class ChunkBuilder:
    """The records of one chunk, and an index of each channel's messages."""

    __slots__ = ("_pack", "count", "index", "parts", "size", "start_ns", "stop_ns")

    def __init__(self) -> None:
        self._pack = MESSAGE_HEAD.pack
        self.clear()

    def clear(self) -> None:
        """Start the next chunk."""
        self.parts: list[bytes] = []
        self.size = 0
        self.count = 0
        self.start_ns = 0
        self.stop_ns = 0
        # By channel: alternating log time and offset, as stored in the file.
        self.index: dict[int, array[int]] = {}

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

    def add_block(self, block: MessageBlock) -> None:
        """Append many messages of several channels."""
        count = len(block.data)
        heads = np.empty(count, dtype=_HEAD)
        heads["opcode"] = MESSAGE
        heads["length"] = block.sizes + np.uint64(MESSAGE_FIELDS_SIZE)
        heads["channel"] = block.numbers
        heads["sequence"] = block.sequences & np.uint64(_LOW_32)
        heads["log_time"] = heads["publish_time"] = block.stamps_ns
        records = joined(heads, block.data)
        ends = (block.sizes + np.uint64(_HEAD_SIZE)).cumsum()
        entries = np.empty((count, 2), dtype="<u8")
        entries[:, 0] = block.stamps_ns
        entries[0, 1] = self.size
        entries[1:, 1] = ends[:-1] + np.uint64(self.size)
        for number, places in block.by_channel():
            self.index.setdefault(number, array("Q")).frombytes(entries[places].tobytes())
        self._append(records, count, block.stamps_ns)

    def add_rows(self, channel_id: int, stamps_ns: NDArray[np.uint64], records: bytes) -> None:
        """Append many encoded message records of equal size."""
        count = len(stamps_ns)
        size = len(records) // count
        entries = np.empty((count, 2), dtype="<u8")
        entries[:, 0] = stamps_ns
        entries[:, 1] = self.size + size * np.arange(count, dtype=np.uint64)
        self.index.setdefault(channel_id, array("Q")).frombytes(entries.tobytes())
        self._append(records, count, stamps_ns)

    def _append(self, records: bytes, count: int, stamps_ns: NDArray[np.uint64]) -> None:
        low, high = int(stamps_ns.min()), int(stamps_ns.max())
        self.parts.append(records)
        self.start_ns = min(self.start_ns, low) if self.count else low
        self.stop_ns = max(self.stop_ns, high)
        self.size += len(records)
        self.count += count
