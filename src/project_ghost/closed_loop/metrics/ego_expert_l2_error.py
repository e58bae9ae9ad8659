"""The distance of the ego from the recorded driver at the same times."""

import numpy as np

from project_ghost.core.dmath.arrays import wrap_angle
from project_ghost.models.plans import EGO_YAW

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.reference import expert_centers

__all__ = ["measure"]

# A radian of heading counts as so many metres.
_METRES_PER_RADIAN = 2.5


def measure(evaluation: Evaluation) -> MetricResult:
    """The mean and the largest distance, with and without the heading; it has no score."""
    run = evaluation.run
    expert = expert_centers(run)
    if expert is None or run.expert is None:
        return MetricResult(note="there is no recorded driver")
    common, ours, theirs = np.intersect1d(run.times_ns, run.expert.times_ns, return_indices=True)
    if not len(common):
        return MetricResult(note="the recorded driver has no sample at a time of the run")
    first = int(np.searchsorted(run.expert.times_ns, run.times_ns[0]))
    away = run.center[ours] - expert[theirs - first]
    distances = np.sqrt(away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1])
    turned = np.abs(wrap_angle(run.yaw_rad[ours] - run.expert.ego[theirs, EGO_YAW]))
    both = distances + _METRES_PER_RADIAN * turned
    return MetricResult(
        statistics={
            "mean_m": float(np.sum(distances)) / len(distances),
            "max_m": float(distances.max()),
            "mean_with_heading_m": float(np.sum(both)) / len(both),
            "max_with_heading_m": float(both.max()),
        }
    )
