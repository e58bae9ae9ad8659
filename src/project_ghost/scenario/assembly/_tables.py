"""Which rows of the scene belong to whom.

Why: ADR 11.
"""

from dataclasses import dataclass
from typing import final

from project_ghost.scenario.file.section import Section
from project_ghost.scenario.spec import (
    Car,
    Cars,
    Pedestrian,
    Quadrotor,
    ScenarioSpec,
    Walkers,
)

__all__ = ["Table", "lay_out_tables"]


@final
@dataclass(frozen=True)
class Table:
    """Rows of the scene that are one plant: actors that are alike, or a population.

    `names` are those of its first actors; the others are called `<table>#<serial>`.
    """

    name: str
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

    Named actors first: those that one plant and one driver can serve together, in the order
    of their first. Then the populations.
    """
    grouped: dict[tuple[object, ...], list[str]] = {}
    for name, actor in spec.actors.items():
        grouped.setdefault(_alike(name, actor), []).append(name)
    tables: list[Table] = []
    row = 0
    used: dict[str, int] = {}
    for key, members in grouped.items():
        label = str(key[0])
        used[label] = used.get(label, 0) + 1
        name = label if used[label] == 1 else f"{label}{used[label]}"
        tables.append(Table(name, row, len(members), tuple(members)))
        row += len(members)
    for name, population in spec.populations.items():
        capacity = population.spawner.capacity if population.spawner else population.count
        if capacity:
            tables.append(Table(name, row, capacity, (), population))
            row += capacity
    return tuple(tables)


def _alike(name: str, actor: Car | Pedestrian | Quadrotor) -> tuple[object, ...]:
    """What actors of one table have in common; first the table's name."""
    if isinstance(actor, Car):
        label = "Cars" if actor.model == "kinematic" else "Tracks"
        return label, _text(actor.size), _text(actor.driver)
    if isinstance(actor, Pedestrian):
        return ("Walkers",)
    return (f"{name}_body",)


def _text(section: Section) -> str:
    return section.model_dump_json()
