"""Which proposal is best: what the metrics of a run would say of it, as far as it looks ahead.

Collisions and times to collision are found for all proposals at once, by the boxes that the
metrics test; whoever meets the front half of the vehicle counts. Comfort is the metric itself. The
direction of travel is that of the route's lanes.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from project_ghost.closed_loop.metrics import EgoShape, Evaluation, RunArrays
from project_ghost.closed_loop.metrics.ego_is_comfortable import measure as comfort
from project_ghost.core.arrays import Floats, Integers
from project_ghost.models.plans import EGO_VX, EGO_X, EGO_Y
from project_ghost.world.geometry import box_corners, boxes_overlap

from ._objects import Objects

__all__ = ["Judged", "best_of", "judged"]

# The weights of progress, time to collision and comfort in the score of a run.
_PROGRESS, _TTC, _COMFORT = 5.0, 5.0, 2.0
# A time to collision below 0.95 s counts in a run; here a little more, as others brake too.
_TTC_S = np.array([0.4, 0.8, 1.2])
_TTC_STRIDE = 4
# At most this fast, a vehicle hits nobody.
_STOPPED_MPS = 0.05
# The cosine of 150 degrees: who is farther round is behind.
_BEHIND = -0.8660254037844387
_OUTSIDE_M = 0.3
# Speeds are compared this many steps after a collision, when brakes have acted.
_AFTER = 10
# Leaving the middle of the lane must gain more than this.
_OFFSET_PENALTY = 0.02


class DrivableArea(Protocol):
    """What the judge asks a map."""

    def drivable_distance_m(self, points: Floats) -> Floats:
        """The distance of each point to the drivable area; 0 on it."""


class Judged(NamedTuple):
    """What is found of each proposal."""

    first_hit: Integers  # the step of the first collision; the number of steps if there is none
    keeps_ttc: NDArray[np.bool_]
    stays_inside: NDArray[np.bool_]
    progress_m: Floats


def judged(
    rows: Floats,
    boxes: Floats,
    progress_m: Floats,
    offsets: Floats,
    objects: Objects,
    shape: EgoShape,
    step_s: float,
    area: DrivableArea | None,
) -> Judged:
    """Judge all proposals: their rows `ego` and boxes at each step, and their progress."""
    count, steps = rows.shape[:2]
    half = np.array([0.5 * shape.length_m, 0.5 * shape.width_m])
    first_hit = np.full(count, steps)
    keeps_ttc = np.ones(count, dtype=bool)
    if len(objects.centers):
        times: Floats = step_s * np.arange(float(steps))
        hits = np.any(_overlaps(rows, boxes, half, objects, objects.at(times)), axis=2)
        first_hit = np.where(np.any(hits, axis=1), np.argmax(hits, axis=1), steps)
        some = slice(None, None, _TTC_STRIDE)
        for ahead in _TTC_S.tolist():
            moved = boxes[:, some].copy()
            moved[..., :2] += (ahead * rows[:, some, EGO_VX])[..., np.newaxis] * moved[..., 2:]
            later = objects.at(times[some] + ahead)
            near = _overlaps(rows[:, some], moved, half, objects, later)
            keeps_ttc &= ~near.any(axis=(1, 2))
    inside = np.ones(count, dtype=bool)
    if area is not None:
        inside = _inside(boxes, progress_m, offsets, half, area)
    return Judged(first_hit, keeps_ttc, inside, progress_m[:, -1] - progress_m[:, 0])


def best_of(found: Judged, rows: Floats, offsets: Floats, shape: EgoShape, step_ns: int) -> int:
    """The best proposal; of equally good ones, the first."""
    count, steps = rows.shape[:2]
    safe = (found.first_hit >= steps) & found.stays_inside
    if not safe.any():
        # Nothing is safe: whoever collides last, and slowest.
        then = np.minimum(found.first_hit + _AFTER, steps - 1)
        speeds = rows[np.arange(count), then, EGO_VX]
        return int(np.lexsort((np.arange(count), speeds, -found.first_hit))[0])
    most = max(1.0, float(found.progress_m[safe].max()))
    share = np.minimum(np.maximum(found.progress_m / most, 0.0), 1.0)
    total = _PROGRESS + _TTC + _COMFORT
    bound = (_PROGRESS * share + _TTC * found.keeps_ttc + _COMFORT) / total
    bound = np.where(safe, bound - _OFFSET_PENALTY * np.abs(offsets), -1.0)
    best, best_score = -1, -2.0
    for index in np.lexsort((np.arange(count), -bound)).tolist():
        if bound[index] <= best_score:
            break
        score = float(bound[index]) - _COMFORT / total * (
            1.0 - _comfort(rows[index], shape, step_ns)
        )
        if score > best_score:
            best, best_score = index, score
    return best


def _comfort(rows: Floats, shape: EgoShape, step_ns: int) -> float:
    """The score of the metric of comfort for one proposal."""
    nobody = np.zeros(0)
    run = RunArrays(
        times_ns=step_ns * np.arange(len(rows)),
        ego=rows,
        bodies=np.zeros((len(rows), 0, 0)),
        kinds=nobody.astype(np.int64),
        lengths_m=nobody,
        widths_m=nobody,
        ego_row=0,
        shape=shape,
    )
    return comfort(Evaluation(run, {})).score or 0.0


def _overlaps(
    rows: Floats, boxes: Floats, half: Floats, objects: Objects, centers: Floats
) -> NDArray[np.bool_]:
    """Whether the front half of the vehicle overlaps each object that is not behind.

    Who hits its rear half is to blame for that. (proposals, steps, objects)
    """
    axes = boxes[:, :, np.newaxis, 2:]
    places = boxes[:, :, np.newaxis, :2] + 0.5 * half[0] * axes
    front = np.array([0.5 * half[0], half[1]])
    meets = boxes_overlap(places, axes, front, centers, objects.axes, objects.half_sizes)
    away_x = centers[..., 0] - rows[:, :, np.newaxis, EGO_X]
    away_y = centers[..., 1] - rows[:, :, np.newaxis, EGO_Y]
    along = away_x * axes[..., 0] + away_y * axes[..., 1]
    behind = along < _BEHIND * np.sqrt(away_x * away_x + away_y * away_y)
    moving = rows[:, :, np.newaxis, EGO_VX] > _STOPPED_MPS
    result: NDArray[np.bool_] = meets & ~behind & moving
    return result


def _inside(
    boxes: Floats, progress_m: Floats, offsets: Floats, half: Floats, area: DrivableArea
) -> NDArray[np.bool_]:
    """Whether each proposal stays on the drivable area.

    Proposals of one offset go the same way, so the one that goes farthest speaks for all. Who is
    outside now may come back.
    """
    result = np.ones(len(offsets), dtype=bool)
    for offset in np.unique(offsets):
        same = np.flatnonzero(offsets == offset)
        far = same[int(np.argmax(progress_m[same, -1]))]
        some = boxes[far, ::2]
        halves = np.broadcast_to(half, (len(some), 2))
        corners = box_corners(some[:, :2], some[:, 2:], halves)
        away = area.drivable_distance_m(corners.reshape(-1, 2)).reshape(-1, 4).max(axis=1)
        outside = away >= max(_OUTSIDE_M, float(away[0]) + 1e-6)
        if outside.any():
            limit_m = progress_m[far, ::2][int(np.argmax(outside))]
            result[same] = progress_m[same, -1] < limit_m
    return result
