"""Actions that are commands: acceleration and steering."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, Size
from project_ghost.engine.ops import clip
from project_ghost.models.vehicles import COMMAND_ACCELERATION, COMMAND_STEERING

__all__ = ["ControlAction"]


class ControlAction(Kernel):
    """Turns (acceleration, steering), each from -1 to 1, into the command of one car.

    A positive acceleration is a part of `acceleration_max`, a negative one of `braking_max`;
    positive steering is to the left.
    """

    cars = Size(1)
    width = Size(2)
    actions = Input(shape=("cars", "width"))
    car = Parameter(0.0)
    acceleration_max = Parameter(3.0, unit="m/s2")
    braking_max = Parameter(8.0, unit="m/s2")
    steering_max_rad = Parameter(0.5, unit="rad")
    command = Output(shape=(1, 2))

    @staticmethod
    def output(
        actions: Floats,
        car: float,
        acceleration_max: float,
        braking_max: float,
        steering_max_rad: float,
        command: Floats,
    ) -> None:
        """Scale the two numbers."""
        push = clip(actions[int(car), 0], -1.0, 1.0)
        command[0, COMMAND_ACCELERATION] = push * (acceleration_max if push > 0.0 else braking_max)
        command[0, COMMAND_STEERING] = steering_max_rad * clip(actions[int(car), 1], -1.0, 1.0)
