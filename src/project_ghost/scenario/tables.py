"""The tables of a scene: which rows belong to which actors.

Why: ADR 11.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from .actors import AbstractActor
    from .populations import AbstractPopulation
    from .spec import ScenarioSpec

__all__ = ["Table", "lay_out_tables"]


@final
@dataclass(frozen=True)
class Table:
    """Rows of the scene that one plant has: those of named actors, or of a population.

    `actors` are the named actors, one for each row; the actors of a population are called
    `<table>/<serial>`, and no two of them alike.
    """

    name: str
    component: str  # that has the output `bodies`
    first_row: int
    capacity: int
    actors: "dict[str, AbstractActor]"
    population: "AbstractPopulation | None" = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of its first actors."""
        return tuple(self.actors)

    @property
    def rows(self) -> range:
        """Its rows in the scene."""
        return range(self.first_row, self.first_row + self.capacity)

    @property
    def lengths_m(self) -> list[float]:
        """The length of the actor of each row."""
        if self.population is not None:
            return [self.population.length_m] * self.capacity
        return [actor.length_m for actor in self.actors.values()]

    def keys(self, *below: str) -> tuple[str, ...]:
        """The keys of the file that lead to its population, or to its first actor."""
        if self.population is not None:
            return ("populations", self.name, *below)
        return ("actors", self.names[0], *below)

    def has(self, actor: str) -> bool:
        """Whether an actor is or may be one of its own."""
        return actor in self.actors or (not self.actors and actor.startswith(f"{self.name}/"))

    def name_of(self, serial: float) -> str:
        """The name of one of its actors."""
        number = int(serial)
        return self.names[number] if number < len(self.actors) else f"{self.name}/{number}"


def lay_out_tables(spec: "ScenarioSpec") -> tuple[Table, ...]:
    """The tables of a scenario in the order of the scene.

    Named actors come first. Those with the same `table_key` share a table, in the order of
    their first. Then come the populations.
    """
    grouped: dict[tuple[str, ...], dict[str, AbstractActor]] = {}
    for name, actor in spec.actors.items():
        grouped.setdefault(actor.table_key(name), {})[name] = actor
    tables: list[Table] = []
    row = 0
    used: dict[str, int] = {}
    for (label, *_), members in grouped.items():
        used[label] = used.get(label, 0) + 1
        name = label if used[label] == 1 else f"{label}{used[label]}"
        component = next(iter(members.values())).bodies_component(name)
        tables.append(Table(name, component, row, len(members), members))
        row += len(members)
    for name, population in spec.populations.items():
        if population.capacity:
            tables.append(Table(name, name, row, population.capacity, {}, population))
            row += population.capacity
    return tuple(tables)
