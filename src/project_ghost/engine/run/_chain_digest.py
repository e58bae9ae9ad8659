"""The links of a run so far, as SHA-256 over blocks of them."""

import hashlib
from dataclasses import dataclass
from typing import final

from project_ghost.core.arrays import Integers

BLOCK_TICKS = 4096


@final
@dataclass
class Ledger:
    """Hashes links as they come; keeps one digest and less than one block of links."""

    blocks: int = 0  # how many are complete
    head: bytes = b""  # the digest of all complete blocks
    rest: bytes = b""  # the links after the last complete block

    def add(self, links: Integers) -> None:
        """Append links."""
        data = links.astype("<i8", copy=False).tobytes()
        size = 8 * BLOCK_TICKS
        start = 0
        while len(self.rest) + len(data) - start >= size:
            stop = start + size - len(self.rest)
            block = hashlib.sha256(self.head)
            block.update(self.rest)
            block.update(memoryview(data)[start:stop])
            self.head, self.rest, start = block.digest(), b"", stop
            self.blocks += 1
        self.rest += data[start:]

    def digest(self, *further: bytes) -> str:
        """SHA-256 over all links, and over further bytes, such as the full state."""
        return hashlib.sha256(b"".join([self.head, self.rest, *further])).hexdigest()
