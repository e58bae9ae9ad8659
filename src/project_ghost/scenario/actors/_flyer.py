"""A flying actor as a row of the scene."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
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


class Flyer(Kernel):
    """A table of one body, made of a vehicle's position, attitude, velocity and rate.

    `despawn` has a number for each row of the scene; a despawned body does not come back.
    """

    scene = Size(1)
    position = Input(shape=(3,), unit="m")
    attitude = Input(shape=(4,))
    velocity = Input(shape=(3,), unit="m/s")
    rate = Input(shape=(3,), unit="rad/s")
    despawn = Input(shape=("scene",), default=0.0)
    first_row = Parameter(0.0)
    alive = State(1.0)
    bodies = Output(shape=(1, BODY_WIDTH))

    @staticmethod
    def output(
        position: Floats,
        attitude: Floats,
        velocity: Floats,
        rate: Floats,
        alive: Floats,
        bodies: Floats,
    ) -> None:
        """The heading is that of the body's x axis, seen from above."""
        w, x, y, z = attitude[0], attitude[1], attitude[2], attitude[3]
        bodies[0, ALIVE] = alive[0]
        bodies[0, SERIAL] = 0.0
        bodies[0, X] = position[0]
        bodies[0, Y] = position[1]
        bodies[0, Z] = position[2]
        bodies[0, YAW] = atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
        bodies[0, VX] = velocity[0]
        bodies[0, VY] = velocity[1]
        bodies[0, VZ] = velocity[2]
        bodies[0, YAW_RATE] = rate[2]
        bodies[0, ROUTE] = -1.0

    @staticmethod
    def update(despawn: Floats, first_row: float, alive: Floats) -> None:
        """Remove the body when its row is to despawn."""
        if despawn[int(first_row)] != 0.0:
            alive[0] = 0.0
