"""Drivers with a linear-quadratic regulator."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Parameter, Size, array, number
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import CURVATURE, Route, RouteTable, place_at

from ._follower import AbstractFollower, Car, Driver, Drivers
from ._following import follow, look_round_the_corner
from ._laws import state_feedback
from ._riccati import lqr_gain

# The least speed that gains are computed for; a standing vehicle cannot be steered.
SLOWEST_MPS = 1.0


def tracking_gain(
    speed: float, period_s: float, wheelbase_m: float, weights: tuple[float, float, float]
) -> tuple[float, float]:
    """The gains for distance and heading error of a kinematic vehicle about its rear axle.

    `weights` are those of the distance (1/m2), the heading (1/rad2) and the steering
    angle (1/rad2). With small errors the distance grows as speed * heading and the heading
    as speed * steering / wheelbase, sampled every `period_s`.
    """
    step = speed * period_s
    turn = step / wheelbase_m
    gain = lqr_gain(
        ((1.0, step), (0.0, 1.0)),
        ((0.5 * step * turn,), (turn,)),
        ((weights[0], 0.0), (0.0, weights[1])),
        ((weights[2],),),
    )
    return gain[0][0], gain[0][1]


class GainTable(NamedTuple):
    """The gains for distance and heading, by speed, and the preview of the curvature."""

    gains: Floats = array(Parameter(shape=("gain_count", 2)))
    gain_step_mps: float = number(Parameter(1.0, unit="m/s"))
    preview_s: float = number(Parameter(0.3, unit="s"))


@inlined
def steer(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: GainTable,
    driver: Driver,
    _dt_s: float,
) -> float:
    """The steering angle of a driver."""
    error, gains, i = drivers.error, law.gains, driver.i
    look_round_the_corner(drivers, table, driver, -car.rear_axle_m)
    route, speed = driver.route, driver.speed
    at = maximum(speed, 0.0) / law.gain_step_mps
    low = min(int(at), gains.shape[0] - 2)
    part = min(at - low, 1.0)
    axle_m = maximum(drivers.progress[i] - car.rear_axle_m, 0.0)
    _, _, k = place_at(table, route, axle_m + law.preview_s * maximum(speed, 0.0))
    return state_feedback(
        error[i, 0],
        error[i, 1],
        gains[low, 0] + part * (gains[low + 1, 0] - gains[low, 0]),
        gains[low, 1] + part * (gains[low + 1, 1] - gains[low, 1]),
        table.shapes[route, k + 1, CURVATURE],
        car.wheelbase_m,
    )


class LqrTracking(AbstractFollower):
    """Drivers with a linear-quadratic regulator on distance and heading, by speed.

    The gains are computed at construction, for `gain_count` speeds `gain_step_mps` apart, and
    interpolated linearly. The route's curvature is fed forward from where the vehicle will be
    in `preview_s`, because steering has a lag.
    """

    gain_count = Size(41)
    law = GainTable

    def __init__(
        self,
        routes: Sequence[Route],
        capacity: int = 1,
        *,
        period_s: float = 0.05,
        weights: tuple[float, float, float] = (1.0, 1.0, 100.0),
        gain_count: int = 41,
        gain_step_mps: float = 1.0,
        wheelbase_m: float = 2.5789128,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        gains = [
            tracking_gain(max(k * gain_step_mps, SLOWEST_MPS), period_s, wheelbase_m, weights)
            for k in range(gain_count)
        ]
        super().__init__(
            routes,
            capacity,
            gain_count=gain_count,
            gains=np.array(gains),
            gain_step_mps=gain_step_mps,
            wheelbase_m=wheelbase_m,
            **values,
        )

    @staticmethod
    def step(drivers: Drivers, table: RouteTable, car: Car, law: GainTable, dt_s: float) -> None:
        """Follow the routes with the rear axle."""
        follow(drivers, table, car, law, steer, -car.rear_axle_m, dt_s)
