"""The mean heading error of plans beside the recorded driver."""

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.open_loop import bounded

__all__ = ["measure"]

_MOST = 0.8


def measure(evaluation: Evaluation) -> MetricResult:
    """1 minus the mean error at 3, 5 and 8 s in units of 0.8 rad, at least 0."""
    return bounded(evaluation.run, "average", "rad", _MOST)
