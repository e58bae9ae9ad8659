"""A table of single-track vehicles."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, sincos, wrap_angle
from project_ghost.engine import Parameter, State, array, number
from project_ghost.models.common.rows import (
    ActorInputs,
    Rows,
    despawn_rows,
    spawn_row,
    write_body,
)
from project_ghost.models.common.slide import GRAVITY_MPS2

from ._columns import ACCELERATION, SLIP, SPEED, STEERING
from ._presets import TYRE_FRICTION, TYRE_STIFFNESS
from ._single_track import SingleTrackBody
from ._single_track_body import LowSpeed, Tyres, applied_acceleration, body_step, step_count
from ._table import AbstractVehicles, Body, Drive, VehicleOutputs, effective_command, limits_of


class SingleTrackState(NamedTuple):
    """The states of single-track vehicles beyond those of `Rows`."""

    steering: Floats = array(State(shape=("capacity",), unit="rad"))
    push: Floats = array(State(shape=("capacity",), unit="m/s2"))  # the drive's acceleration
    sideways: Floats = array(State(shape=("capacity",), unit="m/s"))
    turning: Floats = array(State(shape=("capacity",), unit="rad/s"))
    given: Floats = array(State(shape=("capacity",), unit="m/s2"))  # the applied acceleration
    route: Floats = array(State(-1.0, shape=("capacity",)))


class TyreParameters(NamedTuple):
    """The height of the centre of mass, and the tyres of both axles."""

    height_m: Floats = array(Parameter(0.61373004, shape=("capacity",), unit="m"))
    stiffness_front: Floats = array(Parameter(TYRE_STIFFNESS, shape=("capacity",), unit="1/rad"))
    stiffness_rear: Floats = array(Parameter(TYRE_STIFFNESS, shape=("capacity",), unit="1/rad"))
    tyre_limit: float = number(Parameter(1.0))


class SingleTracks(AbstractVehicles):
    """Vehicles with linear tyres on two axles, load transfer and slip, about their centre.

        SingleTracks(capacity=2, actors=[(0.0, 0.0, 0.0), (10.0, 0.0, 3.14, 5.0, 1)])

    An impulse changes the velocity and the yaw rate. Tyre forces end at `tyre_limit` times
    friction times load. Between `slow_mps` and `fast_mps` they fade in; below, slip settles
    within `settling_s` on that of rolling wheels, no faster than friction allows. A tick is
    cut into equal steps of at most `step_s`, because tyres are stiff at low speed.
    """

    car = SingleTrackState
    grip = Parameter(TYRE_FRICTION, shape=("capacity",))
    tyres = TyreParameters
    low_speed = LowSpeed

    @staticmethod
    def output(rows: Rows, car: SingleTrackState, out: VehicleOutputs) -> None:
        """The bodies and their motion, from the state alone."""
        motion = out.motion
        for i in range(rows.alive.shape[0]):
            yaw, speed, sideways = rows.pose[i, 2], rows.speed[i], car.sideways[i]
            s, c = sincos(yaw)
            velocity = (speed * c - sideways * s, speed * s + sideways * c, car.turning[i])
            write_body(out.bodies, i, rows, car.route, velocity)
            motion[i, SPEED] = speed
            motion[i, STEERING] = car.steering[i]
            motion[i, ACCELERATION] = car.given[i]
            motion[i, SLIP] = 0.0
            if speed != 0.0 or sideways != 0.0:
                motion[i, SLIP] = atan2(sideways, speed)

    @staticmethod
    def update(
        rows: Rows,
        car: SingleTrackState,
        command: Floats,
        stuck: Floats,
        world: ActorInputs,
        body: Body,
        tyres: TyreParameters,
        low_speed: LowSpeed,
        drive: Drive,
        dt_s: float,
    ) -> None:
        """Impulses, then motion in one or more steps, then despawns and spawns."""
        pose, speed = rows.pose, rows.speed
        first, count = int(world.first_row), step_count(dt_s, low_speed.step_s)
        for i in range(rows.alive.shape[0]):
            if rows.alive[i] == 0.0:
                continue
            friction = body.grip[i] * world.friction[first + i]
            mass_kg, inertia_kgm2 = body.mass_kg[i], body.inertia_kgm2[i]
            limits = limits_of(drive, i, dt_s / count)
            yaw, steering, drive_accel = pose[i, 2], car.steering[i], car.push[i]
            s, c = sincos(yaw)
            change_x = world.impulse[first + i, 0] / mass_kg
            change_y = world.impulse[first + i, 1] / mass_kg
            after = body_step(
                (
                    pose[i, 0],
                    pose[i, 1],
                    yaw,
                    speed[i] + change_x * c + change_y * s,
                    car.sideways[i] + change_y * c - change_x * s,
                    car.turning[i] + world.impulse[first + i, 2] / inertia_kgm2,
                    steering,
                    drive_accel,
                ),
                effective_command(command, stuck, i, steering, drive_accel),
                SingleTrackBody(
                    body.front_axle_m[i],
                    body.rear_axle_m[i],
                    tyres.height_m[i],
                    mass_kg / inertia_kgm2,
                    friction,
                ),
                Tyres(tyres.stiffness_front[i], tyres.stiffness_rear[i], tyres.tyre_limit),
                limits,
                low_speed,
                dt_s,
                count,
            )
            pose[i, 0], pose[i, 1], pose[i, 2] = after[0], after[1], wrap_angle(after[2])
            speed[i], car.sideways[i], car.turning[i] = after[3], after[4], after[5]
            car.steering[i], car.push[i] = after[6], after[7]
            is_locked = after[3] < limits.speed_min_mps
            car.given[i] = applied_acceleration(
                after[3], after[7], friction * GRAVITY_MPS2, limits, is_locked
            )
        despawn_rows(rows, world)
        for slot in range(world.spawns.shape[0]):
            row = spawn_row(rows, car.route, world, slot)
            if row >= 0:
                car.steering[row], car.push[row] = 0.0, 0.0
                car.sideways[row], car.turning[row], car.given[row] = 0.0, 0.0, 0.0
