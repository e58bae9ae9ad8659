"""Drivers that steer along an arc to a point ahead."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Output, Parameter, State
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import place_at
from project_ghost.world.bodies import ROUTE, YAW

from ._follower import (
    NOBODY,
    TRACK_WIDTH,
    AbstractFollower,
    drive,
    has_route,
    idle,
    is_new,
    rear_axle,
    rolling_speed,
)
from ._laws import limited, pure_pursuit


class PurePursuit(AbstractFollower):
    """Drivers that steer the rear axle along the arc through a point of their route ahead."""

    lookahead_m = Parameter(3.0, unit="m")
    lookahead_s = Parameter(0.6, unit="s")
    track = State(NOBODY, shape=("capacity", TRACK_WIDTH))
    command = Output(shape=("capacity", 2))
    arrived = Output(shape=("capacity",))
    progress = Output(shape=("capacity",), unit="m")
    error = Output(shape=("capacity", 2))

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
        lookahead_m: float,
        lookahead_s: float,
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
                0.0,
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
            route, speed = int(bodies[row, ROUTE]), rolling_speed(bodies, row)
            ahead = maximum(lookahead_m, lookahead_s * speed)
            target_x, target_y, _ = place_at(
                routes,
                shapes,
                route,
                int(lengths[route]),
                closed[route] != 0.0,
                progress[i] + ahead,
            )
            x, y = rear_axle(bodies, row, rear_axle_m)
            command[i, 0] = limited(
                pure_pursuit(x, y, bodies[row, YAW], target_x, target_y, wheelbase_m),
                speed,
                wheelbase_m,
                lateral_max,
                steering_max_rad,
            )
