"""A driver of a class of the user's own."""

from typing import ClassVar, Literal

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent, Input, Kernel, Output, Parameter, Size
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.file.section import KeyPath, Sampled
from project_ghost.scenario.own import OWN_KEYS, OwnClass
from project_ghost.scenario.tables import Table
from project_ghost.scenario.vehicles import CAR_ACTUATORS
from project_ghost.world.bodies import BODY_WIDTH, VX, VY, YAW, YAW_RATE, X, Y

from ._abstract import AbstractDriver, Fleet

__all__ = ["CarCommand", "CarState", "OwnDriver"]


class CarState(Kernel):
    """The state of one car as numbers, from its row of the scene: what a driver looks at."""

    rows = Size(1)
    row = Parameter(0.0)
    bodies = Input(shape=("rows", BODY_WIDTH))
    x_m = Output(unit="m", about="east, of the car's centre")
    y_m = Output(unit="m", about="north, of the car's centre")
    yaw_rad = Output(unit="rad", about="heading from east, anticlockwise")
    speed_mps = Output(unit="m/s", about="speed over the ground")
    yaw_rate_rps = Output(unit="rad/s", about="rate of the heading")

    @staticmethod
    def output(
        bodies: Floats,
        row: float,
        x_m: Floats,
        y_m: Floats,
        yaw_rad: Floats,
        speed_mps: Floats,
        yaw_rate_rps: Floats,
    ) -> None:
        """Copy the columns of the row."""
        i = int(row)
        x_m[0] = bodies[i, X]
        y_m[0] = bodies[i, Y]
        yaw_rad[0] = bodies[i, YAW]
        speed_mps[0] = sqrt(bodies[i, VX] * bodies[i, VX] + bodies[i, VY] * bodies[i, VY])
        yaw_rate_rps[0] = bodies[i, YAW_RATE]


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


class OwnDriver(OwnClass, Sampled, AbstractDriver):
    """A driver of your own class, with the outputs `steering` and `acceleration`.

    Inputs called `x_m`, `y_m`, `yaw_rad`, `speed_mps` and `yaw_rate_rps` read the car's true
    state, `bodies` all actors, and `inputs` names any other signal. Parameters called `route`,
    `wheelbase_m`, `rear_axle_m`, `rows` and `row` are given to it where the class declares them;
    `route` is a table of x, y and speed with `point_count` rows.
    """

    shares_table: ClassVar[bool] = False

    model_config = OWN_KEYS

    kind: Literal["own"] = "own"

    def make(self, draft: GraphDraft, fleet: Fleet) -> AbstractComponent:
        """Make the component of the user's class for the only car of the table."""
        (path,), (loop,) = fleet.paths, fleet.loops
        table = fleet.table
        points = [[float(number) for number in point] for point in path.points]
        offered = {
            "route": points,
            "point_count": len(points),
            "closed": float(loop),
            "rows": draft.rows,
            "row": table.first_row,
            **fleet.chassis.for_driver(),
        }
        return self.own_component(draft, self._keys(table), offered)

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the driver, what it looks at, and its commands."""
        graph, table = draft.graph, fleet.table
        (actor,) = table.names
        name, seen, packed = f"{actor}/driver", f"{actor}/state", f"{actor}/command"
        keys = self._keys(table)
        component = self.make(draft, fleet)
        self.require_outputs(draft, keys, component, *_COMMANDS)
        for port in _COMMANDS:
            _require_number(draft, keys, component, port)
        graph.add(seen, CarState(rows=draft.rows, row=float(table.first_row)), EVERY_STEP)
        graph.connect("Scene.bodies", f"{seen}.bodies")
        draft.add(keys, name, component, draft.group_of(self))
        graph.add(packed, CarCommand(), EVERY_STEP)
        known = {port: f"{seen}.{port}" for port in graph.components[seen].outputs()}
        self.connect_inputs(draft, keys, name, {**known, "bodies": "Scene.bodies"})
        for port in _COMMANDS:
            draft.wire((*keys, "type"), f"{name}.{port}", f"{packed}.{port}")
        if "arrived" in component.outputs():
            draft.arrivals[table.name] = f"{name}.arrived"
        draft.commands.append(
            Commands(
                table.name,
                f"{packed}.command",
                f"{table.name}.command",
                table.names,
                CAR_ACTUATORS,
                COMMAND_FIELDS,
            )
        )

    @staticmethod
    def _keys(table: Table) -> KeyPath:
        return ("actors", *table.names, "driver")


_COMMANDS = ("steering", "acceleration")


def _require_number(
    draft: GraphDraft, keys: KeyPath, component: AbstractComponent, port: str
) -> None:
    shape = component.shape_of(port)
    if shape != ():
        raise draft.refused(
            (*keys, "type"),
            InputError(
                f"the output {port!r} of {type(component).__name__} has the shape {shape}",
                expected="a number for the one car that it drives",
                fix=f"declare `{port} = Output()`",
            ),
        )
