"""The filter's state at a past sample, for measurements that arrive late.

The filter sums the IMU's increments of velocity and attitude and stores the sums of the last
samples. The past state is the current one minus the difference of two sums, so it includes
all corrections made since.

    Sums: X = integral of V (3), V = velocity increments (3), Q = rotation (4), gyro z (1)
"""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.models.rigid_body import Quaternion, Vector, conjugate, product, unit

from ._arrays import SUM_GYRO, SUM_Q, SUM_V, SUM_X, SUMS, Memory
from ._attitude import rotation_of


class Since(NamedTuple):
    """The motion since a late measurement was made: displacement, velocity change, time."""

    moved: Vector
    gained: Vector
    lag_s: float


def reset_sums(sums: Floats) -> None:
    """Reset the sums to no motion."""
    for i in range(SUMS):
        sums[i] = 0.0
    sums[SUM_Q] = 1.0


def add_to_sums(
    sums: Floats,
    force: Vector,
    before: Floats,
    now: Floats,
    gyro_bias: Floats,
    gravity_mps2: float,
    dt_s: float,
) -> None:
    """Add the increments of one sample."""
    half = 0.5 * dt_s
    for i in range(3):
        gained = dt_s * (force[i] - gravity_mps2) if i == 2 else dt_s * force[i]
        sums[SUM_X + i] += dt_s * sums[SUM_V + i] + half * gained
        sums[SUM_V + i] += gained
    small = rotation_of(
        half * (before[0] + now[0]) - dt_s * gyro_bias[0],
        half * (before[1] + now[1]) - dt_s * gyro_bias[1],
        half * (before[2] + now[2]) - dt_s * gyro_bias[2],
    )
    q = unit(product((sums[SUM_Q], sums[SUM_Q + 1], sums[SUM_Q + 2], sums[SUM_Q + 3]), small))
    for i in range(4):
        sums[SUM_Q + i] = q[i]


def store_sums(memory: Memory, sample: int) -> None:
    """Store the sums of this sample in place of the oldest."""
    sums, ring = memory.sums, memory.ring
    sums[SUM_GYRO] = memory.measured[2]
    for i in range(SUMS):
        ring[sample % ring.shape[0], i] = sums[i]


def motion_since(memory: Memory, velocity: Floats, sample: int, lag: int, dt_s: float) -> Since:
    """The displacement and the velocity change over the last `lag` samples."""
    sums, then = memory.sums, memory.ring[(sample - lag) % memory.ring.shape[0]]
    lag_s = lag * dt_s
    vx, vy, vz = sums[SUM_V], sums[SUM_V + 1], sums[SUM_V + 2]
    moved = (
        lag_s * (velocity[0] - vx) + (sums[SUM_X] - then[SUM_X]),
        lag_s * (velocity[1] - vy) + (sums[SUM_X + 1] - then[SUM_X + 1]),
        lag_s * (velocity[2] - vz) + (sums[SUM_X + 2] - then[SUM_X + 2]),
    )
    gained = (vx - then[SUM_V], vy - then[SUM_V + 1], vz - then[SUM_V + 2])
    return Since(moved, gained, lag_s)


def past_attitude(memory: Memory, attitude: Floats, sample: int, lag: int) -> Quaternion:
    """The attitude `lag` samples ago."""
    sums, then = memory.sums, memory.ring[(sample - lag) % memory.ring.shape[0]]
    now = (attitude[0], attitude[1], attitude[2], attitude[3])
    gained = (sums[SUM_Q], sums[SUM_Q + 1], sums[SUM_Q + 2], sums[SUM_Q + 3])
    past = (then[SUM_Q], then[SUM_Q + 1], then[SUM_Q + 2], then[SUM_Q + 3])
    return product(now, product(conjugate(gained), past))


def past_gyro_z(ring: Floats, sample: int, lag: int) -> float:
    """The measurement of the z gyroscope `lag` samples ago."""
    measured: float = ring[(sample - lag) % ring.shape[0], SUM_GYRO]
    return measured
