"""The base classes of populations."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias

from pydantic import Field

from project_ghost.core.errors import InputError
from project_ghost.engine import AbstractComponent
from project_ghost.scenario.draft import Footprint, GraphDraft
from project_ghost.scenario.file.ranges import Count, Seed, Speed
from project_ghost.scenario.file.section import CheckContext, KeyPath, Problem
from project_ghost.scenario.kinds import AbstractKind, ByKind
from project_ghost.scenario.paths import Route, route_problems
from project_ghost.scenario.tables import Table
from project_ghost.world.maps import RoadMap
from project_ghost.world.objects import ObjectKind

from ._placement import Placed
from ._spawner import Spawner

if TYPE_CHECKING:
    from project_ghost.scenario.file._load import ScenarioFile

__all__ = ["AbstractPlacedPopulation", "AbstractPopulation", "AnyPopulation"]


class AbstractPopulation(AbstractKind):
    """Many actors, which the scenario does not name."""

    family: ClassVar[str] = "population"

    @property
    def has_spawner(self) -> bool:
        """Whether actors appear and disappear during the run."""
        return False

    @property
    def needs_arrivals(self) -> bool:
        """Whether its driver has to say who has arrived."""
        return False

    @property
    def start_count(self) -> int | None:
        """The number of actors at the start; None where a file has them."""
        return None

    @abstractmethod
    def tables(
        self, file: "ScenarioFile", road_map: RoadMap | None, name: str, first_row: int
    ) -> Iterator[Table]:
        """Its tables of the scene, from a row on; the first has the population's name."""

    @abstractmethod
    def add(self, draft: GraphDraft, table: Table) -> None:
        """Add the plant, the controller and the spawner of a table, and register its actors."""


class AbstractPlacedPopulation(AbstractPopulation):
    """Many actors of one kind, placed at the start, which have no own names."""

    object_kind: ClassVar[ObjectKind] = ObjectKind.VEHICLE

    count: Count = Field(description="number of actors at the start")
    layout_seed: Seed = Field(
        default=0, description="seed of places and speeds at the start; not the seed of the run"
    )
    start_speed_mps: Speed = Field(default=0.0, description="speed at the start")
    spawner: Spawner | None = Field(
        default=None, description="actors that appear and disappear during the run"
    )
    routes: tuple[Route, ...] = ()

    @property
    def capacity(self) -> int:
        """The maximum number of actors at once."""
        return self.count if self.spawner is None else self.spawner.capacity

    @property
    def has_spawner(self) -> bool:
        """Whether there is a spawner."""
        return self.spawner is not None

    @property
    def needs_arrivals(self) -> bool:
        """Actors that appear at an entry leave at the end of their route."""
        return self.spawner is not None

    @property
    def start_count(self) -> int | None:
        """The count."""
        return self.count

    def tables(
        self,
        file: "ScenarioFile",  # noqa: ARG002 - for populations of files
        road_map: RoadMap | None,  # noqa: ARG002
        name: str,
        first_row: int,
    ) -> Iterator[Table]:
        """One table, unless it is empty."""
        many = self.capacity
        if many:
            lengths, kinds = (self.length_m,) * many, (self.object_kind,) * many
            yield Table(name, name, first_row, lengths, kinds, population=self)

    @property
    @abstractmethod
    def length_m(self) -> float:
        """The length of each actor, for drivers that keep their distance to it."""

    def slots(self, paths: Sequence[object]) -> int:
        """The number of actors that may appear in one step: one on each path."""
        return len(paths) if self.spawner is not None else 1

    def register(
        self, draft: GraphDraft, table: Table, placed: Sequence[Placed], footprint: Footprint
    ) -> None:
        """Register the actors of the start, and the footprint of the rows that are still free."""
        for serial, pose in enumerate(placed):
            name = table.name_of(serial)
            draft.register_actor(name, ("populations", table.name), pose, footprint)
        draft.footprints += [footprint] * (table.capacity - len(placed))

    def require_inputs(
        self, draft: GraphDraft, keys: KeyPath, plant: AbstractComponent, *ports: str
    ) -> None:
        """Refuse a plant that has no input for one of these signals of the spawner."""
        missing = [port for port in ports if port not in plant.inputs()]
        if missing:
            raise draft.refused(
                keys,
                InputError(
                    f"{type(plant).__name__} has no input {missing[0]!r}",
                    expected=f"the inputs {', '.join(ports)}, because the population has a spawner",
                    fix="declare them as models.vehicles.KinematicBicycles does, or remove the "
                    "spawner",
                ),
            )

    def problems(self, context: CheckContext, keys: KeyPath) -> Iterator[Problem]:
        """Report routes that lead nowhere, and a capacity below the count."""
        yield from super().problems(context, keys)
        if self.capacity < self.count:
            yield (
                (*keys, "spawner", "capacity"),
                InputError(
                    f"the capacity is {self.capacity}, less than the {self.count} at the start",
                    expected="a capacity of at least the count",
                    fix="raise the capacity, or lower the count",
                ),
            )
        for number, route in enumerate(self.routes):
            yield from route_problems(
                context, (*keys, "routes", number), route, str(keys[-1]), None
            )


AnyPopulation: TypeAlias = Annotated[AbstractPopulation, ByKind(AbstractPopulation)]
