"""Lines at which drivers stop: with a traffic light, or to give way."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Input, Parameter, array
from project_ghost.models.controllers._follower import Drivers
from project_ghost.world.bodies import ALIVE, ROUTE, X, Y

from ._ahead import FAR_M, OwnPath

# The columns of `stops`, one row for each stop line with a light.
STOP_ROUTE = 0
STOP_STATION = 1  # m along the route
STOP_LIGHT = 2  # which of `lights` it obeys

# The columns of `yields`, one row for each line at which others have the right of way.
YIELD_ROUTE = 0
YIELD_STATION = 1
YIELD_X = 2
YIELD_Y = 3
YIELD_RADIUS = 4

# The colours of a light, as in `world.lights`.
AMBER = 1.0
GREEN = 2.0

# A line this far behind the front bumper has been passed, metres.
PASSED_M = 1.0


class Lines(NamedTuple):
    """Traffic lights, and the stop lines and yield lines of all routes."""

    lights: Floats = array(Input(shape=("light_count",), default=GREEN))
    stops: Floats = array(Parameter(-1.0, shape=("stop_count", 3)))
    yields: Floats = array(Parameter(-1.0, shape=("yield_count", 5)))


class Approach(NamedTuple):
    """How a driver comes up to a line: front bumper, speed, braking and sight."""

    front: float  # the station of the front bumper
    speed: float
    braking: float
    sight_m: float


@inlined
def line_ahead(drivers: Drivers, lines: Lines, own: OwnPath, row: int, approach: Approach) -> float:
    """The distance from the front bumper to the next closed line; `FAR_M` if there is none."""
    stops, yields, route = lines.stops, lines.yields, own.route
    best = FAR_M
    for n in range(stops.shape[0]):
        if stops[n, STOP_ROUTE] != route:
            continue
        way = way_to(stops[n, STOP_STATION], approach.front, own)
        if way < -PASSED_M or way > approach.sight_m or way >= best:
            continue
        shown = lines.lights[int(stops[n, STOP_LIGHT])]
        speed = approach.speed
        if shown >= GREEN or (shown >= AMBER and speed * speed > 2.0 * approach.braking * way):
            continue
        best = way
    for n in range(yields.shape[0]):
        if yields[n, YIELD_ROUTE] != route:
            continue
        way = way_to(yields[n, YIELD_STATION], approach.front, own)
        if way < -PASSED_M or way > approach.sight_m or way >= best:
            continue
        if is_taken(drivers, yields, n, route, row):
            best = way
    return best


@inlined
def way_to(station: float, front: float, own: OwnPath) -> float:
    """The distance to a line along the route; on a closed route a passed line lies ahead again."""
    way = station - front
    return way + own.length_m if own.closed and way < -PASSED_M else way


@inlined
def is_taken(drivers: Drivers, yields: Floats, n: int, route: int, row: int) -> bool:
    """Whether an actor of another route is within the circle of yield line n.

    Each table numbers its own routes, so actors of other tables are on other routes.
    """
    bodies = drivers.bodies
    first, capacity = int(drivers.first_row), drivers.command.shape[0]
    x, y, radius = yields[n, YIELD_X], yields[n, YIELD_Y], yields[n, YIELD_RADIUS]
    for other in range(bodies.shape[0]):
        if other == row or bodies[other, ALIVE] == 0.0:
            continue
        if first <= other < first + capacity and bodies[other, ROUTE] == route:
            continue
        dx, dy = bodies[other, X] - x, bodies[other, Y] - y
        if dx * dx + dy * dy <= radius * radius:
            return True
    return False
