"""What a filter's state was a little ago, for measurements that come late.

The filter sums up what the IMU adds to velocity and attitude and keeps the sums of the last
samples. What the state was then follows from what it is now and the difference of two sums,
so that corrections since then are in it.

    Sums: X = integral of V (3), V = gained velocity (3), Q = gained turn (4), gyro z (1)
"""

from project_ghost.core.arrays import Floats
from project_ghost.models.rigid_body import Quaternion, Vector, conjugate, product, unit

from ._attitude import turn

_X, _V, _Q, _GYRO = 0, 3, 6, 10
SUMS = 11


def begin_sums(sums: Floats) -> None:
    """Nothing gained yet."""
    for i in range(SUMS):
        sums[i] = 0.0
    sums[_Q] = 1.0


def add_to_sums(
    sums: Floats,
    force: Vector,
    before: Floats,
    now: Floats,
    gyro_bias: Floats,
    gravity_mps2: float,
    dt_s: float,
) -> None:
    """Add what one sample gained."""
    half = 0.5 * dt_s
    for i in range(3):
        gained = dt_s * (force[i] - gravity_mps2) if i == 2 else dt_s * force[i]
        sums[_X + i] += dt_s * sums[_V + i] + half * gained
        sums[_V + i] += gained
    small = turn(
        half * (before[0] + now[0]) - dt_s * gyro_bias[0],
        half * (before[1] + now[1]) - dt_s * gyro_bias[1],
        half * (before[2] + now[2]) - dt_s * gyro_bias[2],
    )
    q = unit(product((sums[_Q], sums[_Q + 1], sums[_Q + 2], sums[_Q + 3]), small))
    for i in range(4):
        sums[_Q + i] = q[i]


def keep(ring: Floats, sums: Floats, gyro_z: float, sample: int) -> None:
    """Keep the sums of this sample, in place of the oldest ones."""
    sums[_GYRO] = gyro_z
    for i in range(SUMS):
        ring[sample % ring.shape[0], i] = sums[i]


def moved_since(
    ring: Floats, sums: Floats, velocity: Floats, sample: int, lag: int, lag_s: float
) -> tuple[Vector, Vector]:
    """How far the vehicle came in the last samples, and which velocity it gained."""
    place = (sample - lag) % ring.shape[0]
    vx, vy, vz = sums[_V], sums[_V + 1], sums[_V + 2]
    return (
        lag_s * (velocity[0] - vx) + (sums[_X] - ring[place, _X]),
        lag_s * (velocity[1] - vy) + (sums[_X + 1] - ring[place, _X + 1]),
        lag_s * (velocity[2] - vz) + (sums[_X + 2] - ring[place, _X + 2]),
    ), (vx - ring[place, _V], vy - ring[place, _V + 1], vz - ring[place, _V + 2])


def attitude_then(
    ring: Floats, sums: Floats, attitude: Floats, sample: int, lag: int
) -> Quaternion:
    """The attitude of some samples ago."""
    place = (sample - lag) % ring.shape[0]
    now = (attitude[0], attitude[1], attitude[2], attitude[3])
    gained = (sums[_Q], sums[_Q + 1], sums[_Q + 2], sums[_Q + 3])
    then = (ring[place, _Q], ring[place, _Q + 1], ring[place, _Q + 2], ring[place, _Q + 3])
    return product(now, product(conjugate(gained), then))


def gyro_then(ring: Floats, sample: int, lag: int) -> float:
    """What the upright gyroscope measured some samples ago."""
    measured: float = ring[(sample - lag) % ring.shape[0], _GYRO]
    return measured
