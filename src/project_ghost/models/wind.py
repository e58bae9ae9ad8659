"""Wind: a steady part, turbulence, and one discrete gust.

Turbulence is first-order filtered noise on each axis: the longitudinal form of Dryden's
spectrum (MIL-F-8785C), with the time scale as a parameter instead of length over airspeed.
The discrete gust has the shape 1 - cosine, as in CS-25.341.
"""

from project_ghost.core.dmath import cos, exp, sqrt
from project_ghost.engine import Block, Noise, Output, Parameter, State
from project_ghost.engine.ops import where

from .common.requirements import require_not_negative, require_positive, require_whole_ns
from .rigid_body import Vector

__all__ = ["Wind"]

_TURN = 6.283185307179586  # 2 pi


def gust_share(time_ns: int, start_ns: float, length_s: float) -> float:
    """(1 - cos) / 2 over one period from the start, 0 before and after."""
    share = (time_ns - start_ns) / 1e9 / length_s
    within = 0.0 <= share <= 1.0
    return where(within, 0.5 * (1.0 - cos(_TURN * where(within, share, 0.0))), 0.0)


class Wind(Block):
    """The velocity of the air over ground, in world axes.

        wind        = steady + turbulence + gust * (1 - cos(2 pi (t - start) / length)) / 2
        turbulence' = a turbulence + sigma sqrt(1 - a a) w,   a = exp(-dt / time scale)

    The turbulence has the standard deviation `sigma_mps` from the first sample on, at any
    rate, and decorrelates over its time scale.
    """

    steady_mps = Parameter(0.0, shape=(3,), unit="m/s")
    sigma_mps = Parameter(0.0, shape=(3,), unit="m/s")
    time_scale_s = Parameter(2.0, unit="s")
    gust_mps = Parameter(0.0, shape=(3,), unit="m/s")
    gust_start_ns = Parameter(0, unit="ns")
    gust_length_s = Parameter(1.0, unit="s")
    w = Noise(shape=(3,))
    turbulence = State(shape=(3,), unit="m/s")
    wind = Output(shape=(3,), unit="m/s")

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        require_not_negative(self, "sigma_mps")
        require_positive(self, "time_scale_s", "gust_length_s")
        require_whole_ns(self, "gust_start_ns")

    @staticmethod
    def step(
        turbulence: Vector,
        w: Vector,
        steady_mps: Vector,
        sigma_mps: Vector,
        time_scale_s: float,
        gust_mps: Vector,
        gust_start_ns: float,
        gust_length_s: float,
        time_ns: int,
        sample: int,
        dt_s: float,
    ) -> tuple[Vector, Vector]:
        """The turbulence of this sample, and the wind."""
        kept = where(sample == 0, 0.0, exp(-dt_s / time_scale_s))
        new = sqrt(1.0 - kept * kept)
        now = (
            kept * turbulence[0] + new * sigma_mps[0] * w[0],
            kept * turbulence[1] + new * sigma_mps[1] * w[1],
            kept * turbulence[2] + new * sigma_mps[2] * w[2],
        )
        share = gust_share(time_ns, gust_start_ns, gust_length_s)
        wind = (
            steady_mps[0] + now[0] + share * gust_mps[0],
            steady_mps[1] + now[1] + share * gust_mps[1],
            steady_mps[2] + now[2] + share * gust_mps[2],
        )
        return now, wind
