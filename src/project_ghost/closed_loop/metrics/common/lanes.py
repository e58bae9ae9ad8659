"""The lanes under the ego's centre and under the corners of its footprint, over a run."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.closed_loop.metrics._lane_map import LaneMap
from project_ghost.closed_loop.metrics._run_arrays import RunArrays
from project_ghost.core.arrays import Floats

__all__ = ["EgoLanes", "LaneIds"]

LaneIds: TypeAlias = tuple[str, ...]

# In a junction, a lane is kept while the point is nearer to it than this.
_KEPT_M = 5.0
_FRONT, _REAR = (0, 3), (1, 2)  # corners: front left, rear left, rear right, front right


@final
class EgoLanes:
    """Which lanes the ego is in at each sample.

    A point is in the lanes that it was in before while they contain it, else in those of their
    successors that do, else in the lane or the lanes of a junction that the map has there. Where
    several lanes of a junction remain, those count that lead to where the ego came later.
    """

    def __init__(self, run: RunArrays, road: LaneMap) -> None:
        self._run = run
        self._map = road

    @cached_property
    def center(self) -> list[LaneIds]:
        """The lanes of the centre at each sample; empty outside."""
        return self._followed(self._run.center)

    @cached_property
    def corners(self) -> tuple[list[LaneIds], ...]:
        """The lanes of each corner at each sample."""
        return tuple(self._followed(self._run.corners[:, corner]) for corner in range(4))

    @cached_property
    def in_intersection(self) -> NDArray[np.bool_]:
        """Whether the centre is in a junction at each sample."""
        return self._map.in_intersection(self._run.center)

    @cached_property
    def common_or_connected(self) -> list[frozenset[str] | None]:
        """The lanes that all corners share, or the connected ones of its rear and its front.

        None where a corner is outside, or where the ego is between lanes.
        """
        return [self._common(sample) for sample in range(len(self._run))]

    @cached_property
    def in_common_or_connected(self) -> NDArray[np.bool_]:
        """Whether the ego is in one lane, or in two that follow each other, at each sample."""
        return np.array([lanes is not None for lanes in self.common_or_connected], dtype=bool)

    @cached_property
    def progress_m(self) -> Floats:
        """The progress along the baseline of the lane since the last sample.

        It is 0 where the lane changes, and outside.
        """
        result = np.zeros(len(self._run))
        for sample in range(1, len(self._run)):
            before, now = self.center[sample - 1], self.center[sample]
            shared = [lane for lane in now if lane in before]
            if shared:
                points = self._run.center[sample - 1 : sample + 1]
                first, second = self._map.arc_length(shared[0], points)
                result[sample] = second - first
        return result

    def _common(self, sample: int) -> frozenset[str] | None:
        sets = [frozenset(corner[sample]) for corner in self.corners]
        if not all(sets):
            return None
        common = sets[0] & sets[1] & sets[2] & sets[3]
        if common:
            return common
        front = sets[_FRONT[0]] & sets[_FRONT[1]]
        rear = sets[_REAR[0]] & sets[_REAR[1]]
        connected = {lane for lane in rear if not front.isdisjoint(self._map.successors(lane))} | {
            lane for lane in front if not rear.isdisjoint(self._map.predecessors(lane))
        }
        return frozenset(connected) or None

    def _followed(self, points: Floats) -> list[LaneIds]:
        contain = self._map.lanes_at(points)
        inside = self._map.in_intersection(points)
        result: list[LaneIds] = []
        last: LaneIds = ()
        for index, found in enumerate(contain):
            lanes = self._next(last, found)
            if not lanes and last and inside[index]:
                lanes = tuple(
                    lane
                    for lane in last
                    if self._map.is_connector(lane)
                    and self._map.lane_distance_m(lane, points[index : index + 1])[0] < _KEPT_M
                )
            result.append(lanes)
            last = lanes or last
        return self._thinned(result)

    def _next(self, last: LaneIds, found: LaneIds) -> LaneIds:
        """The lanes of a point that the map has `found`, after those of the last point."""
        same = tuple(lane for lane in last if lane in found)
        if same:
            return same
        after = [lane for each in last for lane in self._map.successors(each) if lane in found]
        if after:
            return tuple(dict.fromkeys(after))
        lanes = [lane for lane in found if not self._map.is_connector(lane)]
        return tuple(lanes[:1]) if lanes else found

    def _thinned(self, lanes: Sequence[LaneIds]) -> list[LaneIds]:
        """Keep of several lanes those that lead to the next ones, from the last to the first."""
        result = list(lanes)
        for index in range(len(result) - 2, -1, -1):
            here, later = result[index], result[index + 1]
            if len(here) <= 1 or not later:
                continue
            same = tuple(lane for lane in here if lane in later)
            leading = tuple(
                lane for lane in here if not set(later).isdisjoint(self._map.successors(lane))
            )
            result[index] = same or leading or here
        return result
