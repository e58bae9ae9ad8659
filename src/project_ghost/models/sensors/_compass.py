from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import wrap_angle
from project_ghost.engine import Input, Kernel, Kind, Noise, Output, Parameter, Size, State
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_probability,
    require_whole,
)
from project_ghost.models.rigid_body import heading_of

from ._link import EXTRA_LATENCY_MAX, VALID, delivered, drift


class Compass(Kernel):
    """The heading of the x axis: radians from east, anticlockwise, within [-pi, pi].

    heading = truth + bias + noise_rad * w, brought into one turn
    """

    depth = Size(1)
    noise_rad = Parameter(0.02, unit="rad")
    bias_rad = Parameter(0.0, shape=(1,), unit="rad")
    bias_spread_rad = Parameter(0.0, shape=(1,), unit="rad")
    bias_walk = Parameter(0.0, shape=(1,), unit="rad/sqrt(s)")
    latency = Parameter(0.0)
    dropout = Parameter(0.0)
    attitude = Input(shape=(4,))
    dropped = Input(default=0.0)
    extra_latency = Input(default=0.0)
    white = Noise(shape=(1,))
    walking = Noise(shape=(1,))
    chance = Noise(shape=(1,), uniform=True)
    drifting = State(shape=(1,))
    ring = State(shape=("depth", 1))
    held = State(shape=(1,))
    newest = State(-1.0)
    heading = Output(
        unit="rad", kind=Kind.ANGLE, about="heading of the x axis from east, anticlockwise"
    )
    valid = Output(about=VALID)
    bias = Output(unit="rad")

    def __init__(
        self,
        *,
        latency: int = 0,
        extra_latency_max: int = EXTRA_LATENCY_MAX,
        **values: Any,  # noqa: ANN401 - parameters
    ) -> None:
        super().__init__(depth=latency + extra_latency_max + 1, latency=latency, **values)
        require_whole(self, "latency")
        require_probability(self, "dropout")
        require_not_negative(self, "noise_rad", "bias_spread_rad", "bias_walk")

    @staticmethod
    def step(
        attitude: Floats,
        dropped: float,
        extra_latency: float,
        white: Floats,
        walking: Floats,
        chance: Floats,
        drifting: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        noise_rad: float,
        bias_rad: Floats,
        bias_spread_rad: Floats,
        bias_walk: Floats,
        latency: float,
        dropout: float,
        sample: int,
        dt_s: float,
        heading: Floats,
        valid: Floats,
        bias: Floats,
    ) -> None:
        """Measure, and deliver what is due."""
        drift(drifting, bias_rad, bias_spread_rad, bias_walk, walking, sample, dt_s)
        true = heading_of((attitude[0], attitude[1], attitude[2], attitude[3]))
        ring[sample % ring.shape[0], 0] = wrap_angle(true + drifting[0] + noise_rad * white[0])
        valid[0] = delivered(
            ring, held, newest, sample, latency, extra_latency, dropped, dropout, chance[0]
        )
        heading[0] = held[0]
        bias[0] = drifting[0]
