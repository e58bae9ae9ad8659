"""Drivers with gains that weigh their errors against their steering."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.engine import Output, Parameter, Size, State
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import CURVATURE, Route, place_at
from project_ghost.world.bodies import ROUTE

from ._follower import (
    NOBODY,
    TRACK_WIDTH,
    AbstractFollower,
    drive,
    has_route,
    idle,
    is_new,
    look_round_the_corner,
    rolling_speed,
)
from ._laws import limited, state_feedback
from ._riccati import lqr_gain

# Gains are found for speeds from this one on; a standing vehicle cannot be steered.
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


class LqrTracking(AbstractFollower):
    """Drivers with a linear-quadratic regulator on distance and heading, by speed.

    The gains are found when the table is made, for `gain_count` speeds `gain_step_mps`
    apart, and read on straight lines in between. The route's curvature is fed forward, from
    where the vehicle will be in `preview_s`: wheels take their time to turn.
    """

    gain_count = Size(41)
    gains = Parameter(shape=("gain_count", 2))
    gain_step_mps = Parameter(1.0, unit="m/s")
    preview_s = Parameter(0.3, unit="s")
    track = State(NOBODY, shape=("capacity", TRACK_WIDTH))
    command = Output(shape=("capacity", 2))
    arrived = Output(shape=("capacity",))
    progress = Output(shape=("capacity",), unit="m")
    error = Output(shape=("capacity", 2))

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
    def step(
        bodies: Floats,
        track: Floats,
        command: Floats,
        arrived: Floats,
        progress: Floats,
        error: Floats,
        first_row: float,
        routes: Floats,
        shapes: Floats,
        lengths: Floats,
        closed: Floats,
        window: float,
        gains: Floats,
        gain_step_mps: float,
        preview_s: float,
        wheelbase_m: float,
        rear_axle_m: float,
        steering_max_rad: float,
        lateral_max: float,
        speed_kp: float,
        speed_ki: float,
        acceleration_max: float,
        braking_max: float,
        stopping: float,
        arrival_m: float,
        dt_s: float,
    ) -> None:
        """Where each driver is, then what it wants."""
        for i in range(command.shape[0]):
            row = int(first_row) + i
            if not has_route(bodies, row, lengths.shape[0]):
                idle(track, i, command, arrived, progress, error)
                continue
            new = is_new(track, i, bodies, row)
            drive(
                bodies,
                row,
                i,
                new,
                -rear_axle_m,
                track,
                command,
                arrived,
                progress,
                error,
                routes,
                shapes,
                lengths,
                closed,
                window,
                speed_kp,
                speed_ki,
                acceleration_max,
                braking_max,
                stopping,
                arrival_m,
                dt_s,
            )
            look_round_the_corner(
                bodies, row, i, -rear_axle_m, track, error, routes, lengths, closed
            )
            route, speed = int(bodies[row, ROUTE]), rolling_speed(bodies, row)
            at = maximum(speed, 0.0) / gain_step_mps
            low = min(int(at), gains.shape[0] - 2)
            part = min(at - low, 1.0)
            _, _, k = place_at(
                routes,
                shapes,
                route,
                int(lengths[route]),
                closed[route] != 0.0,
                maximum(progress[i] - rear_axle_m, 0.0) + preview_s * maximum(speed, 0.0),
            )
            angle = state_feedback(
                error[i, 0],
                error[i, 1],
                gains[low, 0] + part * (gains[low + 1, 0] - gains[low, 0]),
                gains[low, 1] + part * (gains[low + 1, 1] - gains[low, 1]),
                shapes[route, k + 1, CURVATURE],
                wheelbase_m,
            )
            command[i, 0] = limited(angle, speed, wheelbase_m, lateral_max, steering_max_rad)
