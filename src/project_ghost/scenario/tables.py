"""The tables of a scene: which rows belong to which actors.

Why: ADR 11.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, final

from project_ghost.world.maps import RoadMap
from project_ghost.world.objects import ObjectKind, RecordedTrack

if TYPE_CHECKING:
    from .actors import AbstractActor
    from .file._load import ScenarioFile
    from .paths import Path
    from .populations import AbstractPopulation

__all__ = ["RecordedActor", "SceneObject", "Table", "lay_out_tables"]


@final
@dataclass(frozen=True)
class SceneObject:
    """What a row of the scene stands for; a circle is as long and as wide as its diameter.

    The actors of a row that is used again have names of their own, by their serials.
    """

    kind: ObjectKind
    length_m: float
    width_m: float
    name: str
    is_recorded: bool = False


@final
@dataclass(frozen=True)
class RecordedActor:
    """An actor of a file of tracks, and its path where it leaves its track."""

    name: str
    track: RecordedTrack
    path: "Path | None" = None


@final
@dataclass(frozen=True)
class Table:
    """Rows of the scene that one plant has: those of named actors, or of a population.

    `actors` are the named actors, one for each row; the actors of a population are called
    `<table>/<serial>`, and no two of them alike. Recorded ones have names of their own, by serial.
    """

    name: str
    component: str  # that has the output `bodies`
    first_row: int
    lengths_m: tuple[float, ...]  # of the actor of each row
    kinds: tuple[ObjectKind, ...]  # of the actor of each row
    actors: "dict[str, AbstractActor]" = field(default_factory=dict)
    population: "AbstractPopulation | None" = None
    recorded: tuple[RecordedActor, ...] = ()
    owner: str = ""  # the population, where the table has another name

    @property
    def capacity(self) -> int:
        """The number of its rows."""
        return len(self.kinds)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its first actors."""
        return tuple(self.actors)

    @property
    def replays(self) -> bool:
        """Whether its actors repeat a recording."""
        return bool(self.recorded) and not self.owner

    @cached_property
    def recorded_names(self) -> tuple[str, ...]:
        """The names of recorded actors, by serial."""
        return tuple(each.name for each in self.recorded)

    @property
    def rows(self) -> range:
        """Its rows in the scene."""
        return range(self.first_row, self.first_row + self.capacity)

    def keys(self, *below: str) -> tuple[str, ...]:
        """The keys of the file that lead to its population, or to its first actor."""
        if self.population is not None:
            return ("populations", self.owner or self.name, *below)
        return ("actors", self.names[0], *below)

    def has(self, actor: str) -> bool:
        """Whether an actor is or may be one of its own."""
        if self.actors or self.recorded:
            return actor in self.actors or actor in self.recorded_names
        return actor.startswith(f"{self.name}/")

    def name_of(self, serial: float) -> str:
        """The name of one of its actors."""
        number, known = int(serial), self.names or self.recorded_names
        return known[number] if number < len(known) else f"{self.name}/{number}"


def lay_out_tables(file: "ScenarioFile", road_map: RoadMap | None) -> tuple[Table, ...]:
    """The tables of a scenario in the order of the scene.

    Named actors come first. Those with the same `table_key` share a table, in the order of
    their first. Then come the populations.
    """
    grouped: dict[tuple[str, ...], dict[str, AbstractActor]] = {}
    for name, actor in file.spec.actors.items():
        grouped.setdefault(actor.table_key(name), {})[name] = actor
    tables: list[Table] = []
    row = 0
    used: dict[str, int] = {}
    for (label, *_), members in grouped.items():
        used[label] = used.get(label, 0) + 1
        name = label if used[label] == 1 else f"{label}{used[label]}"
        component = next(iter(members.values())).bodies_component(name)
        lengths = tuple(actor.length_m for actor in members.values())
        kinds = tuple(actor.object_kind for actor in members.values())
        tables.append(Table(name, component, row, lengths, kinds, members))
        row += len(members)
    for name, population in file.spec.populations.items():
        for table in population.tables(file, road_map, name, row):
            tables.append(table)
            row += table.capacity
    return tuple(tables)
