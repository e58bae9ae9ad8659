"""What is to be called, in the order of time and then of registration."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TypeAlias, final

Callback: TypeAlias = Callable[[], object]

# A key is one integer, the time above the place of registration. Comparing two integers
# is much faster than comparing two tuples, and the garbage collector ignores them.
PLACE_BITS = 64

# Below this many dead keys a clean-up is not worth its while.
_DEAD_KEYS_MAX = 64


@final
class Agenda:
    """A priority queue of callbacks whose keys never tie.

    A cancelled callback is let go at once; its key stays in the heap until its time
    comes, or until the dead keys outnumber the living.
    """

    __slots__ = ("_callbacks", "_heap", "_places")

    def __init__(self) -> None:
        self._callbacks: dict[int, Callback] = {}
        self._heap: list[int] = []
        self._places = 0

    def add(self, at_ns: int, callback: Callback) -> int:
        """Queue a callback behind all that were added before for the same time."""
        self._places = place = self._places + 1
        key = at_ns << PLACE_BITS | place
        self._callbacks[key] = callback
        heappush(self._heap, key)
        return key

    def add_again(self, key: int, delay_ns: int, callback: Callback) -> int:
        """Queue a callback some time after `key`, in the place that `key` had."""
        key += delay_ns << PLACE_BITS
        self._callbacks[key] = callback
        heappush(self._heap, key)
        return key

    def remove(self, key: int) -> None:
        """Let go of the callback with this key, if it is still waiting."""
        if self._callbacks.pop(key, None) is None:
            return
        if len(self._heap) > 2 * len(self._callbacks) + _DEAD_KEYS_MAX:
            self._heap = list(self._callbacks)
            heapify(self._heap)

    def pop_due(self, until_ns: int) -> tuple[int, Callback] | None:
        """Take out the first callback with its time, if that is not after `until_ns`."""
        heap = self._heap
        end = (until_ns + 1) << PLACE_BITS
        while heap and heap[0] < end:
            key = heappop(heap)
            callback = self._callbacks.pop(key, None)
            if callback is not None:
                return key >> PLACE_BITS, callback
        return None

    def next_ns(self) -> int | None:
        """Return the time of the first callback, and None where nothing waits."""
        heap = self._heap
        while heap:
            if heap[0] in self._callbacks:
                return heap[0] >> PLACE_BITS
            heappop(heap)
        return None

    def __contains__(self, key: int) -> bool:
        return key in self._callbacks
