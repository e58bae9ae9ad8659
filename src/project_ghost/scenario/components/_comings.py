"""Who came, and who went."""

from project_ghost.core.arrays import Floats
from project_ghost.engine import Input, Kernel, Output, Size, State
from project_ghost.world.bodies import ALIVE, BODY_WIDTH, SERIAL, X, Y

from ._fields import ACTOR_FIELDS, PLACE_FIELDS

COMING_FIELDS = (*ACTOR_FIELDS, *PLACE_FIELDS)

# What a row's memory holds where there was nobody; no serial is below 0.
_NOBODY = -1.0


class Comings(Kernel):
    """Records of the actors that are there and were not a tick before, and the other way round.

    Those that are there at time 0 have not come. A row that was freed and used again within
    one tick gives both. One that is gone is recorded where it was last.
    """

    rows = Size(1)
    bodies = Input(shape=("rows", BODY_WIDTH))
    before = State(_NOBODY, shape=("rows", 3))  # serial, x, y
    spawned = Output(shape=("rows", len(COMING_FIELDS)))
    spawned_count = Output()
    despawned = Output(shape=("rows", len(COMING_FIELDS)))
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
        """Compare who is in each row with who was."""
        come, gone = 0, 0
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
                spawned[come, 0] = row
                spawned[come, 1] = serial
                spawned[come, 2] = bodies[row, X]
                spawned[come, 3] = bodies[row, Y]
                come += 1
        spawned_count[0] = come
        despawned_count[0] = gone

    @staticmethod
    def update(bodies: Floats, before: Floats) -> None:
        """Remember who is there."""
        for row in range(bodies.shape[0]):
            before[row, 0] = bodies[row, SERIAL] if bodies[row, ALIVE] != 0.0 else _NOBODY
            before[row, 1] = bodies[row, X]
            before[row, 2] = bodies[row, Y]
