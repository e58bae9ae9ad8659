"""Route followers: the bundles that their functions take, and their common base."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State, array, number
from project_ghost.models.common.routes import Route, RouteTable, packed_routes
from project_ghost.models.common.rows import scene_rows
from project_ghost.world.bodies import BODY_WIDTH

# The columns of a follower's state `track`.
SEEN = 0  # the row's serial at the last sample, -2.0 before the first
SEGMENT = 1  # the driver's place on its route: the segment
FRACTION = 2  # and how much of that segment is behind it
DONE = 3  # 1.0 after the driver has arrived
INTEGRAL = 4  # of the speed controller
FILTERED = 5
TRACK_WIDTH = 6

NOBODY = -2.0


class Drivers(NamedTuple):
    """What the drivers of a table see, remember and command.

    They drive the rows of the scene from `first_row` on. A command is (steering angle,
    acceleration); `error` is (distance to the left of the route, heading to the left of it).
    """

    bodies: Floats = array(Input(shape=("scene", BODY_WIDTH)))
    first_row: float = number(Parameter(0.0))
    track: Floats = array(State(NOBODY, shape=("capacity", TRACK_WIDTH)))
    command: Floats = array(Output(shape=("capacity", 2)))
    arrived: Floats = array(Output(shape=("capacity",)))
    progress: Floats = array(Output(shape=("capacity",), unit="m"))
    error: Floats = array(Output(shape=("capacity", 2)))


class Car(NamedTuple):
    """A car as its driver knows it: geometry, limits, and the gains of the speed controller."""

    wheelbase_m: float = number(Parameter(2.5789128, unit="m"))
    rear_axle_m: float = number(Parameter(1.4227170936, unit="m"))
    steering_max_rad: float = number(Parameter(1.066, unit="rad"))
    lateral_max: float = number(Parameter(6.0, unit="m/s2"))  # the largest lateral acceleration
    speed_kp: float = number(Parameter(1.5))
    speed_ki: float = number(Parameter(0.0))
    acceleration_max: float = number(Parameter(3.0, unit="m/s2"))
    braking_max: float = number(Parameter(4.0, unit="m/s2"))
    # Planned braking before the end of a route; 0 to reach the end at full speed.
    stopping: float = number(Parameter(2.0, unit="m/s2"))
    arrival_m: float = number(Parameter(0.3, unit="m"))


class Driver(NamedTuple):
    """One driver at one sample."""

    i: int  # its row in the table
    row: int  # its row in the scene
    route: int
    x: float
    y: float
    yaw: float
    cos_yaw: float
    sin_yaw: float
    speed: float  # of the centre, negative if it moves backwards
    is_new: bool  # whether another actor had the row at the last sample


class AbstractFollower(Kernel):
    """A table of drivers that follow routes.

    A subclass declares `law`, a bundle with the parameters of its steering law, and a `step`
    that calls `follow` with that law.
    """

    capacity = Size(1)
    scene = Size(1)
    route_count = Size(1)
    point_count = Size(2)
    drivers = Drivers
    table = RouteTable
    car = Car

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
        super().__init__(
            capacity=capacity,
            scene=scene_rows(capacity, first_row, scene, where),
            first_row=float(first_row),
            **{**packed_routes(routes, closed, where=where), **values},
        )
