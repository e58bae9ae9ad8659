"""Handles of scheduled callbacks."""

from typing import final

from ._agenda import Agenda


@final
class ScheduledEvent:
    """The handle of a callback scheduled once or periodically."""

    __slots__ = ("_agenda", "_place")

    def __init__(self, agenda: Agenda, place: int) -> None:
        self._agenda = agenda
        self._place = place

    def is_pending(self) -> bool:
        """Tell whether the callback will still run."""
        return self._place in self._agenda

    def cancel(self) -> None:
        """Cancel the callback. Repeating it, or cancelling a past callback, does nothing."""
        self._agenda.require_no_observer("cancel a clock callback", "ScheduledEvent.cancel")
        self._agenda.remove(self._place)
