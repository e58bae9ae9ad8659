"""Linear tyres on two axles, with the load that acceleration moves between them."""

from project_ghost.engine.ops import clip
from project_ghost.models.common.slide import GRAVITY_MPS2


def axle_loads(
    acceleration: float, front_axle_m: float, rear_axle_m: float, height_m: float
) -> tuple[float, float]:
    """The loads on the front and the rear axle, per kilogram of the vehicle (m/s2).

    Acceleration moves load to the rear: its moment over the wheelbase, the centre of mass
    being `height_m` above the road.
    """
    wheelbase_m = front_axle_m + rear_axle_m
    moment = acceleration * height_m
    front = (GRAVITY_MPS2 * rear_axle_m - moment) / wheelbase_m
    rear = (GRAVITY_MPS2 * front_axle_m + moment) / wheelbase_m
    return front, rear


def axle_pushes(
    front_slip: float,
    rear_slip: float,
    loads: tuple[float, float],
    friction: float,
    stiffness: tuple[float, float],
    limit: float,
) -> tuple[float, float]:
    """The sideways forces of both axles, per kilogram of the vehicle (m/s2).

    A tyre's force is friction * load * stiffness * slip angle, stiffness in 1/rad, and never
    more than `limit` * friction * load; infinity for a tyre that stays linear.
    """
    front_most, rear_most = friction * loads[0], friction * loads[1]
    return (
        front_most * clip(stiffness[0] * front_slip, -limit, limit),
        rear_most * clip(stiffness[1] * rear_slip, -limit, limit),
    )
