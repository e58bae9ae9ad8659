"""What all route followers share: ports, routes, where they are, how fast they should go."""

from collections.abc import Sequence
from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import cos, sin, sqrt
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Parameter, Size
from project_ghost.models.common.routes import (
    POINT_SPEED,
    ROUTE_WIDTH,
    SHAPE_WIDTH,
    Route,
    beyond_end,
    deviation,
    nearest_ahead,
    nearest_anywhere,
    packed_routes,
    station_at,
)
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, ROUTE, SERIAL, VX, VY, YAW, X, Y

from ._laws import pid_step, stopping_speed

# The columns of a follower's state `track`.
SEEN = 0  # the serial that the row had last, -2.0 before the first
SEGMENT = 1  # where on its route the actor is
FRACTION = 2  # how much of that segment is behind it
DONE = 3  # 1.0 when it has arrived
INTEGRAL = 4  # of the speed's controller
FILTERED = 5
TRACK_WIDTH = 6

NOBODY = -2.0


class AbstractFollower(Kernel):
    """The ports and parameters of a table of drivers that follow routes."""

    capacity = Size(1)
    scene = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    bodies = Input(shape=("scene", BODY_WIDTH))
    first_row = Parameter(0.0)
    routes = Parameter(shape=("route_count", "point_count", ROUTE_WIDTH))
    shapes = Parameter(shape=("route_count", "point_count", SHAPE_WIDTH))
    lengths = Parameter(shape=("route_count",))
    closed = Parameter(0.0, shape=("route_count",))
    window = Parameter(64.0)  # how many segments ahead the nearest place is looked for
    wheelbase_m = Parameter(2.5789128, unit="m")
    rear_axle_m = Parameter(1.4227170936, unit="m")
    steering_max_rad = Parameter(1.066, unit="rad")
    lateral_max = Parameter(6.0, unit="m/s2")  # no sharper than this feels
    speed_kp = Parameter(1.5)
    speed_ki = Parameter(0.0)
    acceleration_max = Parameter(3.0, unit="m/s2")
    braking_max = Parameter(4.0, unit="m/s2")
    stopping = Parameter(2.0, unit="m/s2")  # planned before the end; 0 to drive on to it
    arrival_m = Parameter(0.3, unit="m")

    def __init__(
        self,
        routes: Sequence[Route],
        capacity: int = 1,
        *,
        closed: Sequence[bool] = (),
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        rows = first_row + capacity if scene is None else scene
        if rows < first_row + capacity:
            raise InputError(
                f"a scene of {rows} rows ends before row {first_row + capacity - 1}, its last",
                where,
                "a scene that holds all rows of the table",
                "give `scene` as the number of rows of the whole scene",
            )
        packed = packed_routes(routes, closed, where=where)
        super().__init__(
            capacity=capacity, scene=rows, first_row=float(first_row), **{**packed, **values}
        )


def has_route(bodies: Floats, row: int, route_count: int) -> bool:
    """Whether there is somebody in this row with one of these routes."""
    alive: float = bodies[row, ALIVE]
    route: float = bodies[row, ROUTE]
    return alive != 0.0 and 0.0 <= route < route_count


def is_new(track: Floats, i: int, bodies: Floats, row: int) -> bool:
    """Whether somebody else is in this row than a tick before; then it begins anew."""
    if track[i, SEEN] == bodies[row, SERIAL]:
        return False
    track[i, SEEN] = bodies[row, SERIAL]
    for k in range(1, track.shape[1]):
        track[i, k] = 0.0
    return True


def locate(
    track: Floats,
    i: int,
    new: bool,  # noqa: FBT001 - a fact, not a choice
    x: float,
    y: float,
    routes: Floats,
    route: int,
    count: int,
    loop: bool,  # noqa: FBT001 - a fact, not a choice
    window: int,
) -> tuple[int, float]:
    """Where on its route an actor is, from where it was: segment and fraction, also noted."""
    if new:
        k, part = nearest_anywhere(routes, route, count, x, y)
    else:
        before = int(track[i, SEGMENT])
        k, part = nearest_ahead(routes, route, count, loop, before, window, x, y, 0.0)
    track[i, SEGMENT] = k
    track[i, FRACTION] = part
    return k, part


def rolling_speed(bodies: Floats, row: int) -> float:
    """The speed of the centre, negative where it goes backwards."""
    yaw: float = bodies[row, YAW]
    vx: float = bodies[row, VX]
    vy: float = bodies[row, VY]
    speed = sqrt(vx * vx + vy * vy)
    return speed if vx * cos(yaw) + vy * sin(yaw) >= 0.0 else -speed


def rear_axle(bodies: Floats, row: int, rear_axle_m: float) -> tuple[float, float]:
    """Where the middle of the rear axle is."""
    yaw = bodies[row, YAW]
    return bodies[row, X] - rear_axle_m * cos(yaw), bodies[row, Y] - rear_axle_m * sin(yaw)


def speed_command(
    track: Floats,
    i: int,
    new: bool,  # noqa: FBT001 - a fact, not a choice
    speed: float,
    wanted: float,
    planned: float,
    kp: float,
    ki: float,
    acceleration_max: float,
    braking_max: float,
    dt_s: float,
) -> float:
    """The planned acceleration, corrected by a PI controller whose memory is in `track`."""
    integral, filtered, push = pid_step(
        wanted,
        speed,
        track[i, INTEGRAL],
        track[i, FILTERED],
        kp,
        ki,
        0.0,
        0.0,
        -braking_max - planned,
        acceleration_max - planned,
        0 if new else 1,
        dt_s,
    )
    track[i, INTEGRAL] = integral
    track[i, FILTERED] = filtered
    return planned + push


def idle(
    track: Floats, i: int, command: Floats, arrived: Floats, progress: Floats, error: Floats
) -> None:
    """What a row without an actor, or without a route, is told: nothing."""
    track[i, SEEN] = NOBODY
    command[i, 0] = 0.0
    command[i, 1] = 0.0
    arrived[i] = 0.0
    progress[i] = 0.0
    error[i, 0] = 0.0
    error[i, 1] = 0.0


def drive(
    bodies: Floats,
    row: int,
    i: int,
    new: bool,  # noqa: FBT001 - a fact, not a choice
    ahead_m: float,
    track: Floats,
    command: Floats,
    arrived: Floats,
    progress: Floats,
    error: Floats,
    routes: Floats,
    shapes: Floats,
    lengths: Floats,
    closed: Floats,
    window: float,
    speed_kp: float,
    speed_ki: float,
    acceleration_max: float,
    braking_max: float,
    stopping: float,
    arrival_m: float,
    dt_s: float,
) -> None:
    """Find an actor's place on its route and command its acceleration.

    The place is that of the point `ahead_m` before the centre; `progress`, and the stop at
    the end, are those of the centre. `error` is how far left of the route that point is, and
    how far left the vehicle points.
    """
    route = int(bodies[row, ROUTE])
    count, loop = int(lengths[route]), closed[route] != 0.0
    yaw = bodies[row, YAW]
    x, y = bodies[row, X] + ahead_m * cos(yaw), bodies[row, Y] + ahead_m * sin(yaw)
    k, part = locate(track, i, new, x, y, routes, route, count, loop, int(window))
    error[i, 0], error[i, 1] = deviation(routes, route, k, x, y, yaw)
    station = station_at(shapes, route, k, part) - ahead_m
    if not loop:
        station += beyond_end(routes, route, count, k, part, x, y)
    length = shapes[route, count - 1, 0]
    if loop and station < 0.0:
        station += length
    elif loop and station >= length:
        station -= length
    left = length - station
    if not loop and left <= arrival_m:
        track[i, DONE] = 1.0
    progress[i] = station
    arrived[i] = track[i, DONE]
    if track[i, DONE] != 0.0:
        command[i, 1] = -braking_max
        return
    wanted, planned = routes[route, k + 1, POINT_SPEED], 0.0
    if not loop and stopping > 0.0 and wanted * wanted > 2.0 * stopping * left:
        wanted, planned = stopping_speed(wanted, left, stopping), -stopping
    command[i, 1] = speed_command(
        track,
        i,
        new,
        rolling_speed(bodies, row),
        wanted,
        planned,
        speed_kp,
        speed_ki,
        acceleration_max,
        braking_max,
        dt_s,
    )


def look_round_the_corner(
    bodies: Floats,
    row: int,
    i: int,
    ahead_m: float,
    track: Floats,
    error: Floats,
    routes: Floats,
    lengths: Floats,
    closed: Floats,
) -> None:
    """Measure `error` from the segment after a corner that the actor has come to.

    Beyond a corner the corner itself is the nearest place, and of two segments that are
    as near `locate` has the earlier one. Who steers by that one's direction goes straight on.
    """
    if track[i, FRACTION] < 1.0:
        return
    route, upcoming = int(bodies[row, ROUTE]), int(track[i, SEGMENT]) + 1
    if upcoming >= int(lengths[route]) - 1:
        if closed[route] == 0.0:
            return
        upcoming = 0
    yaw = bodies[row, YAW]
    x, y = bodies[row, X] + ahead_m * cos(yaw), bodies[row, Y] + ahead_m * sin(yaw)
    error[i, 0], error[i, 1] = deviation(routes, route, upcoming, x, y, yaw)
