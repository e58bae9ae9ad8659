from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError
from project_ghost.engine import Input, Kernel, Kind, Output, Parameter, Size, State
from project_ghost.models.rigid_body import STANDARD_GRAVITY_MPS2

from ._correction import inject
from ._history import (
    SUMS,
    add_to_sums,
    attitude_then,
    begin_sums,
    gyro_then,
    keep,
    moved_since,
)
from ._measurements import take_fix, take_heading, take_wheels
from ._motion import ACCEL_BIAS, ATTITUDE, GYRO_BIAS, POSITION, SIZE, VELOCITY, move, spread
from ._require import require_not_negative, require_positive, require_unit

# Which arrivals were taken in, by sensor.
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
    accel_noise = Parameter(2.0e-3, unit="m/s2/sqrt(Hz)")
    gyro_noise = Parameter(1.6968e-4, unit="rad/s/sqrt(Hz)")
    accel_walk = Parameter(3.0e-3, unit="m/s3/sqrt(Hz)")
    gyro_walk = Parameter(1.9393e-5, unit="rad/s2/sqrt(Hz)")
    gnss_position_noise_m = Parameter((0.8, 0.8, 1.5), shape=(3,), unit="m")
    gnss_velocity_noise_mps = Parameter((0.05, 0.05, 0.1), shape=(3,), unit="m/s")
    compass_noise_rad = Parameter(0.02, unit="rad")
    speed_noise_mps = Parameter(0.02, unit="m/s")
    yaw_rate_noise_rps = Parameter(0.02, unit="rad/s")
    gnss_latency = Parameter(0.0)
    compass_latency = Parameter(0.0)
    odometry_latency = Parameter(0.0)
    # What it believes at first, and how unsure it is of that.
    position_m = Parameter(0.0, shape=(3,), unit="m")
    velocity_mps = Parameter(0.0, shape=(3,), unit="m/s")
    attitude_q = Parameter((1.0, 0.0, 0.0, 0.0), shape=(4,))
    accel_bias_mps2 = Parameter(0.0, shape=(3,), unit="m/s2")
    gyro_bias_rps = Parameter(0.0, shape=(3,), unit="rad/s")
    position_std_m = Parameter(1.0, shape=(3,), unit="m")
    velocity_std_mps = Parameter(0.1, shape=(3,), unit="m/s")
    attitude_std_rad = Parameter(0.02, shape=(3,), unit="rad")
    accel_bias_std_mps2 = Parameter(0.05, shape=(3,), unit="m/s2")
    gyro_bias_std_rps = Parameter(0.002, shape=(3,), unit="rad/s")
    accel_mean_s = Parameter(0.0, unit="s")  # over which time a specific force is the mean
    gate_sigma = Parameter(0.0)  # 0: take every measurement in
    gravity_mps2 = Parameter(STANDARD_GRAVITY_MPS2, unit="m/s2")
    gyro = Input(shape=(3,), unit="rad/s")
    accel = Input(shape=(3,), unit="m/s2")
    imu_valid = Input(default=1.0)
    fix = Input(shape=(3,), unit="m", default=0.0)
    fix_velocity = Input(shape=(3,), unit="m/s", default=0.0)
    gnss_count = Input(default=0.0)
    heading = Input(unit="rad", default=0.0)
    compass_count = Input(default=0.0)
    speed = Input(unit="m/s", default=0.0)
    yaw_rate = Input(unit="rad/s", default=0.0)
    odometry_count = Input(default=0.0)
    position = State(shape=(3,), unit="m")
    velocity = State(shape=(3,), unit="m/s")
    attitude = State((1.0, 0.0, 0.0, 0.0), shape=(4,))
    accel_error = State(shape=(3,), unit="m/s2")
    gyro_error = State(shape=(3,), unit="rad/s")
    # Given out as it is, so the links have it from there.
    spreading = State(shape=(SIZE, SIZE), is_chained=False)
    measured = State(shape=(6,))  # what the IMU said last: gyro, accel
    has_measured = State()
    taken = State(shape=(3,))
    sums = State(shape=(SUMS,))
    ring = State(shape=("depth", SUMS), is_chained=False)
    believed_position = Output(shape=(3,), unit="m", rate="believed_velocity")
    believed_attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    believed_velocity = Output(shape=(3,), unit="m/s")
    believed_rate = Output(shape=(3,), unit="rad/s")
    believed_acceleration = Output(shape=(3,), unit="m/s2")
    accel_bias = Output(shape=(3,), unit="m/s2")
    gyro_bias = Output(shape=(3,), unit="rad/s")
    covariance = Output(shape=(SIZE, SIZE))

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
        gyro: Floats,
        accel: Floats,
        imu_valid: float,
        fix: Floats,
        fix_velocity: Floats,
        gnss_count: float,
        heading: float,
        compass_count: float,
        speed: float,
        yaw_rate: float,
        odometry_count: float,
        position: Floats,
        velocity: Floats,
        attitude: Floats,
        accel_error: Floats,
        gyro_error: Floats,
        spreading: Floats,
        measured: Floats,
        has_measured: Floats,
        taken: Floats,
        sums: Floats,
        ring: Floats,
        accel_noise: float,
        gyro_noise: float,
        accel_walk: float,
        gyro_walk: float,
        gnss_position_noise_m: Floats,
        gnss_velocity_noise_mps: Floats,
        compass_noise_rad: float,
        speed_noise_mps: float,
        yaw_rate_noise_rps: float,
        gnss_latency: float,
        compass_latency: float,
        odometry_latency: float,
        position_m: Floats,
        velocity_mps: Floats,
        attitude_q: Floats,
        accel_bias_mps2: Floats,
        gyro_bias_rps: Floats,
        position_std_m: Floats,
        velocity_std_mps: Floats,
        attitude_std_rad: Floats,
        accel_bias_std_mps2: Floats,
        gyro_bias_std_rps: Floats,
        accel_mean_s: float,
        gate_sigma: float,
        gravity_mps2: float,
        sample: int,
        dt_s: float,
        believed_position: Floats,
        believed_attitude: Floats,
        believed_velocity: Floats,
        believed_rate: Floats,
        believed_acceleration: Floats,
        accel_bias: Floats,
        gyro_bias: Floats,
        covariance: Floats,
    ) -> None:
        """Predict to this sample, and take in what has arrived."""
        if sample == 0:
            begin_sums(sums)
            _begin(position, position_m, position_std_m, spreading, POSITION)
            _begin(velocity, velocity_mps, velocity_std_mps, spreading, VELOCITY)
            _begin(accel_error, accel_bias_mps2, accel_bias_std_mps2, spreading, ACCEL_BIAS)
            _begin(gyro_error, gyro_bias_rps, gyro_bias_std_rps, spreading, GYRO_BIAS)
            _begin(attitude, attitude_q, attitude_std_rad, spreading, ATTITUDE)

        before = measured.copy()
        if imu_valid != 0.0:
            for i in range(3):
                measured[i] = gyro[i]
                measured[3 + i] = accel[i]
        if has_measured[0] != 0.0:
            # The weight that puts the mean of two samples into the middle between them.
            newest = 0.5 + 0.5 * min(1.0, accel_mean_s / dt_s)
            force, rotation = move(
                position,
                velocity,
                attitude,
                accel_error,
                gyro_error,
                before,
                measured,
                newest,
                gravity_mps2,
                dt_s,
            )
            spread(spreading, force, rotation, accel_noise, gyro_noise, accel_walk, gyro_walk, dt_s)
            if ring.shape[0] > 1:
                add_to_sums(sums, force, before, measured, gyro_error, gravity_mps2, dt_s)
        if imu_valid != 0.0:
            has_measured[0] = 1.0
        keep(ring, sums, measured[2], sample)

        error = np.zeros(SIZE)
        if gnss_count != taken[_GNSS]:
            taken[_GNSS] = gnss_count
            lag = int(gnss_latency)
            moved, gained = moved_since(ring, sums, velocity, sample, lag, lag * dt_s)
            take_fix(
                spreading,
                error,
                position,
                velocity,
                attitude,
                fix,
                fix_velocity,
                gnss_position_noise_m,
                gnss_velocity_noise_mps,
                moved,
                gained,
                lag * dt_s,
                gravity_mps2,
                gate_sigma,
            )
            inject(error, position, velocity, attitude, accel_error, gyro_error)
        if compass_count != taken[_COMPASS]:
            taken[_COMPASS] = compass_count
            q = attitude_then(ring, sums, attitude, sample, int(compass_latency))
            take_heading(spreading, error, q, heading, compass_noise_rad, gate_sigma)
            inject(error, position, velocity, attitude, accel_error, gyro_error)
        if odometry_count != taken[_ODOMETRY]:
            taken[_ODOMETRY] = odometry_count
            lag = int(odometry_latency)
            moved, gained = moved_since(ring, sums, velocity, sample, lag, lag * dt_s)
            take_wheels(
                spreading,
                error,
                attitude_then(ring, sums, attitude, sample, lag),
                velocity,
                gyro_error,
                gyro_then(ring, sample, lag),
                speed,
                yaw_rate,
                speed_noise_mps,
                yaw_rate_noise_rps,
                gained,
                lag * dt_s,
                gravity_mps2,
                gate_sigma,
            )
            inject(error, position, velocity, attitude, accel_error, gyro_error)

        for i in range(3):
            believed_position[i] = position[i]
            believed_velocity[i] = velocity[i]
            believed_rate[i] = measured[i] - gyro_error[i]
            believed_acceleration[i] = measured[3 + i] - accel_error[i]
            accel_bias[i] = accel_error[i]
            gyro_bias[i] = gyro_error[i]
        for i in range(4):
            believed_attitude[i] = attitude[i]
        covariance[:, :] = spreading


def _begin(
    state: Floats, believed: Floats, deviation: Floats, covariance: Floats, place: int
) -> None:
    for i in range(state.shape[0]):
        state[i] = believed[i]
    for i in range(3):
        covariance[place + i, place + i] = deviation[i] * deviation[i]
