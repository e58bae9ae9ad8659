"""Measurement models: the residuals of each sensor and their Jacobian rows.

A measurement made `lag_s` ago is compared with the past state (`_history`). The past error
follows from the current one: the attitude error is the same; the velocity and position errors
lack the contribution of attitude and accelerometer errors to the specific force since. Noise
and gyroscope bias within the lag are neglected; without lag only higher orders are.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import local_zeros
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

# The least squared horizontal part of the x axis for a usable heading: pitch within 84 degrees.
_LEVEL = 0.01


def correct_by_fix(
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
    row = local_zeros(SIZE)
    rotation = matrix_of((attitude[0], attitude[1], attitude[2], attitude[3]))
    # The first and second integrals of the specific force since the measurement.
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
    """Write the row of component i of sign * (a x attitude error)."""
    one, two = (i + 1) % 3, (i + 2) % 3
    row[ATTITUDE + two] = sign * a[one]
    row[ATTITUDE + one] = -sign * a[two]


def correct_by_heading(
    covariance: Floats, error: Floats, q: Quaternion, compass: Compass, gate: float
) -> None:
    """Update by a compass, unless the x axis is nearly vertical and has no heading."""
    nose = to_world(q, (1.0, 0.0, 0.0))
    level = nose[0] * nose[0] + nose[1] * nose[1]
    if level < _LEVEL:
        return
    row = local_zeros(SIZE)
    row[ATTITUDE] = -nose[0] * nose[2] / level
    row[ATTITUDE + 1] = -nose[1] * nose[2] / level
    row[ATTITUDE + 2] = 1.0
    residual = wrap_angle(compass.heading - heading_of(q))
    variance = compass.compass_noise_rad * compass.compass_noise_rad
    absorb(covariance, error, row, residual, variance, gate)


def correct_by_wheels(
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
    row = local_zeros(SIZE)
    for i in range(3):
        row[VELOCITY + i] = nose[i]
        row[ATTITUDE + i] = slant[i]
    row[ACCEL_BIAS] = lag_s
    residual = wheels.speed - (nose[0] * vx + nose[1] * vy + nose[2] * vz)
    variance = wheels.speed_noise_mps * wheels.speed_noise_mps
    absorb(covariance, error, row, residual, variance, assumed.gate_sigma)
    row = local_zeros(SIZE)
    row[GYRO_BIAS + 2] = -1.0
    residual = wheels.yaw_rate - (gyro_z_rps - nominal.gyro_error[2])
    variance = wheels.yaw_rate_noise_rps * wheels.yaw_rate_noise_rps
    absorb(covariance, error, row, residual, variance, assumed.gate_sigma)
