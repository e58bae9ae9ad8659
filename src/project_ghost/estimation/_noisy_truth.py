"""The truth with declared noise, as a component."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Noise, Parameter, array, number
from project_ghost.models.rigid_body import product, unit

from ._arrays import BeliefOutputs
from ._attitude import rotation_of
from ._require import require_not_negative

# The index of each part's first draw in a sample.
_POSITION, _ATTITUDE, _VELOCITY, _RATE, _ACCELERATION = 0, 3, 6, 9, 12
DRAWS = 15


class Truth(NamedTuple):
    """The true state of the vehicle."""

    position: Floats = array(Input(shape=(3,), unit="m"))
    attitude: Floats = array(Input(shape=(4,)))
    velocity: Floats = array(Input(shape=(3,), unit="m/s"))
    rate: Floats = array(Input(shape=(3,), unit="rad/s"))
    acceleration: Floats = array(Input(shape=(3,), unit="m/s2"))


class Disturbance(NamedTuple):
    """The noise levels, the draws and the declared covariance."""

    position_noise_m: float = number(Parameter(0.0, unit="m"))
    orientation_noise_rad: float = number(Parameter(0.0, unit="rad"))
    velocity_noise_mps: float = number(Parameter(0.0, unit="m/s"))
    rate_noise_rps: float = number(Parameter(0.0, unit="rad/s"))
    acceleration_noise_mps2: float = number(Parameter(0.0, unit="m/s2"))
    declared: Floats = array(Parameter(0.0, shape=(15, 15)))
    white: Floats = array(Noise(shape=(DRAWS,)))


class NoisyGroundTruth(Kernel):
    """The truth with added noise and a declared covariance; it does not estimate.

        position, velocity, rate, acceleration = truth + standard deviation * w
        attitude = rotation(standard deviation * w) * truth, normalised

    The small rotation is about world axes, on the left of the attitude. The covariance is the
    caller's declaration; it need not match the noise.
    """

    truth = Truth
    disturbance = Disturbance
    out = BeliefOutputs

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - parameters
        super().__init__(**values)
        require_not_negative(
            self,
            *("position_noise_m", "orientation_noise_rad", "velocity_noise_mps"),
            *("rate_noise_rps", "acceleration_noise_mps2"),
        )

    @staticmethod
    def output(truth: Truth, disturbance: Disturbance, out: BeliefOutputs) -> None:
        """Add the noise of this sample."""
        std, white = disturbance, disturbance.white
        out.has_belief[0] = 1.0
        for i in range(3):
            position = truth.position[i] + std.position_noise_m * white[_POSITION + i]
            velocity = truth.velocity[i] + std.velocity_noise_mps * white[_VELOCITY + i]
            rate = truth.rate[i] + std.rate_noise_rps * white[_RATE + i]
            noise = std.acceleration_noise_mps2 * white[_ACCELERATION + i]
            out.believed_position[i] = position
            out.believed_velocity[i] = velocity
            out.believed_rate[i] = rate
            out.believed_acceleration[i] = truth.acceleration[i] + noise
            out.accel_bias[i] = 0.0
            out.gyro_bias[i] = 0.0
        small = rotation_of(
            std.orientation_noise_rad * white[_ATTITUDE],
            std.orientation_noise_rad * white[_ATTITUDE + 1],
            std.orientation_noise_rad * white[_ATTITUDE + 2],
        )
        q = truth.attitude
        turned = unit(product(small, (q[0], q[1], q[2], q[3])))
        for i in range(4):
            out.believed_attitude[i] = turned[i]
        for i in range(15):
            for j in range(15):
                out.covariance[i, j] = disturbance.declared[i, j]
