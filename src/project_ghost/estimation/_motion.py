"""The prediction: propagation of the nominal state and its covariance with an IMU sample.

The attitude error is on the left: the true attitude is rotation(error) * estimated attitude,
about world axes. It is then constant while the vehicle rotates, and the error dynamics over a
sample, with the specific force a in world axes and the rotation R, are

    position' = position + dt (velocity + velocity') / 2
    velocity' = velocity - dt (a x attitude + R accelerometer bias)
    attitude' = attitude - dt R gyroscope bias

with constant biases. This is the matrix F of P' = F P F^T + Q; products with its zeros are
skipped. Terms in dt squared that couple velocity and gyroscope bias are neglected.
"""

from project_ghost.core.arrays import Floats
from project_ghost.models.rigid_body import Vector, product, unit

from ._arrays import ACCEL_BIAS, ATTITUDE, GYRO_BIAS, POSITION, SIZE, VELOCITY, Imu, Nominal
from ._attitude import Matrix, matrix_of, rotation_of


def propagate_state(
    nominal: Nominal,
    before: Floats,
    now: Floats,
    newest: float,
    gravity_mps2: float,
    dt_s: float,
) -> tuple[Vector, Matrix]:
    """Propagate the state over a sample, from the IMU samples (gyro, accel) at both ends.

    The rate is the mean of both. Each specific force is rotated to world axes by the attitude
    at its own time; `newest` is the weight of the newer one, a half for sensors that do not
    average. Returns the mean specific force in world axes, and the mean rotation.
    """
    position, velocity, attitude, accel_bias, gyro_bias = nominal
    q = (float(attitude[0]), float(attitude[1]), float(attitude[2]), float(attitude[3]))
    half = 0.5 * dt_s
    small = rotation_of(
        half * (before[0] + now[0]) - dt_s * gyro_bias[0],
        half * (before[1] + now[1]) - dt_s * gyro_bias[1],
        half * (before[2] + now[2]) - dt_s * gyro_bias[2],
    )
    turned = unit(product(q, small))
    a, b = matrix_of(q), matrix_of(turned)
    older = 1.0 - newest
    bx, by, bz = accel_bias[0], accel_bias[1], accel_bias[2]
    fx, fy, fz = float(before[3] - bx), float(before[4] - by), float(before[5] - bz)
    gx, gy, gz = float(now[3] - bx), float(now[4] - by), float(now[5] - bz)
    force = (
        older * (a[0] * fx + a[1] * fy + a[2] * fz) + newest * (b[0] * gx + b[1] * gy + b[2] * gz),
        older * (a[3] * fx + a[4] * fy + a[5] * fz) + newest * (b[3] * gx + b[4] * gy + b[5] * gz),
        older * (a[6] * fx + a[7] * fy + a[8] * fz) + newest * (b[6] * gx + b[7] * gy + b[8] * gz),
    )
    for i in range(3):
        gained = dt_s * (force[i] - gravity_mps2) if i == 2 else dt_s * force[i]
        position[i] += dt_s * velocity[i] + half * gained
        velocity[i] += gained
    for i in range(4):
        attitude[i] = turned[i]
    rotation = (
        0.5 * (a[0] + b[0]),
        0.5 * (a[1] + b[1]),
        0.5 * (a[2] + b[2]),
        0.5 * (a[3] + b[3]),
        0.5 * (a[4] + b[4]),
        0.5 * (a[5] + b[5]),
        0.5 * (a[6] + b[6]),
        0.5 * (a[7] + b[7]),
        0.5 * (a[8] + b[8]),
    )
    return force, rotation


def propagate_covariance(
    covariance: Floats, force: Vector, rotation: Matrix, imu: Imu, dt_s: float
) -> None:
    """P' = F P F^T + Q; noise densities are per square root of hertz."""
    for i in range(SIZE):
        _move_error(covariance[i], force, rotation, dt_s)
    # Biases are constant, so their rows are complete, and by symmetry their columns.
    for i in range(ACCEL_BIAS):
        _move_error(covariance[:, i], force, rotation, dt_s)
    for i in range(1, SIZE):
        for j in range(min(i, ACCEL_BIAS)):
            covariance[j, i] = covariance[i, j]
    velocity_variance = imu.accel_noise * imu.accel_noise * dt_s
    for i in range(3):
        # The noise of a measurement is constant over the sample.
        covariance[POSITION + i, POSITION + i] += 0.25 * dt_s * dt_s * velocity_variance
        covariance[POSITION + i, VELOCITY + i] += 0.5 * dt_s * velocity_variance
        covariance[VELOCITY + i, POSITION + i] += 0.5 * dt_s * velocity_variance
        covariance[VELOCITY + i, VELOCITY + i] += velocity_variance
        covariance[ATTITUDE + i, ATTITUDE + i] += imu.gyro_noise * imu.gyro_noise * dt_s
        covariance[ACCEL_BIAS + i, ACCEL_BIAS + i] += imu.accel_walk * imu.accel_walk * dt_s
        covariance[GYRO_BIAS + i, GYRO_BIAS + i] += imu.gyro_walk * imu.gyro_walk * dt_s


def _move_error(e: Floats, a: Vector, r: Matrix, dt_s: float) -> None:
    """Multiply an error by F in place: a row or a column of the covariance."""
    # Plain floats, because the interpreter is much faster with them than with numpy scalars.
    v0, v1, v2 = float(e[3]), float(e[4]), float(e[5])
    t0, t1, t2 = float(e[6]), float(e[7]), float(e[8])
    b0, b1, b2 = float(e[9]), float(e[10]), float(e[11])
    g0, g1, g2 = float(e[12]), float(e[13]), float(e[14])
    w0 = v0 - dt_s * (a[1] * t2 - a[2] * t1 + (r[0] * b0 + r[1] * b1 + r[2] * b2))
    w1 = v1 - dt_s * (a[2] * t0 - a[0] * t2 + (r[3] * b0 + r[4] * b1 + r[5] * b2))
    w2 = v2 - dt_s * (a[0] * t1 - a[1] * t0 + (r[6] * b0 + r[7] * b1 + r[8] * b2))
    half = 0.5 * dt_s
    e[0] += half * (v0 + w0)
    e[1] += half * (v1 + w1)
    e[2] += half * (v2 + w2)
    e[3], e[4], e[5] = w0, w1, w2
    e[6] = t0 - dt_s * (r[0] * g0 + r[1] * g1 + r[2] * g2)
    e[7] = t1 - dt_s * (r[3] * g0 + r[4] * g1 + r[5] * g2)
    e[8] = t2 - dt_s * (r[6] * g0 + r[7] * g1 + r[8] * g2)
