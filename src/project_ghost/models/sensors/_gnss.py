from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_probability,
    require_whole,
)

from ._link import EXTRA_LATENCY_MAX, VALID, delivered, drift


class Gnss(Kernel):
    """A satellite receiver: position east, north, up, and velocity.

        position = truth + bias + position_noise_m * w
        velocity = truth + velocity_noise_mps * w

    The bias of the position (atmosphere, satellites, multipath) is drawn around its initial
    value at first and then walks.
    """

    depth = Size(1)
    position_noise_m = Parameter((0.8, 0.8, 1.5), shape=(3,), unit="m")
    velocity_noise_mps = Parameter((0.05, 0.05, 0.1), shape=(3,), unit="m/s")
    bias_m = Parameter(0.0, shape=(3,), unit="m")
    bias_spread_m = Parameter(0.0, shape=(3,), unit="m")
    bias_walk = Parameter(0.0, shape=(3,), unit="m/sqrt(s)")
    latency = Parameter(0.0)
    dropout = Parameter(0.0)
    position = Input(shape=(3,), unit="m")
    velocity = Input(shape=(3,), unit="m/s")
    dropped = Input(default=0.0)
    extra_latency = Input(default=0.0)
    white = Noise(shape=(6,))
    walking = Noise(shape=(3,))
    chance = Noise(shape=(1,), uniform=True)
    drifting = State(shape=(3,))
    ring = State(shape=("depth", 6))
    held = State(shape=(6,))
    newest = State(-1.0)
    fix = Output(shape=(3,), unit="m", about="position east, north, up")
    fix_velocity = Output(shape=(3,), unit="m/s", about="velocity east, north, up")
    valid = Output(about=VALID)
    bias = Output(shape=(3,), unit="m")

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
        require_not_negative(
            self, "position_noise_m", "velocity_noise_mps", "bias_spread_m", "bias_walk"
        )

    @staticmethod
    def step(
        position: Floats,
        velocity: Floats,
        dropped: float,
        extra_latency: float,
        white: Floats,
        walking: Floats,
        chance: Floats,
        drifting: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        position_noise_m: Floats,
        velocity_noise_mps: Floats,
        bias_m: Floats,
        bias_spread_m: Floats,
        bias_walk: Floats,
        latency: float,
        dropout: float,
        sample: int,
        dt_s: float,
        fix: Floats,
        fix_velocity: Floats,
        valid: Floats,
        bias: Floats,
    ) -> None:
        """Measure, and deliver what is due."""
        drift(drifting, bias_m, bias_spread_m, bias_walk, walking, sample, dt_s)
        place = sample % ring.shape[0]
        for i in range(3):
            ring[place, i] = position[i] + drifting[i] + position_noise_m[i] * white[i]
            ring[place, 3 + i] = velocity[i] + velocity_noise_mps[i] * white[3 + i]
        valid[0] = delivered(
            ring, held, newest, sample, latency, extra_latency, dropped, dropout, chance[0]
        )
        for i in range(3):
            fix[i] = held[i]
            fix_velocity[i] = held[3 + i]
            bias[i] = drifting[i]
