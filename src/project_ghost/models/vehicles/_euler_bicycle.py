"""nuPlan's kinematic bicycle: one Euler step of the rear axle, with lags in both commands.

Our own cars are `_kinematic`, integrated about the centre and within limits. This one is for
planners and controllers that are compared with nuPlan's.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, tan, wrap_angle
from project_ghost.engine.ops import maximum, minimum
from project_ghost.models.plans import (
    EGO_AX,
    EGO_AY,
    EGO_STEERING,
    EGO_STEERING_RATE,
    EGO_VX,
    EGO_VY,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    EGO_YAW_ACCELERATION,
    EGO_YAW_RATE,
)

__all__ = ["ACCELERATION_LAG_S", "STEERING_LAG_S", "STEERING_MOST_RAD", "euler_bicycle"]

# nuPlan's own numbers.
ACCELERATION_LAG_S = 0.2
STEERING_LAG_S = 0.05
STEERING_MOST_RAD = 1.0471975511965976  # 60 degrees


def euler_bicycle(
    ego: Floats,
    acceleration: float,
    steering_rate: float,
    dt_s: float,
    wheelbase_m: float,
    acceleration_lag_s: float = ACCELERATION_LAG_S,
    steering_lag_s: float = STEERING_LAG_S,
    steering_most_rad: float = STEERING_MOST_RAD,
) -> None:
    """Move a row `ego` by one step; the commands come through first-order lags."""
    speed, steering = ego[EGO_VX], ego[EGO_STEERING]
    felt = dt_s / (dt_s + acceleration_lag_s) * (acceleration - ego[EGO_AX]) + ego[EGO_AX]
    wanted = dt_s * steering_rate + steering
    turned = dt_s / (dt_s + steering_lag_s) * (wanted - steering) + steering
    rate = (turned - steering) / dt_s
    sine, cosine = sincos(ego[EGO_YAW])
    yaw_rate_before = ego[EGO_YAW_RATE]
    ego[EGO_X] += dt_s * (speed * cosine)
    ego[EGO_Y] += dt_s * (speed * sine)
    ego[EGO_YAW] = wrap_angle(ego[EGO_YAW] + dt_s * (speed * tan(steering) / wheelbase_m))
    ego[EGO_VX] = speed + dt_s * felt
    ego[EGO_VY] = 0.0
    ego[EGO_AX] = felt
    ego[EGO_AY] = 0.0
    ego[EGO_STEERING] = minimum(
        maximum(steering + dt_s * rate, -steering_most_rad), steering_most_rad
    )
    ego[EGO_STEERING_RATE] = rate
    ego[EGO_YAW_RATE] = ego[EGO_VX] * tan(ego[EGO_STEERING]) / wheelbase_m
    ego[EGO_YAW_ACCELERATION] = (ego[EGO_YAW_RATE] - yaw_rate_before) / dt_s
