"""The distance of plans' ends from where the recorded driver came."""

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.open_loop import bounded

__all__ = ["measure"]

_MOST = 8.0


def measure(evaluation: Evaluation) -> MetricResult:
    """1 minus the mean error at 3, 5 and 8 s in units of 8.0 m, at least 0."""
    return bounded(evaluation.run, "final", "m", _MOST)
