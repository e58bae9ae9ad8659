"""How long a sweep takes, and how busy its workers are."""

import time
from collections.abc import Callable, Mapping
from typing import Any, final

from ._callback import StartedSweep, SweepCallback, SweepStatus

__all__ = ["TimeCallback"]


@final
class TimeCallback(SweepCallback):
    """Measures the sweep: `elapsed_s`, `runs_per_s`, and `busy`, the part of the workers' time."""

    def __init__(
        self,
        now_s: Callable[[], float] = time.perf_counter,  # ghost: allow[wall-clock] only measures
    ) -> None:
        self._now_s = now_s
        self._started_s = self._work_s = 0.0
        self._sweep: StartedSweep | None = None
        self.elapsed_s = self.runs_per_s = self.busy = 0.0

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Start the measurement."""
        self._sweep, self._started_s, self._work_s = sweep, self._now_s(), 0.0

    def on_run_end(self, row: Mapping[str, Any]) -> None:
        """Add the time of a run."""
        self._work_s += row["took_s"]

    def on_sweep_end(self, status: SweepStatus) -> None:
        """End the measurement."""
        self.elapsed_s = self._now_s() - self._started_s
        if self._sweep is None or not status.done or self.elapsed_s <= 0.0:
            return
        self.runs_per_s = status.done / self.elapsed_s
        self.busy = self._work_s / (self.elapsed_s * self._sweep.workers)
        self._sweep.say(
            f"took {self.elapsed_s:,.1f} s: {self.runs_per_s:,.1f} runs/s, workers busy "
            f"{self.busy:.0%} of the time, start included"
        )
