"""Callbacks before and after a set of simulations."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import final

from project_ghost.core.files import write_whole

from ._report import RunnerReport
from ._tables import metric_rows, report_rows, score_rows, write_table

__all__ = [
    "AbstractMainCallback",
    "AggregationCallback",
    "MultiMainCallback",
    "SummaryCallback",
    "TimeCallback",
    "ValidationCallback",
]


class AbstractMainCallback(ABC):
    """An observer of a set of simulations."""

    @abstractmethod
    def on_run_simulation_start(self) -> None:
        """Called before the first simulation."""

    @abstractmethod
    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:
        """Called after the last simulation, with the reports of all."""


@final
class MultiMainCallback(AbstractMainCallback):
    """Calls callbacks in their order."""

    def __init__(self, callbacks: Sequence[AbstractMainCallback]) -> None:
        self._callbacks = tuple(callbacks)

    @property
    def callbacks(self) -> tuple[AbstractMainCallback, ...]:
        """The callbacks."""
        return self._callbacks

    def on_run_simulation_start(self) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_run_simulation_start()

    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:
        """Call all of them."""
        for callback in self._callbacks:
            callback.on_run_simulation_end(reports)


@final
class TimeCallback(AbstractMainCallback):
    """Measures how long a set of simulations takes: `elapsed_s`."""

    def __init__(
        self,
        now_s: Callable[[], float] = time.perf_counter,  # ghost: allow[wall-clock] only measures
    ) -> None:
        self._now_s = now_s
        self._started_s = 0.0
        self.elapsed_s = 0.0

    def on_run_simulation_start(self) -> None:
        """Start the measurement."""
        self._started_s = self._now_s()

    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:  # noqa: ARG002
        """End the measurement."""
        self.elapsed_s = self._now_s() - self._started_s


@final
class AggregationCallback(AbstractMainCallback):
    """Writes the metrics and the scores of all simulations, and their reports, to a folder.

    The files are metrics, scores and runner_report: Parquet, or CSV without pyarrow.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.files: tuple[Path, ...] = ()

    def on_run_simulation_start(self) -> None:
        """Make the folder, so that a mistake shows before the first simulation."""
        self._folder.mkdir(parents=True, exist_ok=True)

    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:
        """Write the tables."""
        tables = {
            "metrics": metric_rows(reports),
            "scores": score_rows(reports),
            "runner_report": report_rows(reports),
        }
        self.files = tuple(
            write_table(self._folder, name, rows) for name, rows in tables.items() if rows
        )


@final
class SummaryCallback(AbstractMainCallback):
    """Writes `summary.txt` to a folder: a line for each simulation, failures first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def on_run_simulation_start(self) -> None:
        """Do nothing."""

    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:
        """Write the summary."""
        ordered = sorted(reports, key=lambda each: (each.succeeded, each.score))
        lines = [
            f"{each.score:.4f}  {each.planner_name}  {each.scenario_name}"
            + ("" if each.succeeded else "  FAILED")
            for each in ordered
        ]
        self._folder.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line}\n" for line in lines)
        write_whole(self._folder / "summary.txt", text, "the summary")


@final
class ValidationCallback(AbstractMainCallback):
    """Writes `passed.txt` or `failed.txt` to a folder: whether all simulations succeeded.

    `validate` decides instead where it is given.
    """

    def __init__(
        self,
        folder: Path,
        validate: Callable[[Sequence[RunnerReport]], bool] | None = None,
    ) -> None:
        self._folder = folder
        self._validate = validate

    def on_run_simulation_start(self) -> None:
        """Remove the result of an earlier set."""
        for name in ("passed.txt", "failed.txt"):
            (self._folder / name).unlink(missing_ok=True)

    def on_run_simulation_end(self, reports: Sequence[RunnerReport]) -> None:
        """Write the result."""
        failed = [report for report in reports if not report.succeeded]
        passed = not failed if self._validate is None else self._validate(reports)
        lines = [f"{each.scenario_name} {each.planner_name}" for each in failed]
        self._folder.mkdir(parents=True, exist_ok=True)
        target = self._folder / ("passed.txt" if passed else "failed.txt")
        write_whole(target, "".join(f"{line}\n" for line in lines), "the result")
