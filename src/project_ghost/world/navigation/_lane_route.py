"""The cheapest route from one position on a lane to another, with lane changes where allowed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, final

from project_ghost.core.errors import InputError
from project_ghost.world.maps import Lane, Point, RoadMap, gap

from ._search import shortest_path

__all__ = ["LaneRoute", "LaneStep", "Place", "lane_route"]

_DEFAULT_SPEED_MPS = 50.0 / 3.6
_CHANGE_COST_M = 10.0
_CHANGE_COST_S = 2.0


class Place(NamedTuple):
    """A position on a lane, by the distance from the lane's start."""

    lane: str
    distance_m: float


@final
@dataclass(frozen=True)
class LaneStep:
    """A part of a lane; `change` is "left" or "right" if the next step is the adjacent lane."""

    lane: str
    start_m: float
    end_m: float
    change: str = ""


@final
@dataclass(frozen=True)
class LaneRoute:
    """A route, lane by lane; `cost` is in metres or in seconds, depending on `by`."""

    steps: tuple[LaneStep, ...]
    cost: float

    @property
    def lanes(self) -> tuple[str, ...]:
        """The ids of the lanes in route order."""
        return tuple(step.lane for step in self.steps)


def lane_route(
    road_map: RoadMap,
    start: Place,
    goal: Place,
    *,
    by: str = "length",
    change_cost: float | None = None,
    default_speed_mps: float = _DEFAULT_SPEED_MPS,
    may_use: Callable[[Lane], bool] = lambda lane: lane.is_drivable,
) -> LaneRoute:
    """The cheapest route by "length" or by "time" at the speed limits.

    A lane change costs `change_cost` (default 10 m or 2 s) plus the lateral distance; infinity
    forbids lane changes. `default_speed_mps` applies where no limit is known.
    """
    if by not in ("length", "time"):
        raise InputError(f"by is {by!r}", "lane_route", "'length' or 'time'")
    for name, place in (("start", start), ("goal", goal)):
        _require_place(road_map, place, name, may_use)
    graph = _Graph(road_map, start, goal, by, change_cost, default_speed_mps, may_use)
    path = shortest_path(graph.start, graph.goal, graph.edges, graph.estimate)
    if path is None:
        raise InputError(
            f"there is no route from {_shown(start)} to {_shown(goal)}",
            f"map {road_map.name}",
            "a goal that is reachable from the start along lanes",
            "check the direction of travel of both lanes: `ghost map FILE --svg PATH` draws it",
        )
    return LaneRoute(graph.steps(path.nodes), path.cost)


def _require_place(
    road_map: RoadMap, place: Place, name: str, may_use: Callable[[Lane], bool]
) -> None:
    lane = road_map.lane(place.lane)
    if not 0.0 <= place.distance_m <= lane.length_m:
        raise InputError(
            f"the {name} is at {place.distance_m} m",
            f"map {road_map.name}, lane {lane.id}",
            f"a distance from 0 to the lane's length of {lane.length_m:.3f} m",
        )
    if not may_use(lane):
        raise InputError(
            f"the {name} is on a lane of the kind {lane.kind!r}",
            f"map {road_map.name}, lane {lane.id}",
            "a lane that `may_use` accepts",
            "choose a driving lane, or pass a `may_use` that accepts this one",
        )


def _shown(place: Place) -> str:
    return f"lane {place.lane} at {place.distance_m:.3f} m"


class _Graph:
    """Lanes as nodes. Node 2 i is lane i entered at its beginning; node 2 i + 1 is lane i
    entered level with the start (the start's own lane, or one reached by lane changes).
    """

    def __init__(
        self,
        road_map: RoadMap,
        start: Place,
        goal: Place,
        by: str,
        change_cost: float | None,
        default_speed_mps: float,
        may_use: Callable[[Lane], bool],
    ) -> None:
        self._lanes = [lane for lane in road_map.lanes if may_use(lane)]
        self._index = {lane.id: i for i, lane in enumerate(self._lanes)}
        self._start_fraction = start.distance_m / road_map.lane(start.lane).length_m
        self._goal_place = goal
        self._goal_fraction = goal.distance_m / road_map.lane(goal.lane).length_m
        self._goal_point = road_map.lane(goal.lane).point_at(goal.distance_m)
        self._by_time = by == "time"
        self._default_mps = default_speed_mps
        default_change = _CHANGE_COST_S if self._by_time else _CHANGE_COST_M
        self._change_cost = default_change if change_cost is None else change_cost
        self._fastest_mps = default_speed_mps
        for lane in self._lanes:
            for limit in lane.speed_limits:
                if limit.limit_mps is not None:
                    self._fastest_mps = max(self._fastest_mps, limit.limit_mps)
        self.start = 2 * self._index[start.lane] + 1
        self.goal = 2 * len(self._lanes)

    def _fraction(self, node: int) -> float:
        return self._start_fraction if node % 2 == 1 else 0.0

    def _entry(self, node: int) -> Point:
        lane = self._lanes[node // 2]
        return lane.point_at(self._fraction(node) * lane.length_m)

    def estimate(self, node: int) -> float:
        """The straight-line distance, or the time for it at the map's highest speed."""
        if node == self.goal:
            return 0.0
        return self._straight(gap(self._entry(node), self._goal_point))

    def _straight(self, distance_m: float) -> float:
        return distance_m / self._fastest_mps if self._by_time else distance_m

    def edges(self, node: int) -> Iterator[tuple[int, float]]:
        """The edges to the goal, to the successors, then to the left and to the right lane."""
        lane = self._lanes[node // 2]
        fraction = self._fraction(node)
        if lane.id == self._goal_place.lane and fraction <= self._goal_fraction:
            yield self.goal, self._along(lane, fraction, self._goal_fraction)
        if lane.successors:
            ahead = self._along(lane, fraction, 1.0)
            for name in lane.successors:
                if name in self._index:
                    after = 2 * self._index[name]
                    missed_m = gap(lane.points[-1], self._entry(after))
                    yield after, ahead + self._straight(missed_m)
        for name, allowed in (
            (lane.left, lane.may_change_left),
            (lane.right, lane.may_change_right),
        ):
            if allowed and name in self._index and self._change_cost != float("inf"):
                beside = 2 * self._index[name] + node % 2
                across = gap(self._entry(node), self._entry(beside))
                yield beside, self._change_cost + self._straight(across)

    def _along(self, lane: Lane, fraction: float, end_fraction: float) -> float:
        """The cost of driving from one fraction of a lane's length to another."""
        start_m, end_m = fraction * lane.length_m, end_fraction * lane.length_m
        if not self._by_time:
            return end_m - start_m
        total_s = 0.0
        changes = [x.start_m for x in lane.speed_limits if start_m < x.start_m < end_m]
        for a, b in zip([start_m, *changes], [*changes, end_m], strict=True):
            total_s += (b - a) / (lane.limit_at(a) or self._default_mps)
        return total_s

    def steps(self, nodes: tuple[int, ...]) -> tuple[LaneStep, ...]:
        """The lane steps of a path of nodes; the last node is the goal itself."""
        steps = []
        for here, after in pairwise(nodes):
            lane = self._lanes[here // 2]
            start_m = self._fraction(here) * lane.length_m
            if after == self.goal:
                steps.append(LaneStep(lane.id, start_m, self._goal_place.distance_m))
                break
            name = self._lanes[after // 2].id
            change = ""
            if name not in lane.successors or (here % 2 == after % 2 == 1):
                change = "left" if name == lane.left else "right"
            steps.append(LaneStep(lane.id, start_m, lane.length_m, change))
        return tuple(steps)
