"""Drivers that turn the front wheels towards their route."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Output, Parameter, State
from project_ghost.models.common.routes import CURVATURE
from project_ghost.world.bodies import ROUTE, YAW_RATE

from ._follower import (
    NOBODY,
    SEGMENT,
    TRACK_WIDTH,
    AbstractFollower,
    drive,
    has_route,
    idle,
    is_new,
    look_round_the_corner,
    rolling_speed,
)
from ._laws import limited, stanley


class Stanley(AbstractFollower):
    """Drivers that steer by heading error and by the front axle's distance from the route.

    `yaw_damping_s` takes back what the vehicle turns faster than its route: wheels take
    their time to turn back, and without it a sharp corner at low speed ends in a slalom.
    """

    gain = Parameter(1.0, unit="1/s")
    softening_mps = Parameter(1.0, unit="m/s")
    yaw_damping_s = Parameter(0.3, unit="s")
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
        gain: float,
        softening_mps: float,
        yaw_damping_s: float,
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
                wheelbase_m - rear_axle_m,
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
                bodies, row, i, wheelbase_m - rear_axle_m, track, error, routes, lengths, closed
            )
            speed = rolling_speed(bodies, row)
            angle = stanley(error[i, 0], error[i, 1], speed, gain, softening_mps)
            bend = shapes[int(bodies[row, ROUTE]), int(track[i, SEGMENT]) + 1, CURVATURE]
            angle += yaw_damping_s * (speed * bend - bodies[row, YAW_RATE])
            command[i, 0] = limited(angle, speed, wheelbase_m, lateral_max, steering_max_rad)
