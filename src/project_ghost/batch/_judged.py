"""The metrics of a run with a planner."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

# Imported where they are needed: workers with other tasks start faster without them.
if TYPE_CHECKING:
    from project_ghost.analysis.scores import StoredScores
    from project_ghost.closed_loop.metrics import RunScore
    from project_ghost.closed_loop.simulation import PlannerSession
    from project_ghost.runs import PreparedRun

__all__ = ["judged", "stored_scores", "watched_session", "without_series"]


def watched_session(prepared: "PreparedRun") -> "PlannerSession":
    """Return the session of the first planner, which from now on keeps its samples."""
    from project_ghost.closed_loop.history import SimulationHistory

    session = next(iter(prepared.planners.sessions.values()))
    scenario = session.scenario
    session.history = SimulationHistory(scenario.map_api, scenario.get_mission_goal())
    return session


def judged(session: "PlannerSession", *, is_open_loop: bool) -> "RunScore | None":
    """Return the metrics of the samples that there are, with series; None if there are none."""
    from project_ghost.closed_loop.metrics import CLOSED_LOOP, OPEN_LOOP, evaluate
    from project_ghost.closed_loop.simulation import run_arrays

    history = session.history
    if history is None or not len(history):
        return None
    arrays = run_arrays(history.data, session.scenario, session.seat)
    return evaluate(arrays, challenge=OPEN_LOOP if is_open_loop else CLOSED_LOOP)


def without_series(score: "RunScore | None") -> "RunScore | None":
    """Return a score without the series, which are as long as the run, to send it to others."""
    if score is None:
        return None
    results = {name: replace(each, series={}) for name, each in score.results.items()}
    return replace(score, results=results)


def stored_scores(score: "RunScore", session: "PlannerSession", digest: str) -> "StoredScores":
    """Return a score as it is kept beside the recording of its run."""
    from project_ghost.analysis.scores import StoredMetric, StoredScores

    assert session.history is not None
    samples = session.history.data
    return StoredScores(
        digest,
        score.challenge,
        score.score,
        np.array([each.iteration.time_point.time_ns for each in samples], dtype=np.int64),
        {
            name: StoredMetric(each.score, each.note, each.series)
            for name, each in score.results.items()
        },
    )
