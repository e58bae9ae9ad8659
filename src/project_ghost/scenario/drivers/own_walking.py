"""A driver of people of a class of the user's own."""

from typing import ClassVar

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output
from project_ghost.models.pedestrians import WALKING_FIELDS
from project_ghost.scenario.own import OWN_KEYS

from ._own_ground import AbstractOwnGroundDriver, CommandForm

__all__ = ["OwnWalkingDriver", "WalkingCommand"]


class WalkingCommand(Kernel):
    """The wanted velocity of one person as the table of a plant with one of them."""

    vx_mps = Input(unit="m/s")
    vy_mps = Input(unit="m/s")
    command = Output(shape=(1, 2))

    @staticmethod
    def output(vx_mps: float, vy_mps: float, command: Floats) -> None:
        """Put the two beside each other."""
        command[0, 0] = vx_mps
        command[0, 1] = vy_mps


class OwnWalkingDriver(AbstractOwnGroundDriver):
    """A driver of people of your own class, with the outputs `vx_mps` and `vy_mps`.

    They are the velocity that the person should have, east and north; it turns, speeds up and
    slows down within its limits. Inputs called `x_m`, `y_m`, `yaw_rad`, `speed_mps` and
    `yaw_rate_rps` read the person's true state, `bodies` all actors, and `inputs` names any other
    signal. Parameters called `route`, `rows` and `row` are given to it where the class declares
    them; `route` is a table of x, y and speed with `point_count` rows.

    A class with the output `command` drives a table of people, as a population is one: a row of
    both velocities for each. It takes what it declares of `routes`, `closed`, `capacity`, `scene`,
    `first_row` and `body_length_m`; with a spawner it also has the output `arrived`.
    """

    form: ClassVar[CommandForm] = CommandForm(
        ("vx_mps", "vy_mps"), WalkingCommand, ("vx", "vy"), WALKING_FIELDS
    )

    model_config = OWN_KEYS
