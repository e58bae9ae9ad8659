"""The correction: measurements update the error and its covariance, in Joseph form."""

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import local_zeros
from project_ghost.models.rigid_body import product, unit

from ._arrays import ACCEL_BIAS, ATTITUDE, GYRO_BIAS, POSITION, SIZE, VELOCITY, Nominal
from ._attitude import rotation_of


def absorb(
    covariance: Floats, error: Floats, row: Floats, residual: float, variance: float, gate: float
) -> None:
    """Update by one scalar measurement: residual = row * true error + noise of this variance.

    `error` is the error estimated so far from other measurements of the same sample. With a
    gate above 0, a residual beyond that many of its standard deviations is ignored.

        P' = (I - k row) P (I - k row)^T + variance k k^T,    k = P row^T / (row P row^T + variance)

    which stays positive definite under rounding of k. One triangle is computed, the other copied.
    """
    innovation = residual
    column = local_zeros(SIZE)  # P row^T
    gain = local_zeros(SIZE)
    size = variance
    _add_product(covariance, row, column)
    for i in range(SIZE):
        if row[i] != 0.0:
            size += row[i] * column[i]
            innovation -= row[i] * error[i]
    if gate > 0.0 and innovation * innovation > gate * gate * size:
        return
    for i in range(SIZE):
        gain[i] = column[i] / size
        error[i] += gain[i] * innovation
    _shrink(covariance, row, column, gain, variance)


def _shrink(covariance: Floats, row: Floats, column: Floats, gain: Floats, variance: float) -> None:
    """The covariance after a measurement, in Joseph form, from P row^T and the gain k."""
    for i in range(SIZE):
        k = gain[i]
        for j in range(SIZE):
            covariance[i, j] -= k * column[j]
    # That was A = P - k row P. Without rounding of k, A (I - k row)^T + variance k k^T would
    # equal A.
    left = local_zeros(SIZE)
    _add_product(covariance, row, left)
    for i in range(SIZE):
        rest = variance * gain[i] - left[i]
        for j in range(i + 1):
            covariance[i, j] += rest * gain[j]
    for i in range(1, SIZE):
        for j in range(i):
            covariance[j, i] = covariance[i, j]


def _add_product(matrix: Floats, row: Floats, column: Floats) -> None:
    """Add matrix * row^T to the column, skipping the zeros of the row."""
    for j in range(SIZE):
        factor = row[j]
        if factor != 0.0:
            for i in range(SIZE):
                column[i] += matrix[i, j] * factor


def inject(error: Floats, nominal: Nominal) -> None:
    """Correct the nominal state by the estimated error, and reset the error to zero."""
    position, velocity, attitude, accel_bias, gyro_bias = nominal
    for i in range(3):
        position[i] += error[POSITION + i]
        velocity[i] += error[VELOCITY + i]
        accel_bias[i] += error[ACCEL_BIAS + i]
        gyro_bias[i] += error[GYRO_BIAS + i]
    small = rotation_of(error[ATTITUDE], error[ATTITUDE + 1], error[ATTITUDE + 2])
    q = unit(product(small, (attitude[0], attitude[1], attitude[2], attitude[3])))
    for i in range(4):
        attitude[i] = q[i]
    for i in range(SIZE):
        error[i] = 0.0
