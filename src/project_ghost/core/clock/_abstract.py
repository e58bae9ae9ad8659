"""The base of all clocks: the present time, and callbacks at given times."""

from abc import ABC, abstractmethod
from heapq import heappop, heapreplace

from project_ghost.core.duration import require_ns, require_ns_at_least
from project_ghost.core.errors import GhostError, InputError, InputTypeError

from ._agenda import PLACE_BITS, PLACE_MASK, Agenda, Callback, Recurrence
from ._event import ScheduledEvent


class AbstractClock(ABC):
    """Simulated time in integer nanoseconds; it never decreases.

    Callbacks run in the order of their times, and at equal times in the order of registration;
    a periodic callback keeps its place at every occurrence. A callback registered by another
    one for the present time runs in the same pass, after those already queued.

    A callback that raises ends the pass. The clock is then at the time of that callback, which
    counts as run (the next occurrence of a periodic one is queued), and the next `advance`
    continues with the callback after it.

    While a bus delivers to a subscriber, the clock can be read but not changed: `advance`,
    `schedule`, `schedule_periodic` and `cancel` raise an error that names the subscriber.
    """

    def __init__(self, start_ns: int) -> None:
        self._now_ns = require_ns_at_least(0, start_ns, "start_ns", type(self).__name__)
        self._agenda = Agenda()
        self._advancing = False

    @abstractmethod
    def advance(self) -> int:
        """Advance to the next time, run the callbacks due until then, and return the time."""

    def now_ns(self) -> int:
        """Return the present time; in a callback, the time for which it was scheduled."""
        return self._now_ns

    def next_event_ns(self) -> int | None:
        """Return the time of the next callback; None if none is scheduled."""
        return self._agenda.next_ns()

    def schedule(self, at_ns: int, callback: Callback) -> ScheduledEvent:
        """Call `callback` once, at `at_ns`, which is now or later."""
        agenda = self._agenda
        if agenda.observer is not None:
            agenda.require_no_observer("schedule a clock callback", self._where("schedule"))
        if type(at_ns) is not int:
            at_ns = require_ns(at_ns, "at_ns", self._where("schedule"))
        if at_ns < self._now_ns:
            raise InputError(
                f"at_ns is {at_ns:_}, before the present time, {self._now_ns:_} ns",
                self._where("schedule"),
                "now or a later time",
                "add the delay to now_ns(), as in schedule(clock.now_ns() + delay_ns, callback)",
            )
        if not callable(callback):
            raise _not_callable(callback, self._where("schedule"))
        return ScheduledEvent(agenda, agenda.add(at_ns, callback))

    def schedule_periodic(
        self, period_ns: int, callback: Callback, phase_ns: int = 0
    ) -> ScheduledEvent:
        """Call `callback` at `phase_ns + k * period_ns`, k = 0, 1, ..., from now on.

        The times count from zero, not from now, so a late registration has the same times.
        """
        where = self._where("schedule_periodic")
        self._agenda.require_no_observer("schedule a clock callback", where)
        period_ns = require_ns_at_least(1, period_ns, "period_ns", where)
        phase_ns = require_ns_at_least(0, phase_ns, "phase_ns", where)
        if not callable(callback):
            raise _not_callable(callback, where)
        periods_missed = max(0, -((phase_ns - self._now_ns) // period_ns))
        first_ns = phase_ns + periods_missed * period_ns
        recurrence = Recurrence(callback, period_ns)
        return ScheduledEvent(self._agenda, self._agenda.add(first_ns, recurrence))

    def _run_until(self, target_ns: int) -> None:
        """Run the callbacks due up to and including `target_ns`, which becomes the present time."""
        if self._agenda.observer is not None:
            self._agenda.require_no_observer("advance the clock", self._where("advance"))
        if self._advancing:
            raise GhostError(
                "advance was called by a callback of the same clock",
                f"{self._where('advance')}, at {self._now_ns:_} ns",
                "one advance at a time: callbacks run during an advance",
                "schedule later work, and advance the clock from outside its callbacks",
            )
        self._advancing = True
        heap, entries = self._agenda.heap, self._agenda.entries
        end = (target_ns + 1) << PLACE_BITS
        try:
            while heap and (key := heap[0]) < end:
                entry = entries.get(place := key & PLACE_MASK)
                if type(entry) is Recurrence:
                    # Queued before the callback runs, which may raise, or cancel it.
                    heapreplace(heap, key + entry.stride)
                    self._now_ns = key >> PLACE_BITS
                    entry.callback()
                    continue
                heappop(heap)
                if entry is not None:
                    del entries[place]
                    self._now_ns = key >> PLACE_BITS
                    entry()
            self._now_ns = target_ns
        finally:
            self._advancing = False

    def _where(self, method: str) -> str:
        return f"{type(self).__name__}.{method}"


def _not_callable(callback: object, where: str) -> InputTypeError:
    return InputTypeError(
        f"callback is {callback!r}, of type {type(callback).__name__}",
        where,
        "a function without arguments",
        "pass the function itself, `tick` and not `tick()`; "
        "functools.partial binds arguments to it",
    )
