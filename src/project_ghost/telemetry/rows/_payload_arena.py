"""Encoded payloads in an arena."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from project_ghost.telemetry.mcap._message_block import Column, Places

from ._arena import join_payloads

__all__ = ["PayloadArena"]


class PayloadArena(NamedTuple):
    """Payloads in one piece of memory, for compiled code."""

    sizes: Column
    starts: NDArray[np.int64]
    arena: NDArray[np.uint8]

    def joined(self, heads: NDArray[np.void], places: Places) -> memoryview:
        """Join those at some places, each after its head."""
        sizes = self.sizes[places].view(np.int64)
        return join_payloads(heads, self.arena, self.starts[places], sizes).data
