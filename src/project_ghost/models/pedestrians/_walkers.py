"""A table of pedestrians who walk along routes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import cos, sin, sqrt
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.engine.ops import maximum, minimum
from project_ghost.models.common.routes import (
    POINT_SPEED,
    ROUTE_WIDTH,
    SHAPE_WIDTH,
    Route,
    nearest_ahead,
    nearest_anywhere,
    packed_routes,
    place_at,
    station_at,
    way_to_turn,
)
from project_ghost.models.common.rows import Actor, enter, initial_rows, leave, scene_rows
from project_ghost.models.common.slide import slowed
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    SPAWN_WIDTH,
    VX,
    VY,
    VZ,
    YAW,
    YAW_RATE,
    X,
    Y,
    Z,
)
from project_ghost.world.neighbours import bucket_count, fill_grid, rows_within

from ._avoid import crowd_push
from ._walk import landing_speed, walked, within

# The columns of the state `track`.
SEGMENT = 0
PROGRESS = 1  # m
DONE = 2  # 1.0 when it has arrived
PLACED = 3  # 1.0 when its place on the route was found
AGE = 4  # samples since it began
DOWN = 5  # samples since it was knocked down, 0.0 while it stands
TURN = 6  # rad/s
TRACK_WIDTH = 7

# How long a push acts on the velocity that a walker wishes for.
REACTION_S = 0.5

# Branches of a way that are as near as this, squared, are equally near.
_TIE_M2 = 1e-9


class Walkers(Kernel):
    """Pedestrians along routes: they start from rest, keep limits, and stop at the end.

        Walkers([[(0.0, 0.0, 1.4), (10.0, 0.0, 1.4)]], actors=[(0.0, 0.0, 0.0, 0.0, 0)])

    A route is (x, y, speed) points, the speed being that on the way to the point; an actor
    is (x, y, yaw), then if wanted speed and route. Walkers head for the place `lookahead_m`
    further along their route than the nearest one.

    Where `others` is connected, to the bodies of the whole scene, they keep out of each
    other's way: `avoidance` is the push of two who touch, `avoidance_m` over which distance
    it falls to a third, `sight_m` how far it is felt, `radius_m` how large each body is.

    A blow slower than `knock_mps` makes a walker stagger: it slides beside walking. A harder
    one knocks it down: it slides to rest and stays, until `removal_s` has passed (0: for good).
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    impulse = Input(shape=("scene", 3), default=0.0)
    despawn = Input(shape=("scene",), default=0.0)
    spawns = Input(shape=("slots", SPAWN_WIDTH), default=0.0)
    friction = Input(shape=("scene",), default=1.0)
    others = Input(shape=("scene", BODY_WIDTH), default=0.0)

    alive = State(shape=("capacity",))
    serial = State(-1.0, shape=("capacity",))
    next_serial = State()
    pose = State(shape=("capacity", 3))
    speed = State(shape=("capacity",), unit="m/s")
    slide = State(shape=("capacity", 3))
    route = State(-1.0, shape=("capacity",))
    track = State(shape=("capacity", TRACK_WIDTH))

    bodies = Output(shape=("capacity", BODY_WIDTH))
    arrived = Output(shape=("capacity",))
    progress = Output(shape=("capacity",), unit="m")
    down = Output(shape=("capacity",))

    first_row = Parameter(0.0)
    routes = Parameter(shape=("route_count", "point_count", ROUTE_WIDTH))
    shapes = Parameter(shape=("route_count", "point_count", SHAPE_WIDTH))
    lengths = Parameter(shape=("route_count",))
    closed = Parameter(0.0, shape=("route_count",))
    window = Parameter(64.0)
    lookahead_m = Parameter(0.5, unit="m")
    arrival_m = Parameter(0.05, unit="m")
    mass_kg = Parameter(75.0, shape=("capacity",), unit="kg")
    grip = Parameter(0.5, shape=("capacity",))
    start_s = Parameter(0.0, shape=("capacity",), unit="s")
    speed_max_mps = Parameter(2.0, shape=("capacity",), unit="m/s")
    acceleration_max = Parameter(1.5, shape=("capacity",), unit="m/s2")
    braking_max = Parameter(2.0, shape=("capacity",), unit="m/s2")
    turn_rate_max = Parameter(3.0, shape=("capacity",), unit="rad/s")
    knock_mps = Parameter(2.5, unit="m/s")
    removal_s = Parameter(0.0, unit="s")
    avoidance = Parameter(10.0, unit="m/s2")
    avoidance_m = Parameter(0.4, unit="m")
    sight_m = Parameter(3.0, unit="m")
    radius_m = Parameter(0.3, shape=("scene",), unit="m")

    def __init__(
        self,
        routes: Sequence[Route],
        capacity: int = 1,
        *,
        actors: Sequence[Actor] = (),
        closed: Sequence[bool] = (),
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        rows = scene_rows(capacity, first_row, scene, where)
        begin = initial_rows(actors, capacity, where)
        packed = packed_routes(routes, closed, where=where)
        super().__init__(
            capacity=capacity,
            scene=rows,
            first_row=float(first_row),
            **{**begin, **packed, **values},
        )

    @staticmethod
    def output(
        alive: Floats,
        serial: Floats,
        pose: Floats,
        speed: Floats,
        slide: Floats,
        route: Floats,
        track: Floats,
        bodies: Floats,
        arrived: Floats,
        progress: Floats,
        down: Floats,
    ) -> None:
        """The bodies, from the state alone."""
        for i in range(alive.shape[0]):
            yaw = pose[i, 2]
            bodies[i, ALIVE] = alive[i]
            bodies[i, SERIAL] = serial[i]
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, Z] = 0.0
            bodies[i, YAW] = yaw
            bodies[i, VX] = speed[i] * cos(yaw) + slide[i, 0]
            bodies[i, VY] = speed[i] * sin(yaw) + slide[i, 1]
            bodies[i, VZ] = 0.0
            bodies[i, YAW_RATE] = track[i, TURN] + slide[i, 2]
            bodies[i, ROUTE] = route[i]
            arrived[i] = track[i, DONE]
            progress[i] = track[i, PROGRESS]
            down[i] = 1.0 if track[i, DOWN] > 0.0 else 0.0

    @staticmethod
    def update(
        impulse: Floats,
        despawn: Floats,
        spawns: Floats,
        friction: Floats,
        others: Floats,
        alive: Floats,
        serial: Floats,
        next_serial: Floats,
        pose: Floats,
        speed: Floats,
        slide: Floats,
        route: Floats,
        track: Floats,
        first_row: float,
        routes: Floats,
        shapes: Floats,
        lengths: Floats,
        closed: Floats,
        window: float,
        lookahead_m: float,
        arrival_m: float,
        mass_kg: Floats,
        grip: Floats,
        start_s: Floats,
        speed_max_mps: Floats,
        acceleration_max: Floats,
        braking_max: Floats,
        turn_rate_max: Floats,
        knock_mps: float,
        removal_s: float,
        avoidance: float,
        avoidance_m: float,
        sight_m: float,
        radius_m: Floats,
        dt_s: float,
    ) -> None:
        """Blows, then one step, then who goes and who comes."""
        first = int(first_row)
        rows = others.shape[0]
        xs, ys, used = np.empty(rows), np.empty(rows), np.empty(rows)
        for row in range(rows):
            xs[row], ys[row], used[row] = others[row, X], others[row, Y], others[row, ALIVE]
        cells = np.empty((rows, 2), np.int64)
        starts = np.empty(bucket_count(rows) + 1, np.int64)
        members = np.empty(rows, np.int64)
        found = np.empty(rows, np.int64)
        fill_grid(xs, ys, used, sight_m, cells, starts, members)
        for i in range(alive.shape[0]):
            if alive[i] == 0.0:
                continue
            take_blow(
                i,
                impulse[first + i, 0] / mass_kg[i],
                impulse[first + i, 1] / mass_kg[i],
                knock_mps,
                pose,
                speed,
                slide,
                track,
            )
            if track[i, DOWN] > 0.0:
                if removal_s > 0.0 and track[i, DOWN] * dt_s >= removal_s:
                    alive[i] = 0.0
                track[i, DOWN] += 1.0
            else:
                wish_x, wish_y = 0.0, 0.0
                if track[i, AGE] * dt_s >= start_s[i]:
                    wish_x, wish_y = wished_velocity(
                        i,
                        pose,
                        route,
                        track,
                        routes,
                        shapes,
                        lengths,
                        closed,
                        int(window),
                        lookahead_m,
                        arrival_m,
                        speed_max_mps[i],
                        braking_max[i],
                        speed[i],
                        dt_s,
                    )
                if others[first + i, ALIVE] != 0.0:
                    near = rows_within(
                        xs,
                        ys,
                        used,
                        sight_m,
                        cells,
                        starts,
                        members,
                        xs[first + i],
                        ys[first + i],
                        sight_m,
                        found,
                    )
                    push_x, push_y = crowd_push(
                        others,
                        first + i,
                        found,
                        near,
                        wish_x,
                        wish_y,
                        radius_m,
                        avoidance,
                        avoidance_m,
                    )
                    wish_x, wish_y = within(
                        wish_x + REACTION_S * push_x,
                        wish_y + REACTION_S * push_y,
                        speed_max_mps[i],
                    )
                pose[i, 0], pose[i, 1], pose[i, 2], speed[i], track[i, TURN] = walked(
                    pose[i, 0],
                    pose[i, 1],
                    pose[i, 2],
                    speed[i],
                    wish_x,
                    wish_y,
                    acceleration_max[i],
                    braking_max[i],
                    turn_rate_max[i],
                    dt_s,
                )
            glide(i, grip[i] * friction[first + i], pose, slide, dt_s)
            track[i, AGE] += 1.0
        leave(alive, despawn, first)
        for slot in range(spawns.shape[0]):
            row = enter(spawns, slot, alive, serial, next_serial, pose, speed, route)
            if row >= 0:
                for k in range(3):
                    slide[row, k] = 0.0
                for k in range(track.shape[1]):
                    track[row, k] = 0.0


def take_blow(
    i: int,
    blow_x: float,
    blow_y: float,
    knock_mps: float,
    pose: Floats,
    speed: Floats,
    slide: Floats,
    track: Floats,
) -> None:
    """Let a change of velocity make walker i slide; a hard one knocks it down."""
    slide[i, 0] += blow_x
    slide[i, 1] += blow_y
    if sqrt(blow_x * blow_x + blow_y * blow_y) > knock_mps and track[i, DOWN] == 0.0:
        # All it had of speed goes into the slide.
        slide[i, 0] += speed[i] * cos(pose[i, 2])
        slide[i, 1] += speed[i] * sin(pose[i, 2])
        speed[i] = 0.0
        track[i, TURN] = 0.0
        track[i, DOWN] = 1.0


def glide(i: int, friction: float, pose: Floats, slide: Floats, dt_s: float) -> None:
    """Move walker i by what it slides, and slow that down."""
    old_x, old_y = slide[i, 0], slide[i, 1]
    new_x, new_y, _ = slowed((old_x, old_y, 0.0), friction, dt_s, 0.0)
    pose[i, 0] += 0.5 * dt_s * (old_x + new_x)
    pose[i, 1] += 0.5 * dt_s * (old_y + new_y)
    slide[i, 0] = new_x
    slide[i, 1] = new_y


def wished_velocity(
    i: int,
    pose: Floats,
    route: Floats,
    track: Floats,
    routes: Floats,
    shapes: Floats,
    lengths: Floats,
    closed: Floats,
    window: int,
    lookahead_m: float,
    arrival_m: float,
    speed_max: float,
    braking: float,
    speed: float,
    dt_s: float,
) -> tuple[float, float]:
    """Where walker i would like to go, world axes; notes its place on its route."""
    if route[i] < 0.0 or route[i] >= lengths.shape[0]:
        return 0.0, 0.0
    r = int(route[i])
    count, loop = int(lengths[r]), closed[r] != 0.0
    x, y = pose[i, 0], pose[i, 1]
    if track[i, PLACED] == 0.0:
        k, part = nearest_anywhere(routes, r, count, x, y)
        track[i, PLACED] = 1.0
    else:
        before = int(track[i, SEGMENT])
        k, part = nearest_ahead(routes, r, count, loop, before, window, x, y, _TIE_M2)
    # Where a way turns back, both of its branches may be as near: first to the turn, then on.
    ahead = maximum(lookahead_m, 0.5 * speed * speed / braking + arrival_m)
    to_turn, after = way_to_turn(routes, shapes, r, count, loop, k, part, ahead)
    if after >= 0 and to_turn <= arrival_m:
        k, part, after = after, 0.0, -1
    track[i, SEGMENT] = k
    track[i, PROGRESS] = station_at(shapes, r, k, part)
    left = shapes[r, count - 1, 0] - track[i, PROGRESS]
    if not loop and left <= arrival_m:
        track[i, DONE] = 1.0
    wanted = minimum(routes[r, k + 1, POINT_SPEED], speed_max)
    reach = lookahead_m
    if after >= 0:
        wanted = minimum(wanted, landing_speed(speed, to_turn, braking, dt_s))
        reach = minimum(lookahead_m, to_turn)
    if not loop:
        if left <= 0.0:
            return 0.0, 0.0
        wanted = minimum(wanted, landing_speed(speed, left, braking, dt_s))
        reach = minimum(reach, maximum(left, arrival_m))
    to_x, to_y, _ = place_at(routes, shapes, r, count, loop, track[i, PROGRESS] + reach)
    dx, dy = to_x - x, to_y - y
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return 0.0, 0.0
    return wanted * dx / distance, wanted * dy / distance
