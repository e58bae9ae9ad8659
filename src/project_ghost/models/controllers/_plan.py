"""Speed plans for routes: slower in curves, with braking before them."""

from collections.abc import Sequence
from math import inf

from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.models.common.routes import STATION, Point, Route, curvatures_of, packed_routes


def with_planned_speeds(
    route: Route,
    *,
    lateral_max: float,
    braking: float,
    closed: bool = False,
    reach_m: float = 1.0,
    acceleration: float = inf,
) -> list[Point]:
    """A route with speeds that keep within `lateral_max` in curves and within `braking` (m/s2).

    The speed at a point is at most sqrt(lateral_max / curvature), and at most that from
    which `braking` reaches the next point's speed. The curvature at a point is that of the
    circle through it and the points `reach_m` before and behind, because drivers cut corners
    by about that distance. If `acceleration` is given, speeds rise no faster than that.
    """
    if lateral_max <= 0.0 or braking <= 0.0 or acceleration <= 0.0 or not 0.0 < reach_m < inf:
        raise InputError(
            f"lateral_max is {lateral_max}, braking {braking}, acceleration {acceleration}, "
            f"reach_m {reach_m}",
            "with_planned_speeds",
            "all above zero",
            "give accelerations in m/s2, like 2.0",
        )
    packed = packed_routes([route], [closed], where="with_planned_speeds")
    points: list[Point] = [(x, y, v) for x, y, v in packed["routes"][0].tolist()]
    shapes: Sequence[Sequence[float]] = packed["shapes"][0].tolist()
    speeds = []
    for (_, _, speed), bend in zip(
        points, map(abs, curvatures_of(points, closed, reach_m)), strict=True
    ):
        most = sqrt(lateral_max / bend) if bend > 0.0 else speed
        speeds.append(min(speed, most))
    # Two laps on a closed route, because the speeds at its end depend on those at its beginning.
    for _ in range(2 if closed else 1):
        if closed:
            speeds[-1] = min(speeds[-1], speeds[0])
        for k in range(len(speeds) - 2, -1, -1):
            way = shapes[k + 1][STATION] - shapes[k][STATION]
            speeds[k] = min(speeds[k], sqrt(speeds[k + 1] * speeds[k + 1] + 2.0 * braking * way))
        if closed:
            speeds[0] = min(speeds[0], speeds[-1])
        for k in range(1, len(speeds)):
            way = shapes[k][STATION] - shapes[k - 1][STATION]
            most = sqrt(speeds[k - 1] * speeds[k - 1] + 2.0 * acceleration * way)
            speeds[k] = min(speeds[k], most)
    return [(p[0], p[1], v) for p, v in zip(points, speeds, strict=True)]
