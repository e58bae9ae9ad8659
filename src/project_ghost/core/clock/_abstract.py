"""What every clock can do: tell the time, and call back when a time is reached."""

from abc import ABC, abstractmethod
from heapq import heappop, heapreplace

from project_ghost.core.duration import require_ns, require_ns_at_least
from project_ghost.core.errors import GhostError, InputError, InputTypeError

from ._agenda import PLACE_BITS, PLACE_MASK, Agenda, Callback, Recurrence
from ._event import ScheduledEvent


class AbstractClock(ABC):
    """Simulated time in integer nanoseconds, which never goes back.

    Callbacks run in the order of their times. Those of one time run in the order in which
    they were registered, where a periodic one keeps its place at every occurrence; one
    registered by a callback for the present time runs in the same pass, after those that
    were queued.

    A callback that raises ends the pass: the clock stands at that callback's time, the
    callback counts as run (a periodic one has its next occurrence queued), and the next
    `advance` goes on with the one after it.

    While a bus serves a subscriber, the clock can be read and not changed: `advance`,
    `schedule`, `schedule_periodic` and `cancel` are refused, with the subscriber's name.
    """

    def __init__(self, start_ns: int) -> None:
        self._now_ns = require_ns_at_least(0, start_ns, "start_ns", type(self).__name__)
        self._agenda = Agenda()
        self._advancing = False

    @abstractmethod
    def advance(self) -> int:
        """Go on to the next moment, run the callbacks due on the way, and return the time."""

    def now_ns(self) -> int:
        """Return the present time; inside a callback, the time it was scheduled for."""
        return self._now_ns

    def next_event_ns(self) -> int | None:
        """Return the time of the next callback, and None where none is scheduled."""
        return self._agenda.next_ns()

    def schedule(self, at_ns: int, callback: Callback) -> ScheduledEvent:
        """Call `callback` once, at `at_ns`, which may be now but not earlier."""
        agenda = self._agenda
        if agenda.observer is not None:
            agenda.require_no_observer("schedule a clock callback", self._where("schedule"))
        if type(at_ns) is not int:
            at_ns = require_ns(at_ns, "at_ns", self._where("schedule"))
        if at_ns < self._now_ns:
            raise InputError(
                f"at_ns is {at_ns:_}, which is past: it is {self._now_ns:_} ns now",
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
        """Call `callback` at `phase_ns + k * period_ns`, k = 0, 1, ..., as far as not yet past.

        The times count from zero, not from now: whoever registers late joins the same beat.
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
        """Run what is due up to and including `target_ns`, which becomes the time."""
        if self._agenda.observer is not None:
            self._agenda.require_no_observer("advance the clock", self._where("advance"))
        if self._advancing:
            raise GhostError(
                "advance was called by a callback of the same clock",
                f"{self._where('advance')}, at {self._now_ns:_} ns",
                "one advance at a time: a callback runs in the midst of one",
                "schedule what is to happen later, and let whoever drives the clock advance it",
            )
        self._advancing = True
        heap, entries = self._agenda.heap, self._agenda.entries
        end = (target_ns + 1) << PLACE_BITS
        try:
            while heap and (key := heap[0]) < end:
                entry = entries.get(place := key & PLACE_MASK)
                if type(entry) is Recurrence:
                    # Queued before the user's code runs, because that may raise, or cancel it.
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
        "something to call without arguments",
        "give the function itself, `tick` and not `tick()`; "
        "functools.partial binds arguments to it",
    )
