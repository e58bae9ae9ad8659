"""The links of a run so far, as SHA-256 over blocks of them."""

import hashlib
from typing import NamedTuple, final

import numpy as np
from numpy.typing import NDArray

BLOCK_TICKS = 4096


class Block(NamedTuple):
    """A block of links that is complete: its number, and the digest of all links so far."""

    number: int
    digest: bytes


@final
class Ledger:
    """Takes links as they come; keeps one digest and less than one block of links."""

    def __init__(self, blocks: int = 0, head: bytes = b"", rest: bytes = b"") -> None:
        self.blocks = blocks
        self.head = head
        self.rest = rest

    def add(self, links: NDArray[np.int64]) -> list[Block]:
        """Append links; the blocks that they completed."""
        data = links.astype("<i8", copy=False).tobytes()
        size = 8 * BLOCK_TICKS
        complete: list[Block] = []
        start = 0
        while len(self.rest) + len(data) - start >= size:
            stop = start + size - len(self.rest)
            block = hashlib.sha256(self.head)
            block.update(self.rest)
            block.update(memoryview(data)[start:stop])
            self.head, self.rest, start = block.digest(), b"", stop
            complete.append(Block(self.blocks, self.head))
            self.blocks += 1
        self.rest += data[start:]
        return complete

    def digest(self, *further: bytes) -> str:
        """SHA-256 over all links, and over what else is given: the full state, say."""
        return hashlib.sha256(b"".join([self.head, self.rest, *further])).hexdigest()
