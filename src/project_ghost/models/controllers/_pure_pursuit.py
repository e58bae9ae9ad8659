"""Drivers that steer along an arc to a point ahead."""

from typing import NamedTuple

from project_ghost.core.compiled import inlined
from project_ghost.engine import Parameter, number
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import RouteTable, place_at

from ._follower import SEGMENT, AbstractFollower, Car, Driver, Drivers
from ._following import follow
from ._laws import pure_pursuit


class Lookahead(NamedTuple):
    """The distance of the point to steer to: in metres, or as time at the current speed."""

    lookahead_m: float = number(Parameter(3.0, unit="m"))
    lookahead_s: float = number(Parameter(0.6, unit="s"))


@inlined
def steer(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: Lookahead,
    driver: Driver,
    _dt_s: float,
) -> float:
    """The steering angle of a driver."""
    return pursuit_angle(drivers, table, car, law, driver)


@inlined
def pursuit_angle(
    drivers: Drivers, table: RouteTable, car: Car, law: Lookahead, driver: Driver
) -> float:
    """The steering angle of the arc from the rear axle through the point ahead."""
    ahead = maximum(law.lookahead_m, law.lookahead_s * driver.speed)
    i, near = driver.i, int(drivers.track[driver.i, SEGMENT])
    target_x, target_y, _ = place_at(table, driver.route, drivers.progress[i] + ahead, near)
    x = driver.x - car.rear_axle_m * driver.cos_yaw
    y = driver.y - car.rear_axle_m * driver.sin_yaw
    heading = (driver.cos_yaw, driver.sin_yaw)
    return pure_pursuit(x, y, heading, target_x, target_y, car.wheelbase_m)


class PurePursuit(AbstractFollower):
    """Drivers that steer the rear axle along the arc through a point of their route ahead."""

    law = Lookahead

    @staticmethod
    def step(drivers: Drivers, table: RouteTable, car: Car, law: Lookahead, dt_s: float) -> None:
        """Follow the routes."""
        follow(drivers, table, car, law, steer, 0.0, dt_s)
