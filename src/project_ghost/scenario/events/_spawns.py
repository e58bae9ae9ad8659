"""Events of actors that appear and disappear."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, State
from project_ghost.scenario.draft import EVERY_STEP, GraphDraft
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, X, Y

from ._fields import ACTOR_WIDTH, PLACE_FIELDS

# Of a record: row, serial and place.
_WIDTH = ACTOR_WIDTH + len(PLACE_FIELDS)

# The memory of a row without an actor; serials are 0 or more.
_NOBODY = -1.0


class SpawnEvents(Kernel):
    """Records of the actors that appeared, and of those that disappeared, since the last tick.

    The actors of time 0 are not recorded as spawned. A row that was freed and used again within
    one tick gives both records. A despawned actor is recorded at its last position.
    """

    rows = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    before = State(_NOBODY, shape=("rows", 3))  # serial, x, y
    spawned = Output(shape=("rows", _WIDTH))
    spawned_count = Output()
    despawned = Output(shape=("rows", _WIDTH))
    despawned_count = Output()

    @staticmethod
    def output(
        bodies: Floats,
        before: Floats,
        sample: int,
        spawned: Floats,
        spawned_count: Floats,
        despawned: Floats,
        despawned_count: Floats,
    ) -> None:
        """Compare the actor of each row with that of the last tick."""
        appeared, gone = 0, 0
        for row in range(bodies.shape[0]):
            serial = bodies[row, SERIAL] if bodies[row, ALIVE] != 0.0 else _NOBODY
            if sample == 0 or serial == before[row, 0]:
                continue
            if before[row, 0] != _NOBODY:
                despawned[gone, 0] = row
                for k in range(3):
                    despawned[gone, 1 + k] = before[row, k]
                gone += 1
            if serial != _NOBODY:
                spawned[appeared, 0] = row
                spawned[appeared, 1] = serial
                spawned[appeared, 2] = bodies[row, X]
                spawned[appeared, 3] = bodies[row, Y]
                appeared += 1
        spawned_count[0] = appeared
        despawned_count[0] = gone

    @staticmethod
    def update(bodies: Floats, before: Floats) -> None:
        """Remember each row's actor."""
        for row in range(bodies.shape[0]):
            before[row, 0] = bodies[row, SERIAL] if bodies[row, ALIVE] != 0.0 else _NOBODY
            before[row, 1] = bodies[row, X]
            before[row, 2] = bodies[row, Y]


def add_spawn_events(draft: GraphDraft) -> None:
    """Publish actors that appear and disappear, where there may be any."""
    if not draft.despawns:
        return
    graph = draft.graph
    graph.add("Spawns", SpawnEvents(rows=draft.rows), EVERY_STEP)
    graph.connect("Scene.bodies", "Spawns.bodies")
    for kind in ("spawned", "despawned"):
        graph.publish_events(
            f"/events/{kind}",
            records=f"Spawns.{kind}",
            count=f"Spawns.{kind}_count",
            fields=(draft.names.field(), *PLACE_FIELDS),
            schema="ghost.SpawnEvent",
            about="An actor appears, or disappears at its last position.",
        )
