"""Evaluate the metrics of a recorded simulation again."""

import time
import traceback
from collections.abc import Iterable
from pathlib import Path
from typing import final

from project_ghost.closed_loop.history import SimulationHistory
from project_ghost.closed_loop.metrics import CLOSED_LOOP, Challenge, Metric, RunArrays, evaluate
from project_ghost.closed_loop.planner import AbstractPlanner
from project_ghost.closed_loop.runner import AbstractRunner, RunnerReport
from project_ghost.closed_loop.scenario import AbstractScenario
from project_ghost.closed_loop.simulation import PlannerSession, run_arrays
from project_ghost.core.arguments import checked_arguments
from project_ghost.core.errors import InputError

from ._reopened import ReopenedRun

__all__ = ["MetricRunner", "recorded_arrays"]


@final
class MetricRunner(AbstractRunner):
    """Evaluates metrics on a recorded simulation; its planner is not asked again.

    The recorded plans drive the recorded scenario, which is checked against the recording. So all
    metrics can be evaluated, whatever was recorded, and those of the user's own too.
    """

    def __init__(
        self,
        recording: Path | str,
        metrics: Iterable[Metric] = (),
        *,
        challenge: Challenge = CLOSED_LOOP,
    ) -> None:
        self._path = Path(recording)
        self._metrics = tuple(metrics)
        self._challenge = challenge
        self._session: PlannerSession | None = None

    @property
    def scenario(self) -> AbstractScenario:
        """The recorded scenario, after `run`."""
        return self._ran.scenario

    @property
    def planner(self) -> AbstractPlanner:
        """A planner as the scenario names it, which was not asked."""
        return self._ran.planner

    @property
    def _ran(self) -> PlannerSession:
        if self._session is None:
            raise InputError("the recording is not open yet", "MetricRunner", "`run` before this")
        return self._session

    def run(self) -> RunnerReport:
        """Evaluate the metrics; the report has them."""
        started_s = _now_s()
        name, log = self._path.parent.name or self._path.stem, str(self._path)
        try:
            with ReopenedRun(self._path, with_plans=True) as reopened:
                name = reopened.prepared.runnable.name
                self._session, arrays = _drive(reopened)
            score, message = evaluate(arrays, self._metrics, challenge=self._challenge), None
        except Exception:
            score, message = None, traceback.format_exc()
        return RunnerReport(
            succeeded=score is not None,
            error_message=message,
            start_time=started_s,
            end_time=_now_s(),
            planner_report=None,
            scenario_name=name,
            planner_name="" if self._session is None else self._session.seat.planned.planner,
            log_name=log,
            metrics=score,
        )


@checked_arguments
def recorded_arrays(recording: Path | str) -> RunArrays:
    """The samples of a recorded simulation as arrays, for metrics."""
    with ReopenedRun(recording, with_plans=True) as reopened:
        return _drive(reopened)[1]


def _drive(reopened: ReopenedRun) -> tuple[PlannerSession, RunArrays]:
    """Drive the recorded plans to the end of the recording."""
    session = next(iter(reopened.prepared.planners.sessions.values()), None)
    if session is None:
        raise InputError(
            "no car of this run has a planner",
            str(reopened.recording.path),
            "a recording of `ghost simulate`, or of a scenario with a planner's car",
        )
    session.history = SimulationHistory(None, None)
    reopened.run_to(reopened.end_ns)
    return session, run_arrays(session.history.data, session.scenario, session.seat)


def _now_s() -> float:
    # ghost: allow[wall-clock] for a report about the evaluation
    return time.perf_counter()
