"""The base classes of all drivers."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias, final

from pydantic import Field

from project_ghost.engine import AbstractComponent
from project_ghost.models.vehicles import COMMAND_FIELDS
from project_ghost.scenario.draft import EVERY_STEP, Commands, GraphDraft
from project_ghost.scenario.kinds import AbstractKind, ByKind
from project_ghost.scenario.paths import Path, round_corners, slowed_for_corners
from project_ghost.scenario.tables import Table
from project_ghost.scenario.vehicles import CAR_ACTUATORS, Chassis

__all__ = ["AbstractCarDriver", "AbstractDriver", "AbstractTableDriver", "AnyDriver", "Fleet"]


@final
@dataclass(frozen=True)
class Fleet:
    """Cars of one table, which have the same driver: their chassis, paths, and which are loops.

    `starts` are x, y, yaw and speed of named cars at time 0.
    """

    table: Table
    chassis: Chassis
    paths: Sequence[Path]
    loops: Sequence[bool]
    starts: Sequence[Sequence[float]] = ()


class AbstractCarDriver(AbstractKind):
    """What drives the cars of a table: a driver along their routes, a planner, or actions."""

    family: ClassVar[str] = "driver"
    # Whether one component drives all cars that are alike.
    shares_table: ClassVar[bool] = True
    # Whether decisions come from outside, of a planner or as actions: for one car, without a route.
    is_external: ClassVar[bool] = False

    @property
    def moves_cars(self) -> bool:
        """Whether it moves its cars itself, in place of their model."""
        return False

    @abstractmethod
    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the driver of the cars of a fleet, and its commands."""

    def drivable(self, path: Path, *, loop: bool, spacing_m: float) -> Path:  # noqa: ARG002
        """The path that it drives, for one that it is given."""
        return path


class AbstractDriver(AbstractCarDriver):
    """A driver of a table of cars along their routes."""

    # Whether it tracks its path so exactly that corners must become arcs.
    needs_arcs: ClassVar[bool] = False

    plan_speeds: bool = Field(
        default=True, description="slow down before the corners of a route of waypoints"
    )

    def drivable(self, path: Path, *, loop: bool, spacing_m: float) -> Path:
        """Plan slower corners; for a driver that needs arcs also replace corners by them."""
        if not self.plan_speeds:
            return path
        if self.needs_arcs:
            path = round_corners(path, loop=loop, spacing_m=spacing_m)
        return slowed_for_corners(path, loop=loop, on_arcs=self.needs_arcs)


class AbstractTableDriver(AbstractDriver):
    """A driver whose component has the input `bodies` and the outputs `command` and `arrived`."""

    @abstractmethod
    def make(self, draft: GraphDraft, fleet: Fleet) -> AbstractComponent:
        """The component for the cars of a fleet, which follow its paths."""

    def add(self, draft: GraphDraft, fleet: Fleet) -> None:
        """Add the drivers of a table; faults connect their commands to the plant."""
        graph, table, name = draft.graph, fleet.table, f"{fleet.table.name}/driver"
        graph.add(name, self.make(draft, fleet), EVERY_STEP)
        graph.connect("Scene.bodies", f"{name}.bodies")
        draft.arrivals[table.name] = f"{name}.arrived"
        draft.commands.append(
            Commands(
                table.name,
                f"{name}.command",
                f"{table.name}.command",
                table.names,
                CAR_ACTUATORS,
                COMMAND_FIELDS,
            )
        )


AnyDriver: TypeAlias = Annotated[AbstractCarDriver, ByKind(AbstractCarDriver)]
