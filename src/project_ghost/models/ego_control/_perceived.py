"""The scene as a detector sees it, for planners that do not get the truth."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.engine import Input, Kernel, Output, Parameter, Size
from project_ghost.models.sensors import (
    OBJECT_ROW,
    OBJECT_SERIAL,
    OBJECT_VX,
    OBJECT_VY,
    OBJECT_WIDTH,
    OBJECT_X,
    OBJECT_Y,
    OBJECT_YAW,
)
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    VX,
    VY,
    YAW,
    X,
    Y,
)

__all__ = ["PerceivedScene"]


class PerceivedScene(Kernel):
    """The rows of the scene as an object detector last reported them, in the world's axes.

    The row of the vehicle that carries the detector is the truth; the others are alive where the
    detector sees them, with its errors.
    """

    rows = Size(1)
    max_objects = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    detected = Input(shape=("max_objects", OBJECT_WIDTH))
    count = Input()
    own_row = Parameter(0.0)
    seen = Output(shape=("rows", BODY_WIDTH))

    @staticmethod
    def output(
        bodies: Floats, detected: Floats, count: float, own_row: float, seen: Floats
    ) -> None:
        """Turn the objects out of the vehicle's axes."""
        own = bodies[int(own_row)]
        for row in range(seen.shape[0]):
            for column in range(seen.shape[1]):
                seen[row, column] = own[column] if row == int(own_row) else 0.0
            if row != int(own_row):
                seen[row, SERIAL], seen[row, ROUTE] = -1.0, -1.0
        sine, cosine = sincos(own[YAW])
        for k in range(detected.shape[0]):
            if k >= count:
                break
            thing, body = detected[k], seen[int(detected[k, OBJECT_ROW])]
            body[ALIVE] = 1.0
            body[SERIAL] = thing[OBJECT_SERIAL]
            body[X] = own[X] + thing[OBJECT_X] * cosine - thing[OBJECT_Y] * sine
            body[Y] = own[Y] + thing[OBJECT_X] * sine + thing[OBJECT_Y] * cosine
            body[YAW] = wrap_angle(own[YAW] + thing[OBJECT_YAW])
            body[VX] = thing[OBJECT_VX] * cosine - thing[OBJECT_VY] * sine
            body[VY] = thing[OBJECT_VX] * sine + thing[OBJECT_VY] * cosine
