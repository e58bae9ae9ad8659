"""A table of single-track vehicles."""

from collections.abc import Sequence
from typing import Any

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, cos, sin, wrap_angle
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.models.common.rows import Actor, enter, initial_rows, leave, scene_rows
from project_ghost.models.common.slide import GRAVITY_MPS2
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
from ._car import car_step, given_acceleration, step_count
from ._columns import ACCELERATION, MOTION_WIDTH, SLIP, SPEED, STEERING
from ._presets import TYRE_FRICTION, TYRE_STIFFNESS


class SingleTracks(Kernel):
    """Vehicles with linear tyres on two axles, load transfer and slip, about their centre.

        SingleTracks(capacity=2, actors=[(0.0, 0.0, 0.0), (10.0, 0.0, 3.14, 5.0, 1)])

    An actor is (x, y, yaw), then if wanted speed and route. A parameter of the shape
    (capacity,) is one number for all, or one for each row.

    A blow changes the velocity and the yaw rate. Tyre forces end at `tyre_limit` times
    friction times load. Between `slow_mps` and `fast_mps` they fade in; below, slip settles
    within `settling_s` on that of rolling wheels, no faster than friction allows. A tick is
    cut into equal steps of at most `step_s`, because tyres are stiff at low speed. `stuck`
    (fault): a number other than 0 keeps the steering angle, or the drive's acceleration.
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
    sideways = State(shape=("capacity",), unit="m/s")
    turning = State(shape=("capacity",), unit="rad/s")
    given = State(shape=("capacity",), unit="m/s2")
    route = State(-1.0, shape=("capacity",))

    bodies = Output(shape=("capacity", BODY_WIDTH))
    motion = Output(shape=("capacity", MOTION_WIDTH))

    first_row = Parameter(0.0)
    mass_kg = Parameter(1093.2952334674046, shape=("capacity",), unit="kg")
    inertia_kgm2 = Parameter(1791.5995300122856, shape=("capacity",), unit="kg m2")
    front_axle_m = Parameter(1.1561957064, shape=("capacity",), unit="m")
    rear_axle_m = Parameter(1.4227170936, shape=("capacity",), unit="m")
    height_m = Parameter(0.61373004, shape=("capacity",), unit="m")
    grip = Parameter(TYRE_FRICTION, shape=("capacity",))
    stiffness_front = Parameter(TYRE_STIFFNESS, shape=("capacity",), unit="1/rad")
    stiffness_rear = Parameter(TYRE_STIFFNESS, shape=("capacity",), unit="1/rad")
    tyre_limit = Parameter(1.0)
    steering_max_rad = Parameter(1.066, shape=("capacity",), unit="rad")
    steering_rate_max = Parameter(0.4, shape=("capacity",), unit="rad/s")
    steering_lag_s = Parameter(0.1, shape=("capacity",), unit="s")
    acceleration_max = Parameter(11.5, shape=("capacity",), unit="m/s2")
    braking_max = Parameter(11.5, shape=("capacity",), unit="m/s2")
    switch_speed_mps = Parameter(7.319, shape=("capacity",), unit="m/s")
    speed_min_mps = Parameter(0.0, shape=("capacity",), unit="m/s")
    speed_max_mps = Parameter(50.8, shape=("capacity",), unit="m/s")
    acceleration_lag_s = Parameter(0.1, shape=("capacity",), unit="s")
    slow_mps = Parameter(1.0, unit="m/s")
    fast_mps = Parameter(3.0, unit="m/s")
    settling_s = Parameter(0.1, unit="s")
    step_s = Parameter(0.01, unit="s")

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
        sideways: Floats,
        turning: Floats,
        steering: Floats,
        given: Floats,
        route: Floats,
        bodies: Floats,
        motion: Floats,
    ) -> None:
        """The bodies and their motion, from the state alone."""
        for i in range(alive.shape[0]):
            yaw = pose[i, 2]
            c, s = cos(yaw), sin(yaw)
            bodies[i, ALIVE] = alive[i]
            bodies[i, SERIAL] = serial[i]
            bodies[i, X] = pose[i, 0]
            bodies[i, Y] = pose[i, 1]
            bodies[i, Z] = 0.0
            bodies[i, YAW] = yaw
            bodies[i, VX] = speed[i] * c - sideways[i] * s
            bodies[i, VY] = speed[i] * s + sideways[i] * c
            bodies[i, VZ] = 0.0
            bodies[i, YAW_RATE] = turning[i]
            bodies[i, ROUTE] = route[i]
            motion[i, SPEED] = speed[i]
            motion[i, STEERING] = steering[i]
            motion[i, ACCELERATION] = given[i]
            motion[i, SLIP] = 0.0
            if speed[i] != 0.0 or sideways[i] != 0.0:
                motion[i, SLIP] = atan2(sideways[i], speed[i])

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
        sideways: Floats,
        turning: Floats,
        given: Floats,
        route: Floats,
        first_row: float,
        mass_kg: Floats,
        inertia_kgm2: Floats,
        front_axle_m: Floats,
        rear_axle_m: Floats,
        height_m: Floats,
        grip: Floats,
        stiffness_front: Floats,
        stiffness_rear: Floats,
        tyre_limit: float,
        steering_max_rad: Floats,
        steering_rate_max: Floats,
        steering_lag_s: Floats,
        acceleration_max: Floats,
        braking_max: Floats,
        switch_speed_mps: Floats,
        speed_min_mps: Floats,
        speed_max_mps: Floats,
        acceleration_lag_s: Floats,
        slow_mps: float,
        fast_mps: float,
        settling_s: float,
        step_s: float,
        dt_s: float,
    ) -> None:
        """Blows, then motion in one or more steps, then who goes and who comes."""
        first, count = int(first_row), step_count(dt_s, step_s)
        lag_s = dt_s / count
        for i in range(alive.shape[0]):
            if alive[i] == 0.0:
                continue
            mu = grip[i] * friction[first + i]
            c, s = cos(pose[i, 2]), sin(pose[i, 2])
            blow_x = impulse[first + i, 0] / mass_kg[i]
            blow_y = impulse[first + i, 1] / mass_kg[i]
            wanted_steering, wanted_push = command[i, 0], command[i, 1]
            if stuck[i, 0] != 0.0:
                wanted_steering = steering[i]
            if stuck[i, 1] != 0.0:
                wanted_push = push[i]
            drive = (
                acceleration_max[i],
                braking_max[i],
                switch_speed_mps[i],
                speed_min_mps[i],
                speed_max_mps[i],
                at_least(acceleration_lag_s[i], lag_s),
            )
            after = car_step(
                (
                    pose[i, 0],
                    pose[i, 1],
                    pose[i, 2],
                    speed[i] + blow_x * c + blow_y * s,
                    sideways[i] + blow_y * c - blow_x * s,
                    turning[i] + impulse[first + i, 2] / inertia_kgm2[i],
                    steering[i],
                    push[i],
                ),
                wanted_steering,
                wanted_push,
                (
                    front_axle_m[i],
                    rear_axle_m[i],
                    height_m[i],
                    mass_kg[i] / inertia_kgm2[i],
                    mu,
                ),
                (stiffness_front[i], stiffness_rear[i], tyre_limit),
                (steering_max_rad[i], steering_rate_max[i], at_least(steering_lag_s[i], lag_s)),
                drive,
                (slow_mps, fast_mps, settling_s),
                dt_s,
                count,
            )
            pose[i, 0], pose[i, 1], pose[i, 2] = after[0], after[1], wrap_angle(after[2])
            speed[i], sideways[i], turning[i] = after[3], after[4], after[5]
            steering[i], push[i] = after[6], after[7]
            given[i] = given_acceleration(
                after[3], after[7], mu * GRAVITY_MPS2, drive, after[3] < speed_min_mps[i]
            )
        leave(alive, despawn, first)
        for slot in range(spawns.shape[0]):
            row = enter(spawns, slot, alive, serial, next_serial, pose, speed, route)
            if row >= 0:
                steering[row] = 0.0
                push[row] = 0.0
                sideways[row] = 0.0
                turning[row] = 0.0
                given[row] = 0.0
