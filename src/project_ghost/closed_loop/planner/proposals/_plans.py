"""The trajectories of proposals: places along the line, moved to a lateral offset."""

from typing import NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath.arrays import atan, atan2
from project_ghost.models.plans import (
    PLAN_AX,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_VX,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)

from ._track import RouteTrack

__all__ = ["Start", "plans_of", "steered"]

_TURN = 6.283185307179586


class Start(NamedTuple):
    """Where a vehicle is on its line, and how it moves; offsets are to the left."""

    progress_m: float
    speed_mps: float
    offset_m: float
    acceleration: float
    slope: float


def plans_of(
    track: RouteTrack,
    start: Start,
    offsets: Floats,
    progress: Floats,
    speeds: Floats,
    times_ns: Floats,
    rear_axle_to_center_m: float,
) -> Floats:
    """The rows of a plan for each proposal, (proposals, steps, PLAN_WIDTH); steering is 0.

    The centre of the vehicle goes from its present offset to the proposal's, by a cubic of the
    progress, and stays there.
    """
    change_m = max(12.0, 3.0 * start.speed_mps)
    part = np.minimum((progress - start.progress_m) / change_m, 1.0)
    rest = 1.0 - part
    target = offsets[:, np.newaxis]
    hermite = part * part * (3.0 - 2.0 * part)
    left = start.offset_m + hermite * (target - start.offset_m)
    left = left + start.slope * change_m * part * rest * rest
    slope = 6.0 * part * rest * (target - start.offset_m) / change_m
    slope = slope + start.slope * rest * (1.0 - 3.0 * part)
    points, along = track.places_at(progress)
    normal = np.stack([-along[..., 1], along[..., 0]], axis=-1)
    centers = points + left[..., np.newaxis] * normal
    ways = along + slope[..., np.newaxis] * normal
    square = ways[..., 0] * ways[..., 0] + ways[..., 1] * ways[..., 1]
    ways = ways / np.sqrt(square)[..., np.newaxis]
    plans = np.zeros((*progress.shape, PLAN_WIDTH))
    plans[..., PLAN_TIME] = times_ns
    plans[..., PLAN_X] = centers[..., 0] - rear_axle_to_center_m * ways[..., 0]
    plans[..., PLAN_Y] = centers[..., 1] - rear_axle_to_center_m * ways[..., 1]
    plans[..., PLAN_YAW] = atan2(ways[..., 1], ways[..., 0])
    plans[..., PLAN_VX] = speeds
    step_s = (times_ns[1] - times_ns[0]) / 1e9
    plans[:, :-1, PLAN_AX] = np.diff(speeds, axis=1) / step_s
    plans[:, -1, PLAN_AX] = plans[:, -2, PLAN_AX]
    return plans


def steered(plan: Floats, wheelbase_m: float) -> Floats:
    """The plan with the steering angles of a bicycle that follows it."""
    step_s = (plan[1, PLAN_TIME] - plan[0, PLAN_TIME]) / 1e9
    turns = np.diff(plan[:, PLAN_YAW])
    turns = turns - _TURN * np.rint(turns / _TURN)
    way = np.maximum(plan[:-1, PLAN_VX] * step_s, 1e-3)
    curvature = np.where(plan[:-1, PLAN_VX] > 0.1, turns / way, 0.0)
    result = plan.copy()
    result[:-1, PLAN_STEERING] = atan(wheelbase_m * curvature)
    result[-1, PLAN_STEERING] = result[-2, PLAN_STEERING]
    return result
