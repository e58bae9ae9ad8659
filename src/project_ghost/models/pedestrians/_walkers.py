"""A table of pedestrians that walk along routes."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import sincos, sqrt
from project_ghost.engine import Kernel, Output, Parameter, Size, State, array, number
from project_ghost.engine.ops import maximum, minimum
from project_ghost.models.common.routes import (
    POINT_SPEED,
    Route,
    RouteTable,
    nearest_ahead,
    nearest_anywhere,
    packed_routes,
    place_at,
    station_at,
    way_to_turn,
)
from project_ghost.models.common.rows import (
    Actor,
    ActorInputs,
    Rows,
    despawn_rows,
    initial_rows,
    scene_rows,
    spawn_row,
)
from project_ghost.models.common.slide import after_friction
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    VX,
    VY,
    VZ,
    YAW,
    YAW_RATE,
    X,
    Y,
    Z,
)
from project_ghost.world.neighbours import grid_of, rows_within

from ._avoid import Crowd, crowd_push
from ._walk import landing_speed, walked, within

# The columns of the state `track`.
SEGMENT = 0
PROGRESS = 1  # m
DONE = 2  # 1.0 after arrival
PLACED = 3  # 1.0 after the first search for the place on the route
AGE = 4  # samples since the walker appeared
DOWN = 5  # samples since the walker was knocked down, 0.0 while it stands
TURN = 6  # rad/s
TRACK_WIDTH = 7

# How long a push acts on the velocity that a walker wants.
REACTION_S = 0.5

# Branches of a route whose squared distances differ by no more than this are equally near.
_TIE_M2 = 1e-9


class WalkerState(NamedTuple):
    """What a walker remembers beside its row."""

    slide: Floats = array(State(shape=("capacity", 3)))  # sliding velocity: x, y, yaw rate
    route: Floats = array(State(-1.0, shape=("capacity",)))
    track: Floats = array(State(shape=("capacity", TRACK_WIDTH)))


class WalkerOutputs(NamedTuple):
    """The bodies of the walkers, and their progress along their routes."""

    bodies: Floats = array(Output(shape=("capacity", BODY_WIDTH)))
    arrived: Floats = array(Output(shape=("capacity",)))
    progress: Floats = array(Output(shape=("capacity",), unit="m"))
    down: Floats = array(Output(shape=("capacity",)))


class Gait(NamedTuple):
    """The bodies of walkers, their limits, and how they follow a route."""

    lookahead_m: float = number(Parameter(0.5, unit="m"))
    arrival_m: float = number(Parameter(0.05, unit="m"))
    mass_kg: Floats = array(Parameter(75.0, shape=("capacity",), unit="kg"))
    grip: Floats = array(Parameter(0.5, shape=("capacity",)))
    start_s: Floats = array(Parameter(0.0, shape=("capacity",), unit="s"))
    speed_max_mps: Floats = array(Parameter(2.0, shape=("capacity",), unit="m/s"))
    acceleration_max: Floats = array(Parameter(1.5, shape=("capacity",), unit="m/s2"))
    braking_max: Floats = array(Parameter(2.0, shape=("capacity",), unit="m/s2"))
    turn_rate_max: Floats = array(Parameter(3.0, shape=("capacity",), unit="rad/s"))
    knock_mps: float = number(Parameter(2.5, unit="m/s"))
    removal_s: float = number(Parameter(0.0, unit="s"))


class Walkers(Kernel):
    """Pedestrians along routes: they start from rest, keep limits, and stop at the end.

        Walkers([[(0.0, 0.0, 1.4), (10.0, 0.0, 1.4)]], actors=[(0.0, 0.0, 0.0, 0.0, 0)])

    A route is (x, y, speed) points, the speed being that on the way to the point; an actor
    is (x, y, yaw), then if wanted speed and route. Walkers head for the place `lookahead_m`
    further along their route than the nearest one.

    If `others` is connected, to the bodies of the whole scene, they avoid each other:
    `avoidance` is the push between two that touch, `avoidance_m` the distance over which it
    falls by a factor e, `sight_m` its largest distance, `radius_m` the size of each body.

    An impulse that changes the velocity by less than `knock_mps` makes a walker stagger: it
    slides and walks at once. A stronger one knocks it down: it slides to rest and is removed
    after `removal_s` (0: never).
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    world = ActorInputs
    rows = Rows
    walker = WalkerState
    out = WalkerOutputs
    table = RouteTable
    gait = Gait
    crowd = Crowd

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
    def output(rows: Rows, walker: WalkerState, out: WalkerOutputs) -> None:
        """The bodies, from the state alone."""
        bodies, pose, speed = out.bodies, rows.pose, rows.speed
        slide, track = walker.slide, walker.track
        for i in range(rows.alive.shape[0]):
            yaw = pose[i, 2]
            sine, cosine = sincos(yaw)
            bodies[i, ALIVE] = rows.alive[i]
            bodies[i, SERIAL] = rows.serial[i]
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, Z] = 0.0
            bodies[i, YAW] = yaw
            bodies[i, VX] = speed[i] * cosine + slide[i, 0]
            bodies[i, VY] = speed[i] * sine + slide[i, 1]
            bodies[i, VZ] = 0.0
            bodies[i, YAW_RATE] = track[i, TURN] + slide[i, 2]
            bodies[i, ROUTE] = walker.route[i]
            out.arrived[i] = track[i, DONE]
            out.progress[i] = track[i, PROGRESS]
            out.down[i] = 1.0 if track[i, DOWN] > 0.0 else 0.0

    @staticmethod
    @inlined
    def update(
        rows: Rows,
        walker: WalkerState,
        world: ActorInputs,
        table: RouteTable,
        gait: Gait,
        crowd: Crowd,
        dt_s: float,
    ) -> None:
        """Impulses, then one step of motion, then despawns and spawns."""
        others, sight_m = crowd.others, crowd.sight_m
        alive, pose, speed, track = rows.alive, rows.pose, rows.speed, walker.track
        impulse, friction, slide = world.impulse, world.friction, walker.slide
        mass_kg, grip, start_s = gait.mass_kg, gait.grip, gait.start_s
        speed_max, acceleration_max = gait.speed_max_mps, gait.acceleration_max
        braking_max, turn_rate_max = gait.braking_max, gait.turn_rate_max
        first = int(world.first_row)
        grid = grid_of(others[:, X], others[:, Y], others[:, ALIVE], sight_m)
        found = np.empty(others.shape[0], np.int64)
        for i in range(alive.shape[0]):
            if alive[i] == 0.0:
                continue
            row = first + i
            apply_impulse(
                rows,
                walker,
                i,
                impulse[row, 0] / mass_kg[i],
                impulse[row, 1] / mass_kg[i],
                gait.knock_mps,
            )
            if track[i, DOWN] > 0.0:
                if gait.removal_s > 0.0 and track[i, DOWN] * dt_s >= gait.removal_s:
                    alive[i] = 0.0
                track[i, DOWN] += 1.0
            else:
                wish_x, wish_y = 0.0, 0.0
                if track[i, AGE] * dt_s >= start_s[i]:
                    wish_x, wish_y = wanted_velocity(rows, walker, table, gait, i, dt_s)
                if others[row, ALIVE] != 0.0:
                    near = rows_within(grid, others[row, X], others[row, Y], sight_m, found)
                    push_x, push_y = crowd_push(crowd, row, found, near, wish_x, wish_y)
                    wish_x, wish_y = within(
                        wish_x + REACTION_S * push_x,
                        wish_y + REACTION_S * push_y,
                        speed_max[i],
                    )
                pose[i, 0], pose[i, 1], pose[i, 2], speed[i], track[i, TURN] = walked(
                    (pose[i, 0], pose[i, 1], pose[i, 2]),
                    speed[i],
                    (wish_x, wish_y),
                    acceleration_max[i],
                    braking_max[i],
                    turn_rate_max[i],
                    dt_s,
                )
            glide(pose, slide, i, grip[i] * friction[row], dt_s)
            track[i, AGE] += 1.0
        despawn_rows(rows, world)
        for slot in range(world.spawns.shape[0]):
            row = spawn_row(rows, walker.route, world, slot)
            if row >= 0:
                for k in range(3):
                    slide[row, k] = 0.0
                for k in range(track.shape[1]):
                    track[row, k] = 0.0


@inlined
def apply_impulse(
    rows: Rows, walker: WalkerState, i: int, change_x: float, change_y: float, knock_mps: float
) -> None:
    """Let a change of velocity make walker i slide; one above `knock_mps` knocks it down."""
    slide, track = walker.slide, walker.track
    slide[i, 0] += change_x
    slide[i, 1] += change_y
    if sqrt(change_x * change_x + change_y * change_y) > knock_mps and track[i, DOWN] == 0.0:
        # Its walking velocity becomes part of the slide.
        sine, cosine = sincos(rows.pose[i, 2])
        slide[i, 0] += rows.speed[i] * cosine
        slide[i, 1] += rows.speed[i] * sine
        rows.speed[i] = 0.0
        track[i, TURN] = 0.0
        track[i, DOWN] = 1.0


def glide(pose: Floats, slide: Floats, i: int, friction: float, dt_s: float) -> None:
    """Move walker i by its sliding velocity, which friction reduces."""
    old_x, old_y = slide[i, 0], slide[i, 1]
    new_x, new_y, _ = after_friction((old_x, old_y, 0.0), friction, dt_s, 0.0)
    pose[i, 0] += 0.5 * dt_s * (old_x + new_x)
    pose[i, 1] += 0.5 * dt_s * (old_y + new_y)
    slide[i, 0] = new_x
    slide[i, 1] = new_y


@inlined
def wanted_velocity(
    rows: Rows, walker: WalkerState, table: RouteTable, gait: Gait, i: int, dt_s: float
) -> tuple[float, float]:
    """The velocity along its route that walker i wants, world axes; updates `track`."""
    track, shapes = walker.track, table.shapes
    route = walker.route[i]
    if route < 0.0 or route >= table.lengths.shape[0]:
        return 0.0, 0.0
    r = int(route)
    loop = table.closed[r] != 0.0
    pose = rows.pose
    x, y, speed = pose[i, 0], pose[i, 1], rows.speed[i]
    braking, lookahead_m, arrival_m = gait.braking_max[i], gait.lookahead_m, gait.arrival_m
    if track[i, PLACED] == 0.0:
        k, part = nearest_anywhere(table, r, x, y)
        track[i, PLACED] = 1.0
    else:
        k, part = nearest_ahead(table, r, int(track[i, SEGMENT]), x, y, _TIE_M2)
    # Where a route turns back, both branches may be equally near: first to the turn, then on.
    ahead = maximum(lookahead_m, 0.5 * speed * speed / braking + arrival_m)
    to_turn, after = way_to_turn(table, r, k, part, ahead)
    if after >= 0 and to_turn <= arrival_m:
        k, part, after = after, 0.0, -1
    track[i, SEGMENT] = k
    track[i, PROGRESS] = station_at(shapes, r, k, part)
    left = shapes[r, int(table.lengths[r]) - 1, 0] - track[i, PROGRESS]
    if not loop and left <= arrival_m:
        track[i, DONE] = 1.0
    wanted = minimum(table.routes[r, k + 1, POINT_SPEED], gait.speed_max_mps[i])
    reach = lookahead_m
    if after >= 0:
        wanted = minimum(wanted, landing_speed(speed, to_turn, braking, dt_s))
        reach = minimum(lookahead_m, to_turn)
    if not loop:
        if left <= 0.0:
            return 0.0, 0.0
        wanted = minimum(wanted, landing_speed(speed, left, braking, dt_s))
        reach = minimum(reach, maximum(left, arrival_m))
    to_x, to_y, _ = place_at(table, r, track[i, PROGRESS] + reach)
    dx, dy = to_x - x, to_y - y
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return 0.0, 0.0
    return wanted * dx / distance, wanted * dy / distance
