"""What is to be called, in the order of time and then of registration."""

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import TypeAlias, final

from project_ghost.core.errors import InputError

Callback: TypeAlias = Callable[[], object]

# A key is one integer, the time above the place of registration. Comparing two integers
# is much faster than comparing two tuples, and the garbage collector ignores them.
PLACE_BITS = 64
PLACE_MASK = (1 << PLACE_BITS) - 1

# Below this many dead keys a clean-up is not worth its while.
_DEAD_KEYS_MAX = 64


@final
class Recurrence:
    """What the agenda holds for a periodic callback."""

    __slots__ = ("callback", "stride")

    def __init__(self, callback: Callback, period_ns: int) -> None:
        self.callback = callback
        # What leads from the key of one occurrence to that of the next, in the same place.
        self.stride = period_ns << PLACE_BITS


@final
class Agenda:
    """A priority queue of callbacks whose keys never tie.

    A place belongs to one registration for good, however often that recurs. What is
    cancelled is let go at once; its key stays in the heap until its time comes, or until
    the dead keys outnumber the living. The clock's loop works on `heap` and `entries`
    itself, because a call for each event would cost as much as the event.
    """

    __slots__ = ("_places", "entries", "heap", "observer")

    def __init__(self) -> None:
        self.entries: dict[int, Callback | Recurrence] = {}
        self.heap: list[int] = []
        # The subscriber that a bus is serving, by name. It may watch the clock and no more.
        self.observer: str | None = None
        self._places = 0

    def add(self, at_ns: int, entry: Callback | Recurrence) -> int:
        """Queue an entry behind all that were added before for the same time."""
        self._places = place = self._places + 1
        self.entries[place] = entry
        heappush(self.heap, at_ns << PLACE_BITS | place)
        return place

    def require_no_observer(self, what: str, where: str) -> None:
        """Refuse what a subscriber must not do to the clock while it is being served."""
        if self.observer is not None:
            raise InputError(
                f"subscriber {self.observer!r} tried to {what}",
                f"{where}, during a delivery",
                "a subscriber that leaves the clock alone: watching a run must not change it",
                f"let {self.observer!r} only note that it is wanted; whoever drives the clock, "
                "or a clock callback registered before the run, then does it",
            )

    def remove(self, place: int) -> None:
        """Let go of what is queued in this place, if it still is."""
        if self.entries.pop(place, None) is None:
            return
        heap = self.heap
        if len(heap) > 2 * len(self.entries) + _DEAD_KEYS_MAX:
            # In place, because the clock's loop may be at work on it.
            heap[:] = [key for key in heap if key & PLACE_MASK in self.entries]
            heapify(heap)

    def next_ns(self) -> int | None:
        """Return the time of the first entry, and None where nothing waits."""
        heap = self.heap
        while heap:
            if heap[0] & PLACE_MASK in self.entries:
                return heap[0] >> PLACE_BITS
            heappop(heap)
        return None

    def __contains__(self, place: int) -> bool:
        return place in self.entries
