"""The vehicle of a planner: its row `ego` at the rear axle, its body at the centre."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos
from project_ghost.models.plans import (
    EGO_AY,
    EGO_VX,
    EGO_VY,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_RATE,
)
from project_ghost.world.bodies import (
    ALIVE,
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

__all__ = ["ego_at", "write_ego", "write_rear_axle"]


def ego_at(
    x_m: float, y_m: float, yaw_rad: float, speed_mps: float, rear_axle_m: float
) -> list[float]:
    """The row `ego` of a vehicle at rest or straight ahead, from the pose of its centre."""
    sine, cosine = sincos(yaw_rad)
    row = [0.0] * EGO_WIDTH
    row[EGO_X] = x_m - rear_axle_m * cosine
    row[EGO_Y] = y_m - rear_axle_m * sine
    row[EGO_YAW] = yaw_rad
    row[EGO_VX] = speed_mps
    return row


def write_rear_axle(body: Floats, rear_axle_m: float, ego: Floats) -> None:
    """Write the motion of the rear axle of a body: all of `ego` but accelerations and steering.

    The acceleration across is that of the turn.
    """
    sine, cosine = sincos(body[YAW])
    along = body[VX] * cosine + body[VY] * sine
    across = -body[VX] * sine + body[VY] * cosine
    ego[EGO_X] = body[X] - rear_axle_m * cosine
    ego[EGO_Y] = body[Y] - rear_axle_m * sine
    ego[EGO_YAW] = body[YAW]
    ego[EGO_VX] = along
    ego[EGO_VY] = across - rear_axle_m * body[YAW_RATE]
    ego[EGO_AY] = along * body[YAW_RATE]
    ego[EGO_YAW_RATE] = body[YAW_RATE]


def write_ego(state: Floats, rear_axle_m: float, ego: Floats, bodies: Floats) -> None:
    """Write both outputs of a vehicle; its centre is `rear_axle_m` ahead of the rear axle."""
    for column in range(ego.shape[0]):
        ego[column] = state[column]
    sine, cosine = sincos(state[EGO_YAW])
    along = state[EGO_VX]
    across = state[EGO_VY] + rear_axle_m * state[EGO_YAW_RATE]
    bodies[0, ALIVE] = 1.0
    bodies[0, SERIAL] = 0.0
    bodies[0, X] = state[EGO_X] + rear_axle_m * cosine
    bodies[0, Y] = state[EGO_Y] + rear_axle_m * sine
    bodies[0, Z] = 0.0
    bodies[0, YAW] = state[EGO_YAW]
    bodies[0, VX] = along * cosine - across * sine
    bodies[0, VY] = along * sine + across * cosine
    bodies[0, VZ] = 0.0
    bodies[0, YAW_RATE] = state[EGO_YAW_RATE]
    bodies[0, ROUTE] = -1.0
