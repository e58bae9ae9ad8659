"""nuPlan's two-stage controller: the LQR tracker on an Euler bicycle."""

from typing import NamedTuple

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, State, number
from project_ghost.models.plans import EGO_WIDTH, PLAN_ROWS, PLAN_WIDTH
from project_ghost.models.vehicles import euler_bicycle
from project_ghost.models.vehicles._euler_bicycle import (
    ACCELERATION_LAG_S,
    STEERING_LAG_S,
    STEERING_MOST_RAD,
)
from project_ghost.world.bodies import BODY_WIDTH

from ._lqr import LqrLaw, tracking_command
from ._rows import write_ego

__all__ = ["LqrBicycle"]


class Bicycle(NamedTuple):
    """The vehicle, and how late it follows commands."""

    wheelbase_m: float = number(Parameter(3.089, unit="m"))
    steering_max_rad: float = number(Parameter(STEERING_MOST_RAD, unit="rad"))
    acceleration_lag_s: float = number(Parameter(ACCELERATION_LAG_S, unit="s"))
    steering_lag_s: float = number(Parameter(STEERING_LAG_S, unit="s"))


class LqrBicycle(Kernel):
    """A vehicle that tracks its plan by LQR and moves once a sample, as nuPlan's does.

    It belongs into the group of its planner. Without a plan it rolls on without a command.
    """

    plan = Input(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Input()
    state = State(shape=(EGO_WIDTH,))
    law = LqrLaw
    vehicle = Bicycle
    rear_axle_m = Parameter(1.461, unit="m")
    ego = Output(shape=(EGO_WIDTH,))
    bodies = Output(shape=(1, BODY_WIDTH))

    @staticmethod
    def output(state: Floats, rear_axle_m: float, ego: Floats, bodies: Floats) -> None:
        """The vehicle and its body, from the state alone."""
        write_ego(state, rear_axle_m, ego, bodies)

    @staticmethod
    def update(
        plan: Floats,
        count: float,
        state: Floats,
        law: LqrLaw,
        vehicle: Bicycle,
        time_ns: int,
        dt_s: float,
    ) -> None:
        """Track the plan for one sample."""
        acceleration, steering_rate = 0.0, 0.0
        if count >= 2.0:
            acceleration, steering_rate = tracking_command(
                plan, int(count), time_ns, state, law, vehicle.wheelbase_m
            )
        euler_bicycle(
            state,
            acceleration,
            steering_rate,
            dt_s,
            vehicle.wheelbase_m,
            vehicle.acceleration_lag_s,
            vehicle.steering_lag_s,
            vehicle.steering_max_rad,
        )
