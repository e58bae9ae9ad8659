"""How a simulation went."""

from dataclasses import dataclass
from typing import final

from project_ghost.closed_loop.metrics import RunScore
from project_ghost.closed_loop.planner import PlannerReport

__all__ = ["RunnerReport"]


@final
@dataclass
class RunnerReport:
    """How a simulation went; times in seconds of a monotonic clock.

    `error_message` has the traceback of a run that failed, and where in the simulation it was.
    `metrics` are those of the samples that there are, also of a run that failed. `checkpoint` is
    the file with the moment before a failure, of a run that was recorded.
    """

    succeeded: bool
    error_message: str | None
    start_time: float
    end_time: float | None
    planner_report: PlannerReport | None
    scenario_name: str
    planner_name: str
    log_name: str
    scenario_type: str = "unknown"
    metrics: RunScore | None = None
    checkpoint: str | None = None

    @property
    def score(self) -> float:
        """The score of the run; 0 for one that failed."""
        return 0.0 if not self.succeeded or self.metrics is None else self.metrics.score

    @property
    def duration(self) -> float | None:
        """How long it took, in seconds."""
        return None if self.end_time is None else self.end_time - self.start_time

    def row(self) -> dict[str, object]:
        """The report as a row of a table, with the statistics of the planner's times."""
        statistics = (
            {} if self.planner_report is None else self.planner_report.compute_summary_statistics()
        )
        return {
            "scenario_name": self.scenario_name,
            "log_name": self.log_name,
            "planner_name": self.planner_name,
            "succeeded": self.succeeded,
            "error_message": self.error_message,
            "checkpoint": self.checkpoint,
            "start_time": self.start_time,
            "end_time": self.end_time,
            "duration": self.duration,
            **statistics,
        }
