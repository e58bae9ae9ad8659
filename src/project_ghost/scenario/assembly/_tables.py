"""Which rows of the scene belong to whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from ..spec import Car, Cars, Pedestrian, Quadrotor, ScenarioSpec, Walkers

__all__ = ["Table", "lay_out_tables"]


@final
@dataclass(frozen=True)
class Table:
    """Rows of the scene that are one plant: actors of one kind and model, or a population.

    `names` are those of its first actors; the others are called `<table>#<serial>`.
    """

    name: str
    kind: str
    model: str
    first_row: int
    capacity: int
    names: tuple[str, ...]
    population: Cars | Walkers | None = None

    @property
    def rows(self) -> range:
        """Its rows in the scene."""
        return range(self.first_row, self.first_row + self.capacity)

    def name_of(self, serial: int) -> str:
        """What people call one of its actors."""
        return self.names[serial] if serial < len(self.names) else f"{self.name}#{serial}"


def lay_out_tables(spec: ScenarioSpec) -> tuple[Table, ...]:
    """The tables of a scenario in the order of the scene.

    Named actors first, those of one kind and model together, in the order of their first; a
    quadrotor has a table of its own. Then the populations.
    """
    grouped: dict[tuple[str, str], list[str]] = {}
    for name, actor in spec.actors.items():
        key = (name, "quadrotor") if isinstance(actor, Quadrotor) else _table_of(actor)
        grouped.setdefault(key, []).append(name)
    tables: list[Table] = []
    row = 0
    for (name, model), members in grouped.items():
        kind = spec.actors[members[0]].kind
        tables.append(Table(name, kind, model, row, len(members), tuple(members)))
        row += len(members)
    for name, population in spec.populations.items():
        capacity = population.spawner.capacity if population.spawner else population.count
        if capacity:
            names = tuple(f"{name}#{i}" for i in range(population.count))
            model = "kinematic" if isinstance(population, Cars) else "walker"
            tables.append(
                Table(name, population.kind, model, row, capacity, names, population)
            )
            row += capacity
    return tuple(tables)


def _table_of(actor: Car | Pedestrian) -> tuple[str, str]:
    if isinstance(actor, Car):
        return ("cars" if actor.model == "kinematic" else "tracks"), actor.model
    return "walkers", actor.model


def rows_by_name(tables: tuple[Table, ...]) -> Mapping[str, int]:
    """The row of each actor that has a name."""
    return {
        name: table.first_row + i
        for table in tables
        for i, name in enumerate(table.names)
    }
