"""Actions that are trajectories: where the car is to be at the next instants."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import atan2, sincos, sqrt
from project_ghost.engine import Input, Kernel, Output, Parameter, Size
from project_ghost.models.plans import (
    EGO_AX,
    EGO_AY,
    EGO_STEERING,
    EGO_VX,
    EGO_VY,
    EGO_WIDTH,
    EGO_X,
    EGO_Y,
    EGO_YAW,
    PLAN_AX,
    PLAN_AY,
    PLAN_ROWS,
    PLAN_STEERING,
    PLAN_TIME,
    PLAN_VX,
    PLAN_VY,
    PLAN_WIDTH,
    PLAN_X,
    PLAN_Y,
    PLAN_YAW,
)

__all__ = ["STATE_WIDTH", "TrajectoryAction"]

# The numbers of a state: metres ahead and to the left of the rear axle.
STATE_WIDTH = 2

# A car that moves less between states keeps its heading.
_STANDING_M = 0.5


class TrajectoryAction(Kernel):
    """Turns the states of an action into a plan for the tracker of one car.

    An action is (x, y) of each state, in the axes of the rear axle at the time of the action,
    `spacing_ns` apart from each other. The plan begins with the car as it is; its speeds and
    headings are those of the way from state to state.
    """

    cars = Size(1)
    width = Size(1)
    actions = Input(shape=("cars", "width"))
    ego = Input(shape=(EGO_WIDTH,))
    car = Parameter(0.0)
    many = Parameter(8.0)  # how many states
    spacing_ns = Parameter(500e6)
    plan = Output(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Output()

    @staticmethod
    def output(
        actions: Floats,
        ego: Floats,
        car: float,
        many: float,
        spacing_ns: float,
        time_ns: int,
        plan: Floats,
        count: Floats,
    ) -> None:
        """Turn the states into the axes of the map."""
        i, count_of = int(car), int(many)
        sine, cosine = sincos(ego[EGO_YAW])
        plan[0, PLAN_TIME] = float(time_ns)
        plan[0, PLAN_X], plan[0, PLAN_Y] = ego[EGO_X], ego[EGO_Y]
        plan[0, PLAN_YAW] = ego[EGO_YAW]
        plan[0, PLAN_VX], plan[0, PLAN_VY] = ego[EGO_VX], ego[EGO_VY]
        plan[0, PLAN_AX], plan[0, PLAN_AY] = ego[EGO_AX], ego[EGO_AY]
        plan[0, PLAN_STEERING] = ego[EGO_STEERING]
        spacing_s = 1e-9 * spacing_ns
        for k in range(count_of):
            x, y = actions[i, STATE_WIDTH * k], actions[i, STATE_WIDTH * k + 1]
            at = k + 1
            plan[at, PLAN_TIME] = plan[0, PLAN_TIME] + at * spacing_ns
            plan[at, PLAN_X] = ego[EGO_X] + x * cosine - y * sine
            plan[at, PLAN_Y] = ego[EGO_Y] + x * sine + y * cosine
            dx = plan[at, PLAN_X] - plan[k, PLAN_X]
            dy = plan[at, PLAN_Y] - plan[k, PLAN_Y]
            plan[at, PLAN_VX] = sqrt(dx * dx + dy * dy) / spacing_s
        for at in range(1, count_of + 1):
            # The direction from the state before to the one behind.
            behind = min(at + 1, count_of)
            dx = plan[behind, PLAN_X] - plan[at - 1, PLAN_X]
            dy = plan[behind, PLAN_Y] - plan[at - 1, PLAN_Y]
            plan[at, PLAN_YAW] = plan[at - 1, PLAN_YAW]
            if dx * dx + dy * dy > _STANDING_M * _STANDING_M:
                plan[at, PLAN_YAW] = atan2(dy, dx)
        count[0] = count_of + 1.0
