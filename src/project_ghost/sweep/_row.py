"""The row of a run, from the outcome of its task."""

from collections.abc import Sequence
from typing import Any

from project_ghost.batch import Outcome
from project_ghost.results import OUTCOME, RunTable

from ._scene import Scene
from ._work import RunValues

__all__ = ["FAILED", "OK", "row_of"]

OK, FAILED = "ok", "failed"


def row_of(
    identity: Sequence[object], scene: Scene, table: RunTable, outcome: Outcome[RunValues]
) -> tuple[tuple[object, ...], Sequence[tuple[Any, ...]]]:
    """Return the row of a run, and the rows of its metrics."""
    metrics: Sequence[tuple[Any, ...]] = ()
    values: tuple[float | None, ...] = (None,) * len(table.metrics)
    if outcome.error is None:
        found = outcome.get()
        cells: tuple[object, ...] = (OK, scene.scenario_type, *found[:8], None, None)
        metrics, values = found.metrics, found.values or values
    else:
        nothing = (None,) * (len(OUTCOME) - 5)
        score = 0.0 if scene.is_planned else None
        cells = (FAILED, scene.scenario_type, score, *nothing, outcome.kind, outcome.error.what)
    timings = (
        outcome.host,
        outcome.pid,
        outcome.attempts,
        outcome.started_s,
        outcome.took_s,
        outcome.traceback or None,
    )
    return (*identity, *cells, *values, *timings), metrics
