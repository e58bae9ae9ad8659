"""The true state of a vehicle, for sensors and estimators.

Signals: `position` (3) m east, north, up; `attitude` (4) Hamilton (w, x, y, z), body to world;
`velocity` (3) m/s in world axes; `rate` (3) rad/s in body axes; `acceleration` (3) m/s2, the
specific force in body axes, which an ideal IMU measures. A quadrotor outputs them itself;
`BodyTruth` computes them from a row of a table of actors.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos
from project_ghost.engine import Input, Kernel, Kind, Output, Parameter, Size, State
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, VX, VY, VZ, YAW, YAW_RATE, X, Y, Z

from .common.requirements import require_row
from .rigid_body import STANDARD_GRAVITY_MPS2

__all__ = ["BodyTruth"]


# The columns of `before`, the last sample.
_SERIAL, _VX, _VY, _VZ, _TIME_NS = range(5)


class BodyTruth(Kernel):
    """The truth of one actor on level ground, from its row of `bodies`.

    The acceleration is the difference of the last two velocities over the sample, and zero at
    an actor's first sample. Gravity is added, because an accelerometer at rest measures it. A
    removed actor keeps its last pose, and `alive` is 0.
    """

    rows = Size(1)
    row = Parameter(0.0)
    gravity_mps2 = Parameter(STANDARD_GRAVITY_MPS2, unit="m/s2")
    bodies = Input(shape=("rows", BODY_WIDTH))
    before = State((-1.0, 0.0, 0.0, 0.0, 0.0), shape=(5,))
    position = Output(shape=(3,), unit="m", rate="velocity")
    attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    velocity = Output(shape=(3,), unit="m/s")
    rate = Output(shape=(3,), unit="rad/s")
    acceleration = Output(shape=(3,), unit="m/s2")
    alive = Output()

    def __init__(self, rows: int = 1, row: int = 0, **values: object) -> None:
        super().__init__(rows=rows, row=row, **values)
        require_row(self, "row", least=0)

    @staticmethod
    def step(
        before: Floats,
        bodies: Floats,
        row: float,
        gravity_mps2: float,
        time_ns: int,
        position: Floats,
        attitude: Floats,
        velocity: Floats,
        rate: Floats,
        acceleration: Floats,
        alive: Floats,
    ) -> None:
        """Read the row, and differentiate its velocity."""
        body = bodies[int(row)]
        position[0], position[1], position[2] = body[X], body[Y], body[Z]
        velocity[0], velocity[1], velocity[2] = body[VX], body[VY], body[VZ]
        sin_half, cos_half = sincos(0.5 * body[YAW])
        attitude[0], attitude[1], attitude[2], attitude[3] = cos_half, 0.0, 0.0, sin_half
        rate[0], rate[1], rate[2] = 0.0, 0.0, body[YAW_RATE]
        alive[0] = body[ALIVE]
        ax, ay, az = 0.0, 0.0, 0.0
        gap_s = (time_ns - before[_TIME_NS]) / 1e9
        if body[ALIVE] != 0.0 and body[SERIAL] == before[_SERIAL] and gap_s > 0.0:
            ax = (body[VX] - before[_VX]) / gap_s
            ay = (body[VY] - before[_VY]) / gap_s
            az = (body[VZ] - before[_VZ]) / gap_s
        sine, cosine = sincos(body[YAW])
        acceleration[0] = ax * cosine + ay * sine
        acceleration[1] = ay * cosine - ax * sine
        acceleration[2] = az + gravity_mps2
        before[_SERIAL] = body[SERIAL] if body[ALIVE] != 0.0 else -1.0
        before[_VX], before[_VY], before[_VZ] = body[VX], body[VY], body[VZ]
        before[_TIME_NS] = time_ns
