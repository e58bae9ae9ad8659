"""Actions that are manoeuvres: change the lane, drive faster, drive slower."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt, tan
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State, array, number
from project_ghost.engine.ops import clip, maximum
from project_ghost.models.common.routes import Route, RouteTable, packed_routes, place_at
from project_ghost.models.controllers._laws import limited, pure_pursuit
from project_ghost.models.vehicles import (
    COMMAND_ACCELERATION,
    COMMAND_STEERING,
    MOTION_WIDTH,
    SPEED,
)
from project_ghost.world.bodies import BODY_WIDTH, YAW, X, Y

from ._on_route import PLACE_WIDTH, STATION

__all__ = ["MANOEUVRES", "ManoeuvreAction"]

# By number, as highway-env has them.
MANOEUVRES = ("lane_left", "idle", "lane_right", "faster", "slower")
_LEFT, _RIGHT, _FASTER, _SLOWER = 0, 2, 3, 4


class Law(NamedTuple):
    """How the car carries out a manoeuvre."""

    lane_m: float = number(Parameter(3.5, unit="m"))  # how far a change of lanes goes
    lanes_max: float = number(Parameter(3.0))  # how many lanes beside its route it may go
    speed_step_mps: float = number(Parameter(5.0, unit="m/s"))
    speed_max_mps: float = number(Parameter(40.0, unit="m/s"))
    gain: float = number(Parameter(1.0, unit="1/s"))  # acceleration per error of speed
    acceleration_max: float = number(Parameter(3.0, unit="m/s2"))
    braking_max: float = number(Parameter(8.0, unit="m/s2"))
    lookahead_s: float = number(Parameter(1.0, unit="s"))
    lookahead_m: float = number(Parameter(6.0, unit="m"))
    lateral_max: float = number(Parameter(4.0, unit="m/s2"))
    steering_max_rad: float = number(Parameter(0.5, unit="rad"))
    wheelbase_m: float = number(Parameter(2.5789128, unit="m"))
    rear_axle_m: float = number(Parameter(1.4227170936, unit="m"))


class Around(NamedTuple):
    """What the driver of the car reads."""

    actions: Floats = array(Input(shape=("cars", "width")))
    bodies: Floats = array(Input(shape=("rows", BODY_WIDTH)))
    motion: Floats = array(Input(shape=(1, MOTION_WIDTH)))
    place: Floats = array(Input(shape=(PLACE_WIDTH,)))


class Car(NamedTuple):
    """Which car it is, and how many steps there are between two of its actions."""

    car: float = number(Parameter(0.0))
    row: float = number(Parameter(0.0))
    every: float = number(Parameter(1.0))


class ManoeuvreAction(Kernel):
    """Carries out the manoeuvre of one car, at every step.

    A new action moves the wanted lane, counted to the left of the route, or the wanted speed, which
    begins with the speed at the start. Then the car steers by pure pursuit to that lane and holds
    that speed; it does not watch the traffic.
    """

    cars = Size(1)
    width = Size(1)
    rows = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    around = Around
    who = Car
    law = Law
    table = RouteTable
    wanted = State(shape=(2,))  # lane and speed
    command = Output(shape=(1, 2))

    def __init__(self, route: Route, rows: int, row: int, *, closed: bool, **values: Any) -> None:  # noqa: ANN401 - numbers
        packed: dict[str, Any] = packed_routes([route], [closed], where="ManoeuvreAction")
        super().__init__(rows=rows, row=float(row), **packed, **values)

    @staticmethod
    def step(
        around: Around,
        who: Car,
        law: Law,
        table: RouteTable,
        wanted: Floats,
        sample: int,
        command: Floats,
    ) -> None:
        """Take a new action, and command the car."""
        speed = around.motion[0, SPEED]
        if sample == 0:
            wanted[1] = speed
        if sample % int(who.every) == 0:
            chosen = int(around.actions[int(who.car), 0])
            if chosen == _LEFT:
                wanted[0] = clip(wanted[0] + 1.0, -law.lanes_max, law.lanes_max)
            if chosen == _RIGHT:
                wanted[0] = clip(wanted[0] - 1.0, -law.lanes_max, law.lanes_max)
            if chosen == _FASTER:
                wanted[1] = clip(wanted[1] + law.speed_step_mps, 0.0, law.speed_max_mps)
            if chosen == _SLOWER:
                wanted[1] = clip(wanted[1] - law.speed_step_mps, 0.0, law.speed_max_mps)
        push = law.gain * (wanted[1] - speed)
        command[0, COMMAND_ACCELERATION] = clip(push, -law.braking_max, law.acceleration_max)
        command[0, COMMAND_STEERING] = _angle(around, int(who.row), law, table, wanted[0], speed)


def _angle(around: Around, i: int, law: Law, table: RouteTable, lane: float, speed: float) -> float:
    """The steering angle towards a point ahead on the wanted lane."""
    bodies, place = around.bodies, around.place
    ahead = maximum(law.lookahead_m, law.lookahead_s * speed)
    count = int(table.lengths[0])
    length = table.shapes[0, count - 1, 0]
    station = place[STATION] + ahead
    if table.closed[0] != 0.0 and station >= length:
        station -= length
    px, py, k = place_at(table, 0, station, 0)
    dx = table.routes[0, k + 1, 0] - table.routes[0, k, 0]
    dy = table.routes[0, k + 1, 1] - table.routes[0, k, 1]
    away = lane * law.lane_m / sqrt(dx * dx + dy * dy)
    sine, cosine = sincos(bodies[i, YAW])
    x = bodies[i, X] - law.rear_axle_m * cosine
    y = bodies[i, Y] - law.rear_axle_m * sine
    angle = pure_pursuit(x, y, (cosine, sine), px - away * dy, py + away * dx, law.wheelbase_m)
    slope_max = tan(law.steering_max_rad)
    return limited(angle, speed, law.steering_max_rad, slope_max, law.lateral_max * law.wheelbase_m)
