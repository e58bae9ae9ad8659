"""The links of a run so far, as SHA-256 over blocks of them."""

import hashlib
from dataclasses import dataclass, field
from typing import final

from project_ghost.core.arrays import Integers

BLOCK_TICKS = 4096
_BLOCK_BYTES = 8 * BLOCK_TICKS


@final
@dataclass
class Ledger:
    """Hashes links as they come; keeps one digest and less than one block of links."""

    blocks: int = 0  # how many are complete
    head: bytes = b""  # the digest of all complete blocks
    rest: bytearray = field(default_factory=bytearray)  # the links after the last complete block

    def add(self, links: Integers) -> None:
        """Append links."""
        self.rest += links.astype("<i8", copy=False).data
        if len(self.rest) < _BLOCK_BYTES:
            return
        start = 0
        while len(self.rest) - start >= _BLOCK_BYTES:
            block = hashlib.sha256(self.head)
            block.update(memoryview(self.rest)[start : start + _BLOCK_BYTES])
            self.head, start = block.digest(), start + _BLOCK_BYTES
            self.blocks += 1
        del self.rest[:start]

    def copy(self) -> "Ledger":
        """The same links, to go on with."""
        return Ledger(self.blocks, self.head, self.rest.copy())

    def digest(self, *further: bytes) -> str:
        """SHA-256 over all links, and over further bytes, such as the full state."""
        return hashlib.sha256(b"".join([self.head, self.rest, *further])).hexdigest()
