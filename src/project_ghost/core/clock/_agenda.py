"""The queue of callbacks, ordered by time and then by registration."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TypeAlias, final

from project_ghost.core.errors import InputError

Callback: TypeAlias = Callable[[], object]

# A key is one integer: the time in the high bits, the place of registration in the low bits.
# Integers compare much faster than tuples, and the garbage collector ignores them.
PLACE_BITS = 64
PLACE_MASK = (1 << PLACE_BITS) - 1

# With fewer dead keys than this, cleaning up costs more than it saves.
_DEAD_KEYS_MAX = 64


@final
class Recurrence:
    """A periodic callback in the agenda."""

    __slots__ = ("callback", "stride")

    def __init__(self, callback: Callback, period_ns: int) -> None:
        self.callback = callback
        # The difference between the keys of two successive occurrences, in the same place.
        self.stride = period_ns << PLACE_BITS


@final
class Agenda:
    """A priority queue of callbacks whose keys never tie.

    A registration keeps its place however often it recurs. A cancelled entry is removed at
    once; its key stays in the heap until its time, or until the dead keys outnumber the
    others. The clock's loop uses `heap` and `entries` directly, because a method call per event
    would cost as much as the event.
    """

    __slots__ = ("_places", "entries", "heap", "observer")

    def __init__(self) -> None:
        self.entries: dict[int, Callback | Recurrence] = {}
        self.heap: list[int] = []
        # The name of the subscriber that a bus delivers to. It may read the clock only.
        self.observer: str | None = None
        self._places = 0

    def add(self, at_ns: int, entry: Callback | Recurrence) -> int:
        """Queue an entry after all earlier ones for the same time; return its place."""
        self._places = place = self._places + 1
        self.entries[place] = entry
        heappush(self.heap, at_ns << PLACE_BITS | place)
        return place

    def require_no_observer(self, what: str, where: str) -> None:
        """Refuse a change of the clock by a subscriber during a delivery."""
        if self.observer is not None:
            raise InputError(
                f"subscriber {self.observer!r} tried to {what}",
                f"{where}, during a delivery",
                "a subscriber that does not change the clock: watching a run must not change it",
                f"let {self.observer!r} set a flag, and change the clock outside the delivery "
                "or in a clock callback registered before the run",
            )

    def remove(self, place: int) -> None:
        """Remove the entry in this place, if it is still queued."""
        if self.entries.pop(place, None) is None:
            return
        heap = self.heap
        if len(heap) > 2 * len(self.entries) + _DEAD_KEYS_MAX:
            # In place, because the clock's loop may be using it.
            heap[:] = [key for key in heap if key & PLACE_MASK in self.entries]
            heapify(heap)

    def next_ns(self) -> int | None:
        """Return the time of the first entry; None if there is none."""
        heap = self.heap
        while heap:
            if heap[0] & PLACE_MASK in self.entries:
                return heap[0] >> PLACE_BITS
            heappop(heap)
        return None

    def __contains__(self, place: int) -> bool:
        return place in self.entries
