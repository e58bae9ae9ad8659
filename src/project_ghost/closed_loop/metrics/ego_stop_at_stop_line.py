"""Whether the ego stops at the stop lines that it comes to."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]

_NEAR_M = 5.0
_STOPPED_MPS = 0.1


def measure(evaluation: Evaluation) -> MetricResult:
    """How many stop lines it crossed, and before how many of them it stopped; it has no score."""
    run, lanes = evaluation.run, evaluation.lanes
    if run.map is None or lanes is None:
        return MetricResult(note="the scenario has no map")
    crossed = stopped = 0
    for line in run.map.road_map.stop_lines:
        on = np.array([line.lane in found for found in lanes.center], dtype=bool)
        if not on.any():
            continue
        front_m = run.map.arc_length(line.lane, run.center) + 0.5 * run.shape.length_m
        left_m = np.where(on, line.at_m - front_m, np.inf)
        beyond = np.flatnonzero(left_m < 0.0)
        if len(beyond) and (left_m[: beyond[0]] < np.inf).any():
            crossed += 1
            near = left_m[: beyond[0]] <= _NEAR_M
            stopped += bool((near & (run.speed_mps[: beyond[0]] <= _STOPPED_MPS)).any())
    return MetricResult(statistics={"crossed": crossed, "stopped_before": stopped})
