"""Log one MLflow run for each sweep: parameters, progress, means, page and status.

MLflow is no dependency of Ghost; `pip install mlflow` where the sweep is started, not where its
runs are. Then:

    ghost sweep sweep.yaml -o results --report --callback examples/mlflow_sweep.py:MLflowCallback

or in sweep.yaml, with the name of an experiment:

    callbacks:
      - {callback: "mlflow_sweep.py:MLflowCallback", options: {experiment: night}}
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from project_ghost.results import aggregates
from project_ghost.sweep import StartedSweep, SweepCallback, SweepEnd, SweepStatus, open_sweep

# A server has limits on how often it is asked.
_EVERY_RUNS = 100
# What MLflow calls the ways in which a sweep ends.
_STATUS = {
    SweepEnd.COMPLETE: "FINISHED",
    SweepEnd.INCOMPLETE: "FINISHED",
    SweepEnd.FAILED: "FAILED",
    SweepEnd.INTERRUPTED: "KILLED",
}


class MLflowCallback(SweepCallback):
    """One MLflow run for each time a sweep is started."""

    def __init__(self, experiment: str = "ghost") -> None:
        # Here, so that a missing MLflow is an error before the first run.
        self._mlflow: Any = import_module("mlflow")
        self._experiment = experiment
        self._sweep: StartedSweep | None = None
        self._done = self._failed = 0

    def on_sweep_start(self, sweep: StartedSweep) -> None:
        """Start the run of MLflow."""
        self._sweep = sweep
        self._mlflow.set_experiment(self._experiment)
        self._mlflow.start_run(run_name=sweep.name)
        self._mlflow.log_params(
            {
                "before": sweep.before,
                "chosen": sweep.chosen,
                "parameters": ", ".join(sweep.parameters),
                "planned": sweep.planned,
                "store": sweep.store.url,
                "workers": sweep.workers,
            }
        )

    def on_run_end(self, row: Mapping[str, Any]) -> None:
        """Log the progress now and then."""
        self._done += 1
        self._failed += row["status"] == "failed"
        if self._done % _EVERY_RUNS == 0:
            self._log_progress()

    def on_sweep_end(self, status: SweepStatus) -> None:
        """Log means and page, and end the run of MLflow."""
        if self._sweep is None:
            return
        try:
            self._log_progress()
            if status.end is SweepEnd.COMPLETE:
                self._log_results(self._sweep)
            self._mlflow.set_tags({"end": str(status.end), "error": status.error})
        finally:
            self._mlflow.end_run(status=_STATUS[status.end])

    def _log_progress(self) -> None:
        self._mlflow.log_metrics({"done": self._done, "failed": self._failed}, step=self._done)

    def _log_results(self, sweep: StartedSweep) -> None:
        opened = open_sweep(sweep.store.url)
        measured = [*(["score"] if sweep.table.metrics else []), *sweep.table.metrics, "contacts"]
        means = {
            "/".join(filter(None, (metric, kind, planner))): mean
            for kind, planner, metric, _, _, mean, _, _ in aggregates(opened.windows, measured)
        }
        self._mlflow.log_metrics(means)
        for name in ("report.html", "verdict.json", "complete.json"):
            data = sweep.store.read_or_none(name)
            if data is not None:
                self._mlflow.log_text(data.decode(), name)
