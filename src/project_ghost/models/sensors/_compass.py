"""A compass."""

from typing import Any, NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.engine import Input, Kind, Noise, Output, Parameter, State, array, number
from project_ghost.models.common.requirements import require_not_negative
from project_ghost.models.rigid_body import heading_of

from ._link import AbstractSensor, Link, deliver, drift, slot


class CompassErrors(NamedTuple):
    """Noise and bias of a compass."""

    noise_rad: float = number(Parameter(0.02, unit="rad"))
    bias_rad: Floats = array(Parameter(0.0, shape=(1,), unit="rad"))
    bias_spread_rad: Floats = array(Parameter(0.0, shape=(1,), unit="rad"))
    bias_walk: Floats = array(Parameter(0.0, shape=(1,), unit="rad/sqrt(s)"))
    white: Floats = array(Noise(shape=(1,)))
    walking: Floats = array(Noise(shape=(1,)))
    drifting: Floats = array(State(shape=(1,)))


class CompassOutputs(NamedTuple):
    """The outputs of a compass."""

    heading: Floats = array(
        Output(
            unit="rad",
            kind=Kind.ANGLE,
            present="valid",
            about="heading of the x axis from east, anticlockwise",
        )
    )
    bias: Floats = array(Output(unit="rad"))


class Compass(AbstractSensor):
    """The heading of the x axis: radians from east, anticlockwise, within [-pi, pi].

    heading = truth + bias + noise_rad * w, wrapped
    """

    attitude = Input(shape=(4,))
    errors = CompassErrors
    out = CompassOutputs
    link = Link

    def __init__(self, **values: Any) -> None:  # noqa: ANN401 - latency and parameters
        super().__init__(width=1, **values)
        require_not_negative(self, "noise_rad", "bias_spread_rad", "bias_walk")

    @staticmethod
    def step(
        attitude: Floats,
        errors: CompassErrors,
        out: CompassOutputs,
        link: Link,
        sample: int,
        dt_s: float,
    ) -> None:
        """Measure, and deliver the measurement that is due."""
        bias = errors.drifting
        drift(
            bias,
            errors.bias_rad,
            errors.bias_spread_rad,
            errors.bias_walk,
            errors.walking,
            sample,
            dt_s,
        )
        true = heading_of((attitude[0], attitude[1], attitude[2], attitude[3]))
        measured = wrap_angle(true + bias[0] + errors.noise_rad * errors.white[0])
        link.ring[slot(link, sample), 0] = measured
        deliver(link, sample)
        out.heading[0] = link.held[0]
        out.bias[0] = bias[0]
