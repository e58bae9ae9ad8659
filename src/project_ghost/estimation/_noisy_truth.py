from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Kind, Noise, Output, Parameter
from project_ghost.models.rigid_body import product, unit

from ._attitude import turn
from ._require import require_not_negative

# Where each part's numbers stand among the draws of a sample.
_POSITION, _ATTITUDE, _VELOCITY, _RATE, _ACCELERATION = 0, 3, 6, 9, 12
DRAWS = 15


class NoisyGroundTruth(Kernel):
    """The truth with declared noise, and a declared covariance. It estimates nothing.

        position, velocity, rate, acceleration = truth + standard deviation * w
        attitude = turn(standard deviation * w) * truth, made unit

    The small turn is about the world's axes: on the left of the attitude. The covariance is
    what the caller says, and says nothing about the noise unless the caller saw to it.
    """

    position_noise_m = Parameter(0.0, unit="m")
    orientation_noise_rad = Parameter(0.0, unit="rad")
    velocity_noise_mps = Parameter(0.0, unit="m/s")
    rate_noise_rps = Parameter(0.0, unit="rad/s")
    acceleration_noise_mps2 = Parameter(0.0, unit="m/s2")
    declared = Parameter(0.0, shape=(15, 15))
    position = Input(shape=(3,), unit="m")
    attitude = Input(shape=(4,))
    velocity = Input(shape=(3,), unit="m/s")
    rate = Input(shape=(3,), unit="rad/s")
    acceleration = Input(shape=(3,), unit="m/s2")
    white = Noise(shape=(DRAWS,))
    believed_position = Output(shape=(3,), unit="m", rate="believed_velocity")
    believed_attitude = Output(shape=(4,), kind=Kind.QUATERNION, initial=(1.0, 0.0, 0.0, 0.0))
    believed_velocity = Output(shape=(3,), unit="m/s")
    believed_rate = Output(shape=(3,), unit="rad/s")
    believed_acceleration = Output(shape=(3,), unit="m/s2")
    accel_bias = Output(shape=(3,), unit="m/s2")
    gyro_bias = Output(shape=(3,), unit="rad/s")
    covariance = Output(shape=(15, 15))

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - parameters
        super().__init__(**values)
        require_not_negative(
            self,
            *("position_noise_m", "orientation_noise_rad", "velocity_noise_mps"),
            *("rate_noise_rps", "acceleration_noise_mps2"),
        )

    @staticmethod
    def output(
        position: Floats,
        attitude: Floats,
        velocity: Floats,
        rate: Floats,
        acceleration: Floats,
        white: Floats,
        position_noise_m: float,
        orientation_noise_rad: float,
        velocity_noise_mps: float,
        rate_noise_rps: float,
        acceleration_noise_mps2: float,
        declared: Floats,
        believed_position: Floats,
        believed_attitude: Floats,
        believed_velocity: Floats,
        believed_rate: Floats,
        believed_acceleration: Floats,
        accel_bias: Floats,
        gyro_bias: Floats,
        covariance: Floats,
    ) -> None:
        """Add the noise of this sample."""
        for i in range(3):
            believed_position[i] = position[i] + position_noise_m * white[_POSITION + i]
            believed_velocity[i] = velocity[i] + velocity_noise_mps * white[_VELOCITY + i]
            believed_rate[i] = rate[i] + rate_noise_rps * white[_RATE + i]
            believed_acceleration[i] = (
                acceleration[i] + acceleration_noise_mps2 * white[_ACCELERATION + i]
            )
            accel_bias[i] = 0.0
            gyro_bias[i] = 0.0
        small = turn(
            orientation_noise_rad * white[_ATTITUDE],
            orientation_noise_rad * white[_ATTITUDE + 1],
            orientation_noise_rad * white[_ATTITUDE + 2],
        )
        turned = unit(product(small, (attitude[0], attitude[1], attitude[2], attitude[3])))
        for i in range(4):
            believed_attitude[i] = turned[i]
        for i in range(15):
            for j in range(15):
                covariance[i, j] = declared[i, j]
