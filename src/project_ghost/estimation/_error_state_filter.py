"""An error-state Kalman filter as a component."""

from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import local_zeros
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
from ._history import add_to_sums, motion_since, past_attitude, past_gyro_z, reset_sums, store_sums
from ._measurements import correct_by_fix, correct_by_heading, correct_by_wheels
from ._motion import propagate_covariance, propagate_state
from ._require import require_not_negative, require_positive, require_unit

# Indexes into `taken`, by sensor.
_GNSS, _COMPASS, _ODOMETRY = range(3)


class ErrorStateFilter(Kernel):
    """An error-state Kalman filter: predicts with an IMU, corrects with GNSS, compass and wheels.

    The error has fifteen elements: position, velocity, attitude (a rotation about world axes,
    on the left of the attitude), accelerometer bias and gyroscope bias. The filter runs in the
    IMU's group, at its rate. A `*_count` comes from an `ArrivalCount`; a change of it marks a
    new measurement. An unconnected sensor is not used. A late measurement is compared with the
    state `*_latency` filter samples ago. For a lost IMU sample, the last one is used again;
    before the first one, the state does not move. docs/estimation.md has the equations.
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
                    "a whole number of filter samples, zero or more",
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
        """Predict to this sample, then correct with the measurements that have arrived."""
        covariance, taken = memory.spreading, memory.taken
        if sample == 0:
            reset_sums(memory.sums)
            initialise(nominal, assumed, covariance)
        predict(imu, assumed, nominal, memory, dt_s)
        store_sums(memory, sample)

        error = local_zeros(SIZE)
        if gnss.gnss_count != taken[_GNSS]:
            taken[_GNSS] = gnss.gnss_count
            since = motion_since(memory, nominal.velocity, sample, int(gnss.gnss_latency), dt_s)
            correct_by_fix(covariance, error, nominal, gnss, since, assumed)
            inject(error, nominal)
        if compass.compass_count != taken[_COMPASS]:
            taken[_COMPASS] = compass.compass_count
            q = past_attitude(memory, nominal.attitude, sample, int(compass.compass_latency))
            correct_by_heading(covariance, error, q, compass, assumed.gate_sigma)
            inject(error, nominal)
        if wheels.odometry_count != taken[_ODOMETRY]:
            taken[_ODOMETRY] = wheels.odometry_count
            lag = int(wheels.odometry_latency)
            since = motion_since(memory, nominal.velocity, sample, lag, dt_s)
            q = past_attitude(memory, nominal.attitude, sample, lag)
            gyro_z_rps = past_gyro_z(memory.ring, sample, lag)
            correct_by_wheels(covariance, error, q, nominal, gyro_z_rps, wheels, since, assumed)
            inject(error, nominal)
        report(nominal, memory, out)


def initialise(nominal: Nominal, assumed: Assumptions, covariance: Floats) -> None:
    """Initialise the state and its covariance."""
    _initialise(nominal.position, assumed.position_m, assumed.position_std_m, covariance, POSITION)
    _initialise(
        nominal.velocity, assumed.velocity_mps, assumed.velocity_std_mps, covariance, VELOCITY
    )
    _initialise(
        nominal.accel_error,
        assumed.accel_bias_mps2,
        assumed.accel_bias_std_mps2,
        covariance,
        ACCEL_BIAS,
    )
    _initialise(
        nominal.gyro_error, assumed.gyro_bias_rps, assumed.gyro_bias_std_rps, covariance, GYRO_BIAS
    )
    _initialise(
        nominal.attitude, assumed.attitude_q, assumed.attitude_std_rad, covariance, ATTITUDE
    )


def _initialise(
    state: Floats, believed: Floats, deviation: Floats, covariance: Floats, place: int
) -> None:
    for i in range(state.shape[0]):
        state[i] = believed[i]
    for i in range(3):
        covariance[place + i, place + i] = deviation[i] * deviation[i]


def predict(imu: Imu, assumed: Assumptions, nominal: Nominal, memory: Memory, dt_s: float) -> None:
    """Propagate state and covariance to this sample with the IMU's measurements."""
    measured = memory.measured
    before = local_zeros(6)
    for i in range(6):
        before[i] = measured[i]
    if imu.imu_valid != 0.0:
        for i in range(3):
            measured[i] = imu.gyro[i]
            measured[3 + i] = imu.accel[i]
    if memory.has_measured[0] != 0.0:
        # The weight with which the mean of two samples is that of the time between them.
        newest = 0.5 + 0.5 * min(1.0, assumed.accel_mean_s / dt_s)
        force, rotation = propagate_state(
            nominal, before, measured, newest, assumed.gravity_mps2, dt_s
        )
        propagate_covariance(memory.spreading, force, rotation, imu, dt_s)
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
    """Write the belief to the outputs; there is none before the first sample of the IMU."""
    out.has_belief[0] = memory.has_measured[0]
    for i in range(3):
        out.believed_position[i] = nominal.position[i]
        out.believed_velocity[i] = nominal.velocity[i]
        out.believed_rate[i] = memory.measured[i] - nominal.gyro_error[i]
        out.believed_acceleration[i] = memory.measured[3 + i] - nominal.accel_error[i]
        out.accel_bias[i] = nominal.accel_error[i]
        out.gyro_bias[i] = nominal.gyro_error[i]
    for i in range(4):
        out.believed_attitude[i] = nominal.attitude[i]
    for i in range(SIZE):
        row, stored = out.covariance[i], memory.spreading[i]
        for j in range(SIZE):
            row[j] = stored[j]
