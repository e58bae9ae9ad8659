"""Whether the ego drives in the direction of its lanes."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]

_INTERVAL_S = 1.0
_TOLERATED_M = 2.0
_MOST_M = 6.0


def measure(evaluation: Evaluation) -> MetricResult:
    """By the longest way against the direction within 1 s: under 2 m 1, under 6 m 0.5, else 0."""
    run, lanes = evaluation.run, evaluation.lanes
    if lanes is None:
        return MetricResult(note="the scenario has no map")
    step_s = run.mean_step_s
    window = 1 + (int(_INTERVAL_S / step_s) if step_s > 0.0 else 0)
    total = np.cumsum(lanes.progress_m)
    before = np.concatenate([np.zeros(window), total])[: len(total)]
    against_m = abs(min(0.0, float((total - before).min())))
    score = 1.0 if against_m < _TOLERATED_M else 0.5 if against_m < _MOST_M else 0.0
    return MetricResult(
        score, {"against_m_max": against_m}, {"progress_along_lane_m": lanes.progress_m}
    )
