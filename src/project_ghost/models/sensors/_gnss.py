"""A satellite receiver."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Noise, Output, Parameter, State, array
from project_ghost.models.common.requirements import require_not_negative

from ._link import AbstractSensor, Link, deliver, drift, slot


class GnssErrors(NamedTuple):
    """Noise and bias of a satellite receiver."""

    position_noise_m: Floats = array(Parameter((0.8, 0.8, 1.5), shape=(3,), unit="m"))
    velocity_noise_mps: Floats = array(Parameter((0.05, 0.05, 0.1), shape=(3,), unit="m/s"))
    bias_m: Floats = array(Parameter(0.0, shape=(3,), unit="m"))
    bias_spread_m: Floats = array(Parameter(0.0, shape=(3,), unit="m"))
    bias_walk: Floats = array(Parameter(0.0, shape=(3,), unit="m/sqrt(s)"))
    white: Floats = array(Noise(shape=(6,)))
    walking: Floats = array(Noise(shape=(3,)))
    drifting: Floats = array(State(shape=(3,)))


class GnssOutputs(NamedTuple):
    """The outputs of a satellite receiver."""

    fix: Floats = array(
        Output(shape=(3,), unit="m", present="valid", about="position east, north, up")
    )
    fix_velocity: Floats = array(
        Output(shape=(3,), unit="m/s", present="valid", about="velocity east, north, up")
    )
    bias: Floats = array(Output(shape=(3,), unit="m"))


class Gnss(AbstractSensor):
    """A satellite receiver: position east, north, up, and velocity.

        position = truth + bias + position_noise_m * w
        velocity = truth + velocity_noise_mps * w

    The bias of the position (atmosphere, satellites, multipath) starts at a draw around its
    initial value and then follows a random walk.
    """

    position = Input(shape=(3,), unit="m")
    velocity = Input(shape=(3,), unit="m/s")
    errors = GnssErrors
    out = GnssOutputs
    link = Link

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - latency and parameters
        super().__init__(width=6, **values)
        require_not_negative(
            self, "position_noise_m", "velocity_noise_mps", "bias_spread_m", "bias_walk"
        )

    @staticmethod
    def step(
        position: Floats,
        velocity: Floats,
        errors: GnssErrors,
        out: GnssOutputs,
        link: Link,
        sample: int,
        dt_s: float,
    ) -> None:
        """Measure, and deliver the measurement that is due."""
        bias, white = errors.drifting, errors.white
        drift(
            bias,
            errors.bias_m,
            errors.bias_spread_m,
            errors.bias_walk,
            errors.walking,
            sample,
            dt_s,
        )
        measured = link.ring[slot(link, sample)]
        for i in range(3):
            measured[i] = position[i] + bias[i] + errors.position_noise_m[i] * white[i]
            measured[3 + i] = velocity[i] + errors.velocity_noise_mps[i] * white[3 + i]
        deliver(link, sample)
        for i in range(3):
            out.fix[i] = link.held[i]
            out.fix_velocity[i] = link.held[3 + i]
            out.bias[i] = bias[i]
