"""Drivers with two PIDs: one on the speed, one on the heading to a point ahead."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Output, Parameter, State
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import place_at
from project_ghost.world.bodies import ROUTE, YAW, X, Y

from ._follower import (
    NOBODY,
    TRACK_WIDTH,
    AbstractFollower,
    drive,
    has_route,
    idle,
    is_new,
    rolling_speed,
)
from ._laws import heading_to, limited, pid_step

# Two more columns of `track`: the memory of the heading's controller.
TURN_INTEGRAL = TRACK_WIDTH
TURN_FILTERED = TRACK_WIDTH + 1
PID_TRACK_WIDTH = TRACK_WIDTH + 2


class WaypointPid(AbstractFollower):
    """Drivers as simple agents have them: a PID on the speed, a PID on the heading error.

    The heading error is that to the route's point `lookahead_m` ahead, or `lookahead_s`
    seconds where that is further.
    """

    speed_ki = Parameter(0.02)
    lookahead_m = Parameter(4.0, unit="m")
    lookahead_s = Parameter(0.4, unit="s")
    steering_kp = Parameter(0.8)
    steering_ki = Parameter(0.0)
    steering_kd = Parameter(0.1)
    track = State(NOBODY, shape=("capacity", PID_TRACK_WIDTH))
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
        steering_kp: float,
        steering_ki: float,
        steering_kd: float,
        wheelbase_m: float,
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
            turn = heading_to(bodies[row, X], bodies[row, Y], bodies[row, YAW], target_x, target_y)
            # The derivative is that of the measurement: the negative error.
            integral, filtered, angle = pid_step(
                0.0,
                -turn,
                track[i, TURN_INTEGRAL],
                track[i, TURN_FILTERED],
                steering_kp,
                steering_ki,
                steering_kd,
                0.0,
                -steering_max_rad,
                steering_max_rad,
                0 if new else 1,
                dt_s,
            )
            track[i, TURN_INTEGRAL] = integral
            track[i, TURN_FILTERED] = filtered
            command[i, 0] = limited(angle, speed, wheelbase_m, lateral_max, steering_max_rad)
