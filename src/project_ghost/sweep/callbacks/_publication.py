"""Publish the results of a complete sweep."""

from typing import final

from project_ghost.results import COMPLETE, TABLES, open_store
from project_ghost.sweep._claim import PLAN, SWEEP
from project_ghost.sweep.page._page import REPORT

from ._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus
from ._validation import VERDICT

__all__ = ["PublicationCallback"]


@final
class PublicationCallback(SweepCallback):
    """Copies the tables of a complete sweep, its page and its verdict to another place.

    Parts and recordings stay; `ghost sweep copy` copies them too. What was published there before
    is replaced, complete.json last.
    """

    def __init__(self, place: str) -> None:
        self._target = open_store(place)
        self._sweep: StartedSweep | None = None

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Keep the sweep; a place that cannot be written to shows before the first run."""
        self._sweep = sweep
        self._target.probe()

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Copy the results."""
        sweep, target = self._sweep, self._target
        if sweep is None or status.end is not SweepEnd.COMPLETE:
            return
        tables = [f"{name}.parquet" for name in TABLES]
        for name in (SWEEP, PLAN, VERDICT, REPORT, *tables, COMPLETE):
            data = sweep.store.read_or_none(name)
            if data is not None:
                target.write(name, data)
        sweep.say(f"published in {target.url}")
