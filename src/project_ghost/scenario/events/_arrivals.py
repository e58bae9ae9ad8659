"""Events of actors that arrive at the end of their paths."""

from collections.abc import Mapping

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Parameter, Size, State
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, X, Y

from ._fields import ACTOR_WIDTH, PLACE_FIELDS

# Of a record: row, serial and place.
_WIDTH = ACTOR_WIDTH + len(PLACE_FIELDS)


class Arrivals(Kernel):
    """Records of the actors that arrived since the last tick, and whether all have arrived.

        Arrivals(rows=5, tables={"cars": (0, 2), "walkers": (2, 3)})

    A table is given as its first row and its number of rows. The component has an input for
    each table, called like it: 1.0 in the rows of actors that have arrived. Rows without an
    actor do not count.
    """

    rows = Size(1)
    table_count = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    first_rows = Parameter(shape=("table_count",))
    was = State(-1.0, shape=("rows",))  # the serial of the last arrival in each row
    records = Output(shape=("rows", _WIDTH))
    count = Output()
    all_arrived = Output()

    def __init__(self, rows: int, tables: Mapping[str, tuple[int, int]]) -> None:
        self.declare(**{name: Input(shape=(many,)) for name, (_, many) in tables.items()})
        super().__init__(
            rows=rows,
            table_count=len(tables),
            first_rows=[float(first) for first, _ in tables.values()],
        )

    @staticmethod
    def output(
        bodies: Floats,
        was: Floats,
        first_rows: Floats,
        records: Floats,
        count: Floats,
        all_arrived: Floats,
        *inputs: Floats,
    ) -> None:
        """Compare the arrivals with those of the last tick."""
        n, missing = 0, 0
        for table in range(len(inputs)):
            arrived = inputs[table]
            for i in range(arrived.shape[0]):
                row = int(first_rows[table]) + i
                if bodies[row, ALIVE] == 0.0:
                    continue
                if arrived[i] == 0.0:
                    missing += 1
                elif was[row] != bodies[row, SERIAL]:
                    records[n, 0] = row
                    records[n, 1] = bodies[row, SERIAL]
                    records[n, 2] = bodies[row, X]
                    records[n, 3] = bodies[row, Y]
                    n += 1
        count[0] = n
        all_arrived[0] = 1.0 if missing == 0 else 0.0

    @staticmethod
    def update(
        bodies: Floats,
        was: Floats,
        first_rows: Floats,
        *inputs: Floats,
    ) -> None:
        """Remember the arrivals."""
        for table in range(len(inputs)):
            arrived = inputs[table]
            for i in range(arrived.shape[0]):
                row = int(first_rows[table]) + i
                if bodies[row, ALIVE] != 0.0 and arrived[i] != 0.0:
                    was[row] = bodies[row, SERIAL]


def add_arrivals(draft: GraphDraft) -> None:
    """Publish arrivals, where there are actors on paths."""
    tables = {
        table.name: (table.first_row, table.capacity)
        for table in draft.tables
        if table.name in draft.arrivals
    }
    if not tables:
        return
    graph = draft.graph
    graph.add("Arrivals", Arrivals(draft.rows, tables), EVERY_STEP)
    graph.connect("Scene.bodies", "Arrivals.bodies")
    for name in tables:
        graph.connect(draft.arrivals[name], f"Arrivals.{name}")
    graph.publish_events(
        "/events/arrived",
        records="Arrivals.records",
        count="Arrivals.count",
        fields=(draft.names.field(), *PLACE_FIELDS),
        schema="ghost.Arrival",
        about="An actor arrives at the end of its path.",
    )
