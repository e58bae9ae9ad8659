"""The metrics of a run with a planner."""

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

# Imported where they are needed: workers with other tasks start faster without them.
if TYPE_CHECKING:
    from project_ghost.analysis.scores import StoredScores
    from project_ghost.closed_loop.metrics import RunScore
    from project_ghost.closed_loop.simulation import PlannerSession
    from project_ghost.runs import PreparedRun

# So many times along a run its score is computed as if it had ended there.
_MOMENTS = 8

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


def stored_scores(
    score: "RunScore", session: "PlannerSession", digest: str, *, is_open_loop: bool
) -> "StoredScores":
    """Return a score as it is kept beside the recording of its run."""
    from project_ghost.analysis.scores import ScoresSoFar, StoredMetric, StoredScores
    from project_ghost.closed_loop.metrics import CLOSED_LOOP, OPEN_LOOP, evaluate
    from project_ghost.closed_loop.simulation import run_arrays

    assert session.history is not None
    arrays = run_arrays(session.history.data, session.scenario, session.seat)
    challenge = OPEN_LOOP if is_open_loop else CLOSED_LOOP
    parts = range(1, _MOMENTS)
    counts = sorted({max(2, len(arrays) * part // _MOMENTS) for part in parts} - {len(arrays)})
    beginnings: dict[int, RunScore] = {}
    for count in counts:
        with suppress(Exception):  # a metric that needs more samples: no score there
            beginnings[count] = evaluate(arrays.beginning(count), challenge=challenge)
    moments = [*beginnings.values(), score]
    stamps_ns = arrays.times_ns[[*(n - 1 for n in beginnings), len(arrays) - 1]]
    named = [{name: each.score for name, each in moment.results.items()} for moment in moments]
    judged_ones = [name for name, each in score.results.items() if each.score is not None]
    return StoredScores(
        digest,
        score.challenge,
        score.score,
        arrays.times_ns,
        {
            name: StoredMetric(each.score, each.note, each.series)
            for name, each in score.results.items()
        },
        ScoresSoFar(
            stamps_ns,
            np.array([moment.score for moment in moments]),
            {
                name: np.array([each[name] for each in named], dtype=float)
                for name in judged_ones
                if name in challenge.metrics
            },
        ),
    )
