"""What a caller holds of something it scheduled, and what makes that recur."""

from typing import final

from ._agenda import Agenda, Callback


@final
class ScheduledEvent:
    """The handle of a callback that was scheduled, once or periodically."""

    __slots__ = ("_agenda", "_key")

    def __init__(self, agenda: Agenda, key: int) -> None:
        self._agenda = agenda
        self._key = key

    def is_pending(self) -> bool:
        """Tell whether the callback will run, or run again, as time goes on."""
        return self._key in self._agenda

    def cancel(self) -> None:
        """Never run the callback again; to cancel what is over or cancelled is fine."""
        self._agenda.remove(self._key)


@final
class Recurrence:
    """What the agenda calls for a periodic event: it queues itself anew, then calls on."""

    __slots__ = ("_agenda", "_callback", "_period_ns", "event")

    def __init__(self, agenda: Agenda, first_ns: int, period_ns: int, callback: Callback) -> None:
        self._agenda = agenda
        self._period_ns = period_ns
        self._callback = callback
        self.event = ScheduledEvent(agenda, agenda.add(first_ns, self))

    def __call__(self) -> None:
        # Queued before the user's code runs, because that may raise, or cancel the event.
        event = self.event
        event._key = self._agenda.add_again(event._key, self._period_ns, self)
        self._callback()
