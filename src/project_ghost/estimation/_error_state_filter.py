"""An error-state Kalman filter as a component."""

from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Kernel, Size

from ._arrays import (
    ACCEL_BIAS,
    ATTITUDE,
    GYRO_BIAS,
    POSITION,
    SIZE,
    VELOCITY,
    Assumptions,
    BeliefOutputs,
    Compass,
    Gnss,
    Imu,
    Memory,
    Nominal,
    Wheels,
)
from ._correction import inject
from ._history import add_to_sums, attitude_then, begin_sums, gyro_then, keep, motion_since
from ._measurements import take_fix, take_heading, take_wheels
from ._motion import move, spread
from ._require import require_not_negative, require_positive, require_unit

# Places in `taken`, by sensor.
_GNSS, _COMPASS, _ODOMETRY = range(3)


class ErrorStateFilter(Kernel):
    """An error-state Kalman filter: an IMU predicts, satellites, compass and wheels correct.

    Fifteen errors: position, velocity, attitude (a turn about the world's axes, on the left of
    the attitude), accelerometer bias, gyroscope bias. It runs at the IMU's rate, in its group.
    A `*_count` is an `ArrivalCount`'s: where it changes, that sensor's measurement is new. A
    sensor that is not connected is not used. A measurement that comes late is held against
    what the state was `*_latency` samples of the filter ago. A sample that the IMU loses is
    bridged with the last one; before the first there is no motion. docs/estimation.md has the
    equations.
    """

    depth = Size(1)
    imu = Imu
    gnss = Gnss
    compass = Compass
    wheels = Wheels
    assumed = Assumptions
    nominal = Nominal
    memory = Memory
    out = BeliefOutputs

    def __init__(
        self,
        *,
        gnss_latency: int = 0,
        compass_latency: int = 0,
        odometry_latency: int = 0,
        **values: Any,  # noqa: ANN401 - parameters
    ) -> None:
        latencies = {
            "gnss_latency": gnss_latency,
            "compass_latency": compass_latency,
            "odometry_latency": odometry_latency,
        }
        for name, samples in latencies.items():
            if type(samples) is not int or samples < 0:
                raise InputError(
                    f"{name!r} is {samples!r}",
                    type(self).__name__,
                    "a whole number of the filter's samples, zero or more",
                    "divide the sensor's latency by the IMU's period",
                    key=name,
                )
        super().__init__(depth=max(latencies.values()) + 1, **latencies, **values)
        require_positive(
            self,
            *("gnss_position_noise_m", "gnss_velocity_noise_mps", "compass_noise_rad"),
            *("speed_noise_mps", "yaw_rate_noise_rps"),
        )
        require_not_negative(
            self,
            *("accel_noise", "gyro_noise", "accel_walk", "gyro_walk", "accel_mean_s"),
            *("position_std_m", "velocity_std_mps", "attitude_std_rad"),
            *("accel_bias_std_mps2", "gyro_bias_std_rps", "gate_sigma"),
        )
        require_unit(self, "attitude_q")

    @staticmethod
    def step(
        imu: Imu,
        gnss: Gnss,
        compass: Compass,
        wheels: Wheels,
        assumed: Assumptions,
        nominal: Nominal,
        memory: Memory,
        out: BeliefOutputs,
        sample: int,
        dt_s: float,
    ) -> None:
        """Predict to this sample, and correct by the measurements that have arrived."""
        covariance, taken = memory.spreading, memory.taken
        if sample == 0:
            begin_sums(memory.sums)
            begin(nominal, assumed, covariance)
        predict(imu, assumed, nominal, memory, dt_s)
        keep(memory, sample)

        error = np.zeros(SIZE)
        if gnss.gnss_count != taken[_GNSS]:
            taken[_GNSS] = gnss.gnss_count
            since = motion_since(memory, nominal.velocity, sample, int(gnss.gnss_latency), dt_s)
            take_fix(covariance, error, nominal, gnss, since, assumed)
            inject(error, nominal)
        if compass.compass_count != taken[_COMPASS]:
            taken[_COMPASS] = compass.compass_count
            q = attitude_then(memory, nominal.attitude, sample, int(compass.compass_latency))
            take_heading(covariance, error, q, compass, assumed.gate_sigma)
            inject(error, nominal)
        if wheels.odometry_count != taken[_ODOMETRY]:
            taken[_ODOMETRY] = wheels.odometry_count
            lag = int(wheels.odometry_latency)
            since = motion_since(memory, nominal.velocity, sample, lag, dt_s)
            q = attitude_then(memory, nominal.attitude, sample, lag)
            gyro_z_rps = gyro_then(memory.ring, sample, lag)
            take_wheels(covariance, error, q, nominal, gyro_z_rps, wheels, since, assumed)
            inject(error, nominal)
        report(nominal, memory, out)


def begin(nominal: Nominal, assumed: Assumptions, covariance: Floats) -> None:
    """Set the state and its covariance to the initial belief."""
    _begin(nominal.position, assumed.position_m, assumed.position_std_m, covariance, POSITION)
    _begin(nominal.velocity, assumed.velocity_mps, assumed.velocity_std_mps, covariance, VELOCITY)
    _begin(
        nominal.accel_error,
        assumed.accel_bias_mps2,
        assumed.accel_bias_std_mps2,
        covariance,
        ACCEL_BIAS,
    )
    _begin(
        nominal.gyro_error, assumed.gyro_bias_rps, assumed.gyro_bias_std_rps, covariance, GYRO_BIAS
    )
    _begin(nominal.attitude, assumed.attitude_q, assumed.attitude_std_rad, covariance, ATTITUDE)


def _begin(
    state: Floats, believed: Floats, deviation: Floats, covariance: Floats, place: int
) -> None:
    for i in range(state.shape[0]):
        state[i] = believed[i]
    for i in range(3):
        covariance[place + i, place + i] = deviation[i] * deviation[i]


def predict(imu: Imu, assumed: Assumptions, nominal: Nominal, memory: Memory, dt_s: float) -> None:
    """Move state and covariance to this sample with what the IMU measures."""
    measured = memory.measured
    before = measured.copy()
    if imu.imu_valid != 0.0:
        for i in range(3):
            measured[i] = imu.gyro[i]
            measured[3 + i] = imu.accel[i]
    if memory.has_measured[0] != 0.0:
        # The weight that puts the mean of two samples into the middle between them.
        newest = 0.5 + 0.5 * min(1.0, assumed.accel_mean_s / dt_s)
        force, rotation = move(nominal, before, measured, newest, assumed.gravity_mps2, dt_s)
        spread(memory.spreading, force, rotation, imu, dt_s)
        if memory.ring.shape[0] > 1:
            add_to_sums(
                memory.sums,
                force,
                before,
                measured,
                nominal.gyro_error,
                assumed.gravity_mps2,
                dt_s,
            )
    if imu.imu_valid != 0.0:
        memory.has_measured[0] = 1.0


def report(nominal: Nominal, memory: Memory, out: BeliefOutputs) -> None:
    """Write the belief to the outputs."""
    for i in range(3):
        out.believed_position[i] = nominal.position[i]
        out.believed_velocity[i] = nominal.velocity[i]
        out.believed_rate[i] = memory.measured[i] - nominal.gyro_error[i]
        out.believed_acceleration[i] = memory.measured[3 + i] - nominal.accel_error[i]
        out.accel_bias[i] = nominal.accel_error[i]
        out.gyro_bias[i] = nominal.gyro_error[i]
    for i in range(4):
        out.believed_attitude[i] = nominal.attitude[i]
    out.covariance[:, :] = memory.spreading
