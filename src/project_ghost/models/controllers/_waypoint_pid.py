"""Drivers with two PIDs: one on the speed, one on the heading to a point ahead."""

from typing import NamedTuple

from project_ghost.core.compiled import inlined
from project_ghost.engine import Parameter, State, number
from project_ghost.engine.ops import maximum
from project_ghost.models.common.routes import RouteTable, place_at

from ._follower import NOBODY, SEGMENT, TRACK_WIDTH, AbstractFollower, Car, Driver, Drivers
from ._following import follow
from ._laws import heading_to, pid_step

# Two more columns of `track`: the memory of the heading controller.
TURN_INTEGRAL = TRACK_WIDTH
TURN_FILTERED = TRACK_WIDTH + 1
PID_TRACK_WIDTH = TRACK_WIDTH + 2


class HeadingPid(NamedTuple):
    """A PID on the heading to the route's point ahead."""

    lookahead_m: float = number(Parameter(4.0, unit="m"))
    lookahead_s: float = number(Parameter(0.4, unit="s"))
    steering_kp: float = number(Parameter(0.8))
    steering_ki: float = number(Parameter(0.0))
    steering_kd: float = number(Parameter(0.1))


@inlined
def steer(
    drivers: Drivers,
    table: RouteTable,
    car: Car,
    law: HeadingPid,
    driver: Driver,
    dt_s: float,
) -> float:
    """The steering angle of a driver."""
    track, i = drivers.track, driver.i
    ahead = maximum(law.lookahead_m, law.lookahead_s * driver.speed)
    near = int(track[i, SEGMENT])
    target_x, target_y, _ = place_at(table, driver.route, drivers.progress[i] + ahead, near)
    turn = heading_to(driver.x, driver.y, driver.yaw, target_x, target_y)
    # The derivative is that of the measurement: the negative error.
    track[i, TURN_INTEGRAL], track[i, TURN_FILTERED], angle = pid_step(
        0.0,
        -turn,
        track[i, TURN_INTEGRAL],
        track[i, TURN_FILTERED],
        law.steering_kp,
        law.steering_ki,
        law.steering_kd,
        0.0,
        -car.steering_max_rad,
        car.steering_max_rad,
        0 if driver.is_new else 1,
        dt_s,
    )
    return angle


class WaypointPid(AbstractFollower):
    """Drivers as simple agents have them: a PID on the speed, a PID on the heading error.

    The heading error is that to the route's point `lookahead_m` ahead, or `lookahead_s`
    seconds if that is further.
    """

    law = HeadingPid
    speed_ki = Parameter(0.02)
    track = State(NOBODY, shape=("capacity", PID_TRACK_WIDTH))

    @staticmethod
    def step(drivers: Drivers, table: RouteTable, car: Car, law: HeadingPid, dt_s: float) -> None:
        """Follow the routes."""
        follow(drivers, table, car, law, steer, 0.0, dt_s)
