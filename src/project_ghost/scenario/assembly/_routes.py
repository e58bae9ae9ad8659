"""The way that a route of a scenario means, on its map."""

from collections.abc import Sequence
from itertools import pairwise

from project_ghost.core.errors import GhostError, InputError
from project_ghost.world.maps import is_inside

from ..spec import Route, Start
from ._build import Build
from ._way import WayPoint, spaced

__all__ = ["way_of"]

Path = tuple[str | int, ...]
Place = tuple[float, float]


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
    ground = build.walkable_ground(margin_m, places)
    points: list[WayPoint] = [(*places[0], speeds[0])]
    for number, ((here, there), speed) in enumerate(zip(pairwise(places), speeds, strict=False)):
        try:
            found = ground.path(here, there)
        except GhostError as error:
            raise build.refused((*path, "waypoints", number + 1), error) from None
        points += [(x, y, speed) for x, y in found[1:]]
    return points
