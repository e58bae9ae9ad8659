"""Drivers of a class of the user's own, of actors on the ground: of one actor, or of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, final

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sqrt
from project_ghost.core.errors import InputError
from project_ghost.engine import (
    AbstractComponent,
    Input,
    Kernel,
    Output,
    Parameter,
    RecordField,
    Size,
)
from project_ghost.engine.blocks import Mux
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.file.section import KeyPath, Sampled
from project_ghost.scenario.own import OWN_KEYS, OwnClass
from project_ghost.scenario.paths import PathPoint
from project_ghost.scenario.tables import Table
from project_ghost.world.bodies import BODY_WIDTH, VX, VY, YAW, YAW_RATE, X, Y

__all__ = ["AbstractOwnGroundDriver", "CommandForm", "GroundState", "Routes"]


class GroundState(Kernel):
    """The state of one actor as numbers, from its row of the scene: what a driver looks at."""

    rows = Size(1)
    row = Parameter(0.0)
    bodies = Input(shape=("rows", BODY_WIDTH))
    x_m = Output(unit="m", about="east, of the actor's centre")
    y_m = Output(unit="m", about="north, of the actor's centre")
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


@final
@dataclass(frozen=True)
class CommandForm:
    """The commands of a kind of actors.

    `ports` are the outputs of a driver of one actor, and `row` makes them the only row of a
    table; `actuators` and `fields` describe the columns.
    """

    ports: tuple[str, str]
    row: type[Kernel]
    actuators: tuple[str, ...]
    fields: tuple[RecordField, ...]


@final
@dataclass(frozen=True)
class Routes:
    """The routes of a table's actors, and which of them are loops."""

    points: Sequence[Sequence[PathPoint]]
    loops: Sequence[bool]

    def for_one(self) -> dict[str, Any]:
        """What the driver of one actor is offered: its route as a table of x, y and speed."""
        (route,), (loop,) = self.points, self.loops
        points = [[float(number) for number in point] for point in route]
        return {"route": points, "point_count": len(points), "closed": float(loop)}

    def for_table(self) -> dict[str, Any]:
        """What the driver of a table is offered, as our own drivers take it."""
        return {"routes": list(self.points), "closed": list(self.loops)}


class AbstractOwnGroundDriver(OwnClass, Sampled):
    """A driver of your own class, of one actor or of a table of actors.

    A class with the output `command` drives all actors of a table, a row for each, as our own
    drivers do. Any other class drives one actor, and has an output for each command.
    """

    model_config = OWN_KEYS

    form: ClassVar[CommandForm]

    def add_own(
        self,
        draft: GraphDraft,
        keys: KeyPath,
        table: Table,
        routes: Routes,
        offered: Mapping[str, Any],
    ) -> None:
        """Add the driver of a table's actors and its commands; `keys` lead to this section."""
        offered = {**offered, "rows": draft.rows, "scene": draft.rows}
        if table.population is not None or self.declares(draft, keys, "command"):
            length_m = {"body_length_m": draft.lengths_m()}
            rows = {"capacity": table.capacity, "first_row": table.first_row, **length_m}
            self._add_for_table(draft, keys, table, {**routes.for_table(), **rows, **offered})
        else:
            row = {"row": table.first_row}
            self._add_for_one(draft, keys, table, {**routes.for_one(), **row, **offered})

    def _add_for_table(
        self, draft: GraphDraft, keys: KeyPath, table: Table, offered: Mapping[str, Any]
    ) -> None:
        name = f"{table.name}/driver"
        component = self.own_component(draft, keys, offered)
        self.require_outputs(draft, keys, component, "command")
        _require_shape(draft, keys, component, "command", (table.capacity, 2))
        draft.add(keys, name, component, draft.group_of(self))
        self.connect_inputs(draft, keys, name, {"bodies": "Scene.bodies"})
        self._connect_outputs(draft, keys, table, name, component)
        self._command(draft, table, f"{name}.command")

    def _add_for_one(
        self, draft: GraphDraft, keys: KeyPath, table: Table, offered: Mapping[str, Any]
    ) -> None:
        graph = draft.graph
        (actor,) = table.names
        name, seen, packed = f"{actor}/driver", f"{actor}/state", f"{actor}/command"
        component = self.own_component(draft, keys, offered)
        self.require_outputs(draft, keys, component, *self.form.ports)
        for port in self.form.ports:
            _require_shape(draft, keys, component, port, ())
        graph.add(seen, GroundState(rows=draft.rows, row=float(table.first_row)), EVERY_STEP)
        graph.connect("Scene.bodies", f"{seen}.bodies")
        draft.add(keys, name, component, draft.group_of(self))
        graph.add(packed, self.form.row(), EVERY_STEP)
        known = {port: f"{seen}.{port}" for port in graph.components[seen].outputs()}
        self.connect_inputs(draft, keys, name, {**known, "bodies": "Scene.bodies"})
        for port in self.form.ports:
            draft.wire((*keys, "type"), f"{name}.{port}", f"{packed}.{port}")
        self._connect_outputs(draft, keys, table, name, component)
        self._command(draft, table, f"{packed}.command")

    def _connect_outputs(
        self,
        draft: GraphDraft,
        keys: KeyPath,
        table: Table,
        name: str,
        component: AbstractComponent,
    ) -> None:
        """Take over who has arrived, which a spawner must know."""
        if table.population is not None and table.population.needs_arrivals:
            self.require_outputs(draft, keys, component, "arrived")
        if "arrived" not in component.outputs():
            return
        if "command" in component.outputs():
            _require_shape(draft, keys, component, "arrived", (table.capacity,))
            draft.arrivals[table.name] = f"{name}.arrived"
        else:
            _require_shape(draft, keys, component, "arrived", ())
            packed = f"{table.names[0]}/arrived"
            draft.graph.add(packed, Mux(1), EVERY_STEP)
            draft.graph.connect(f"{name}.arrived", f"{packed}.u0")
            draft.arrivals[table.name] = f"{packed}.y"

    def _command(self, draft: GraphDraft, table: Table, signal: str) -> None:
        target, form = f"{table.name}.command", self.form
        draft.commands.append(
            Commands(table.name, signal, target, table.names, form.actuators, form.fields)
        )


def _require_shape(
    draft: GraphDraft,
    keys: KeyPath,
    component: AbstractComponent,
    port: str,
    expected: tuple[int, ...],
) -> None:
    shape = component.shape_of(port)
    if shape != expected:
        what = "a number for the one actor that it drives"
        raise draft.refused(
            (*keys, "type"),
            InputError(
                f"the output {port!r} of {type(component).__name__} has the shape {shape}",
                expected=f"the shape {expected}, a row for each actor" if expected else what,
                fix=f"declare `{port} = Output()`"
                if not expected
                else 'use the size `capacity` in the shape: `shape=("capacity", ...)`',
            ),
        )
