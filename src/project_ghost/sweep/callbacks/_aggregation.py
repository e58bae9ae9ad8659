"""The means of a sweep, as lines."""

from typing import final

from project_ghost.core.wording import counted
from project_ghost.results import Mean, mean_text, with_overall
from project_ghost.sweep._open import OpenSweep

from ._callback import StartedSweep, SweepCallback, SweepEnd, SweepStatus

__all__ = ["AggregationCallback"]

_LINES_MAX = 12


@final
class AggregationCallback(SweepCallback):
    """Says the mean score by type of scenario and planner; of a sweep that goes on, so far.

    aggregates.parquet, which every complete sweep has, holds those of all metrics.
    """

    def __init__(self, metric: str = "score") -> None:
        self._metric = metric
        self._sweep: StartedSweep | None = None

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Keep the sweep."""
        self._sweep = sweep

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Say the means."""
        sweep = self._sweep
        names = [] if sweep is None else [field.name for field in sweep.table.result]
        is_over = status.end in (SweepEnd.COMPLETE, SweepEnd.INCOMPLETE)
        if sweep is None or not is_over or not sweep.table.metrics or self._metric not in names:
            return
        found = with_overall(OpenSweep(sweep.store).windows, [self._metric])
        for kind, planner, metric, count, failed, *mean in found[:_LINES_MAX]:
            who = f"{kind}, {planner}" if planner else kind
            lost = f", {failed:,} failed" if failed else ""
            sweep.say(f"{who}: {metric} {mean_text(Mean(*mean))}, {counted(count, 'run')}{lost}")
        if len(found) > _LINES_MAX:
            sweep.say(f"... and {len(found) - _LINES_MAX:,} more in aggregates.parquet")
