"""An inertial measurement unit."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Input, Noise, Output, Parameter, State, array, number
from project_ghost.engine.ops import clip
from project_ghost.models.common.requirements import require_not_negative, require_positive

from ._link import AbstractSensor, Link, deliver, drift, slot


class ImuErrors(NamedTuple):
    """Noise, biases, scale errors and limits of an IMU."""

    gyro_noise: Floats = array(Parameter(1.6968e-4, shape=(3,), unit="rad/s/sqrt(Hz)"))
    accel_noise: Floats = array(Parameter(2.0e-3, shape=(3,), unit="m/s2/sqrt(Hz)"))
    gyro_walk: Floats = array(Parameter(1.9393e-5, shape=(3,), unit="rad/s2/sqrt(Hz)"))
    accel_walk: Floats = array(Parameter(3.0e-3, shape=(3,), unit="m/s3/sqrt(Hz)"))
    gyro_bias_rps: Floats = array(Parameter(0.0, shape=(3,), unit="rad/s"))
    accel_bias_mps2: Floats = array(Parameter(0.0, shape=(3,), unit="m/s2"))
    gyro_bias_spread_rps: Floats = array(Parameter(0.0, shape=(3,), unit="rad/s"))
    accel_bias_spread_mps2: Floats = array(Parameter(0.0, shape=(3,), unit="m/s2"))
    gyro_scale: Floats = array(Parameter(0.0, shape=(3,)))
    accel_scale: Floats = array(Parameter(0.0, shape=(3,)))
    gyro_max_rps: float = number(Parameter(17.453292519943295, unit="rad/s"))  # 1000 deg/s
    accel_max_mps2: float = number(Parameter(176.5197, unit="m/s2"))  # 18 g
    white: Floats = array(Noise(shape=(6,)))
    walking: Floats = array(Noise(shape=(6,)))
    drift_gyro: Floats = array(State(shape=(3,)))
    drift_accel: Floats = array(State(shape=(3,)))


class ImuOutputs(NamedTuple):
    """The outputs of an IMU, and its true biases."""

    gyro: Floats = array(
        Output(
            shape=(3,),
            unit="rad/s",
            present="valid",
            about="rate of turn about the body's x, y and z axis",
        )
    )
    accel: Floats = array(
        Output(
            shape=(3,),
            unit="m/s2",
            present="valid",
            about="specific force along the body's x, y and z axis",
        )
    )
    gyro_bias: Floats = array(Output(shape=(3,), unit="rad/s"))
    accel_bias: Floats = array(Output(shape=(3,), unit="m/s2"))


class Imu(AbstractSensor):
    """Three gyroscopes and three accelerometers.

        measured = (1 + scale) * truth + bias + noise / sqrt(dt) * w,  within +-max
        bias     = initial + spread * w at the first sample, then a random walk

    The default densities are those of the ADIS16448 in the EuRoC data set (Burri et al. 2016).
    `gyro_bias` and `accel_bias` are the true biases, for tests of estimators; a real device
    does not report them.
    """

    rate = Input(shape=(3,), unit="rad/s")
    acceleration = Input(shape=(3,), unit="m/s2")
    errors = ImuErrors
    out = ImuOutputs
    link = Link

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - latency and parameters
        super().__init__(width=6, **values)
        require_positive(self, "gyro_max_rps", "accel_max_mps2")
        require_not_negative(
            self,
            *("gyro_noise", "accel_noise", "gyro_walk", "accel_walk"),
            *("gyro_bias_spread_rps", "accel_bias_spread_mps2"),
        )

    @staticmethod
    def step(
        rate: Floats,
        acceleration: Floats,
        errors: ImuErrors,
        out: ImuOutputs,
        link: Link,
        sample: int,
        dt_s: float,
    ) -> None:
        """Measure, and deliver the measurement that is due."""
        drift(
            errors.drift_gyro,
            errors.gyro_bias_rps,
            errors.gyro_bias_spread_rps,
            errors.gyro_walk,
            errors.walking[:3],
            sample,
            dt_s,
        )
        drift(
            errors.drift_accel,
            errors.accel_bias_mps2,
            errors.accel_bias_spread_mps2,
            errors.accel_walk,
            errors.walking[3:],
            sample,
            dt_s,
        )
        root = sqrt(dt_s)
        measured = link.ring[slot(link, sample)]
        for i in range(3):
            turn = (1.0 + errors.gyro_scale[i]) * rate[i] + errors.drift_gyro[i]
            force = (1.0 + errors.accel_scale[i]) * acceleration[i] + errors.drift_accel[i]
            turn += errors.gyro_noise[i] / root * errors.white[i]
            force += errors.accel_noise[i] / root * errors.white[3 + i]
            measured[i] = clip(turn, -errors.gyro_max_rps, errors.gyro_max_rps)
            measured[3 + i] = clip(force, -errors.accel_max_mps2, errors.accel_max_mps2)
        deliver(link, sample)
        for i in range(3):
            out.gyro[i] = link.held[i]
            out.accel[i] = link.held[3 + i]
            out.gyro_bias[i] = errors.drift_gyro[i]
            out.accel_bias[i] = errors.drift_accel[i]
