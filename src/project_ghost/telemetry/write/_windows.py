"""The order of chunks in a file: by window of simulated time, then by stream.

Bus messages arrive one by one, signal samples in blocks whose size depends on how a run is
executed. The same content must still give the same file. So the content of a stream alone
decides where its chunks are cut, and the chunks of a window are written when every stream is
past it: the bus first, then the bulk streams in the order of their declaration.

Why: ADR 15.
"""

from typing import final

import numpy as np
from numpy.typing import NDArray

from project_ghost.telemetry.mcap._chunk import ChunkBuilder
from project_ghost.telemetry.mcap._writer import McapWriter

# Bounds memory while one stream (the bus, or the blocks) is silent.
_WAITING_BYTES_MAX = 64 << 20


@final
class Stream:
    """One stream of messages, cut into chunks."""

    __slots__ = ("chunks", "complete_before_ns")

    def __init__(self) -> None:
        # By window; the last chunk of a window is being filled.
        self.chunks: dict[int, list[ChunkBuilder]] = {}
        # All messages before this time have arrived.
        self.complete_before_ns = 0

    def builder(self, window: int, limit: int) -> ChunkBuilder:
        """Return the chunk for the next message of a window."""
        chunks = self.chunks.setdefault(window, [])
        if not chunks or chunks[-1].size >= limit:
            chunks.append(ChunkBuilder())
        return chunks[-1]


@final
class Windows:
    """All streams of a recording; the first of them is the bus."""

    def __init__(self, writer: McapWriter, chunk_bytes: int, span_ns: int) -> None:
        self._writer = writer
        self.chunk_bytes = chunk_bytes
        self.span_ns = span_ns
        self.bus = Stream()
        self._streams = [self.bus]
        self._next = 0  # the first window that is not yet written
        self._waiting = 0

    def add_stream(self) -> Stream:
        """Add a stream of messages that arrive in blocks."""
        stream = Stream()
        self._streams.append(stream)
        return stream

    def add_rows(
        self,
        stream: Stream,
        channel_id: int,
        stamps_ns: NDArray[np.uint64],
        rows: NDArray[np.uint8],
    ) -> None:
        """Add messages of equal size, in chunks cut by window and by size."""
        size = rows.shape[1]
        windows = stamps_ns // np.uint64(self.span_ns)
        edges = np.flatnonzero(windows[1:] != windows[:-1]) + 1
        for start, stop in zip([0, *edges.tolist()], [*edges.tolist(), len(rows)], strict=True):
            at = start
            while at < stop:
                builder = stream.builder(int(windows[at]), self.chunk_bytes)
                room = max(1, -(-(self.chunk_bytes - builder.size) // size))
                end = min(stop, at + room)
                builder.add_rows(channel_id, stamps_ns[at:end], rows[at:end].tobytes())
                self._waiting += (end - at) * size
                at = end
        stream.complete_before_ns = max(stream.complete_before_ns, int(stamps_ns[-1]))

    def is_due(self) -> bool:
        """Whether `write_due` has anything to do."""
        return self._due() > self._next or self._waiting > _WAITING_BYTES_MAX

    def _due(self) -> int:
        return min(stream.complete_before_ns for stream in self._streams) // self.span_ns

    def write_due(self) -> None:
        """Write the windows that every stream is past."""
        due = self._due()
        if due > self._next:
            self._write_before(due)
        elif self._waiting > _WAITING_BYTES_MAX:
            self._write_before(None)

    def write_full(self, window: int) -> None:
        """Write the bus's full chunks of a window, unless other chunks must precede them."""
        if window == self._next or len(self._streams) == 1:
            for builder in self.bus.chunks.pop(window, ()):
                self._writer.add_chunk(builder)
        else:
            self._waiting += self.chunk_bytes
            self.write_due()

    def defer(self, builder: ChunkBuilder) -> None:
        """Count a chunk that waits for the other streams, because the bus left its window."""
        self._waiting += builder.size

    def mark_complete(self, now_ns: int) -> None:
        """Declare that all streams are complete before this time."""
        for stream in self._streams:
            stream.complete_before_ns = max(stream.complete_before_ns, now_ns)

    def write_all(self) -> None:
        """Write all remaining chunks."""
        self._write_before(None)

    def _write_before(self, window: int | None) -> None:
        windows = {each for stream in self._streams for each in stream.chunks}
        for each in sorted(each for each in windows if window is None or each < window):
            for stream in self._streams:
                for builder in stream.chunks.pop(each, ()):
                    self._writer.add_chunk(builder)
        if window is not None:
            self._next = max(self._next, window)
        self._waiting = sum(
            builder.size
            for stream in self._streams
            for chunks in stream.chunks.values()
            for builder in chunks
        )
