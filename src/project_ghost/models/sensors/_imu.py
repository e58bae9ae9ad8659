from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.engine import Input, Kernel, Noise, Output, Parameter, Size, State
from project_ghost.engine.ops import clip
from project_ghost.models.common.requirements import (
    require_not_negative,
    require_positive,
    require_probability,
    require_whole,
)

from ._link import EXTRA_LATENCY_MAX, VALID, delivered, drift


class Imu(Kernel):
    """Three gyroscopes and three accelerometers.

        measured = (1 + scale) * truth + bias + noise / sqrt(dt) * w,  within +-max
        bias     = initial + spread * w at first, then a random walk

    The default densities are those that the EuRoC data set gives for its ADIS16448 (Burri et
    al. 2016). `gyro_bias` and `accel_bias` are the truth about the errors, for estimators'
    tests; no reader of a real device sees them.
    """

    depth = Size(1)
    gyro_noise = Parameter(1.6968e-4, shape=(3,), unit="rad/s/sqrt(Hz)")
    accel_noise = Parameter(2.0e-3, shape=(3,), unit="m/s2/sqrt(Hz)")
    gyro_walk = Parameter(1.9393e-5, shape=(3,), unit="rad/s2/sqrt(Hz)")
    accel_walk = Parameter(3.0e-3, shape=(3,), unit="m/s3/sqrt(Hz)")
    gyro_bias_rps = Parameter(0.0, shape=(3,), unit="rad/s")
    accel_bias_mps2 = Parameter(0.0, shape=(3,), unit="m/s2")
    gyro_bias_spread_rps = Parameter(0.0, shape=(3,), unit="rad/s")
    accel_bias_spread_mps2 = Parameter(0.0, shape=(3,), unit="m/s2")
    gyro_scale = Parameter(0.0, shape=(3,))
    accel_scale = Parameter(0.0, shape=(3,))
    gyro_max_rps = Parameter(17.453292519943295, unit="rad/s")  # 1000 degrees a second
    accel_max_mps2 = Parameter(176.5197, unit="m/s2")  # 18 g
    latency = Parameter(0.0)
    dropout = Parameter(0.0)
    rate = Input(shape=(3,), unit="rad/s")
    acceleration = Input(shape=(3,), unit="m/s2")
    dropped = Input(default=0.0)
    extra_latency = Input(default=0.0)
    white = Noise(shape=(6,))
    walking = Noise(shape=(6,))
    chance = Noise(shape=(1,), uniform=True)
    drift_gyro = State(shape=(3,))
    drift_accel = State(shape=(3,))
    ring = State(shape=("depth", 6))
    held = State(shape=(6,))
    newest = State(-1.0)
    gyro = Output(shape=(3,), unit="rad/s", about="rate of turn about the body's x, y and z axis")
    accel = Output(shape=(3,), unit="m/s2", about="specific force along the body's x, y and z axis")
    valid = Output(about=VALID)
    gyro_bias = Output(shape=(3,), unit="rad/s")
    accel_bias = Output(shape=(3,), unit="m/s2")

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
        dropped: float,
        extra_latency: float,
        white: Floats,
        walking: Floats,
        chance: Floats,
        drift_gyro: Floats,
        drift_accel: Floats,
        ring: Floats,
        held: Floats,
        newest: Floats,
        gyro_noise: Floats,
        accel_noise: Floats,
        gyro_walk: Floats,
        accel_walk: Floats,
        gyro_bias_rps: Floats,
        accel_bias_mps2: Floats,
        gyro_bias_spread_rps: Floats,
        accel_bias_spread_mps2: Floats,
        gyro_scale: Floats,
        accel_scale: Floats,
        gyro_max_rps: float,
        accel_max_mps2: float,
        latency: float,
        dropout: float,
        sample: int,
        dt_s: float,
        gyro: Floats,
        accel: Floats,
        valid: Floats,
        gyro_bias: Floats,
        accel_bias: Floats,
    ) -> None:
        """Measure, and deliver what is due."""
        drift(drift_gyro, gyro_bias_rps, gyro_bias_spread_rps, gyro_walk, walking[:3], sample, dt_s)
        drift(
            drift_accel,
            accel_bias_mps2,
            accel_bias_spread_mps2,
            accel_walk,
            walking[3:],
            sample,
            dt_s,
        )
        root = sqrt(dt_s)
        place = sample % ring.shape[0]
        for i in range(3):
            turned = (1.0 + gyro_scale[i]) * rate[i] + drift_gyro[i]
            felt = (1.0 + accel_scale[i]) * acceleration[i] + drift_accel[i]
            turned += gyro_noise[i] / root * white[i]
            felt += accel_noise[i] / root * white[3 + i]
            ring[place, i] = clip(turned, -gyro_max_rps, gyro_max_rps)
            ring[place, 3 + i] = clip(felt, -accel_max_mps2, accel_max_mps2)
        valid[0] = delivered(
            ring, held, newest, sample, latency, extra_latency, dropped, dropout, chance[0]
        )
        for i in range(3):
            gyro[i] = held[i]
            accel[i] = held[3 + i]
            gyro_bias[i] = drift_gyro[i]
            accel_bias[i] = drift_accel[i]
