"""Drivers that turn the front wheels towards their route."""

from typing import NamedTuple

from project_ghost.core.compiled import inlined
from project_ghost.engine import Parameter, number
from project_ghost.models.common.routes import CURVATURE, RouteTable
from project_ghost.world.bodies import YAW_RATE

from ._follower import SEGMENT, AbstractFollower, Car, Driver, Drivers
from ._following import follow, look_round_the_corner
from ._laws import stanley


class StanleyLaw(NamedTuple):
    """The gains of Stanley's law."""

    gain: float = number(Parameter(1.0, unit="1/s"))
    softening_mps: float = number(Parameter(1.0, unit="m/s"))
    yaw_damping_s: float = number(Parameter(0.3, unit="s"))


@inlined
def front_axle(car: Car) -> float:
    """The distance of the front axle before the centre."""
    return car.wheelbase_m - car.rear_axle_m


@inlined
def steer(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: StanleyLaw,
    driver: Driver,
    _dt_s: float,
) -> float:
    """The steering angle of a driver."""
    error, i, speed = drivers.error, driver.i, driver.speed
    look_round_the_corner(drivers, table, driver, front_axle(car))
    angle = stanley(error[i, 0], error[i, 1], speed, law.gain, law.softening_mps)
    bend: float = table.shapes[driver.route, int(drivers.track[i, SEGMENT]) + 1, CURVATURE]
    yaw_rate: float = drivers.bodies[driver.row, YAW_RATE]
    return angle + law.yaw_damping_s * (speed * bend - yaw_rate)


class Stanley(AbstractFollower):
    """Drivers that steer by heading error and by the front axle's distance from the route.

    `yaw_damping_s` is the gain on the difference between the route's yaw rate and the
    vehicle's: steering has a lag, and without damping a sharp corner at low speed ends in
    oscillations.
    """

    law = StanleyLaw

    @staticmethod
    def step(drivers: Drivers, table: RouteTable, car: Car, law: StanleyLaw, dt_s: float) -> None:
        """Follow the routes with the front axle."""
        follow(drivers, table, car, law, steer, front_axle(car), dt_s)
