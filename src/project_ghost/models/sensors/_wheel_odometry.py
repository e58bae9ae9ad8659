from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_positive,
    require_probability,
    require_whole,
)
from project_ghost.models.rigid_body import to_body

from ._link import EXTRA_LATENCY_MAX, VALID, delivered, drift


class WheelOdometry(Kernel):
    """Speed and yaw rate from the turning of a left and a right wheel of one axle.

        left, right = (forward speed -+ yaw rate * track / 2) * (1 + scale) * (1 + slip)
                      + bias + noise_mps * w
        slip        = input + slip_per_mps2 * forward acceleration
        speed       = (left + right) / 2,   yaw_rate = (right - left) / track

    A wheel that drives turns faster than it rolls, one that brakes slower: `slip_per_mps2`
    is the straight part of that curve, the input `slip` (left, right) anything else.
    `scale` is the error of each wheel's radius.
    """

    depth = Size(1)
    track_m = Parameter(1.5, unit="m")
    scale = Parameter(0.0, shape=(2,))
    slip_per_mps2 = Parameter(0.0, unit="s2/m")
    noise_mps = Parameter(0.02, unit="m/s")
    bias_mps = Parameter(0.0, shape=(2,), unit="m/s")
    bias_spread_mps = Parameter(0.0, shape=(2,), unit="m/s")
    bias_walk = Parameter(0.0, shape=(2,), unit="m/s/sqrt(s)")
    latency = Parameter(0.0)
    dropout = Parameter(0.0)
    attitude = Input(shape=(4,))
    velocity = Input(shape=(3,), unit="m/s")
    rate = Input(shape=(3,), unit="rad/s")
    acceleration = Input(shape=(3,), unit="m/s2", default=0.0)
    slip = Input(shape=(2,), default=0.0)
    dropped = Input(default=0.0)
    extra_latency = Input(default=0.0)
    white = Noise(shape=(2,))
    walking = Noise(shape=(2,))
    chance = Noise(shape=(1,), uniform=True)
    drifting = State(shape=(2,))
    ring = State(shape=("depth", 2))
    held = State(shape=(2,))
    newest = State(-1.0)
    speed = Output(unit="m/s", about="speed ahead")
    yaw_rate = Output(unit="rad/s", about="rate of turn to the left")
    valid = Output(about=VALID)
    bias = Output(shape=(2,), unit="m/s")

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
        require_positive(self, "track_m")
        require_not_negative(self, "slip_per_mps2", "noise_mps", "bias_spread_mps", "bias_walk")

    @staticmethod
    def step(
        attitude: Floats,
        velocity: Floats,
        rate: Floats,
        acceleration: Floats,
        slip: Floats,
        dropped: float,
        extra_latency: float,
        white: Floats,
        walking: Floats,
        chance: Floats,
        drifting: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        track_m: float,
        scale: Floats,
        slip_per_mps2: float,
        noise_mps: float,
        bias_mps: Floats,
        bias_spread_mps: Floats,
        bias_walk: Floats,
        latency: float,
        dropout: float,
        sample: int,
        dt_s: float,
        speed: Floats,
        yaw_rate: Floats,
        valid: Floats,
        bias: Floats,
    ) -> None:
        """Measure, and deliver what is due."""
        drift(drifting, bias_mps, bias_spread_mps, bias_walk, walking, sample, dt_s)
        forward = to_body(
            (attitude[0], attitude[1], attitude[2], attitude[3]),
            (velocity[0], velocity[1], velocity[2]),
        )[0]
        place = sample % ring.shape[0]
        for i in range(2):
            side = -0.5 if i == 0 else 0.5
            rolling = forward + side * track_m * rate[2]
            slipping = slip[i] + slip_per_mps2 * acceleration[0]
            turning = rolling * (1.0 + scale[i]) * (1.0 + slipping)
            ring[place, i] = turning + drifting[i] + noise_mps * white[i]
            bias[i] = drifting[i]
        valid[0] = delivered(
            ring, held, newest, sample, latency, extra_latency, dropped, dropout, chance[0]
        )
        speed[0] = 0.5 * (held[0] + held[1])
        yaw_rate[0] = (held[1] - held[0]) / track_m
