"""The arrays of estimators: indexes into the error state, and bundles of arrays by role."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kind, Output, Parameter, State, array, number
from project_ghost.models.rigid_body import STANDARD_GRAVITY_MPS2

# Indexes into the error and its covariance, three elements each.
POSITION, VELOCITY, ATTITUDE, ACCEL_BIAS, GYRO_BIAS = 0, 3, 6, 9, 12
SIZE = 15

# Indexes into the sums over past samples (see `_history`).
SUM_X, SUM_V, SUM_Q, SUM_GYRO = 0, 3, 6, 10
SUMS = 11


class Imu(NamedTuple):
    """The measurements of the IMU, and their assumed noise."""

    gyro: Floats = array(Input(shape=(3,), unit="rad/s"))
    accel: Floats = array(Input(shape=(3,), unit="m/s2"))
    imu_valid: float = number(Input(default=1.0))
    accel_noise: float = number(Parameter(2.0e-3, unit="m/s2/sqrt(Hz)"))
    gyro_noise: float = number(Parameter(1.6968e-4, unit="rad/s/sqrt(Hz)"))
    accel_walk: float = number(Parameter(3.0e-3, unit="m/s3/sqrt(Hz)"))
    gyro_walk: float = number(Parameter(1.9393e-5, unit="rad/s2/sqrt(Hz)"))


class Gnss(NamedTuple):
    """The measurements of the satellite receiver, their assumed noise and latency."""

    fix: Floats = array(Input(shape=(3,), unit="m", default=0.0))
    fix_velocity: Floats = array(Input(shape=(3,), unit="m/s", default=0.0))
    gnss_count: float = number(Input(default=0.0))
    gnss_position_noise_m: Floats = array(Parameter((0.8, 0.8, 1.5), shape=(3,), unit="m"))
    gnss_velocity_noise_mps: Floats = array(Parameter((0.05, 0.05, 0.1), shape=(3,), unit="m/s"))
    gnss_latency: float = number(Parameter(0.0))


class Compass(NamedTuple):
    """The measurements of the compass, their assumed noise and latency."""

    heading: float = number(Input(unit="rad", default=0.0))
    compass_count: float = number(Input(default=0.0))
    compass_noise_rad: float = number(Parameter(0.02, unit="rad"))
    compass_latency: float = number(Parameter(0.0))


class Wheels(NamedTuple):
    """The measurements of wheel odometry, their assumed noise and latency."""

    speed: float = number(Input(unit="m/s", default=0.0))
    yaw_rate: float = number(Input(unit="rad/s", default=0.0))
    odometry_count: float = number(Input(default=0.0))
    speed_noise_mps: float = number(Parameter(0.02, unit="m/s"))
    yaw_rate_noise_rps: float = number(Parameter(0.02, unit="rad/s"))
    odometry_latency: float = number(Parameter(0.0))


class Assumptions(NamedTuple):
    """The initial belief with its standard deviations, and constants of the filter."""

    position_m: Floats = array(Parameter(0.0, shape=(3,), unit="m"))
    velocity_mps: Floats = array(Parameter(0.0, shape=(3,), unit="m/s"))
    attitude_q: Floats = array(Parameter((1.0, 0.0, 0.0, 0.0), shape=(4,)))
    accel_bias_mps2: Floats = array(Parameter(0.0, shape=(3,), unit="m/s2"))
    gyro_bias_rps: Floats = array(Parameter(0.0, shape=(3,), unit="rad/s"))
    position_std_m: Floats = array(Parameter(1.0, shape=(3,), unit="m"))
    velocity_std_mps: Floats = array(Parameter(0.1, shape=(3,), unit="m/s"))
    attitude_std_rad: Floats = array(Parameter(0.02, shape=(3,), unit="rad"))
    accel_bias_std_mps2: Floats = array(Parameter(0.05, shape=(3,), unit="m/s2"))
    gyro_bias_std_rps: Floats = array(Parameter(0.002, shape=(3,), unit="rad/s"))
    # The time over which the accelerometer averages the specific force.
    accel_mean_s: float = number(Parameter(0.0, unit="s"))
    gate_sigma: float = number(Parameter(0.0))  # 0: accept every measurement
    gravity_mps2: float = number(Parameter(STANDARD_GRAVITY_MPS2, unit="m/s2"))


class Nominal(NamedTuple):
    """The nominal state: the estimated motion and IMU biases."""

    position: Floats = array(State(shape=(3,), unit="m"))
    velocity: Floats = array(State(shape=(3,), unit="m/s"))
    attitude: Floats = array(State((1.0, 0.0, 0.0, 0.0), shape=(4,)))
    accel_error: Floats = array(State(shape=(3,), unit="m/s2"))
    gyro_error: Floats = array(State(shape=(3,), unit="rad/s"))


class Memory(NamedTuple):
    """The covariance, the last IMU sample, and the history that late measurements need."""

    # Not chained: the output `covariance` has the same numbers.
    spreading: Floats = array(State(shape=(SIZE, SIZE), is_chained=False))
    measured: Floats = array(State(shape=(6,)))  # the last IMU sample: gyro, accel
    has_measured: Floats = array(State())
    taken: Floats = array(State(shape=(3,)))  # each sensor's count at its last correction
    sums: Floats = array(State(shape=(SUMS,)))
    ring: Floats = array(State(shape=("depth", SUMS), is_chained=False))


# The output that is 0 as long as an estimator has no measurement to believe.
_HAS = "has_belief"


class BeliefOutputs(NamedTuple):
    """The outputs of every estimator: those of `BELIEF_SIGNALS`, and whether there is a belief."""

    believed_position: Floats = array(
        Output(shape=(3,), unit="m", rate="believed_velocity", present=_HAS)
    )
    believed_attitude: Floats = array(
        Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0), present=_HAS)
    )
    believed_velocity: Floats = array(Output(shape=(3,), unit="m/s", present=_HAS))
    believed_rate: Floats = array(Output(shape=(3,), unit="rad/s", present=_HAS))
    believed_acceleration: Floats = array(Output(shape=(3,), unit="m/s2", present=_HAS))
    accel_bias: Floats = array(Output(shape=(3,), unit="m/s2", present=_HAS))
    gyro_bias: Floats = array(Output(shape=(3,), unit="rad/s", present=_HAS))
    covariance: Floats = array(Output(shape=(SIZE, SIZE), present=_HAS))
    has_belief: Floats = array(Output(about="1 where there is a belief, else 0"))
