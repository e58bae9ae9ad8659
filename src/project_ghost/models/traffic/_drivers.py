"""A table of drivers that follow routes and each other."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import borrowing, inlined
from project_ghost.core.dmath import tan
from project_ghost.core.errors import InputError
from project_ghost.engine import Noise, Output, Parameter, Size, State, array, number
from project_ghost.engine.ops import clip, maximum, minimum
from project_ghost.models.common.routes import POINT_SPEED, Route, RouteTable, packed_routes
from project_ghost.models.controllers._follower import (
    DONE,
    NOBODY,
    SEGMENT,
    TRACK_WIDTH,
    AbstractFollower,
    Car,
    Drivers,
)
from project_ghost.models.controllers._following import (
    driver_of,
    has_route,
    locate,
    stay_idle,
)
from project_ghost.models.controllers._laws import limited
from project_ghost.models.controllers._pure_pursuit import Lookahead, pursuit_angle
from project_ghost.world.bodies import ALIVE, X, Y
from project_ghost.world.neighbours import Grid, grid_of, rows_within

from ._ahead import Corridor, OwnPath, even_paths, leader
from ._idm import free_acceleration, leader_acceleration
from ._lines import Approach, Lines, line_ahead

# Two more columns of `track`: per-driver variation.
HASTE = TRACK_WIDTH  # factor of the desired speed
PATIENCE = TRACK_WIDTH + 1  # factor of the time headway
IDM_TRACK_WIDTH = TRACK_WIDTH + 2


class Idm(NamedTuple):
    """The parameters of the model, the drivers' variation, and the gaps that they see."""

    sight_m: float = number(Parameter(100.0, unit="m"))
    headway_s: float = number(Parameter(1.5, unit="s"))
    gap_min_m: float = number(Parameter(2.0, unit="m"))
    acceleration: float = number(Parameter(1.5, unit="m/s2"))
    braking: float = number(Parameter(2.0, unit="m/s2"))
    variation: float = number(Parameter(0.0))
    drawn: Floats = array(Noise(shape=("capacity", 2), uniform=True))
    gap: Floats = array(Output(shape=("capacity",), unit="m"))


class IdmDrivers(AbstractFollower):
    """Drivers by the Intelligent Driver Model: speed by route, leader, lights and yield lines.

        IdmDrivers(routes, capacity=20, scene=20, closed=[True])

    Steering is pure pursuit. A leader is any body within `corridor_m` of the driver's own path
    ahead, whatever its kind and route, unless it is more than `headroom_m` above or below the
    driver; the search goes as far as the driver needs to stop, within `sight_m`. If `stopping`
    is not 0, drivers stop at the end of their route; otherwise they drive on.

    `stops` are (route, station, light): a line that is closed while `lights[light]` is not
    green; at amber a driver that cannot stop comfortably drives on. `yields` are (route,
    station, x, y, radius): a line that is closed while an actor of another route is within
    that circle.

    `variation` makes drivers differ: desired speed and time headway each get a factor
    from 1 - variation to 1 + variation, drawn when a driver first appears.
    """

    light_count = Size(1)
    stop_count = Size(1)
    yield_count = Size(1)
    path_count = Size(2)
    law = Lookahead
    model = Idm
    corridor = Corridor
    lines = Lines
    braking_max = Parameter(8.0, unit="m/s2")
    stopping = Parameter(0.0, unit="m/s2")
    track = State(NOBODY, shape=("capacity", IDM_TRACK_WIDTH))

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
    @inlined
    def step(
        drivers: Drivers,
        table: RouteTable,
        car: Car,
        law: Lookahead,
        model: Idm,
        corridor: Corridor,
        lines: Lines,
    ) -> None:
        """Follow the routes, the next body ahead and the closed lines."""
        bodies = drivers.bodies
        cell_m = maximum(0.5 * model.sight_m, 5.0)
        grid = grid_of(bodies[:, X], bodies[:, Y], bodies[:, ALIVE], cell_m)
        found = np.empty(bodies.shape[0], np.int64)
        command_all(drivers, table, car, law, model, corridor, lines, grid, found)


@borrowing
@inlined
def command_all(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: Lookahead,
    model: Idm,
    corridor: Corridor,
    lines: Lines,
    grid: Grid,
    found: Integers,
) -> None:
    """Command all drivers of a table; `found` has room for all rows of the scene."""
    bodies, track = drivers.bodies, drivers.track
    first = int(drivers.first_row)
    steering_max, slope_max = car.steering_max_rad, tan(car.steering_max_rad)
    turning = car.lateral_max * car.wheelbase_m
    for i in range(drivers.command.shape[0]):
        model.gap[i] = model.sight_m
        if not has_route(bodies, first + i, table.lengths.shape[0]):
            stay_idle(drivers, i)
            continue
        driver = driver_of(bodies, track, i, first + i)
        row, route, speed = driver.row, driver.route, driver.speed
        if driver.is_new:
            track[i, HASTE] = 1.0 + model.variation * (2.0 * model.drawn[i, 0] - 1.0)
            track[i, PATIENCE] = 1.0 + model.variation * (2.0 * model.drawn[i, 1] - 1.0)
        length_m = table.shapes[route, int(table.lengths[route]) - 1, 0]
        own = OwnPath(
            corridor.paths[route],
            corridor.spacing_m,
            corridor.corridor_m,
            length_m,
            table.closed[route] != 0.0,
            route,
        )
        station = locate(drivers, table, driver, driver.x, driver.y, 0.0)
        drivers.progress[i] = station
        if not own.closed and length_m - station <= car.arrival_m:
            track[i, DONE] = 1.0
        drivers.arrived[i] = track[i, DONE]
        angle = pursuit_angle(drivers, table, car, law, driver)
        drivers.command[i, 0] = limited(angle, speed, steering_max, slope_max, turning)

        headway = model.headway_s * track[i, PATIENCE]
        desired = table.routes[route, int(track[i, SEGMENT]) + 1, POINT_SPEED] * track[i, HASTE]
        free = free_acceleration(speed, desired, model.acceleration, car.speed_kp)
        going = maximum(speed, 0.0)
        horizon = minimum(
            model.sight_m, 10.0 + 2.0 * going * headway + going * going / model.braking
        )
        near = rows_within(grid, driver.x, driver.y, horizon, found)
        best, leader_speed = leader(
            bodies, row, found[:near], corridor, own, maximum(station, 0.0), horizon
        )
        front = station + 0.5 * corridor.body_length_m[row]
        closed_m = line_ahead(
            drivers, lines, own, row, Approach(front, speed, model.braking, model.sight_m)
        )
        if not own.closed and car.stopping > 0.0:
            # The end of the route is a line that the centre stops at.
            closed_m = minimum(closed_m, length_m - station)
        worst = 0.0
        if best < model.sight_m:
            worst = interaction(model, speed, leader_speed, best, headway)
        if closed_m < model.sight_m:
            # A driver stops at a line, and not `gap_min_m` before it.
            line_m = closed_m + model.gap_min_m
            worst = minimum(worst, interaction(model, speed, 0.0, line_m, headway))
        model.gap[i] = minimum(minimum(best, closed_m), model.sight_m)
        drivers.command[i, 1] = clip(free + worst, -car.braking_max, car.acceleration_max)
        if car.stopping > 0.0 and track[i, DONE] != 0.0:
            # A driver that has arrived stands, instead of creeping to the exact end.
            drivers.command[i, 1] = -model.braking


@inlined
def interaction(
    model: Idm, speed: float, leader_speed: float, gap_m: float, headway_s: float
) -> float:
    """The acceleration that a leader adds."""
    return leader_acceleration(
        speed, leader_speed, gap_m, model.gap_min_m, headway_s, model.acceleration, model.braking
    )
