"""All actors of a scene in one array."""

from keyword import iskeyword

from project_ghost.core.arrays import Floats
from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.engine import Input, Kernel, Output
from project_ghost.world.bodies import BODY_WIDTH


class Scene(Kernel):
    """The tables of actors stacked in the given order: `Scene(cars=2, walkers=1)`.

    Each table is an input of that name and capacity, to be connected to the `bodies` of its
    plants. The output `bodies` has all rows; wherever actors are ordered, they are ordered by
    their row in it.
    """

    bodies = Output()

    def __init__(self, **tables: int) -> None:
        if not tables:
            raise InputError(
                "the scene has no tables",
                "Scene",
                "at least one, by name and capacity",
                "write Scene(cars=2), for example",
            )
        for name, capacity in tables.items():
            if type(capacity) is not int or capacity < 1:
                raise InputTypeError(
                    f"the capacity of {name!r} is {capacity!r}",
                    "Scene",
                    "a positive whole number",
                    "give the capacity of the table, like 20",
                )
            if not name.isidentifier() or iskeyword(name) or name in {*vars(Scene), "capacities"}:
                raise InputError(
                    f"a table cannot be called {name!r}",
                    "Scene",
                    "a name of letters, digits and _ that is not an attribute of Scene",
                    "choose another name, like cars",
                )
        self.capacities = dict(tables)
        self.declare(
            **{name: Input(shape=(n, BODY_WIDTH)) for name, n in tables.items()},
            bodies=Output(shape=(self._rows_of(list(tables)), BODY_WIDTH)),
        )
        super().__init__()

    def first_row(self, table: str) -> int:
        """The row of the scene at which a table begins."""
        names = list(self.capacities)
        return self._rows_of(names[: names.index(table)])

    def _rows_of(self, names: list[str]) -> int:
        rows = 0
        for name in names:
            rows += self.capacities[name]
        return rows

    @staticmethod
    def output(bodies: Floats, *inputs: Floats) -> None:
        """Copy each table to its rows."""
        first = 0
        for table in inputs:
            for row in range(table.shape[0]):
                for column in range(table.shape[1]):
                    bodies[first + row, column] = table[row, column]
            first += table.shape[0]
