"""The way that a route of a scenario means, on its map."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import GhostError, InputError
from project_ghost.scenario.spec import Route, Start
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

from ._build import Build
from ._way import Stretch, Way, WayPoint, length_of, spaced

__all__ = ["free_ground", "free_way", "is_clear", "way_of"]

Path = tuple[str | int, ...]
Place = tuple[float, float]

# How far a way on foot may lead around the places that it is to come through.
_DETOUR_M = 15.0

# 20 km at the usual 0.1 m.
_POINTS_MAX = 200_000

# Up to here a search takes less than a second, and compiling one several.
_CELLS_TO_INTERPRET = 100_000

# 800 m by 800 m at the usual 0.25 m.
_CELLS_MAX = 10_000_000


def way_of(
    build: Build, path: Path, route: Route, speed_mps: float, start: Start | None, margin_m: float
) -> Way:
    """Closely spaced points with speeds.

    `path` leads to the route; `margin_m` is half the width of who takes it.
    """
    stretches: tuple[Stretch, ...] = ()
    if route.lanes:
        points, stretches = _along_lanes(build, path, route, speed_mps)
    else:
        places, speeds = _places(route, start, speed_mps)
        _require_free(build, path, route)
        if route.plan == "straight":
            points = _straight(places, speeds)
        elif route.plan == "walkable":
            points = _planned(build, path, route, places, speeds, margin_m)
        else:
            points, stretches = _by_lanes(build, path, places, speeds)
    _require_bounded(build, path, points, route.spacing_m)
    return Way(spaced(points, route.spacing_m), stretches)


def _require_bounded(
    build: Build, path: Path, points: Sequence[WayPoint], spacing_m: float
) -> None:
    """A misplaced digit must not take all memory."""
    length_m = length_of(points)
    if length_m > _POINTS_MAX * spacing_m:
        raise build.refused(
            path,
            InputError(
                f"the way is {length_m:g} m long, with a point every {spacing_m:g} m",
                expected=f"{_POINTS_MAX} points at most",
                fix="check the waypoints, or give a larger spacing_m",
            ),
        )


def _places(route: Route, start: Start | None, speed_mps: float) -> tuple[list[Place], list[float]]:
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
    targets: list[tuple[Path, Place]] = [
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


def _key_of(route: Route, places: Sequence[Place], number: int) -> Path:
    """The key of one of the places to come through; the first may be the start."""
    if route.goal is not None:
        return ("goal",)
    return ("waypoints", max(0, number - (len(places) - len(route.waypoints))))


def _planned(
    build: Build,
    path: Path,
    route: Route,
    places: Sequence[Place],
    speeds: Sequence[float],
    margin_m: float,
) -> list[WayPoint]:
    """By A* over the walkable ground, from each place to the next."""
    x, y = places[0]
    farthest = max(
        range(len(places)), key=lambda k: max(abs(places[k][0] - x), abs(places[k][1] - y))
    )
    key = (*path, *_key_of(route, places, farthest))
    grid = free_ground(build, key, places, margin_m)
    points: list[WayPoint] = [(*places[0], speeds[0])]
    for number, ((here, there), speed) in enumerate(zip(pairwise(places), speeds, strict=False)):
        try:
            found = free_way(grid, here, there)
        except GhostError as error:
            if number == 0 and len(places) > len(route.waypoints) and not _is_free(grid, here):
                raise build.refused((*path[:-1], "start"), error) from None
            wrong = number if not _is_free(grid, here) else number + 1
            raise build.refused((*path, *_key_of(route, places, wrong)), error) from None
        points += [(x, y, speed) for x, y in found[1:]]
    return points


def free_way(grid: WalkableGrid, here: Place, there: Place) -> list[Place]:
    """The corners of a way over free ground, by A* where it is not simply straight."""
    cells = grid.rows * grid.columns
    execution = "interpreted" if cells <= _CELLS_TO_INTERPRET else "auto"
    if is_clear(grid, here, there):
        return [here, there]
    found = walk_path(grid, here, there, spacing_m=None, execution=execution)
    return [(x, y) for x, y, _ in found]


def _is_free(grid: WalkableGrid, place: Place) -> bool:
    """Whether somebody can stand there."""
    cell = grid.cell_at(*place)
    return cell is not None and bool(grid.free[cell])


def is_clear(grid: WalkableGrid, here: Place, there: Place) -> bool:
    """Whether all cells around the straight line are free."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    steps = 1 + int(2.0 * sqrt(dx * dx + dy * dy) / grid.cell_m)
    for k in range(steps + 1):
        x, y = here[0] + dx * k / steps, here[1] + dy * k / steps
        for ox, oy in ((0.0, 0.0), (-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)):
            cell = grid.cell_at(x + ox * grid.cell_m, y + oy * grid.cell_m)
            if cell is None or not grid.free[cell]:
                return False
    return True


def free_ground(
    build: Build, key: Path, places: Sequence[Place], margin_m: float, cell_m: float = 0.25
) -> WalkableGrid:
    """The ground around some places, with all that stands on it; `key` says how far they go."""
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
    width_m, depth_m = bounds.east_m - bounds.west_m, bounds.north_m - bounds.south_m
    if not (width_m / cell_m) * (depth_m / cell_m) <= _CELLS_MAX:
        raise build.refused(
            key,
            InputError(
                f"a way on foot is looked for on {width_m:g} m by {depth_m:g} m",
                expected=f"at most {_CELLS_MAX:_} cells of {cell_m:g} m",
                fix="check the place that is furthest away, or go there with `plan: straight`",
            ),
        )
    return walkable_grid(
        replace(road_map, obstacles=(*road_map.obstacles, *standing)),
        cell_m=cell_m,
        radius_m=margin_m,
        bounds=bounds,
    )


def _along_lanes(
    build: Build, path: Path, route: Route, speed_mps: float
) -> tuple[list[WayPoint], tuple[Stretch, ...]]:
    """Along the centre lines of lanes that follow each other."""
    road_map = build.road_map
    assert road_map is not None, "the rules ask for a map"
    steps: list[LaneStep] = []
    for number, lane_id in enumerate(route.lanes):
        try:
            lane = road_map.lane(lane_id)
            if number or route.loop:
                _require_next(road_map, route.lanes[number - 1], lane_id)
        except GhostError as error:
            raise build.refused((*path, "lanes", number), error) from None
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
    build: Build, path: Path, places: Sequence[Place], speeds: Sequence[float]
) -> tuple[list[WayPoint], tuple[Stretch, ...]]:
    """By A* over the lanes, from each place to the next."""
    road_map = build.road_map
    assert road_map is not None, "the rules ask for a map"
    stops, routes = [], []
    for x, y in places:
        lane, nearest = road_map.nearest_lane(x, y)
        stops.append(LanePlace(lane.id, nearest.distance_m))
    for number, (here, there) in enumerate(pairwise(stops)):
        try:
            routes.append(lane_route(road_map, here, there))
        except GhostError as error:
            raise build.refused((*path, "waypoints", number + 1), error) from None
    return _limited(road_map, routes, speeds)


def _limited(
    road_map: RoadMap, routes: Sequence[LaneRoute], speeds: Sequence[float]
) -> tuple[list[WayPoint], tuple[Stretch, ...]]:
    """The points of lane routes one after the other, no faster than the limits allow.

    A limit holds from its point on; a way's speeds are those on the way to each point.
    """
    found: list[WayPoint] = []
    stretches: list[Stretch] = []
    for route, speed_mps in zip(routes, speeds, strict=False):
        line = route_points(road_map, route, default_speed_mps=speed_mps)
        limits = [min(limit, speed_mps) for limit in line.speeds_mps]
        points = [
            (x, y, limit)
            for (x, y, _), limit in zip(line.points, [limits[0], *limits], strict=False)
        ]
        station = length_of(found) if found else 0.0
        found += points[1 if found else 0 :]
        for step in route.steps:
            stretches.append(Stretch(step.lane, step.start_m, step.end_m, station))
            if not step.change:
                station += step.end_m - step.start_m
    return found, tuple(stretches)
