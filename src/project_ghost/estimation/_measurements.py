"""What each sensor says of the error: residuals, and how they depend on it.

A measurement of `lag_s` ago is held against the state of then (`_history`). The error of then
follows from that of now: the attitude's is the same, velocity's and position's lack what the
errors of attitude and accelerometer made of the specific force since. What noise and the
gyroscope's bias did within the lag is left out. Without lag nothing is, but higher orders.
"""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.models.rigid_body import Quaternion, Vector, cross, heading_of, to_world

from ._attitude import matrix_of
from ._correction import absorb
from ._motion import ACCEL_BIAS, ATTITUDE, GYRO_BIAS, POSITION, SIZE, VELOCITY

# The square of how level the nose must be for its heading to mean anything: 84 degrees.
_LEVEL = 0.01


def take_fix(
    covariance: Floats,
    error: Floats,
    position: Floats,
    velocity: Floats,
    attitude: Floats,
    fix: Floats,
    fix_velocity: Floats,
    position_noise_m: Floats,
    velocity_noise_mps: Floats,
    moved: Vector,
    gained: Vector,
    lag_s: float,
    gravity_mps2: float,
    gate: float,
) -> None:
    """A satellite fix: position and velocity."""
    row = np.zeros(SIZE)
    rotation = matrix_of((attitude[0], attitude[1], attitude[2], attitude[3]))
    # Of the specific force since: its integral, and the integral of that back from now.
    fallen = 0.5 * gravity_mps2 * lag_s * lag_s
    reach = (
        lag_s * velocity[0] - moved[0],
        lag_s * velocity[1] - moved[1],
        lag_s * velocity[2] - moved[2] + fallen,
    )
    push = (gained[0], gained[1], gained[2] + gravity_mps2 * lag_s)
    for i in range(3):
        for j in range(SIZE):
            row[j] = 0.0
        row[POSITION + i] = 1.0
        row[VELOCITY + i] = -lag_s
        _put_cross(row, reach, i, -1.0)
        for j in range(3):
            row[ACCEL_BIAS + j] = -0.5 * lag_s * lag_s * rotation[3 * i + j]
        residual = fix[i] - (position[i] - moved[i])
        variance = position_noise_m[i] * position_noise_m[i]
        absorb(covariance, error, row, residual, variance, gate)
    for i in range(3):
        for j in range(SIZE):
            row[j] = 0.0
        row[VELOCITY + i] = 1.0
        _put_cross(row, push, i, 1.0)
        for j in range(3):
            row[ACCEL_BIAS + j] = lag_s * rotation[3 * i + j]
        residual = fix_velocity[i] - (velocity[i] - gained[i])
        variance = velocity_noise_mps[i] * velocity_noise_mps[i]
        absorb(covariance, error, row, residual, variance, gate)


def _put_cross(row: Floats, a: Vector, i: int, sign: float) -> None:
    """Component i of sign * (a x attitude error)."""
    one, two = (i + 1) % 3, (i + 2) % 3
    row[ATTITUDE + two] = sign * a[one]
    row[ATTITUDE + one] = -sign * a[two]


def take_heading(
    covariance: Floats,
    error: Floats,
    q: Quaternion,
    heading: float,
    noise_rad: float,
    gate: float,
) -> None:
    """A compass. Where the nose points up or down there is no heading to speak of."""
    nose = to_world(q, (1.0, 0.0, 0.0))
    level = nose[0] * nose[0] + nose[1] * nose[1]
    if level < _LEVEL:
        return
    row = np.zeros(SIZE)
    row[ATTITUDE] = -nose[0] * nose[2] / level
    row[ATTITUDE + 1] = -nose[1] * nose[2] / level
    row[ATTITUDE + 2] = 1.0
    residual = wrap_angle(heading - heading_of(q))
    absorb(covariance, error, row, residual, noise_rad * noise_rad, gate)


def take_wheels(
    covariance: Floats,
    error: Floats,
    q: Quaternion,
    velocity: Floats,
    gyro_bias: Floats,
    gyro_z_rps: float,
    speed: float,
    yaw_rate: float,
    speed_noise_mps: float,
    yaw_rate_noise_rps: float,
    gained: Vector,
    lag_s: float,
    gravity_mps2: float,
    gate: float,
) -> None:
    """Wheels: the forward speed, and a rate about the upright axis beside the gyroscope's."""
    nose = to_world(q, (1.0, 0.0, 0.0))
    vx, vy, vz = velocity[0] - gained[0], velocity[1] - gained[1], velocity[2] - gained[2]
    push = (gained[0], gained[1], gained[2] + gravity_mps2 * lag_s)
    slant = cross(nose, (vx + push[0], vy + push[1], vz + push[2]))
    row = np.zeros(SIZE)
    for i in range(3):
        row[VELOCITY + i] = nose[i]
        row[ATTITUDE + i] = slant[i]
    row[ACCEL_BIAS] = lag_s
    residual = speed - (nose[0] * vx + nose[1] * vy + nose[2] * vz)
    absorb(covariance, error, row, residual, speed_noise_mps * speed_noise_mps, gate)
    row = np.zeros(SIZE)
    row[GYRO_BIAS + 2] = -1.0
    residual = yaw_rate - (gyro_z_rps - gyro_bias[2])
    absorb(covariance, error, row, residual, yaw_rate_noise_rps * yaw_rate_noise_rps, gate)
