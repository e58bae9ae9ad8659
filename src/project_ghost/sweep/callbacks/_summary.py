"""The page of a sweep, written when it ends."""

from typing import final

from project_ghost.sweep._open import OpenSweep
from project_ghost.sweep.page._page import REPORT, sweep_page

from ._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus

__all__ = ["SummaryCallback"]


@final
class SummaryCallback(SweepCallback):
    """Writes report.html to the store, of a sweep that is not complete too."""

    def __init__(self) -> None:
        self._sweep: StartedSweep | None = None

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Keep the sweep."""
        self._sweep = sweep

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Write the page."""
        if self._sweep is None or status.end not in (SweepEnd.COMPLETE, SweepEnd.INCOMPLETE):
            return
        store = self._sweep.store
        store.write(REPORT, sweep_page(OpenSweep(store)).encode())
        self._sweep.say(f"page: {store.url}/{REPORT}")
