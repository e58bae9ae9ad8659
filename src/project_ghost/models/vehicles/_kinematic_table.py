"""A table of kinematic bicycles."""

from collections.abc import Sequence
from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import cos, sin, wrap_angle
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.world.bodies import (
    ALIVE,
    BODY_WIDTH,
    ROUTE,
    SERIAL,
    SPAWN_WIDTH,
    VX,
    VY,
    VZ,
    YAW,
    YAW_RATE,
    X,
    Y,
    Z,
)

from ._actuators import at_least
from ._columns import ACCELERATION, MOTION_WIDTH, SLIP, SPEED, STEERING
from ._kinematic import bicycle_step, gripping_slope, kinematic_slip, rolling_rates
from ._rows import Actor, enter, initial_rows, leave, scene_rows
from ._slide import slowed, struck, turning_friction


class KinematicBicycles(Kernel):
    """Vehicles whose wheels roll where they point, about the centre of their footprint.

        KinematicBicycles(capacity=2, actors=[(0.0, 0.0, 0.0), (10.0, 0.0, 3.14, 5.0, 1)])

    An actor is (x, y, yaw), then if wanted speed and route. A parameter of the shape
    (capacity,) is one number for all, or one for each row.

    A blow changes the rolling speed with what points along the vehicle's axis; the rest
    becomes a sliding velocity beside the rolling one, which friction takes away at
    friction * g. Friction also limits braking, acceleration and the curvature that the
    steering can reach. `stuck` (fault): a number other than 0 keeps the steering angle, or
    the drive's acceleration, where it is.
    """

    capacity = Size(1)
    scene = Size(1)
    slots = Size(1)
    command = Input(shape=("capacity", 2))
    impulse = Input(shape=("scene", 3), default=0.0)
    despawn = Input(shape=("scene",), default=0.0)
    spawns = Input(shape=("slots", SPAWN_WIDTH), default=0.0)
    friction = Input(shape=("scene",), default=1.0)
    stuck = Input(shape=("capacity", 2), default=0.0)

    alive = State(shape=("capacity",))
    serial = State(-1.0, shape=("capacity",))
    next_serial = State()
    pose = State(shape=("capacity", 3))
    speed = State(shape=("capacity",), unit="m/s")
    steering = State(shape=("capacity",), unit="rad")
    push = State(shape=("capacity",), unit="m/s2")
    acting = State(shape=("capacity", 2))  # the slope that grips, the acceleration given
    slide = State(shape=("capacity", 3))
    route = State(-1.0, shape=("capacity",))

    bodies = Output(shape=("capacity", BODY_WIDTH))
    motion = Output(shape=("capacity", MOTION_WIDTH))

    first_row = Parameter(0.0)
    mass_kg = Parameter(1093.2952334674046, shape=("capacity",), unit="kg")
    inertia_kgm2 = Parameter(1791.5995300122856, shape=("capacity",), unit="kg m2")
    front_axle_m = Parameter(1.1561957064, shape=("capacity",), unit="m")
    rear_axle_m = Parameter(1.4227170936, shape=("capacity",), unit="m")
    grip = Parameter(1.0, shape=("capacity",))
    steering_max_rad = Parameter(1.066, shape=("capacity",), unit="rad")
    steering_rate_max = Parameter(0.4, shape=("capacity",), unit="rad/s")
    steering_lag_s = Parameter(0.1, shape=("capacity",), unit="s")
    acceleration_max = Parameter(11.5, shape=("capacity",), unit="m/s2")
    braking_max = Parameter(11.5, shape=("capacity",), unit="m/s2")
    switch_speed_mps = Parameter(7.319, shape=("capacity",), unit="m/s")
    speed_min_mps = Parameter(0.0, shape=("capacity",), unit="m/s")
    speed_max_mps = Parameter(50.8, shape=("capacity",), unit="m/s")
    acceleration_lag_s = Parameter(0.1, shape=("capacity",), unit="s")

    def __init__(
        self,
        capacity: int = 1,
        *,
        actors: Sequence[Actor] = (),
        scene: int | None = None,
        first_row: int = 0,
        **values: Any,  # noqa: ANN401 - numbers, or arrays of them
    ) -> None:
        where = type(self).__name__
        rows = scene_rows(capacity, first_row, scene, where)
        begin = initial_rows(actors, capacity, where)
        super().__init__(
            capacity=capacity, scene=rows, first_row=float(first_row), **{**begin, **values}
        )

    @staticmethod
    def output(
        alive: Floats,
        serial: Floats,
        pose: Floats,
        speed: Floats,
        steering: Floats,
        acting: Floats,
        slide: Floats,
        route: Floats,
        front_axle_m: Floats,
        rear_axle_m: Floats,
        bodies: Floats,
        motion: Floats,
    ) -> None:
        """The bodies and their motion, from the state alone."""
        for i in range(alive.shape[0]):
            wheelbase = front_axle_m[i] + rear_axle_m[i]
            yaw = pose[i, 2]
            vx, vy, yaw_rate = rolling_rates(yaw, speed[i], acting[i, 0], wheelbase, rear_axle_m[i])
            bodies[i, ALIVE] = alive[i]
            bodies[i, SERIAL] = serial[i]
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, Z] = 0.0
            bodies[i, YAW] = yaw
            bodies[i, VX] = vx + slide[i, 0]
            bodies[i, VY] = vy + slide[i, 1]
            bodies[i, VZ] = 0.0
            bodies[i, YAW_RATE] = yaw_rate + slide[i, 2]
            bodies[i, ROUTE] = route[i]
            motion[i, SPEED] = speed[i]
            motion[i, STEERING] = steering[i]
            motion[i, ACCELERATION] = acting[i, 1]
            motion[i, SLIP] = kinematic_slip(acting[i, 0], wheelbase, rear_axle_m[i])

    @staticmethod
    def update(
        command: Floats,
        impulse: Floats,
        despawn: Floats,
        spawns: Floats,
        friction: Floats,
        stuck: Floats,
        alive: Floats,
        serial: Floats,
        next_serial: Floats,
        pose: Floats,
        speed: Floats,
        steering: Floats,
        push: Floats,
        acting: Floats,
        slide: Floats,
        route: Floats,
        first_row: float,
        mass_kg: Floats,
        inertia_kgm2: Floats,
        front_axle_m: Floats,
        rear_axle_m: Floats,
        grip: Floats,
        steering_max_rad: Floats,
        steering_rate_max: Floats,
        steering_lag_s: Floats,
        acceleration_max: Floats,
        braking_max: Floats,
        switch_speed_mps: Floats,
        speed_min_mps: Floats,
        speed_max_mps: Floats,
        acceleration_lag_s: Floats,
        dt_s: float,
    ) -> None:
        """Blows, then one step of motion, then who goes and who comes."""
        first = int(first_row)
        for i in range(alive.shape[0]):
            if alive[i] == 0.0:
                continue
            mu = grip[i] * friction[first + i]
            wheelbase = front_axle_m[i] + rear_axle_m[i]
            yaw = pose[i, 2]
            blow = (
                impulse[first + i, 0] / mass_kg[i],
                impulse[first + i, 1] / mass_kg[i],
                impulse[first + i, 2] / inertia_kgm2[i],
            )
            old, rolling = struck(
                (slide[i, 0], slide[i, 1], slide[i, 2]),
                speed[i],
                (cos(yaw), sin(yaw)),
                blow,
                speed_min_mps[i],
            )
            wanted_steering, wanted_push = command[i, 0], command[i, 1]
            if stuck[i, 0] != 0.0:
                wanted_steering = steering[i]
            if stuck[i, 1] != 0.0:
                wanted_push = push[i]
            after = bicycle_step(
                (pose[i, 0], pose[i, 1], yaw, rolling, steering[i], push[i]),
                wanted_steering,
                wanted_push,
                (wheelbase, rear_axle_m[i], mu),
                (steering_max_rad[i], steering_rate_max[i], at_least(steering_lag_s[i], dt_s)),
                (
                    acceleration_max[i],
                    braking_max[i],
                    switch_speed_mps[i],
                    speed_min_mps[i],
                    speed_max_mps[i],
                    at_least(acceleration_lag_s[i], dt_s),
                ),
                dt_s,
            )
            spin = turning_friction(
                mu, front_axle_m[i], rear_axle_m[i], mass_kg[i] / inertia_kgm2[i]
            )
            new = slowed(old, mu, dt_s, spin)
            pose[i, 0] = after[0] + 0.5 * dt_s * (old[0] + new[0])
            pose[i, 1] = after[1] + 0.5 * dt_s * (old[1] + new[1])
            pose[i, 2] = wrap_angle(after[2] + 0.5 * dt_s * (old[2] + new[2]))
            # A step may end a little below the least speed: brakes stop a car, not more.
            speed[i] = max(after[3], min(speed_min_mps[i], rolling))
            steering[i] = after[4]
            push[i] = after[5]
            acting[i, 0] = gripping_slope(after[4], speed[i], wheelbase, mu)
            acting[i, 1] = (speed[i] - rolling) / dt_s
            slide[i, 0], slide[i, 1], slide[i, 2] = new
        leave(alive, despawn, first)
        for slot in range(spawns.shape[0]):
            row = enter(spawns, slot, alive, serial, next_serial, pose, speed, route)
            if row >= 0:
                steering[row] = 0.0
                push[row] = 0.0
                for k in range(2):
                    acting[row, k] = 0.0
                for k in range(3):
                    slide[row, k] = 0.0
