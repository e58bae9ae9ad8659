"""What each sensor measures of the error: residuals, and how they depend on it.

A measurement made `lag_s` ago is compared with the past state (`_history`). The past error
follows from the present one: the attitude's is the same; velocity's and position's lack what
the errors of attitude and accelerometer made of the specific force since. The effect of noise
and of the gyroscope's bias within the lag is neglected; without lag only higher orders are.
"""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.models.rigid_body import Quaternion, Vector, cross, heading_of, to_world

from ._arrays import (
    ACCEL_BIAS,
    ATTITUDE,
    GYRO_BIAS,
    POSITION,
    SIZE,
    VELOCITY,
    Assumptions,
    Compass,
    Gnss,
    Nominal,
    Wheels,
)
from ._attitude import matrix_of
from ._correction import absorb
from ._history import Since

# The square of how level the nose must be for its heading to mean anything: 84 degrees.
_LEVEL = 0.01


def take_fix(
    covariance: Floats,
    error: Floats,
    nominal: Nominal,
    gnss: Gnss,
    since: Since,
    assumed: Assumptions,
) -> None:
    """Update by a satellite fix: position and velocity."""
    position, velocity, attitude = nominal.position, nominal.velocity, nominal.attitude
    moved, gained, lag_s = since
    gravity_mps2, gate = assumed.gravity_mps2, assumed.gate_sigma
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
        residual = gnss.fix[i] - (position[i] - moved[i])
        variance = gnss.gnss_position_noise_m[i] * gnss.gnss_position_noise_m[i]
        absorb(covariance, error, row, residual, variance, gate)
    for i in range(3):
        for j in range(SIZE):
            row[j] = 0.0
        row[VELOCITY + i] = 1.0
        _put_cross(row, push, i, 1.0)
        for j in range(3):
            row[ACCEL_BIAS + j] = lag_s * rotation[3 * i + j]
        residual = gnss.fix_velocity[i] - (velocity[i] - gained[i])
        variance = gnss.gnss_velocity_noise_mps[i] * gnss.gnss_velocity_noise_mps[i]
        absorb(covariance, error, row, residual, variance, gate)


def _put_cross(row: Floats, a: Vector, i: int, sign: float) -> None:
    """Component i of sign * (a x attitude error)."""
    one, two = (i + 1) % 3, (i + 2) % 3
    row[ATTITUDE + two] = sign * a[one]
    row[ATTITUDE + one] = -sign * a[two]


def take_heading(
    covariance: Floats, error: Floats, q: Quaternion, compass: Compass, gate: float
) -> None:
    """Update by a compass; a nose that points nearly up or down has no heading."""
    nose = to_world(q, (1.0, 0.0, 0.0))
    level = nose[0] * nose[0] + nose[1] * nose[1]
    if level < _LEVEL:
        return
    row = np.zeros(SIZE)
    row[ATTITUDE] = -nose[0] * nose[2] / level
    row[ATTITUDE + 1] = -nose[1] * nose[2] / level
    row[ATTITUDE + 2] = 1.0
    residual = wrap_angle(compass.heading - heading_of(q))
    variance = compass.compass_noise_rad * compass.compass_noise_rad
    absorb(covariance, error, row, residual, variance, gate)


def take_wheels(
    covariance: Floats,
    error: Floats,
    q: Quaternion,
    nominal: Nominal,
    gyro_z_rps: float,
    wheels: Wheels,
    since: Since,
    assumed: Assumptions,
) -> None:
    """Update by wheels: forward speed, and the yaw rate compared with the gyroscope's."""
    velocity, gained, lag_s = nominal.velocity, since.gained, since.lag_s
    nose = to_world(q, (1.0, 0.0, 0.0))
    vx, vy, vz = velocity[0] - gained[0], velocity[1] - gained[1], velocity[2] - gained[2]
    push = (gained[0], gained[1], gained[2] + assumed.gravity_mps2 * lag_s)
    slant = cross(nose, (vx + push[0], vy + push[1], vz + push[2]))
    row = np.zeros(SIZE)
    for i in range(3):
        row[VELOCITY + i] = nose[i]
        row[ATTITUDE + i] = slant[i]
    row[ACCEL_BIAS] = lag_s
    residual = wheels.speed - (nose[0] * vx + nose[1] * vy + nose[2] * vz)
    variance = wheels.speed_noise_mps * wheels.speed_noise_mps
    absorb(covariance, error, row, residual, variance, assumed.gate_sigma)
    row = np.zeros(SIZE)
    row[GYRO_BIAS + 2] = -1.0
    residual = wheels.yaw_rate - (gyro_z_rps - nominal.gyro_error[2])
    variance = wheels.yaw_rate_noise_rps * wheels.yaw_rate_noise_rps
    absorb(covariance, error, row, residual, variance, assumed.gate_sigma)
