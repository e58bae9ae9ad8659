"""How often plans go far from what the recorded driver did."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult, Statistic
from .common.open_loop import HORIZONS_S, plan_errors

__all__ = ["measure"]

_MOST_M = (6.0, 8.0, 16.0)
_SHARE_MAX = 0.3


def measure(evaluation: Evaluation) -> MetricResult:
    """1 if at each horizon at most 0.3 of the frames are further away than 6, 8, 16 m, else 0."""
    errors = plan_errors(evaluation.run)
    if isinstance(errors, str):
        return MetricResult(note=errors)
    statistics: dict[str, Statistic] = {}
    for horizon, most_m in zip(HORIZONS_S, _MOST_M, strict=True):
        missed = errors.distances_m[:, :horizon].max(axis=1) > most_m
        statistics[f"missed_share_{horizon}_s"] = float(np.count_nonzero(missed)) / len(missed)
    shares = [value for value in statistics.values() if isinstance(value, float)]
    return MetricResult(float(max(shares) <= _SHARE_MAX), statistics)
