"""The way that a route of a scenario means, on its map."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from project_ghost.core.errors import GhostError, InputError
from project_ghost.world.maps import Bounds, Obstacle, RoadMap, is_inside
from project_ghost.world.navigation import (
    LaneRoute,
    LaneStep,
    WalkableGrid,
    lane_route,
    route_points,
    walk_path,
    walkable_grid,
)
from project_ghost.world.navigation import Place as LanePlace

from ..spec import Route, Start
from ._build import Build
from ._way import WayPoint, spaced

__all__ = ["way_of"]

Path = tuple[str | int, ...]
Place = tuple[float, float]

# How far a way on foot may lead around the places that it is to come through.
_DETOUR_M = 15.0

# Up to here a search takes less than a second, and compiling one several.
_CELLS_TO_INTERPRET = 100_000


def way_of(
    build: Build, path: Path, route: Route, speed_mps: float, start: Start | None, margin_m: float
) -> list[WayPoint]:
    """Closely spaced points with speeds. `path` leads to the route; `margin_m` is half the
    width of who takes it.
    """
    if route.lanes:
        points = _along_lanes(build, path, route, speed_mps)
    else:
        places, speeds = _places(route, start, speed_mps)
        _require_free(build, path, route)
        if route.plan == "straight":
            points = _straight(places, speeds)
        elif route.plan == "walkable":
            points = _planned(build, path, places, speeds, margin_m)
        else:
            points = _by_lanes(build, path, places, speeds)
    return spaced(points, route.spacing_m)


def _places(
    route: Route, start: Start | None, speed_mps: float
) -> tuple[list[Place], list[float]]:
    """The places to come through, and the speed from each on."""
    places = [(float(point[0]), float(point[1])) for point in route.waypoints]
    speeds = [float(point[2]) if len(point) > 2 else speed_mps for point in route.waypoints]
    if route.goal is not None:
        places, speeds = [route.goal], [speed_mps]
    if start is not None and len(places) == 1:
        places, speeds = [(start.x_m, start.y_m), *places], [speed_mps, *speeds]
    return places, speeds


def _straight(places: Sequence[Place], speeds: Sequence[float]) -> list[WayPoint]:
    first = [(*places[0], speeds[0])]
    return first + [(*place, speed) for place, speed in zip(places[1:], speeds, strict=False)]


def _require_free(build: Build, path: Path, route: Route) -> None:
    """No waypoint may stand inside of something."""
    targets = [
        (("waypoints", i), (point[0], point[1])) for i, point in enumerate(route.waypoints)
    ]
    if route.goal is not None:
        targets.append((("goal",), route.goal))
    for key, (x, y) in targets:
        for name, outline in build.obstacles.items():
            if is_inside(outline, x, y):
                raise build.refused(
                    (*path, *key),
                    InputError(
                        f"the waypoint ({x:g}, {y:g}) is inside {name!r}",
                        expected="waypoints where an actor can be",
                        fix="move the waypoint, or what stands there",
                    ),
                )


def _planned(
    build: Build, path: Path, places: Sequence[Place], speeds: Sequence[float], margin_m: float
) -> list[WayPoint]:
    """By A* over the walkable ground, from each place to the next."""
    grid = _ground(build, places, margin_m)
    points: list[WayPoint] = [(*places[0], speeds[0])]
    for number, ((here, there), speed) in enumerate(zip(pairwise(places), speeds, strict=False)):
        try:
            found = walk_path(grid, here, there, spacing_m=None, execution=_execution(grid))
        except GhostError as error:
            raise build.refused((*path, "waypoints", number + 1), error) from None
        points += [(x, y, speed) for x, y, _ in found[1:]]
    return points


def _ground(build: Build, places: Sequence[Place], margin_m: float) -> WalkableGrid:
    """The ground around some places, with all that stands on it."""
    road_map = build.road_map or RoadMap("no map")
    standing = [
        Obstacle(name, "scenery", outline)
        for name, outline in build.obstacles.items()
        if name in build.spec.scenery
    ]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    bounds = Bounds(
        min(xs) - _DETOUR_M, min(ys) - _DETOUR_M, max(xs) + _DETOUR_M, max(ys) + _DETOUR_M
    )
    return walkable_grid(
        replace(road_map, obstacles=(*road_map.obstacles, *standing)),
        radius_m=margin_m,
        bounds=bounds,
    )


def _execution(grid: WalkableGrid) -> str:
    return "interpreted" if grid.rows * grid.columns <= _CELLS_TO_INTERPRET else "auto"


def _along_lanes(build: Build, path: Path, route: Route, speed_mps: float) -> list[WayPoint]:
    """Along the centre lines of lanes that follow each other."""
    assert build.road_map is not None, "the rules ask for a map"
    steps = []
    for number, lane_id in enumerate(route.lanes):
        try:
            lane = build.road_map.lane(lane_id)
            before = steps[-1].lane if steps else None
            if before is not None and lane_id not in build.road_map.lane(before).successors:
                follow = build.road_map.lane(before).successors
                raise InputError(
                    f"lane {lane_id!r} does not follow lane {before!r}",
                    expected=f"one of {', '.join(follow) or 'none: that lane ends there'}",
                    fix="name the lanes in the order in which they are driven",
                )
        except GhostError as error:
            raise build.refused((*path, "lanes", number), error) from None
        steps.append(LaneStep(lane_id, 0.0, lane.length_m))
    return _limited(build.road_map, LaneRoute(tuple(steps), 0.0), speed_mps)


def _by_lanes(
    build: Build, path: Path, places: Sequence[Place], speeds: Sequence[float]
) -> list[WayPoint]:
    """By A* over the lanes, from each place to the next."""
    road_map = build.road_map
    assert road_map is not None, "the rules ask for a map"
    found: list[WayPoint] = []
    stops = []
    for x, y in places:
        lane, nearest = road_map.nearest_lane(x, y)
        stops.append(LanePlace(lane.id, nearest.distance_m))
    for number, ((here, there), speed) in enumerate(zip(pairwise(stops), speeds, strict=False)):
        try:
            route = lane_route(road_map, here, there)
        except GhostError as error:
            raise build.refused((*path, "waypoints", number + 1), error) from None
        found += _limited(road_map, route, speed)[1 if found else 0 :]
    return found


def _limited(road_map: RoadMap, route: LaneRoute, speed_mps: float) -> list[WayPoint]:
    """A lane route's points, no faster than its limits allow."""
    line = route_points(road_map, route, default_speed_mps=speed_mps)
    return [
        (x, y, min(limit, speed_mps))
        for (x, y, _), limit in zip(line.points, line.speeds_mps, strict=True)
    ]
