"""A vehicle that drives a plan exactly."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, State
from project_ghost.models.plans import EGO_WIDTH, PLAN_ROWS, PLAN_WIDTH
from project_ghost.world.bodies import BODY_WIDTH

from ._reading import read_plan
from ._rows import write_ego

__all__ = ["PlannedMotion"]


class PlannedMotion(Kernel):
    """Perfect tracking: at every step the vehicle is where its plan says.

    Without a plan, one of fewer than two rows, it stays where it is.
    """

    plan = Input(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Input()
    state = State(shape=(EGO_WIDTH,))
    rear_axle_m = Parameter(1.461, unit="m")
    ego = Output(shape=(EGO_WIDTH,))
    bodies = Output(shape=(1, BODY_WIDTH))

    @staticmethod
    def output(state: Floats, rear_axle_m: float, ego: Floats, bodies: Floats) -> None:
        """The vehicle and its body, from the state alone."""
        write_ego(state, rear_axle_m, ego, bodies)

    @staticmethod
    def update(plan: Floats, count: float, state: Floats, time_ns: int, dt_s: float) -> None:
        """Go to the place that the plan has for the next step."""
        if count >= 2.0:
            read_plan(plan, int(count), time_ns + int(dt_s * 1e9 + 0.5), state)
