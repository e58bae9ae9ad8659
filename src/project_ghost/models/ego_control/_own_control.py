"""Controllers in Python: the state of the vehicle at the next sample, from its plan."""

from typing import ClassVar

from project_ghost.core.arrays import Floats
from project_ghost.engine import Host, Input, Kernel, Output, Parameter, State
from project_ghost.models.plans import EGO_WIDTH, PLAN_ROWS, PLAN_WIDTH
from project_ghost.world.bodies import BODY_WIDTH

from ._rows import write_ego

__all__ = ["AbstractEgoControl", "ControlledEgo"]


class AbstractEgoControl(Host):
    """Drives a plan: `drive` returns the row `ego` of the next sample, with its columns.

    Both arguments are views: copy what is to be kept. `plan` has the rows that are in use.
    Parameters are those of the vehicle, from the scenario; a class declares further ones of its
    own. A controller with a state of its own has `save` and `load`.

    class Teleport(AbstractEgoControl):
        def drive(self, ego, plan, time_ns, dt_s):
            following = ego.copy()
            following[EGO_X], following[EGO_Y] = plan[1, PLAN_X], plan[1, PLAN_Y]
            return following
    """

    takes_arrays: ClassVar[bool] = True
    ego = Input(shape=(EGO_WIDTH,))
    plan = Input(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Input()
    wheelbase_m = Parameter(3.089, unit="m")
    rear_axle_m = Parameter(1.461, unit="m")
    length_m = Parameter(5.176, unit="m")
    width_m = Parameter(2.297, unit="m")
    next_ego = Output(shape=(EGO_WIDTH,))

    def drive(self, ego: Floats, plan: Floats, time_ns: int, dt_s: float) -> Floats:
        """The row `ego` at `time_ns` + `dt_s`."""
        raise NotImplementedError

    def output(self, ego: Floats, plan: Floats, count: float, time_ns: int, dt_s: float) -> Floats:
        """Ask for the next sample."""
        return self.drive(ego, plan[: int(count)], time_ns, dt_s)


class ControlledEgo(Kernel):
    """A vehicle that is at each sample where `next_ego` wanted it at the one before."""

    next_ego = Input(shape=(EGO_WIDTH,))
    state = State(shape=(EGO_WIDTH,))
    rear_axle_m = Parameter(1.461, unit="m")
    ego = Output(shape=(EGO_WIDTH,))
    bodies = Output(shape=(1, BODY_WIDTH))

    @staticmethod
    def output(state: Floats, rear_axle_m: float, ego: Floats, bodies: Floats) -> None:
        """The vehicle and its body, from the state alone."""
        write_ego(state, rear_axle_m, ego, bodies)

    @staticmethod
    def update(next_ego: Floats, state: Floats) -> None:
        """Go there."""
        for column in range(state.shape[0]):
            state[column] = next_ego[column]
