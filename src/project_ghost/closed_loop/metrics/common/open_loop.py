"""Plans beside what the recorded driver did: displacements and headings at 1 s to 8 s ahead."""

from dataclasses import dataclass
from typing import final

import numpy as np

from project_ghost.closed_loop.metrics._result import MetricResult, Statistic
from project_ghost.closed_loop.metrics._run_arrays import RunArrays
from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath.arrays import cos, sin, wrap_angle
from project_ghost.models.plans import (
    EGO_X,
    EGO_Y,
    EGO_YAW,
    PLAN_TIME,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)

from .motion import unwrapped

__all__ = ["HORIZONS_S", "PlanErrors", "bounded", "plan_errors"]

HORIZONS_S = (3, 5, 8)
_SECOND_NS = 1_000_000_000


@final
@dataclass(frozen=True, eq=False)
class PlanErrors:
    """Errors of the plans of some frames, 1 s apart: (frames, 8), at 1 s to 8 s ahead."""

    distances_m: Floats
    headings_rad: Floats


def plan_errors(run: RunArrays) -> PlanErrors | str:
    """The errors of all frames, once a second; a text says why there are none."""
    if run.expert is None:
        return "there is no recorded driver"
    if len(run.plans) != len(run):
        return "the plans are not recorded"
    distances: list[Floats] = []
    headings: list[Floats] = []
    ahead_ns = _SECOND_NS * np.arange(1, HORIZONS_S[-1] + 1)
    next_ns = int(run.times_ns[0])
    for sample, time_ns in enumerate(run.times_ns.tolist()):
        if time_ns < next_ns:
            continue
        next_ns += _SECOND_NS
        plan = run.plans[sample]
        planned = _poses_at(time_ns + ahead_ns, plan[:, PLAN_TIME], plan[:, [PLAN_X, PLAN_Y]],
                            plan[:, PLAN_YAW])  # fmt: skip
        expert = _poses_at(
            time_ns + ahead_ns,
            run.expert.times_ns.astype(float),
            run.expert.ego[:, [EGO_X, EGO_Y]],
            run.expert.ego[:, EGO_YAW],
        )
        if planned is None:
            return f"a plan is shorter than {HORIZONS_S[-1]} s"
        if expert is None:
            continue  # the recording ends before the horizon of this frame
        away = _centers(run, planned) - _centers(run, expert)
        distances.append(np.sqrt(away[:, 0] * away[:, 0] + away[:, 1] * away[:, 1]))
        headings.append(np.abs(wrap_angle(planned[:, 2] - expert[:, 2])))
    if not distances:
        return f"the recorded driver is known for less than {HORIZONS_S[-1]} s"
    return PlanErrors(np.array(distances), np.array(headings))


def bounded(run: RunArrays, name: str, unit: str, most: float) -> MetricResult:
    """The score of one error: 1 minus the mean over horizons in units of `most`, at least 0."""
    errors = plan_errors(run)
    if isinstance(errors, str):
        return MetricResult(note=errors)
    values = errors.distances_m if unit == "m" else errors.headings_rad
    statistics: dict[str, Statistic] = {}
    total = 0.0
    for horizon in HORIZONS_S:
        ahead = values[:, :horizon]
        each = np.sum(ahead, axis=1) / horizon if name == "average" else ahead[:, -1]
        mean = float(np.sum(each)) / len(each)
        statistics[f"horizon_{horizon}_s_{unit}"] = mean
        total += mean
    return MetricResult(max(0.0, 1.0 - total / len(HORIZONS_S) / most), statistics)


def _poses_at(
    stamps_ns: Integers, times_ns: Floats, positions: Floats, yaws: Floats
) -> Floats | None:
    """Poses (n, 3) at some times, linear between samples; None where they do not reach so far."""
    if len(times_ns) < 2 or stamps_ns[0] < times_ns[0] or stamps_ns[-1] > times_ns[-1]:
        return None
    after = np.clip(np.searchsorted(times_ns, stamps_ns), 1, len(times_ns) - 1)
    before = after - 1
    share = (stamps_ns - times_ns[before]) / (times_ns[after] - times_ns[before])
    poses = np.column_stack([positions, unwrapped(yaws)])
    found: Floats = poses[before] + share[:, None] * (poses[after] - poses[before])
    return found


def _centers(run: RunArrays, poses: Floats) -> Floats:
    along = np.stack([cos(poses[:, 2]), sin(poses[:, 2])], axis=1)
    return poses[:, :2] + run.shape.rear_axle_to_center_m * along
