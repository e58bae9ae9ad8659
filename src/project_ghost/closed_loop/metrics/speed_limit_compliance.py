"""Whether the ego keeps to the speed limits."""

import numpy as np

from project_ghost.core.arrays import Floats

from ._evaluation import Evaluation
from ._lane_map import LaneMap
from ._result import MetricResult
from ._run_arrays import RunArrays
from .common.lanes import EgoLanes

__all__ = ["measure"]

# So much over the limit for the whole run gives 0.
_MOST_MPS = 2.23


def measure(evaluation: Evaluation) -> MetricResult:
    """1 without a violation; less by the speed over the limit, added up over time.

    Where no limit is known there is no violation.
    """
    run, lanes = evaluation.run, evaluation.lanes
    if run.map is None or lanes is None:
        return MetricResult(note="the scenario has no map")
    limits = _limits(run, lanes, run.map)
    known = ~np.isnan(limits)
    over = np.where(known, np.maximum(run.speed_mps - np.where(known, limits, 0.0), 0.0), 0.0)
    duration_s = float(run.seconds[-1])
    score = 1.0
    if over.any() and duration_s > 0.0:
        most = max(_MOST_MPS, 0.001) * duration_s
        score = max(0.0, 1.0 - float(np.sum(over)) * run.mean_step_s / most)
    return MetricResult(
        score,
        {
            "over_mps_max": float(over.max()),
            "samples_over": int(np.count_nonzero(over)),
            "share_with_known_limit": float(np.count_nonzero(known)) / len(run),
        },
        {"over_limit_mps": over},
    )


def _limits(run: RunArrays, lanes: EgoLanes, road: LaneMap) -> Floats:
    """The limit at each sample; NaN where none is known, or outside all lanes."""
    result = np.full(len(run), np.nan)
    for sample, found in enumerate(lanes.center):
        limits = [limit for lane in found if (limit := _limit(road, lane)) is not None]
        if limits:
            result[sample] = max(limits)
    return result


def _limit(road: LaneMap, lane: str) -> float | None:
    """The limit of a lane; in a junction the largest of those of the lanes before and after it."""
    if not road.is_connector(lane):
        return road.speed_limit_mps(lane)
    around = (*road.predecessors(lane), *road.successors(lane))
    limits = [limit for each in around if (limit := road.speed_limit_mps(each)) is not None]
    return max(limits, default=None)
