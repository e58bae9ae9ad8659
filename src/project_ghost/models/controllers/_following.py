"""The loop of all route followers, and its parts."""

from collections.abc import Callable
from typing import TypeVar

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sincos, sqrt, tan
from project_ghost.models.common.routes import (
    POINT_SPEED,
    RouteTable,
    beyond_end,
    deviation,
    nearest_ahead,
    nearest_anywhere,
    station_at,
)
from project_ghost.world.bodies import ALIVE, ROUTE, SERIAL, VX, VY, YAW, X, Y

from ._follower import (
    DONE,
    FILTERED,
    FRACTION,
    INTEGRAL,
    NOBODY,
    SEEN,
    SEGMENT,
    Car,
    Driver,
    Drivers,
)
from ._laws import limited, pid_step, stopping_speed

L = TypeVar("L")  # the bundle of a steering law's parameters

# A steering law: from the drivers of a table, routes, car, the law's parameters, one driver and
# the period to that driver's steering angle.
Steer = Callable[[Drivers, RouteTable, Car, L, Driver, float], float]


@inlined
def follow(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: L,
    steer: Steer[L],
    ahead_m: float,
    dt_s: float,
) -> None:
    """Command all drivers of a table: the acceleration by the route, the steering by a law.

    The place of a driver on its route is that of the point `ahead_m` before its centre.
    """
    bodies, track, command = drivers.bodies, drivers.track, drivers.command
    first, routes = int(drivers.first_row), table.lengths.shape[0]
    steering_max, slope_max = car.steering_max_rad, tan(car.steering_max_rad)
    turning = car.lateral_max * car.wheelbase_m
    for i in range(command.shape[0]):
        if not has_route(bodies, first + i, routes):
            stay_idle(drivers, i)
            continue
        driver = driver_of(bodies, track, i, first + i)
        command[i, 1] = acceleration(drivers, table, car, driver, ahead_m, dt_s)
        angle = steer(drivers, table, car, law, driver, dt_s)
        command[i, 0] = limited(angle, driver.speed, steering_max, slope_max, turning)


def has_route(bodies: Floats, row: int, routes: int) -> bool:
    """Whether a row of the scene has an actor with one of these routes."""
    alive: float = bodies[row, ALIVE]
    route: float = bodies[row, ROUTE]
    return alive != 0.0 and 0.0 <= route < routes


def driver_of(bodies: Floats, track: Floats, i: int, row: int) -> Driver:
    """The driver in row i; the memory of a new one is cleared."""
    serial, yaw, vx, vy = bodies[row, SERIAL], bodies[row, YAW], bodies[row, VX], bodies[row, VY]
    is_new = track[i, SEEN] != serial
    if is_new:
        track[i, SEEN] = serial
        for k in range(1, track.shape[1]):
            track[i, k] = 0.0
    s, c = sincos(yaw)
    speed = sqrt(vx * vx + vy * vy)
    if vx * c + vy * s < 0.0:
        speed = -speed
    route = int(bodies[row, ROUTE])
    return Driver(i, row, route, bodies[row, X], bodies[row, Y], yaw, c, s, speed, is_new)


@inlined
def stay_idle(drivers: Drivers, i: int) -> None:
    """Zero the outputs of a row without an actor, or without a route."""
    drivers.track[i, SEEN] = NOBODY
    drivers.command[i, 0] = 0.0
    drivers.command[i, 1] = 0.0
    drivers.arrived[i] = 0.0
    drivers.progress[i] = 0.0
    drivers.error[i, 0] = 0.0
    drivers.error[i, 1] = 0.0


@inlined
def locate(
    drivers: Drivers, table: RouteTable, driver: Driver, x: float, y: float, ahead_m: float
) -> float:
    """Find the place on the route of a driver's point (x, y), `ahead_m` before its centre.

    Writes the place into `track` and the deviation into `error`. Returns the station of the
    centre, which on an open route may lie beyond its ends.
    """
    track, error, i, route = drivers.track, drivers.error, driver.i, driver.route
    if driver.is_new:
        k, part = nearest_anywhere(table, route, x, y)
    else:
        k, part = nearest_ahead(table, route, int(track[i, SEGMENT]), x, y, 0.0)
    track[i, SEGMENT] = k
    track[i, FRACTION] = part
    error[i, 0], error[i, 1] = deviation(table.routes, route, k, x, y, driver.yaw)
    station = station_at(table.shapes, route, k, part) - ahead_m
    if table.closed[route] == 0.0:
        station += beyond_end(table, route, k, part, x, y)
    return station


@inlined
def acceleration(
    drivers: Drivers, table: RouteTable, car: Car, driver: Driver, ahead_m: float, dt_s: float
) -> float:
    """Locate a driver on its route; returns the acceleration for the route's speed.

    `progress`, and the stop at the end, are those of the centre.
    """
    track, i, route = drivers.track, driver.i, driver.route
    loop = table.closed[route] != 0.0
    x, y = driver.x + ahead_m * driver.cos_yaw, driver.y + ahead_m * driver.sin_yaw
    station = locate(drivers, table, driver, x, y, ahead_m)
    length = table.shapes[route, int(table.lengths[route]) - 1, 0]
    if loop and station < 0.0:
        station += length
    elif loop and station >= length:
        station -= length
    left = length - station
    if not loop and left <= car.arrival_m:
        track[i, DONE] = 1.0
    drivers.progress[i] = station
    drivers.arrived[i] = track[i, DONE]
    if track[i, DONE] != 0.0:
        return -car.braking_max
    wanted, planned = table.routes[route, int(track[i, SEGMENT]) + 1, POINT_SPEED], 0.0
    stopping = car.stopping
    if not loop and stopping > 0.0 and wanted * wanted > 2.0 * stopping * left:
        wanted, planned = stopping_speed(wanted, left, stopping), -stopping
    # The planned acceleration, corrected by a PI controller.
    track[i, INTEGRAL], track[i, FILTERED], correction = pid_step(
        wanted,
        driver.speed,
        track[i, INTEGRAL],
        track[i, FILTERED],
        car.speed_kp,
        car.speed_ki,
        0.0,
        0.0,
        -car.braking_max - planned,
        car.acceleration_max - planned,
        0 if driver.is_new else 1,
        dt_s,
    )
    return planned + correction


@inlined
def look_round_the_corner(
    drivers: Drivers, table: RouteTable, driver: Driver, ahead_m: float
) -> None:
    """Measure `error` from the segment after a corner that a driver has reached.

    Beyond a corner the corner itself is the nearest place, and of two segments that are
    equally near `locate` finds the earlier one. A driver that steers by the direction of that
    segment would go straight on.
    """
    error, i, route = drivers.error, driver.i, driver.route
    if drivers.track[i, FRACTION] < 1.0:
        return
    upcoming = int(drivers.track[i, SEGMENT]) + 1
    if upcoming >= int(table.lengths[route]) - 1:
        if table.closed[route] == 0.0:
            return
        upcoming = 0
    x, y = driver.x + ahead_m * driver.cos_yaw, driver.y + ahead_m * driver.sin_yaw
    error[i, 0], error[i, 1] = deviation(table.routes, route, upcoming, x, y, driver.yaw)
