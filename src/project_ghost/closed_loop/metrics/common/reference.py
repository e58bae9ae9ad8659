"""What the ego's progress is compared with: the recorded driver, the route, or its own speed."""

from dataclasses import dataclass
from enum import StrEnum
from typing import final

import numpy as np

from project_ghost.closed_loop.metrics._lane_map import LaneMap
from project_ghost.closed_loop.metrics._run_arrays import GoalRegion, RunArrays
from project_ghost.core.arrays import Floats
from project_ghost.core.dmath.arrays import cos, sin
from project_ghost.models.plans import EGO_X, EGO_Y, EGO_YAW

__all__ = ["Reference", "ReferenceKind", "expert_centers", "reference_of"]

# Expected where no limit is known and the ego stands at first.
_LEAST_MPS = 5.0


class ReferenceKind(StrEnum):
    """The kinds of references, from the best one down."""

    EXPERT = "expert"
    ROUTE = "route"
    STRAIGHT = "straight line"
    SPEED = "speed"


@final
@dataclass(frozen=True, eq=False)
class Reference:
    """The progress of the ego between samples, and the one that was expected of it."""

    kind: ReferenceKind
    ego_m: Floats
    expected_m: float


def reference_of(run: RunArrays) -> Reference:
    """The best reference that the run has."""
    duration_s = _duration_s(run)
    expected_m = float(run.speed_mps[0]) * duration_s
    if run.map is not None:
        expert = expert_centers(run)
        if expert is not None:
            route = _route_of(run.map, expert)
            if route:
                made_m = _progress_along(run.map, route, expert)
                ego_m = _progress_along(run.map, route, run.center)
                return Reference(ReferenceKind.EXPERT, ego_m, float(np.sum(made_m)))
        if run.route:
            return _route_reference(run, run.map, duration_s)
    goal = _place(run.goals)
    if goal is not None:
        return _straight_reference(run, goal)
    return Reference(ReferenceKind.SPEED, _own_progress(run), expected_m)


def expert_centers(run: RunArrays) -> Floats | None:
    """The centres of the recorded driver's car at the times of the run; None without one."""
    if run.expert is None:
        return None
    times, rows = run.expert.times_ns, run.expert.ego
    within = (times >= run.times_ns[0]) & (times <= run.times_ns[-1])
    rows = rows[within]
    if not len(rows):
        return None
    along = np.stack([cos(rows[:, EGO_YAW]), sin(rows[:, EGO_YAW])], axis=1)
    centers: Floats = rows[:, [EGO_X, EGO_Y]] + run.shape.rear_axle_to_center_m * along
    return centers


def _duration_s(run: RunArrays) -> float:
    end_ns = int(run.times_ns[-1]) if run.end_ns is None else run.end_ns
    return (end_ns - int(run.times_ns[0])) / 1e9


def _route_of(road: LaneMap, points: Floats) -> tuple[str, ...]:
    """The lanes that some points lead through, one for each roadblock, in order."""
    route: list[str] = []
    for found in road.lanes_at(points):
        lanes = [lane for lane in found if not road.is_connector(lane)] or list(found)
        known = {road.roadblock_of(lane) for lane in route}
        if not lanes or not known.isdisjoint(road.roadblock_of(lane) for lane in found):
            continue
        after = [lane for lane in lanes if route and lane in road.successors(route[-1])]
        route.append((after or lanes)[0])
    return tuple(route)


def _stations(road: LaneMap, route: tuple[str, ...], points: Floats) -> Floats:
    """The distance of each point along the baselines of a route; NaN off the route."""
    starts: dict[str, tuple[float, str]] = {}
    start_m = 0.0
    for lane in route:
        starts.setdefault(road.roadblock_of(lane), (start_m, lane))
        start_m += road.lane_length_m(lane)
    result = np.full(len(points), np.nan)
    at_block = 0.0
    for index, found in enumerate(road.lanes_at(points)):
        places = [starts[block] for lane in found if (block := road.roadblock_of(lane)) in starts]
        if places:
            # Where roadblocks overlap, the earliest one that is not behind the last.
            ahead = [place for place in places if place[0] >= at_block] or places
            at_block, lane = min(ahead)
            result[index] = at_block + road.arc_length(lane, points[index : index + 1])[0]
    return result


def _progress_along(road: LaneMap, route: tuple[str, ...], points: Floats) -> Floats:
    """The progress between consecutive points along a route; 0 to and from points off it."""
    steps = np.diff(_stations(road, route, points), prepend=np.nan)
    return np.where(np.isnan(steps), 0.0, steps)


def _route_reference(run: RunArrays, road: LaneMap, duration_s: float) -> Reference:
    """The length of the route to the goal, at most what the speed limits allow until the end."""
    start_m = float(_stations(road, run.route, run.center[:1])[0])
    start_m = 0.0 if np.isnan(start_m) else start_m
    last = run.route[-1]
    end_m = 0.0
    for lane in run.route[:-1]:
        end_m += road.lane_length_m(lane)
    goal = _place(run.goals)
    end_m += (
        road.lane_length_m(last) if goal is None else float(road.arc_length(last, goal[None])[0])
    )
    length_m = max(0.0, end_m - start_m)
    allowed_m = _allowed_m(run, road, start_m, duration_s)
    ego_m = _progress_along(road, run.route, run.center)
    return Reference(ReferenceKind.ROUTE, ego_m, min(length_m, allowed_m))


def _allowed_m(run: RunArrays, road: LaneMap, start_m: float, duration_s: float) -> float:
    """How far the speed limits of a route let one go in a time.

    Where none is known, the speed at the start counts: on a motorway without limits nobody is
    expected to reach a goal that the traffic around does not let one reach.
    """
    own_mps = max(float(run.speed_mps[0]), _LEAST_MPS)
    left_s, gone_m, lane_start_m = duration_s, 0.0, 0.0
    for lane in run.route:
        length_m = road.lane_length_m(lane)
        rest_m = min(length_m, lane_start_m + length_m - start_m)
        lane_start_m += length_m
        if rest_m <= 0.0:
            continue
        limit = road.speed_limit_mps(lane)
        if limit is None or limit <= 0.0:
            limit = own_mps
        if rest_m >= limit * left_s:
            return gone_m + limit * left_s
        gone_m += rest_m
        left_s -= rest_m / limit
    return gone_m


def _place(goals: tuple[GoalRegion, ...]) -> Floats | None:
    """The middle of the first goal that is a place."""
    for goal in goals:
        if goal.polygons:
            corners = goal.polygons[0]
            return np.array([float(np.sum(corners[:, i])) / len(corners) for i in (0, 1)])
    return None


def _straight_reference(run: RunArrays, goal: Floats) -> Reference:
    """The distance to the goal as the crow flies, where no route leads there."""
    away = goal - run.center[0]
    length_m = float(np.sqrt(away[0] * away[0] + away[1] * away[1]))
    if length_m <= 0.0:
        return Reference(ReferenceKind.STRAIGHT, np.zeros(len(run)), 0.0)
    along = away / length_m
    place = run.center[:, 0] * along[0] + run.center[:, 1] * along[1]
    return Reference(ReferenceKind.STRAIGHT, np.diff(place, prepend=place[0]), length_m)


def _own_progress(run: RunArrays) -> Floats:
    """The way of the centre along the ego's own heading."""
    steps = np.diff(run.center, axis=0, prepend=run.center[:1])
    return steps[:, 0] * run.axes[0] + steps[:, 1] * run.axes[1]
