"""How far the ego came along the way, beside the recorded driver or another reference."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]

# Shorter ways count as this long, so that standing scenes have a score; so far may one roll back.
_LEAST_M = 2.0


def measure(evaluation: Evaluation) -> MetricResult:
    """The ratio of both ways, at most 1; 0 for an ego that drove back."""
    reference = evaluation.reference
    ego_m, expected_m = float(np.sum(reference.ego_m)), reference.expected_m
    score = 0.0
    if ego_m >= -_LEAST_M:
        score = min(1.0, max(ego_m, _LEAST_M) / max(expected_m, _LEAST_M))
    return MetricResult(
        score,
        {"ego_m": ego_m, "expected_m": expected_m, "reference": str(reference.kind)},
        {"progress_m": reference.ego_m},
    )
