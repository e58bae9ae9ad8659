"""A driver of cars of a class of the user's own."""

from typing import ClassVar, Literal

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.draft import GraphDraft
from project_ghost.scenario.own import OWN_KEYS
from project_ghost.scenario.vehicles import CAR_ACTUATORS

from ._abstract import AbstractDriver, Fleet
from ._own_ground import AbstractOwnGroundDriver, CommandForm, Routes

__all__ = ["CarCommand", "OwnDriver"]


class CarCommand(Kernel):
    """The commands of one driver as the table of a plant with one car."""

    steering = Input(unit="rad")
    acceleration = Input(unit="m/s2")
    command = Output(shape=(1, 2))

    @staticmethod
    def output(steering: float, acceleration: float, command: Floats) -> None:
        """Put the two beside each other."""
        command[0, 0] = steering
        command[0, 1] = acceleration


class OwnDriver(AbstractOwnGroundDriver, AbstractDriver):
    """A driver of your own class, with the outputs `steering` and `acceleration`.

    Inputs called `x_m`, `y_m`, `yaw_rad`, `speed_mps` and `yaw_rate_rps` read the car's true
    state, `bodies` all actors, and `inputs` names any other signal. Parameters called `route`,
    `wheelbase_m`, `rear_axle_m`, `rows` and `row` are given to it where the class declares them;
    `route` is a table of x, y and speed with `point_count` rows.

    A class with the output `command` drives a table of cars, as a population is one: a row of
    steering angle and acceleration for each. It takes what it declares of `routes`, `closed`,
    `capacity`, `scene`, `first_row`, `body_length_m` and the axles, as our own drivers do; with a
    spawner it also has the output `arrived`.
    """

    shares_table: ClassVar[bool] = False
    form: ClassVar[CommandForm] = CommandForm(
        ("steering", "acceleration"), CarCommand, CAR_ACTUATORS, COMMAND_FIELDS
    )

    model_config = OWN_KEYS

    kind: Literal["own"] = "own"

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the driver, what it looks at, and its commands."""
        table = fleet.table
        routes = Routes([path.points for path in fleet.paths], fleet.loops)
        self.add_own(draft, table.keys("driver"), table, routes, fleet.chassis.for_driver())

    def add_poses(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add a class that gives the poses of a table's actors, and connect it to them."""
        table = fleet.table
        keys, name = table.keys("driver"), f"{table.name}/driver"
        routes = Routes([path.points for path in fleet.paths], fleet.loops)
        rows = {"capacity": table.capacity, "scene": draft.rows, "first_row": table.first_row}
        component = self.own_component(draft, keys, {**routes.for_table(), **rows})
        draft.add(keys, name, component, draft.group_of(self))
        self.connect_inputs(draft, keys, name, {"bodies": "Scene.bodies"})
        draft.wire((*keys, "type"), f"{name}.poses", f"{table.name}.poses")
