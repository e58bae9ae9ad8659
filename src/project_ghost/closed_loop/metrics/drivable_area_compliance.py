"""Whether the ego stays on the drivable area."""

import numpy as np

from ._evaluation import Evaluation
from ._result import MetricResult

__all__ = ["measure"]

# A corner may be this far outside.
_TOLERATED_M = 0.3


def measure(evaluation: Evaluation) -> MetricResult:
    """0 as soon as a corner of the footprint is 0.3 m or more outside, else 1."""
    run = evaluation.run
    if run.map is None:
        return MetricResult(note="the scenario has no map")
    corners = run.corners.reshape(-1, 2)
    away = run.map.drivable_distance_m(corners).reshape(len(run), 4).max(axis=1)
    outside = np.flatnonzero(away >= _TOLERATED_M)
    return MetricResult(
        float(not len(outside)),
        {
            "outside_m_max": float(away.max()),
            "samples_outside": len(outside),
            "first_s": float(run.seconds[outside[0]]) if len(outside) else None,
        },
        {"corner_outside_m": away},
    )
