"""The mean speed of the ego."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]


def measure(evaluation: Evaluation) -> MetricResult:
    """The mean of the rear axle's speed over all samples."""
    speed = evaluation.run.speed_mps
    return MetricResult(
        statistics={"mean_mps": float(np.sum(speed)) / len(speed), "max_mps": float(speed.max())},
        series={"speed_mps": speed},
    )
