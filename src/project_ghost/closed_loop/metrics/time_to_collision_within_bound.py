"""The time to collision at constant speed and heading."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult
from .common.time_to_collision import time_to_collision_s
from .no_ego_at_fault_collisions import at_fault

__all__ = ["measure"]

_LEAST_S = 0.95


def measure(evaluation: Evaluation) -> MetricResult:
    """1 if the time to collision is above 0.95 s at all samples, else 0.

    Bodies at the sides count too while the ego is between lanes or in a junction.
    """
    run, lanes = evaluation.run, evaluation.lanes
    blamed = {collision.sample for collision in at_fault(evaluation)}
    collided: set[tuple[int, int]] = set()
    first_at = {collision.track: collision.sample for collision in evaluation.collisions}
    times = np.zeros(len(run))
    for sample in range(len(run)):
        collided |= {track for track, at in first_at.items() if at == sample}
        if sample in blamed:
            continue
        sees_sides = lanes is not None and bool(
            lanes.in_intersection[sample] or not lanes.in_common_or_connected[sample]
        )
        times[sample] = time_to_collision_s(run, sample, sees_sides=sees_sides, ignored=collided)
    least = float(times.min()) if len(times) else float("inf")
    return MetricResult(
        float(least > _LEAST_S),
        {"least_s": least if np.isfinite(least) else None},
        {"time_to_collision_s": times},
    )
