"""The base of vehicle tables: ports and parameters in bundles."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Output, Parameter, array
from project_ghost.engine.ops import maximum
from project_ghost.models.common.actors import AbstractActors
from project_ghost.world.bodies import BODY_WIDTH

from ._actuators import Command, Limits
from ._columns import MOTION_WIDTH


class Body(NamedTuple):
    """Masses, the distances of the axles from the centre, and the grip of the tyres."""

    mass_kg: Floats = array(Parameter(1093.2952334674046, shape=("capacity",), unit="kg"))
    inertia_kgm2: Floats = array(Parameter(1791.5995300122856, shape=("capacity",), unit="kg m2"))
    front_axle_m: Floats = array(Parameter(1.1561957064, shape=("capacity",), unit="m"))
    rear_axle_m: Floats = array(Parameter(1.4227170936, shape=("capacity",), unit="m"))
    grip: Floats = array(Parameter(1.0, shape=("capacity",)))


class Drive(NamedTuple):
    """The limits and lags of steering, drive and brakes."""

    steering_max_rad: Floats = array(Parameter(1.066, shape=("capacity",), unit="rad"))
    steering_rate_max: Floats = array(Parameter(0.4, shape=("capacity",), unit="rad/s"))
    steering_lag_s: Floats = array(Parameter(0.1, shape=("capacity",), unit="s"))
    acceleration_max: Floats = array(Parameter(11.5, shape=("capacity",), unit="m/s2"))
    braking_max: Floats = array(Parameter(11.5, shape=("capacity",), unit="m/s2"))
    switch_speed_mps: Floats = array(Parameter(7.319, shape=("capacity",), unit="m/s"))
    speed_min_mps: Floats = array(Parameter(0.0, shape=("capacity",), unit="m/s"))
    speed_max_mps: Floats = array(Parameter(50.8, shape=("capacity",), unit="m/s"))
    acceleration_lag_s: Floats = array(Parameter(0.1, shape=("capacity",), unit="s"))


class VehicleOutputs(NamedTuple):
    """The bodies of the vehicles, and their motion by the columns of `_columns`."""

    bodies: Floats = array(Output(shape=("capacity", BODY_WIDTH)))
    motion: Floats = array(Output(shape=("capacity", MOTION_WIDTH)))


def limits_of(drive: Drive, i: int, dt_s: float) -> Limits:
    """The limits of vehicle i, with lags that one step of integration can resolve."""
    return Limits(
        drive.steering_max_rad[i],
        drive.steering_rate_max[i],
        maximum(drive.steering_lag_s[i], dt_s),
        drive.acceleration_max[i],
        drive.braking_max[i],
        drive.switch_speed_mps[i],
        drive.speed_min_mps[i],
        drive.speed_max_mps[i],
        maximum(drive.acceleration_lag_s[i], dt_s),
    )


def effective_command(
    command: Floats, stuck: Floats, i: int, steering: float, drive_accel: float
) -> Command:
    """The command of vehicle i; an actuator that is stuck keeps its value."""
    return (
        command[i, 0] if stuck[i, 0] == 0.0 else steering,
        command[i, 1] if stuck[i, 1] == 0.0 else drive_accel,
    )


class AbstractVehicles(AbstractActors):
    """A table of vehicles with commands of (steering angle, acceleration).

    `stuck` (fault): a number other than 0 keeps the steering angle, or the drive's acceleration,
    where it is.
    """

    command = Input(shape=("capacity", 2))
    stuck = Input(shape=("capacity", 2), default=0.0)
    out = VehicleOutputs
    body = Body
    drive = Drive
