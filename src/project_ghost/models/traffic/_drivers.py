"""A table of drivers who follow routes and each other."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Noise, Output, Parameter, Size, State
from project_ghost.engine.ops import clip, maximum, minimum
from project_ghost.models.common.routes import (
    POINT_SPEED,
    Route,
    beyond_end,
    deviation,
    packed_routes,
    place_at,
    station_at,
)
from project_ghost.models.controllers._follower import (
    DONE,
    NOBODY,
    TRACK_WIDTH,
    AbstractFollower,
    has_route,
    idle,
    is_new,
    locate,
    rear_axle,
    rolling_speed,
)
from project_ghost.models.controllers._laws import limited, pure_pursuit
from project_ghost.world.bodies import ALIVE, ROUTE, VX, VY, YAW, X, Y, Z
from project_ghost.world.neighbours import bucket_count, fill_grid, rows_within

from ._ahead import even_paths, found_ahead
from ._idm import free_acceleration, leader_acceleration

# Two more columns of `track`: what makes one driver another than the next.
HASTE = TRACK_WIDTH  # factor of the desired speed
PATIENCE = TRACK_WIDTH + 1  # factor of the time headway
IDM_TRACK_WIDTH = TRACK_WIDTH + 2

# The columns of `stops`, one row a stop line with a light.
STOP_ROUTE = 0
STOP_STATION = 1  # m along the route
STOP_LIGHT = 2  # which of `lights` it obeys

# The columns of `yields`, one row a line at which others have the right of way.
YIELD_ROUTE = 0
YIELD_STATION = 1
YIELD_X = 2
YIELD_Y = 3
YIELD_RADIUS = 4

# What a light shows, as `world.lights` has it.
AMBER = 1.0
GREEN = 2.0

# A line this far behind the front bumper has been passed, metres.
PASSED_M = 1.0


class IdmDrivers(AbstractFollower):
    """Drivers by the Intelligent Driver Model: speed by route, leader, lights and yield lines.

        IdmDrivers(routes, capacity=20, scene=20, closed=[True])

    Steering is pure pursuit. A leader is whoever in the scene is within `corridor_m` of the
    driver's own path ahead, whatever it is and wherever it wants to go, unless it is more
    than `headroom_m` above or below it; the search goes
    as far as the driver needs to stop, within `sight_m`. Where `stopping` is not 0, they stop
    at the end of their route; else they drive on.

    `stops` are (route, station, light): a line that is closed while `lights[light]` is not
    green; at amber who cannot stop comfortably drives on. `yields` are (route, station, x, y,
    radius): a line that is closed while somebody of another route is within that circle.

    `variation` makes drivers differ: desired speed and time headway each get a factor
    from 1 - variation to 1 + variation, drawn when a driver first appears.
    """

    light_count = Size(1)
    stop_count = Size(1)
    yield_count = Size(1)
    path_count = Size(2)
    lights = Input(shape=("light_count",), default=GREEN)
    stops = Parameter(-1.0, shape=("stop_count", 3))
    yields = Parameter(-1.0, shape=("yield_count", 5))
    paths = Parameter(shape=("route_count", "path_count", 2))
    spacing_m = Parameter(1.0, unit="m")
    body_length_m = Parameter(4.5, shape=("scene",), unit="m")
    corridor_m = Parameter(1.3, unit="m")
    headroom_m = Parameter(3.0, unit="m")
    sight_m = Parameter(100.0, unit="m")
    headway_s = Parameter(1.5, unit="s")
    gap_min_m = Parameter(2.0, unit="m")
    acceleration = Parameter(1.5, unit="m/s2")
    braking = Parameter(2.0, unit="m/s2")
    braking_max = Parameter(8.0, unit="m/s2")
    stopping = Parameter(0.0, unit="m/s2")
    lookahead_m = Parameter(3.0, unit="m")
    lookahead_s = Parameter(0.6, unit="s")
    variation = Parameter(0.0)
    drawn = Noise(shape=("capacity", 2), uniform=True)
    track = State(NOBODY, shape=("capacity", IDM_TRACK_WIDTH))
    command = Output(shape=("capacity", 2))
    arrived = Output(shape=("capacity",))
    progress = Output(shape=("capacity",), unit="m")
    error = Output(shape=("capacity", 2))
    gap = Output(shape=("capacity",), unit="m")

    def __init__(
        self,
        routes: Sequence[Route],
        capacity: int = 1,
        *,
        closed: Sequence[bool] = (),
        stops: Sequence[Sequence[float]] = (),
        yields: Sequence[Sequence[float]] = (),
        light_count: int = 1,
        spacing_m: float = 1.0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        packed = packed_routes(routes, closed, where=where)
        for i, (route, _, light) in enumerate(stops):
            if not 0 <= route < len(routes) or not 0 <= light < light_count:
                raise InputError(
                    f"stop {i} is on route {route} with light {light}",
                    where,
                    f"a route below {len(routes)} and a light below {light_count}",
                    "number both from 0",
                )
        paths = even_paths(packed, spacing_m)
        super().__init__(
            routes,
            capacity,
            closed=closed,
            stops=np.array(stops) if len(stops) else -1.0,
            stop_count=max(1, len(stops)),
            yields=np.array(yields) if len(yields) else -1.0,
            yield_count=max(1, len(yields)),
            light_count=light_count,
            paths=paths,
            path_count=paths.shape[1],
            spacing_m=spacing_m,
            **values,
        )

    @staticmethod
    def step(
        bodies: Floats,
        lights: Floats,
        drawn: Floats,
        track: Floats,
        command: Floats,
        arrived: Floats,
        progress: Floats,
        error: Floats,
        gap: Floats,
        first_row: float,
        routes: Floats,
        shapes: Floats,
        lengths: Floats,
        closed: Floats,
        stops: Floats,
        yields: Floats,
        paths: Floats,
        spacing_m: float,
        window: float,
        body_length_m: Floats,
        corridor_m: float,
        headroom_m: float,
        sight_m: float,
        wheelbase_m: float,
        rear_axle_m: float,
        steering_max_rad: float,
        lateral_max: float,
        lookahead_m: float,
        lookahead_s: float,
        speed_kp: float,
        headway_s: float,
        gap_min_m: float,
        acceleration: float,
        braking: float,
        acceleration_max: float,
        braking_max: float,
        stopping: float,
        arrival_m: float,
        variation: float,
    ) -> None:
        """Where each driver is, who is ahead, then what it wants."""
        rows = bodies.shape[0]
        xs, ys, used = np.empty(rows), np.empty(rows), np.empty(rows)
        for row in range(rows):
            xs[row], ys[row], used[row] = bodies[row, X], bodies[row, Y], bodies[row, ALIVE]
        cell_m = maximum(0.25 * sight_m, 5.0)
        cells = np.empty((rows, 2), np.int64)
        starts = np.empty(bucket_count(rows) + 1, np.int64)
        members = np.empty(rows, np.int64)
        found = np.empty(rows, np.int64)
        fill_grid(xs, ys, used, cell_m, cells, starts, members)
        for i in range(command.shape[0]):
            row = int(first_row) + i
            gap[i] = sight_m
            if not has_route(bodies, row, lengths.shape[0]):
                idle(track, i, command, arrived, progress, error)
                continue
            new = is_new(track, i, bodies, row)
            if new:
                track[i, HASTE] = 1.0 + variation * (2.0 * drawn[i, 0] - 1.0)
                track[i, PATIENCE] = 1.0 + variation * (2.0 * drawn[i, 1] - 1.0)
            route = int(bodies[row, ROUTE])
            count, loop = int(lengths[route]), closed[route] != 0.0
            x, y, yaw = bodies[row, X], bodies[row, Y], bodies[row, YAW]
            speed = rolling_speed(bodies, row)
            k, part = locate(track, i, new, x, y, routes, route, count, loop, int(window))
            error[i, 0], error[i, 1] = deviation(routes, route, k, x, y, yaw)
            station = station_at(shapes, route, k, part)
            if not loop:
                station += beyond_end(routes, route, count, k, part, x, y)
            length = shapes[route, count - 1, 0]
            progress[i] = station
            if not loop and length - station <= arrival_m:
                track[i, DONE] = 1.0
            arrived[i] = track[i, DONE]

            # The path: an arc of pure pursuit.
            reach = maximum(lookahead_m, lookahead_s * speed)
            to_x, to_y, _ = place_at(routes, shapes, route, count, loop, station + reach)
            rear_x, rear_y = rear_axle(bodies, row, rear_axle_m)
            command[i, 0] = limited(
                pure_pursuit(rear_x, rear_y, yaw, to_x, to_y, wheelbase_m),
                speed,
                wheelbase_m,
                lateral_max,
                steering_max_rad,
            )

            # The speed: that of the route, of the leader, and of closed lines.
            headway = headway_s * track[i, PATIENCE]
            push = free_acceleration(
                speed, routes[route, k + 1, POINT_SPEED] * track[i, HASTE], acceleration, speed_kp
            )
            going = maximum(speed, 0.0)
            horizon = minimum(sight_m, 10.0 + 2.0 * going * headway + going * going / braking)
            near = rows_within(xs, ys, used, cell_m, cells, starts, members, x, y, horizon, found)
            best, leader_speed = leader(
                bodies,
                row,
                found,
                near,
                paths,
                route,
                spacing_m,
                length,
                loop,
                maximum(station, 0.0),
                horizon,
                corridor_m,
                headroom_m,
                body_length_m,
            )
            closed_m = line_ahead(
                bodies,
                row,
                route,
                station + 0.5 * body_length_m[row],
                length,
                loop,
                speed,
                lights,
                stops,
                yields,
                braking,
                sight_m,
                int(first_row),
                command.shape[0],
            )
            if not loop and stopping > 0.0:
                # The end of the route is a line that the centre stops at.
                closed_m = minimum(closed_m, length - station)
            worst = 0.0
            if best < sight_m:
                worst = leader_acceleration(
                    speed, leader_speed, best, gap_min_m, headway, acceleration, braking
                )
            if closed_m < sight_m:
                # A line is no bumper: to stop at it is enough.
                worst = minimum(
                    worst,
                    leader_acceleration(
                        speed, 0.0, closed_m + gap_min_m, gap_min_m, headway, acceleration, braking
                    ),
                )
            gap[i] = minimum(minimum(best, closed_m), sight_m)
            command[i, 1] = clip(push + worst, -braking_max, acceleration_max)
            if stopping > 0.0 and track[i, DONE] != 0.0:
                # Who has arrived stands, and does not creep on to the last millimetre.
                command[i, 1] = -braking


def leader(
    bodies: Floats,
    row: int,
    found: Integers,
    near: int,
    paths: Floats,
    route: int,
    spacing_m: float,
    length_m: float,
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    station: float,
    horizon_m: float,
    corridor_m: float,
    headroom_m: float,
    body_length_m: Floats,
) -> tuple[float, float]:
    """The gap to the nearest body ahead on the path, bumper to bumper, and its speed along it.

    With nobody ahead the gap is that to far beyond the horizon.
    """
    best, best_speed = 1e9, 0.0
    limit = horizon_m
    for n in range(near):
        other = found[n]
        if other == row or abs(bodies[other, Z] - bodies[row, Z]) > headroom_m:
            continue
        ahead = found_ahead(
            paths,
            route,
            spacing_m,
            length_m,
            loop,
            station,
            limit,
            corridor_m,
            bodies[other, X],
            bodies[other, Y],
        )
        if ahead <= 0.0:
            continue
        way, along = refined(bodies, other, paths, route, spacing_m, length_m, loop, station, ahead)
        space = way - 0.5 * (body_length_m[row] + body_length_m[other])
        if space < best:
            best, best_speed = space, along
            limit = minimum(limit, ahead + spacing_m)
    return best, best_speed


def refined(
    bodies: Floats,
    other: int,
    paths: Floats,
    route: int,
    spacing_m: float,
    length_m: float,
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    station: float,
    ahead: float,
) -> tuple[float, float]:
    """How far ahead a body exactly is along the path, and how fast it goes along it."""
    at = station + ahead
    if loop and at >= length_m:
        at -= length_m
    k = int(at / spacing_m + 0.5)
    if k >= paths.shape[1] - 1:
        k = paths.shape[1] - 2
    ax, ay = paths[route, k, 0], paths[route, k, 1]
    tx = (paths[route, k + 1, 0] - ax) / spacing_m
    ty = (paths[route, k + 1, 1] - ay) / spacing_m
    along = (bodies[other, X] - ax) * tx + (bodies[other, Y] - ay) * ty
    way = ahead + (k * spacing_m - at) + along
    return way, bodies[other, VX] * tx + bodies[other, VY] * ty


def line_ahead(
    bodies: Floats,
    row: int,
    route: int,
    front: float,
    length_m: float,
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    speed: float,
    lights: Floats,
    stops: Floats,
    yields: Floats,
    braking: float,
    sight_m: float,
    first: int,
    capacity: int,
) -> float:
    """How far before the front bumper the next closed line is; far where none is."""
    best = 1e9
    for n in range(stops.shape[0]):
        if stops[n, STOP_ROUTE] != route:
            continue
        way = ahead_of(stops[n, STOP_STATION] - front, length_m, loop)
        if way < -PASSED_M or way > sight_m or way >= best:
            continue
        shown = lights[int(stops[n, STOP_LIGHT])]
        if shown >= GREEN or (shown >= AMBER and speed * speed > 2.0 * braking * way):
            continue
        best = way
    for n in range(yields.shape[0]):
        if yields[n, YIELD_ROUTE] != route:
            continue
        way = ahead_of(yields[n, YIELD_STATION] - front, length_m, loop)
        if way < -PASSED_M or way > sight_m or way >= best:
            continue
        if is_taken(bodies, row, route, yields, n, first, capacity):
            best = way
    return best


def ahead_of(way: float, length_m: float, loop: bool) -> float:  # noqa: FBT001 - a fact
    """A distance along a route; on a closed one what is behind comes again."""
    return way + length_m if loop and way < -PASSED_M else way


def is_taken(
    bodies: Floats, row: int, route: int, yields: Floats, n: int, first: int, capacity: int
) -> bool:
    """Whether somebody of another route is within the circle of a yield line.

    Routes have their numbers within a table: whoever is of another one is on another route.
    """
    radius = yields[n, YIELD_RADIUS]
    for other in range(bodies.shape[0]):
        if other == row or bodies[other, ALIVE] == 0.0:
            continue
        if first <= other < first + capacity and bodies[other, ROUTE] == route:
            continue
        dx = bodies[other, X] - yields[n, YIELD_X]
        dy = bodies[other, Y] - yields[n, YIELD_Y]
        if dx * dx + dy * dy <= radius * radius:
            return True
    return False
