"""What a car sees, as one row of numbers: itself, its neighbours, its route, the next light."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import local_zeros
from project_ghost.core.dmath import sincos
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, array, number
from project_ghost.engine.ops import minimum
from project_ghost.models.common.routes import Route, RouteTable, packed_routes, place_at
from project_ghost.models.vehicles import ACCELERATION, MOTION_WIDTH, SPEED, STEERING
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, VX, VY, YAW, YAW_RATE, X, Y
from project_ghost.world.lights import AMBER, GREEN, RED

from ._on_route import HEADING, LEFT, LIMIT, PLACE_WIDTH, REMAINING, SEGMENT, STATION

__all__ = ["EGO_FIELDS", "LIGHT_FIELDS", "NEIGHBOUR_FIELDS", "POINT_FIELDS", "CarView"]

# The car itself.
EGO_FIELDS = (
    "speed_mps",
    "acceleration_mps2",
    "steering_rad",
    "yaw_rate_rps",
    "left_m",  # to the left of the route
    "heading_rad",  # to the left of the route's direction
    "limit_mps",  # the route's speed
    "remaining_m",  # to the route's end, up to `far_m`
)
# A neighbour, in the car's axes: x ahead, y to the left; velocities relative to the car's.
NEIGHBOUR_FIELDS = ("is_present", "x_m", "y_m", "vx_mps", "vy_mps", "cos_yaw", "sin_yaw")
# A point of the route, in the car's axes.
POINT_FIELDS = ("x_m", "y_m")
# The next light of the route; all 0 but the distance where there is none in sight.
LIGHT_FIELDS = ("distance_m", "is_red", "is_amber", "is_green")

_EGO, _NEIGHBOUR, _POINT, _LIGHT = (
    len(EGO_FIELDS),
    len(NEIGHBOUR_FIELDS),
    len(POINT_FIELDS),
    len(LIGHT_FIELDS),
)
# The most neighbours that a car may see.
MOST = 64


class Sight(NamedTuple):
    """How far the car sees, and at which distances it sees its route."""

    sight_m: float = number(Parameter(100.0, unit="m"))
    spacing_m: float = number(Parameter(5.0, unit="m"))
    far_m: float = number(Parameter(1000.0, unit="m"))


class Around(NamedTuple):
    """What there is to see."""

    bodies: Floats = array(Input(shape=("rows", BODY_WIDTH)))
    motion: Floats = array(Input(shape=(1, MOTION_WIDTH)))
    place: Floats = array(Input(shape=(PLACE_WIDTH,)))
    lights: Floats = array(Input(shape=("light_count",), default=2.0))


class CarView(Kernel):
    """The observation of one car: `EGO_FIELDS`, neighbours by distance, the route, the next light.

    Neighbours are the nearest first, of equally near ones the lower row of the scene. Rows without
    a neighbour are 0.
    """

    rows = Size(1)
    light_count = Size(1)
    stop_count = Size(1)
    neighbours = Size(8)
    points = Size(8)
    size = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    row = Parameter(0.0)
    stops = Parameter(-1.0, shape=("stop_count", 2))
    sight = Sight
    table = RouteTable
    around = Around
    # The number of neighbours, as a number that the function can read.
    many = Parameter(8.0)
    seen = Output(shape=("size",))

    def __init__(
        self,
        route: Route,
        rows: int,
        row: int,
        *,
        closed: bool,
        neighbours: int,
        points: int,
        stops: Any = (),  # noqa: ANN401 - rows of two numbers
        **values: Any,  # noqa: ANN401 - numbers
    ) -> None:
        packed: dict[str, Any] = packed_routes([route], [closed], where="CarView")
        lines = {"stops": stops, "stop_count": len(stops)} if len(stops) else {}
        super().__init__(
            rows=rows,
            row=float(row),
            neighbours=neighbours,
            points=points,
            many=float(neighbours),
            size=_EGO + neighbours * _NEIGHBOUR + points * _POINT + _LIGHT,
            **packed,
            **lines,
            **values,
        )

    @staticmethod
    def output(
        around: Around,
        row: float,
        many: float,
        stops: Floats,
        sight: Sight,
        table: RouteTable,
        seen: Floats,
    ) -> None:
        """Write all parts, one after the other."""
        i = int(row)
        place, motion = around.place, around.motion
        seen[0] = motion[0, SPEED]
        seen[1] = motion[0, ACCELERATION]
        seen[2] = motion[0, STEERING]
        seen[3] = around.bodies[i, YAW_RATE]
        seen[4] = place[LEFT]
        seen[5] = place[HEADING]
        seen[6] = place[LIMIT]
        seen[7] = minimum(place[REMAINING], sight.far_m)
        neighbours = int(many)
        _write_neighbours(around.bodies, i, neighbours, sight.sight_m, seen)
        first = _EGO + neighbours * _NEIGHBOUR
        last = seen.shape[0] - _LIGHT
        _write_route(around, i, table, sight.spacing_m, seen, first, last)
        _write_light(around, stops, table, sight.sight_m, seen, last)


def _write_neighbours(bodies: Floats, i: int, many: int, sight_m: float, seen: Floats) -> None:
    """Write the nearest bodies, nearest first."""
    nearest, rows = local_zeros(MOST), local_zeros(MOST)
    count = 0
    x, y = bodies[i, X], bodies[i, Y]
    reach = sight_m * sight_m
    for j in range(bodies.shape[0]):
        if j == i or bodies[j, ALIVE] == 0.0:
            continue
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        square = dx * dx + dy * dy
        if square > reach or (count == many and (many == 0 or square >= nearest[count - 1])):
            continue
        if count < many:
            count += 1
        at = count - 1
        while at > 0 and nearest[at - 1] > square:
            nearest[at], rows[at] = nearest[at - 1], rows[at - 1]
            at -= 1
        nearest[at], rows[at] = square, float(j)
    sine, cosine = sincos(bodies[i, YAW])
    for k in range(many):
        at = _EGO + k * _NEIGHBOUR
        if k >= count:
            for column in range(_NEIGHBOUR):
                seen[at + column] = 0.0
            continue
        j = int(rows[k])
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        dvx, dvy = bodies[j, VX] - bodies[i, VX], bodies[j, VY] - bodies[i, VY]
        other_sine, other_cosine = sincos(bodies[j, YAW])
        seen[at] = 1.0
        seen[at + 1] = dx * cosine + dy * sine
        seen[at + 2] = dy * cosine - dx * sine
        seen[at + 3] = dvx * cosine + dvy * sine
        seen[at + 4] = dvy * cosine - dvx * sine
        seen[at + 5] = other_cosine * cosine + other_sine * sine
        seen[at + 6] = other_sine * cosine - other_cosine * sine


def _write_route(
    around: Around,
    i: int,
    table: RouteTable,
    spacing_m: float,
    seen: Floats,
    first: int,
    stop: int,
) -> None:
    """Write the points of the route ahead; the last one is repeated at the end of the route."""
    bodies, place = around.bodies, around.place
    x, y = bodies[i, X], bodies[i, Y]
    sine, cosine = sincos(bodies[i, YAW])
    count = int(table.lengths[0])
    length, is_loop = table.shapes[0, count - 1, 0], table.closed[0] != 0.0
    station, near = place[STATION], int(place[SEGMENT])
    for at in range(first, stop, _POINT):
        station += spacing_m
        if station >= length:
            station = station - length if is_loop else length
            near = 0 if is_loop else near
        px, py, near = place_at(table, 0, station, near)
        dx, dy = px - x, py - y
        seen[at] = dx * cosine + dy * sine
        seen[at + 1] = dy * cosine - dx * sine


def _write_light(
    around: Around,
    stops: Floats,
    table: RouteTable,
    sight_m: float,
    seen: Floats,
    first: int,
) -> None:
    """Write the distance to the next stop line with a light, and the light's colour."""
    count = int(table.lengths[0])
    length, is_loop = table.shapes[0, count - 1, 0], table.closed[0] != 0.0
    best, light = sight_m, -1
    for k in range(stops.shape[0]):
        away = stops[k, 0] - around.place[STATION]
        if is_loop and away < 0.0:
            away += length
        if stops[k, 1] >= 0.0 and away >= 0.0 and away < best:
            best, light = away, int(stops[k, 1])
    colour = -1.0
    if light >= 0:
        colour = around.lights[light]
    seen[first] = best
    seen[first + 1] = 1.0 if colour == RED else 0.0
    seen[first + 2] = 1.0 if colour == AMBER else 0.0
    seen[first + 3] = 1.0 if colour == GREEN else 0.0
