"""The line that a planner follows: the centre of its route's lanes, and on beyond the goal."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from project_ghost.closed_loop.geometry import angles_between, values_between
from project_ghost.closed_loop.states import StateSE2
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, sincos, wrap_angle
from project_ghost.core.errors import InputError
from project_ghost.world.maps import Lane, RoadMap, distances_along
from project_ghost.world.navigation import (
    LaneRoute,
    LaneStep,
    Place,
    lane_route,
    onward_lanes,
    route_points,
)

__all__ = ["RouteLine", "route_line"]

SPACING_M = 1.0
# The line begins this far behind the vehicle and ends this far beyond the goal, where lanes allow.
_BEHIND_M = 10.0
_BEYOND_M = 150.0
# Without a goal, it follows the straightest lanes for this long.
_AHEAD_M = 500.0
# A lane that leads elsewhere than a vehicle's heading is taken only if no other is there: radians.
_TURN_MOST = 1.0471975511965976


@final
@dataclass(frozen=True, eq=False)
class RouteLine:
    """A line of points about a metre apart, with the speed limit at each (0 where unknown)."""

    points: Floats  # (n, 2)
    limits_mps: Floats  # (n,)
    lanes: tuple[str, ...]  # that the line follows, in order

    @cached_property
    def progress_m(self) -> Floats:
        """The distance of each point from the first, along the line."""
        return np.array(distances_along(tuple((x, y, 0.0) for x, y in self.points.tolist())))

    @property
    def length_m(self) -> float:
        """The length of the line."""
        return float(self.progress_m[-1])

    @cached_property
    def axes(self) -> Floats:
        """The directions of the segments, (n - 1, 2)."""
        steps = np.diff(self.points, axis=0)
        return steps / np.diff(self.progress_m)[:, np.newaxis]

    @cached_property
    def headings(self) -> Floats:
        """The heading at each point: of the way from the point before to the one after."""
        points = self.points.tolist()
        last = len(points) - 1
        ends = [(points[max(0, i - 1)], points[min(last, i + 1)]) for i in range(last + 1)]
        return np.array([[atan2(b[1] - a[1], b[0] - a[0])] for a, b in ends])

    def project(self, x: float, y: float) -> tuple[float, float]:
        """The progress of the nearest place, and how far the point is to the left of the line."""
        away = np.array([x, y]) - self.points[:-1]
        lengths = np.diff(self.progress_m)
        along = away[:, 0] * self.axes[:, 0] + away[:, 1] * self.axes[:, 1]
        along = np.minimum(np.maximum(along, 0.0), lengths)
        feet = away - along[:, np.newaxis] * self.axes
        square = feet[:, 0] * feet[:, 0] + feet[:, 1] * feet[:, 1]
        i = int(np.argmin(square))
        left = self.axes[i, 0] * away[i, 1] - self.axes[i, 1] * away[i, 0]
        return float(self.progress_m[i] + along[i]), float(left)

    def poses_at(self, progress_m: Floats) -> Floats:
        """Rows of x, y, heading at distances along the line, limited to its ends."""
        wanted = np.minimum(np.maximum(progress_m, 0.0), self.length_m)
        places = values_between(self.progress_m, self.points, wanted)
        return np.hstack([places, angles_between(self.progress_m, self.headings, wanted)])

    def limits_at(self, progress_m: Floats) -> Floats:
        """The speed limits at distances along the line; 0 where unknown."""
        index = np.searchsorted(self.progress_m, progress_m, side="right") - 1
        limits: Floats = self.limits_mps[np.clip(index, 0, len(self.limits_mps) - 1)]
        return limits


def route_line(
    road_map: RoadMap | None,
    roadblocks: Sequence[str],
    start: StateSE2,
    goal: StateSE2 | None,
) -> RouteLine:
    """The line from a pose along a route; straight ahead where there is no map.

    Without a route it leads to the goal; without a goal, along the straightest lanes. Where the
    lanes are not connected, it goes as far as they are.
    """
    if road_map is None or not any(lane.is_drivable for lane in road_map.lanes):
        return _straight(start)
    lanes_of = {block.id: block.lanes for block in road_map.roadblocks}
    allowed = frozenset(lane for name in roadblocks for lane in lanes_of.get(name, ()))
    first = _place(road_map, start, allowed)
    back_m = max(0.0, first.distance_m - _BEHIND_M)
    begin = Place(first.lane, back_m)
    steps = _to_goal(road_map, begin, goal, allowed)
    reach_m = _BEYOND_M if steps else _AHEAD_M
    steps = steps or [LaneStep(first.lane, back_m, 0.0)]
    last = road_map.lane(steps[-1].lane)
    steps[-1] = LaneStep(last.id, steps[-1].start_m, last.length_m)
    seen = [step.lane for step in steps]
    after = onward_lanes(road_map, last.id, reach_m, preferred=allowed, without=seen)
    steps += [LaneStep(name, 0.0, road_map.lane(name).length_m) for name in after]
    return _line(road_map, steps, start)


def _line(road_map: RoadMap, steps: list[LaneStep], start: StateSE2) -> RouteLine:
    found = route_points(
        road_map, LaneRoute(tuple(steps), 0.0), spacing_m=SPACING_M, default_speed_mps=0.0
    )
    points = np.array([(x, y) for x, y, _ in found.points])
    moves = np.append(np.any(np.diff(points, axis=0) != 0.0, axis=1), True)
    points = points[moves]
    if len(points) < 2:
        return _straight(start)
    names = tuple(dict.fromkeys(step.lane for step in steps))
    return RouteLine(points, np.array(found.speeds_mps)[moves], names)


def _straight(start: StateSE2) -> RouteLine:
    sine, cosine = sincos(start.heading)
    ahead = np.arange(-_BEHIND_M, _AHEAD_M + SPACING_M, SPACING_M)
    points = np.stack([start.x + ahead * cosine, start.y + ahead * sine], axis=1)
    return RouteLine(points, np.zeros(len(points)), ())


def _place(road_map: RoadMap, pose: StateSE2, allowed: Collection[str]) -> Place:
    """The place nearest to a pose, on a lane of the route that leads its way if there is one."""

    def is_allowed(lane: Lane) -> bool:
        return lane.is_drivable and (not allowed or lane.id in allowed)

    def leads_there(lane: Lane) -> bool:
        if not is_allowed(lane):
            return False
        heading = lane.heading_at(lane.nearest(pose.x, pose.y).distance_m)
        return abs(wrap_angle(heading - pose.heading)) < _TURN_MOST

    for among in (leads_there, is_allowed, None):
        try:
            lane, nearest = road_map.nearest_lane(pose.x, pose.y, among)
        except InputError:
            continue
        return Place(lane.id, nearest.distance_m)
    raise AssertionError("the map has drivable lanes")


def _to_goal(
    road_map: RoadMap,
    begin: Place,
    goal: StateSE2 | None,
    allowed: Collection[str],
) -> list[LaneStep]:
    """The lanes to the goal: within the route if that is possible, else on any lane."""
    if goal is None:
        return []

    def within(lane: Lane) -> bool:
        return lane.id in allowed

    def anywhere(lane: Lane) -> bool:
        return lane.is_drivable

    choices: list[tuple[Callable[[Lane], bool], Collection[str]]] = [(anywhere, frozenset())]
    if allowed:
        choices.insert(0, (within, allowed))
    for may_use, among in choices:
        try:
            end = _place(road_map, goal, among)
            return list(lane_route(road_map, begin, end, may_use=may_use).steps)
        except InputError:
            continue
    return []
