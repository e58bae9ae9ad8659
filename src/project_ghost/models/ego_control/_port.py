"""The port at which a planner answers."""

from project_ghost.engine import Input, Output, Port, Size
from project_ghost.models.plans import EGO_WIDTH, PLAN_ROWS, PLAN_WIDTH
from project_ghost.world.bodies import BODY_WIDTH

__all__ = ["PlannerPort"]


class PlannerPort(Port):
    """Asks a planner for a plan: the scene, the vehicle and the lights in, the plan out.

    The first `count` rows of `plan` are in use. Without lights there is no input `lights`.
    """

    rows = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    ego = Input(shape=(EGO_WIDTH,))
    plan = Output(shape=(PLAN_ROWS, PLAN_WIDTH))
    count = Output()

    def __init__(self, rows: int, lights: int = 0) -> None:
        if lights:
            self.declare(lights=Input(shape=(lights,)))
        super().__init__(rows=rows)
