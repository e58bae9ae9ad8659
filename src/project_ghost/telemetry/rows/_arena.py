"""Bytes of many payloads in one piece of memory, filled and joined by compiled code."""

from collections.abc import Callable
from functools import cache
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.compiled import borrowing, compile_source, copy_bytes

__all__ = ["Arena", "join_payloads"]

Bytes = NDArray[np.uint8]


@final
class Arena:
    """Payloads one after the other, in memory that is used again."""

    def __init__(self, size: int = 1 << 16) -> None:
        self.bytes: Bytes = np.empty(size, dtype=np.uint8)
        self.used = 0

    def clear(self) -> None:
        """Begin again; what was written is lost."""
        self.used = 0

    def grow(self, least: int = 0) -> None:
        """Make room for at least so many bytes more."""
        size = max(2 * len(self.bytes), self.used + least)
        larger = np.empty(size, dtype=np.uint8)
        larger[: self.used] = self.bytes[: self.used]
        self.bytes = larger

    def reserve(self, count: int) -> None:
        """Make sure that there is room for so many bytes."""
        if self.used + count > len(self.bytes):
            self.grow(count)

    def add(self, data: bytes) -> None:
        """Add bytes at the end."""
        self.reserve(len(data))
        self.bytes[self.used : self.used + len(data)] = np.frombuffer(data, dtype=np.uint8)
        self.used += len(data)


def join_payloads(
    heads: NDArray[Any], arena: Bytes, starts: NDArray[np.int64], sizes: NDArray[np.int64]
) -> Bytes:
    """Join parts of an arena, each after its head, an array of fields without padding."""
    count, width = len(heads), heads.dtype.itemsize
    joined = np.empty(count * width + int(sizes.sum()), dtype=np.uint8)
    _compiled()(heads.view(np.uint8), width, arena, starts, sizes, joined)
    return joined


@cache
def _compiled() -> Callable[..., Any]:
    arguments = "heads, width, arena, starts, sizes, joined"
    source = f"def join_payloads({arguments}):\n    join({arguments})\n"
    return compile_source(source, "join_payloads", {"join": _join})


@borrowing
def _join(heads: Any, width: int, arena: Any, starts: Any, sizes: Any, joined: Any) -> None:  # noqa: ANN401
    at = 0
    for i in range(starts.shape[0]):
        copy_bytes(heads, i * width, (i + 1) * width, joined, at)
        at += width
        copy_bytes(arena, starts[i], starts[i] + sizes[i], joined, at)
        at += sizes[i]
