"""Wheel odometry."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Noise, Output, Parameter, State, array, number
from project_ghost.models.common.requirements import require_not_negative, require_positive
from project_ghost.models.rigid_body import to_body

from ._link import AbstractSensor, Link, deliver, drift, slot


class Motion(NamedTuple):
    """The true motion that wheel odometry measures."""

    attitude: Floats = array(Input(shape=(4,)))
    velocity: Floats = array(Input(shape=(3,), unit="m/s"))
    rate: Floats = array(Input(shape=(3,), unit="rad/s"))
    acceleration: Floats = array(Input(shape=(3,), unit="m/s2", default=0.0))
    slip: Floats = array(Input(shape=(2,), default=0.0))


class OdometryErrors(NamedTuple):
    """Geometry, slip, noise and bias of the two wheels."""

    track_m: float = number(Parameter(1.5, unit="m"))
    scale: Floats = array(Parameter(0.0, shape=(2,)))
    slip_per_mps2: float = number(Parameter(0.0, unit="s2/m"))
    noise_mps: float = number(Parameter(0.02, unit="m/s"))
    bias_mps: Floats = array(Parameter(0.0, shape=(2,), unit="m/s"))
    bias_spread_mps: Floats = array(Parameter(0.0, shape=(2,), unit="m/s"))
    bias_walk: Floats = array(Parameter(0.0, shape=(2,), unit="m/s/sqrt(s)"))
    white: Floats = array(Noise(shape=(2,)))
    walking: Floats = array(Noise(shape=(2,)))
    drifting: Floats = array(State(shape=(2,)))


class OdometryOutputs(NamedTuple):
    """The outputs of wheel odometry."""

    speed: Floats = array(Output(unit="m/s", present="valid", about="speed ahead"))
    yaw_rate: Floats = array(
        Output(unit="rad/s", present="valid", about="rate of turn to the left")
    )
    bias: Floats = array(Output(shape=(2,), unit="m/s"))


class WheelOdometry(AbstractSensor):
    """Speed and yaw rate from the rotation of the left and the right wheel of one axle.

        left, right = (forward speed -+ yaw rate * track / 2) * (1 + scale) * (1 + slip)
                      + bias + noise_mps * w
        slip        = input + slip_per_mps2 * forward acceleration
        speed       = (left + right) / 2,   yaw_rate = (right - left) / track

    A driven wheel turns faster than it rolls, a braked one slower: `slip_per_mps2` is the
    linear part of that curve, and the input `slip` (left, right) adds any other slip. `scale`
    is the relative error of each wheel's radius.
    """

    motion = Motion
    errors = OdometryErrors
    out = OdometryOutputs
    link = Link

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - latency and parameters
        super().__init__(width=2, **values)
        require_positive(self, "track_m")
        require_not_negative(self, "slip_per_mps2", "noise_mps", "bias_spread_mps", "bias_walk")

    @staticmethod
    def step(
        motion: Motion,
        errors: OdometryErrors,
        out: OdometryOutputs,
        link: Link,
        sample: int,
        dt_s: float,
    ) -> None:
        """Measure, and deliver the measurement that is due."""
        bias, q, v = errors.drifting, motion.attitude, motion.velocity
        drift(
            bias,
            errors.bias_mps,
            errors.bias_spread_mps,
            errors.bias_walk,
            errors.walking,
            sample,
            dt_s,
        )
        forward = to_body((q[0], q[1], q[2], q[3]), (v[0], v[1], v[2]))[0]
        measured = link.ring[slot(link, sample)]
        for i in range(2):
            side = -0.5 if i == 0 else 0.5
            rolling = forward + side * errors.track_m * motion.rate[2]
            slip = motion.slip[i] + errors.slip_per_mps2 * motion.acceleration[0]
            turning = rolling * (1.0 + errors.scale[i]) * (1.0 + slip)
            measured[i] = turning + bias[i] + errors.noise_mps * errors.white[i]
            out.bias[i] = bias[i]
        deliver(link, sample)
        out.speed[0] = 0.5 * (link.held[0] + link.held[1])
        out.yaw_rate[0] = (link.held[1] - link.held[0]) / errors.track_m
