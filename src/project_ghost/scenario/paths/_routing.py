"""The path of a route, on the map of its scenario."""

from collections.abc import Sequence
from itertools import pairwise

from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.file.section import KeyPath
from project_ghost.world.maps import RoadMap, outline_contains
from project_ghost.world.navigation import LaneRoute, LaneStep, lane_route, route_points
from project_ghost.world.navigation import Place as LanePlace

from ._path import LanePart, Path, PathPoint, length_of, spaced
from ._route import Route
from ._start import StartPlace
from ._walkable import Place, find_path, is_free, walkable_ground

__all__ = ["path_of"]

# 20 km at the usual 0.1 m.
_POINTS_MAX = 200_000


def path_of(
    draft: GraphDraft,
    keys: KeyPath,
    route: Route,
    speed_mps: float,
    start: StartPlace | None,
    margin_m: float,
) -> Path:
    """The path of a route, as closely spaced points with speeds.

    `keys` lead to the route; `margin_m` is half the width of the actor.
    """
    lane_parts: tuple[LanePart, ...] = ()
    if route.lanes:
        points, lane_parts = _along_lanes(draft, keys, route, speed_mps)
    else:
        places, speeds = _places(route, start, speed_mps)
        _require_free(draft, keys, route)
        if route.plan == "straight":
            points = _straight(places, speeds)
        elif route.plan == "walkable":
            points = _over_ground(draft, keys, route, places, speeds, margin_m)
        else:
            on_lane = start if len(places) > len(route.waypoints) else None
            points, lane_parts = _by_lanes(draft, keys, places, speeds, on_lane)
    _require_bounded(draft, keys, points, route.spacing_m)
    return Path(spaced(points, route.spacing_m), lane_parts)


def _require_bounded(
    draft: GraphDraft, keys: KeyPath, points: Sequence[PathPoint], spacing_m: float
) -> None:
    """Refuse a path with too many points: a misplaced digit must not take all memory."""
    length_m = length_of(points)
    if length_m > _POINTS_MAX * spacing_m:
        raise draft.refused(
            keys,
            InputError(
                f"the path is {length_m:g} m long, with a point every {spacing_m:g} m",
                expected=f"{_POINTS_MAX} points at most",
                fix="check the waypoints, or give a larger spacing_m",
            ),
        )


def _places(
    route: Route, start: StartPlace | None, speed_mps: float
) -> tuple[list[Place], list[float]]:
    """The places on the route, and the speed from each on."""
    places = [(float(point[0]), float(point[1])) for point in route.waypoints]
    speeds = [float(point[2]) if len(point) > 2 else speed_mps for point in route.waypoints]
    if route.goal is not None:
        places, speeds = [route.goal], [speed_mps]
    if start is not None and len(places) == 1:
        places, speeds = [(start.x_m, start.y_m), *places], [speed_mps, *speeds]
    return places, speeds


def _straight(places: Sequence[Place], speeds: Sequence[float]) -> list[PathPoint]:
    first = [(*places[0], speeds[0])]
    return first + [(*place, speed) for place, speed in zip(places[1:], speeds, strict=False)]


def _require_free(draft: GraphDraft, keys: KeyPath, route: Route) -> None:
    """Refuse waypoints inside of obstacles."""
    targets: list[tuple[KeyPath, Place]] = [
        (("waypoints", i), (point[0], point[1])) for i, point in enumerate(route.waypoints)
    ]
    if route.goal is not None:
        targets.append((("goal",), route.goal))
    for key, (x, y) in targets:
        for name, obstacle in draft.obstacles.items():
            if outline_contains(obstacle.outline, x, y):
                raise draft.refused(
                    (*keys, *key),
                    InputError(
                        f"the waypoint ({x:g}, {y:g}) is inside {name!r}",
                        expected="waypoints where an actor can be",
                        fix="move the waypoint or the obstacle",
                    ),
                )


def _key_of(route: Route, places: Sequence[Place], number: int) -> KeyPath:
    """The key of one of the places on the route; the first may be the start."""
    if route.goal is not None:
        return ("goal",)
    return ("waypoints", max(0, number - (len(places) - len(route.waypoints))))


def _over_ground(
    draft: GraphDraft,
    keys: KeyPath,
    route: Route,
    places: Sequence[Place],
    speeds: Sequence[float],
    margin_m: float,
) -> list[PathPoint]:
    """By A* over the walkable ground, from each place to the next."""
    x, y = places[0]
    farthest = max(
        range(len(places)), key=lambda k: max(abs(places[k][0] - x), abs(places[k][1] - y))
    )
    key = (*keys, *_key_of(route, places, farthest))
    grid = walkable_ground(draft, key, places, margin_m)
    points: list[PathPoint] = [(*places[0], speeds[0])]
    for number, ((here, there), speed) in enumerate(zip(pairwise(places), speeds, strict=False)):
        try:
            path = find_path(grid, here, there)
        except GhostError as error:
            if number == 0 and len(places) > len(route.waypoints) and not is_free(grid, here):
                raise draft.refused((*keys[:-1], "start"), error) from None
            wrong = number if not is_free(grid, here) else number + 1
            raise draft.refused((*keys, *_key_of(route, places, wrong)), error) from None
        points += [(x, y, speed) for x, y in path[1:]]
    return points


def _along_lanes(
    draft: GraphDraft, keys: KeyPath, route: Route, speed_mps: float
) -> tuple[list[PathPoint], tuple[LanePart, ...]]:
    """Along the centre lines of lanes that follow each other."""
    road_map = draft.road_map
    assert road_map is not None, "the rules ask for a map"
    steps: list[LaneStep] = []
    for number, lane_id in enumerate(route.lanes):
        try:
            lane = road_map.lane(lane_id)
            if number or route.loop:
                _require_next(road_map, route.lanes[number - 1], lane_id)
        except GhostError as error:
            raise draft.refused((*keys, "lanes", number), error) from None
        steps.append(LaneStep(lane_id, 0.0, lane.length_m))
    return _limited(road_map, [LaneRoute(tuple(steps), 0.0)], [speed_mps])


def _require_next(road_map: RoadMap, before: str, lane_id: str) -> None:
    follow = road_map.lane(before).successors
    if lane_id not in follow:
        raise InputError(
            f"lane {lane_id!r} does not follow lane {before!r}",
            expected=f"one of {', '.join(follow) or 'none: that lane ends there'}",
            fix="name the lanes in the order in which they are driven",
        )


def _by_lanes(
    draft: GraphDraft,
    keys: KeyPath,
    places: Sequence[Place],
    speeds: Sequence[float],
    start: StartPlace | None,
) -> tuple[list[PathPoint], tuple[LanePart, ...]]:
    """By A* over the lanes, from each place to the next; `start` is the first of them."""
    road_map = draft.road_map
    assert road_map is not None, "the rules ask for a map"
    stops, routes = [], []
    for x, y in places:
        lane, nearest = road_map.nearest_lane(x, y)
        stops.append(LanePlace(lane.id, nearest.distance_m))
    if start is not None and start.lane:
        # Lanes lie on top of each other in a junction; this one is named.
        stops[0] = LanePlace(start.lane, start.at_m)
    for number, (here, there) in enumerate(pairwise(stops)):
        try:
            routes.append(lane_route(road_map, here, there))
        except GhostError as error:
            raise draft.refused((*keys, "waypoints", number + 1), error) from None
    return _limited(road_map, routes, speeds)


def _limited(
    road_map: RoadMap, routes: Sequence[LaneRoute], speeds: Sequence[float]
) -> tuple[list[PathPoint], tuple[LanePart, ...]]:
    """The points of lane routes one after the other, no faster than the limits allow.

    A limit holds from its point on; the speed of a path's point holds up to it.
    """
    limited: list[PathPoint] = []
    lane_parts: list[LanePart] = []
    for route, speed_mps in zip(routes, speeds, strict=False):
        line = route_points(road_map, route, default_speed_mps=speed_mps)
        limits = [min(limit, speed_mps) for limit in line.speeds_mps]
        points = [
            (x, y, limit)
            for (x, y, _), limit in zip(line.points, [limits[0], *limits], strict=False)
        ]
        station = length_of(limited) if limited else 0.0
        limited += points[1 if limited else 0 :]
        for step in route.steps:
            lane_parts.append(LanePart(step.lane, step.start_m, step.end_m, station))
            if not step.change:
                station += step.end_m - step.start_m
    return limited, tuple(lane_parts)
