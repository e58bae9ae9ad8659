"""What a car has done so far: sums from which a reward takes the increase of each step.

They follow the metrics of the closed loop, one step at a time: progress along the route,
collisions, the drivable area, comfort, the speed limit. Metrics judge a whole run and smooth it;
these are known at once.
"""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State, array, number
from project_ghost.engine.ops import maximum
from project_ghost.models.vehicles import ACCELERATION, MOTION_WIDTH, SPEED
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, VX, VY, YAW, YAW_RATE, X, Y
from project_ghost.world.lights import RED

from ._ground import Ground, is_on_ground
from ._on_route import DRIVEN, LIMIT, PLACE_WIDTH, REMAINING, STATION

__all__ = ["TOTALS", "CarTotals"]

# The columns of `totals`.
TOTALS = (
    "progress_m",  # along the route
    "collisions",  # contacts that began
    "offroad_s",  # seconds with a corner outside the drivable area
    "discomfort_s",  # seconds beyond the bounds of comfort
    "speeding_m",  # metres driven in excess of the route's speed
    "red_lights",  # stop lines that were crossed at red
    "arrived",  # 1 from the end of the route on
    "distance_m",  # driven
)
_PROGRESS, _COLLISIONS, _OFFROAD, _DISCOMFORT, _SPEEDING, _RED, _ARRIVED, _DISTANCE = range(8)

# A corner may be this far outside of the drivable area, as in drivable_area_compliance.
_TOLERATED_M = 0.3


class Comfort(NamedTuple):
    """The bounds of ego_is_comfortable that need no smoothing."""

    acceleration_least: float = number(Parameter(-4.05, unit="m/s2"))
    acceleration_most: float = number(Parameter(2.40, unit="m/s2"))
    lateral_most: float = number(Parameter(4.89, unit="m/s2"))
    yaw_rate_most: float = number(Parameter(0.95, unit="rad/s"))


class Shape(NamedTuple):
    """The car's footprint, and how near the end of its route counts as arrived."""

    half_length_m: float = number(Parameter(2.35, unit="m"))
    half_width_m: float = number(Parameter(0.95, unit="m"))
    arrival_m: float = number(Parameter(2.0, unit="m"))
    has_ground: float = number(Parameter(0.0))
    is_loop: float = number(Parameter(0.0))


class Seen(NamedTuple):
    """What the totals are made of."""

    bodies: Floats = array(Input(shape=("rows", BODY_WIDTH)))
    motion: Floats = array(Input(shape=(1, MOTION_WIDTH)))
    touching: Floats = array(Input(shape=("rows",)))
    place: Floats = array(Input(shape=(PLACE_WIDTH,)))
    lights: Floats = array(Input(shape=("light_count",), default=2.0))


class Memory(NamedTuple):
    """The last step: whether the car touched and its station; the ground of its corners; sums."""

    last: Floats = array(State(shape=(2,)))
    known: Floats = array(State(shape=(4,)))
    sums: Floats = array(State(shape=(len(TOTALS),)))


class CarTotals(Kernel):
    """The sums of one car, at every step.

    `stops` are (station, light): a line that must not be crossed while the light is red.
    """

    rows = Size(1)
    light_count = Size(1)
    stop_count = Size(1)
    corner_count = Size(3)
    start_count = Size(2)
    piece_count = Size(1)
    group_count = Size(1)
    row = Parameter(0.0)
    stops = Parameter(-1.0, shape=("stop_count", 2))
    ground = Ground
    comfort = Comfort
    shape = Shape
    seen = Seen
    memory = Memory
    totals = Output(shape=(len(TOTALS),))

    def __init__(self, rows: int, row: int, stops: Any = (), **values: Any) -> None:  # noqa: ANN401
        lines = {"stops": stops, "stop_count": len(stops)} if len(stops) else {}
        super().__init__(rows=rows, row=float(row), **lines, **values)

    @staticmethod
    def step(
        seen: Seen,
        row: float,
        stops: Floats,
        ground: Ground,
        comfort: Comfort,
        shape: Shape,
        memory: Memory,
        sample: int,
        dt_s: float,
        totals: Floats,
    ) -> None:
        """Add the time up to this step; the first step has none."""
        i = int(row)
        bodies, place = seen.bodies, seen.place
        last, sums = memory.last, memory.sums
        gap_s = dt_s if sample > 0 else 0.0
        vx, vy = bodies[i, VX], bodies[i, VY]
        speed = sqrt(vx * vx + vy * vy)
        sums[_PROGRESS] = place[DRIVEN]
        touches = 1.0 if seen.touching[i] != 0.0 and bodies[i, ALIVE] != 0.0 else 0.0
        if touches > last[0]:
            sums[_COLLISIONS] += 1.0
        last[0] = touches
        if shape.has_ground != 0.0 and _is_outside(ground, shape, bodies, i, memory.known):
            sums[_OFFROAD] += gap_s
        along, across = seen.motion[0, ACCELERATION], speed * bodies[i, YAW_RATE]
        if (
            along < comfort.acceleration_least
            or along > comfort.acceleration_most
            or abs(across) > comfort.lateral_most
            or abs(bodies[i, YAW_RATE]) > comfort.yaw_rate_most
        ):
            sums[_DISCOMFORT] += gap_s
        sums[_SPEEDING] += gap_s * maximum(speed - place[LIMIT], 0.0)
        if sample > 0:
            for k in range(stops.shape[0]):
                at, light = stops[k, 0], int(stops[k, 1])
                if (
                    light >= 0
                    and last[1] < at
                    and at <= place[STATION]
                    and seen.lights[light] == RED
                ):
                    sums[_RED] += 1.0
        last[1] = place[STATION]
        if shape.is_loop == 0.0 and place[REMAINING] <= shape.arrival_m:
            sums[_ARRIVED] = 1.0
        sums[_DISTANCE] += gap_s * abs(seen.motion[0, SPEED])
        for k in range(totals.shape[0]):
            totals[k] = sums[k]


def _is_outside(ground: Ground, shape: Shape, bodies: Floats, i: int, known: Floats) -> bool:
    """Whether a corner is outside of the drivable area by more than is tolerated."""
    sine, cosine = sincos(bodies[i, YAW])
    for corner in range(4):
        u = shape.half_length_m if corner < 2 else -shape.half_length_m
        v = shape.half_width_m if corner == 0 or corner == 3 else -shape.half_width_m
        x = bodies[i, X] + u * cosine - v * sine
        y = bodies[i, Y] + u * sine + v * cosine
        if not _is_near_ground(ground, x, y, known, corner):
            return True
    return False


def _is_near_ground(ground: Ground, x: float, y: float, known: Floats, corner: int) -> bool:
    """Whether a point, or one of four at the tolerated distance, is on the drivable area.

    So a point in the sliver between two lanes that follow a curve is on it.
    """
    if is_on_ground(ground, x, y, known, corner):
        return True
    for side in range(4):
        dx = _TOLERATED_M if side == 0 else -_TOLERATED_M if side == 1 else 0.0
        dy = _TOLERATED_M if side == 2 else -_TOLERATED_M if side == 3 else 0.0
        if is_on_ground(ground, x + dx, y + dy, known, corner):
            return True
    return False
