"""The place of one car on its route."""

from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.models.common.routes import (
    POINT_SPEED,
    Route,
    RouteTable,
    beyond_end,
    deviation,
    nearest_ahead,
    nearest_anywhere,
    packed_routes,
    station_at,
)
from project_ghost.world.bodies import BODY_WIDTH, YAW, X, Y

__all__ = [
    "DRIVEN",
    "HEADING",
    "LEFT",
    "LIMIT",
    "PLACE_WIDTH",
    "REMAINING",
    "SEGMENT",
    "STATION",
    "RoutePlace",
]

# The columns of `place`.
STATION = 0  # m from the route's beginning
LEFT = 1  # m, to the left of the route
HEADING = 2  # rad, how far left of the route's direction the car points
LIMIT = 3  # m/s, the route's speed here
REMAINING = 4  # m to the route's end; of a loop, its whole length
DRIVEN = 5  # m along the route since the start, over all laps; less where it has gone back
SEGMENT = 6
PLACE_WIDTH = 7

# How many segments behind the last place are searched too.
_BACK = 4

# A step farther than this means that another part of the route has come nearest.
_JUMP_M = 50.0


class RoutePlace(Kernel):
    """Where a car is on its route, at every step.

    The nearest place is searched from a little behind the last one on, so that a route may cross
    itself; a car that has left its route keeps its station until it comes back.
    """

    rows = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    bodies = Input(shape=("rows", BODY_WIDTH))
    row = Parameter(0.0)
    table = RouteTable
    memory = State(shape=(3,))  # segment, station and metres driven at the last step
    place = Output(shape=(PLACE_WIDTH,))

    def __init__(self, route: Route, rows: int, *, closed: bool, row: int) -> None:
        packed: dict[str, Any] = packed_routes([route], [closed], where="RoutePlace")
        super().__init__(rows=rows, row=float(row), **packed)

    @staticmethod
    def step(
        bodies: Floats,
        row: float,
        table: RouteTable,
        memory: Floats,
        sample: int,
        place: Floats,
    ) -> None:
        """Search the nearest place, and add up the way."""
        i = int(row)
        x, y = bodies[i, X], bodies[i, Y]
        count, is_loop = int(table.lengths[0]), table.closed[0] != 0.0
        length = table.shapes[0, count - 1, 0]
        if sample == 0:
            k, part = nearest_anywhere(table, 0, x, y)
        else:
            k, part = nearest_ahead(table, 0, _start(int(memory[0]), count, is_loop), x, y, 0.0)
        station = station_at(table.shapes, 0, k, part)
        if not is_loop:
            station += beyond_end(table, 0, k, part, x, y)
        moved = station - memory[1] if sample > 0 else 0.0
        if is_loop and moved < -0.5 * length:
            moved += length
        elif is_loop and moved > 0.5 * length:
            moved -= length
        if moved > _JUMP_M or moved < -_JUMP_M:
            moved = 0.0
        memory[0] = k
        memory[1] = station
        memory[2] = memory[2] + moved
        left, heading = deviation(table.routes, 0, k, x, y, bodies[i, YAW])
        place[STATION] = station
        place[LEFT] = left
        place[HEADING] = heading
        place[LIMIT] = table.routes[0, k + 1, POINT_SPEED]
        place[REMAINING] = length if is_loop else length - station
        place[DRIVEN] = memory[2]
        place[SEGMENT] = k


@inlined
def _start(segment: int, count: int, is_loop: bool) -> int:  # noqa: FBT001 - a fact
    """The segment from which to search: a little behind the last."""
    start = segment - _BACK
    if start < 0:
        start = start + count - 1 if is_loop else 0
    return max(start, 0)
