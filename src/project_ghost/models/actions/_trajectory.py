"""Actions that are trajectories: where the car is to be at the next instants."""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt, wrap_angle
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

# The numbers of a state: metres ahead and to the left of the rear axle, heading to the left.
STATE_WIDTH = 3


class TrajectoryAction(Kernel):
    """Turns the states of an action into a plan for the tracker of one car.

    An action is (x, y, yaw) of each state, in the axes of the rear axle at the time of the action,
    `spacing_ns` apart from each other. The plan begins with the car as it is. Its speeds are those
    between the states.
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
            plan[at, PLAN_YAW] = wrap_angle(ego[EGO_YAW] + actions[i, STATE_WIDTH * k + 2])
            dx = plan[at, PLAN_X] - plan[at - 1, PLAN_X]
            dy = plan[at, PLAN_Y] - plan[at - 1, PLAN_Y]
            plan[at, PLAN_VX] = sqrt(dx * dx + dy * dy) / spacing_s
        count[0] = count_of + 1.0
