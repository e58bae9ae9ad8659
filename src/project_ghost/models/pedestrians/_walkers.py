"""A table of pedestrians that walk along routes."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Integers
from project_ghost.core.compiled import borrowing, inlined
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Size
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
from project_ghost.models.common.rows import Actor, ActorInputs, Rows
from project_ghost.world.bodies import ALIVE, X, Y
from project_ghost.world.neighbours import Grid, grid_of, rows_within

from ._avoid import Crowd, crowd_push
from ._table import (
    AGE,
    DONE,
    DOWN,
    PLACED,
    PROGRESS,
    SEGMENT,
    AbstractWalkers,
    Gait,
    WalkerOutputs,
    WalkerState,
    apply_impulse,
    come_and_go,
    glide,
    lie,
    walk,
    write_bodies,
)
from ._walk import landing_speed, within

# How long a push acts on the velocity that a walker wants.
REACTION_S = 0.5

# Branches of a route whose squared distances differ by no more than this are equally near.
_TIE_M2 = 1e-9


class Walkers(AbstractWalkers):
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

    route_count = Size(1)
    point_count = Size(2)
    table = RouteTable
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
        packed = packed_routes(routes, closed, where=type(self).__name__)
        super().__init__(
            capacity,
            actors=actors,
            scene=scene,
            first_row=first_row,
            **{**packed, **values},
        )

    @staticmethod
    def output(rows: Rows, walker: WalkerState, out: WalkerOutputs) -> None:
        """The bodies, from the state alone."""
        write_bodies(rows, walker, out)

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
        others = crowd.others
        grid = grid_of(others[:, X], others[:, Y], others[:, ALIVE], crowd.sight_m)
        found = np.empty(others.shape[0], np.int64)
        walk_all(rows, walker, world, table, gait, crowd, grid, found, dt_s)


@borrowing
@inlined
def walk_all(
    rows: Rows,
    walker: WalkerState,
    world: ActorInputs,
    table: RouteTable,
    gait: Gait,
    crowd: Crowd,
    grid: Grid,
    found: Integers,
    dt_s: float,
) -> None:
    """Move all walkers of a table; `found` has room for all rows of the scene."""
    alive, others, sight_m = rows.alive, crowd.others, crowd.sight_m
    first = int(world.first_row)
    for i in range(alive.shape[0]):
        if alive[i] == 0.0:
            continue
        apply_impulse(rows, walker, world, gait, i)
        if walker.track[i, DOWN] > 0.0:
            lie(rows, walker, i, gait.removal_s, dt_s)
        else:
            row, wish_x, wish_y = first + i, 0.0, 0.0
            if walker.track[i, AGE] * dt_s >= gait.start_s[i]:
                wish_x, wish_y = wanted_velocity(rows, walker, table, gait, i, dt_s)
            if others[row, ALIVE] != 0.0:
                near = rows_within(grid, others[row, X], others[row, Y], sight_m, found)
                push_x, push_y = crowd_push(crowd, row, found, near, wish_x, wish_y)
                wish_x, wish_y = within(
                    wish_x + REACTION_S * push_x,
                    wish_y + REACTION_S * push_y,
                    gait.speed_max_mps[i],
                )
            walk(rows, walker, gait, i, (wish_x, wish_y), dt_s)
        glide(rows, walker, world, gait, i, dt_s)
    come_and_go(rows, walker, world)


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
    to_x, to_y, _ = place_at(table, r, track[i, PROGRESS] + reach, k)
    dx, dy = to_x - x, to_y - y
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return 0.0, 0.0
    return wanted * dx / distance, wanted * dy / distance
