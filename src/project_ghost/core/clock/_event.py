"""What a caller holds of something it scheduled."""

from typing import final

from ._agenda import Agenda


@final
class ScheduledEvent:
    """The handle of a callback that was scheduled, once or periodically."""

    __slots__ = ("_agenda", "_place")

    def __init__(self, agenda: Agenda, place: int) -> None:
        self._agenda = agenda
        self._place = place

    def is_pending(self) -> bool:
        """Tell whether the callback will run, or run again, as time goes on."""
        return self._place in self._agenda

    def cancel(self) -> None:
        """Never run the callback again; to cancel what is over or cancelled is fine."""
        self._agenda.require_no_observer("cancel a clock callback", "ScheduledEvent.cancel")
        self._agenda.remove(self._place)
