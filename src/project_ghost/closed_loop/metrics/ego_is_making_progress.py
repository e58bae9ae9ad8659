"""Whether the ego gets on at all."""

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]

_LEAST = 0.2


def measure(evaluation: Evaluation) -> MetricResult:
    """1 if it makes a fifth of the expected progress or more, else 0."""
    progress = evaluation.result("ego_progress_along_expert_route")
    assert progress.score is not None, "progress always has a score"
    return MetricResult(float(progress.score >= _LEAST), {"ratio": progress.score})
