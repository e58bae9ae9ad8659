"""A table of kinematic bicycles."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, wrap_angle
from project_ghost.engine import State, array
from project_ghost.models.common.rows import (
    ActorInputs,
    Rows,
    despawn_rows,
    spawn_row,
    write_body,
)
from project_ghost.models.common.slide import after_friction, after_impulse, turning_friction

from ._columns import ACCELERATION, SLIP, SPEED, STEERING
from ._kinematic import (
    RollingGeometry,
    bicycle_step,
    gripping_slope,
    kinematic_slip,
    rolling_rates,
)
from ._table import AbstractVehicles, Body, Drive, VehicleOutputs, effective_command, limits_of


class BicycleState(NamedTuple):
    """The states of kinematic bicycles beyond those of `Rows`."""

    steering: Floats = array(State(shape=("capacity",), unit="rad"))
    push: Floats = array(State(shape=("capacity",), unit="m/s2"))  # the drive's acceleration
    # The tangent of the effective steering angle, and the applied acceleration.
    acting: Floats = array(State(shape=("capacity", 2)))
    slide: Floats = array(State(shape=("capacity", 3)))  # sliding velocity: x, y, yaw rate
    route: Floats = array(State(-1.0, shape=("capacity",)))


class KinematicBicycles(AbstractVehicles):
    """Vehicles whose wheels roll where they point, about the centre of their footprint.

        KinematicBicycles(capacity=2, actors=[(0.0, 0.0, 0.0), (10.0, 0.0, 3.14, 5.0, 1)])

    An impulse changes the rolling speed with what points along the vehicle's axis; the rest
    becomes a sliding velocity beside the rolling one, which friction reduces by
    friction * g. Friction also limits braking, acceleration and the curvature that the
    steering can reach.
    """

    car = BicycleState

    @staticmethod
    def output(rows: Rows, car: BicycleState, body: Body, out: VehicleOutputs) -> None:
        """The bodies and their motion, from the state alone."""
        motion, slide = out.motion, car.slide
        for i in range(rows.alive.shape[0]):
            rear_axle_m = body.rear_axle_m[i]
            wheelbase_m = body.front_axle_m[i] + rear_axle_m
            yaw, speed, slope = rows.pose[i, 2], rows.speed[i], car.acting[i, 0]
            vx, vy, yaw_rate = rolling_rates(yaw, speed, slope, wheelbase_m, rear_axle_m)
            velocity = (vx + slide[i, 0], vy + slide[i, 1], yaw_rate + slide[i, 2])
            write_body(out.bodies, i, rows, car.route, velocity)
            motion[i, SPEED] = speed
            motion[i, STEERING] = car.steering[i]
            motion[i, ACCELERATION] = car.acting[i, 1]
            motion[i, SLIP] = kinematic_slip(slope, wheelbase_m, rear_axle_m)

    @staticmethod
    def update(
        rows: Rows,
        car: BicycleState,
        command: Floats,
        stuck: Floats,
        world: ActorInputs,
        body: Body,
        drive: Drive,
        dt_s: float,
    ) -> None:
        """Impulses, then one step of motion, then despawns and spawns."""
        pose, speed, slide = rows.pose, rows.speed, car.slide
        first = int(world.first_row)
        for i in range(rows.alive.shape[0]):
            if rows.alive[i] == 0.0:
                continue
            friction = body.grip[i] * world.friction[first + i]
            mass_kg, inertia_kgm2 = body.mass_kg[i], body.inertia_kgm2[i]
            front_axle_m, rear_axle_m = body.front_axle_m[i], body.rear_axle_m[i]
            geometry = RollingGeometry(front_axle_m + rear_axle_m, rear_axle_m, friction)
            limits = limits_of(drive, i, dt_s)
            yaw, steering, drive_accel = pose[i, 2], car.steering[i], car.push[i]
            sine, cosine = sincos(yaw)
            velocity_change = (
                world.impulse[first + i, 0] / mass_kg,
                world.impulse[first + i, 1] / mass_kg,
                world.impulse[first + i, 2] / inertia_kgm2,
            )
            old, rolling = after_impulse(
                (slide[i, 0], slide[i, 1], slide[i, 2]),
                speed[i],
                (cosine, sine),
                velocity_change,
                limits.speed_min_mps,
            )
            after = bicycle_step(
                (pose[i, 0], pose[i, 1], yaw, rolling, steering, drive_accel),
                effective_command(command, stuck, i, steering, drive_accel),
                geometry,
                limits,
                dt_s,
            )
            spin = turning_friction(friction, front_axle_m, rear_axle_m, mass_kg / inertia_kgm2)
            new = after_friction(old, friction, dt_s, spin)
            pose[i, 0] = after[0] + 0.5 * dt_s * (old[0] + new[0])
            pose[i, 1] = after[1] + 0.5 * dt_s * (old[1] + new[1])
            pose[i, 2] = wrap_angle(after[2] + 0.5 * dt_s * (old[2] + new[2]))
            # A step may end slightly below the least speed, but brakes only stop a car.
            speed[i] = max(after[3], min(limits.speed_min_mps, rolling))
            car.steering[i], car.push[i] = after[4], after[5]
            slope = gripping_slope(after[4], speed[i], geometry.wheelbase_m, friction)
            car.acting[i, 0] = slope
            car.acting[i, 1] = (speed[i] - rolling) / dt_s
            slide[i, 0], slide[i, 1], slide[i, 2] = new
        despawn_rows(rows, world)
        for slot in range(world.spawns.shape[0]):
            row = spawn_row(rows, car.route, world, slot)
            if row >= 0:
                car.steering[row], car.push[row] = 0.0, 0.0
                for k in range(2):
                    car.acting[row, k] = 0.0
                for k in range(3):
                    slide[row, k] = 0.0
