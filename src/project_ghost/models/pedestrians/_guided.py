"""A table of pedestrians that walk as somebody else wants."""

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Input, RecordField
from project_ghost.models.common.rows import ActorInputs, Rows

from ._table import (
    DOWN,
    AbstractWalkers,
    Gait,
    WalkerOutputs,
    WalkerState,
    apply_impulse,
    come_and_go,
    glide,
    lie,
    walk,
    write_bodies,
)
from ._walk import within

# The columns of the input `command`.
WALKING_FIELDS = (
    RecordField("vx_mps", "wanted velocity east", "m/s"),
    RecordField("vy_mps", "wanted velocity north", "m/s"),
)


class GuidedWalkers(AbstractWalkers):
    """Pedestrians that walk as they are told: `command` is the velocity that each should have.

        GuidedWalkers(actors=[(0.0, 0.0, 0.0)])

    An actor is (x, y, yaw), then if wanted speed and route. They turn, speed up and slow down
    within their limits, and stagger and fall as `Walkers` do.
    """

    command = Input(shape=("capacity", 2))

    @staticmethod
    def output(rows: Rows, walker: WalkerState, out: WalkerOutputs) -> None:
        """The bodies, from the state alone."""
        write_bodies(rows, walker, out)

    @staticmethod
    @inlined
    def update(
        rows: Rows,
        walker: WalkerState,
        world: ActorInputs,
        gait: Gait,
        command: Floats,
        dt_s: float,
    ) -> None:
        """Impulses, then one step of motion, then despawns and spawns."""
        for i in range(rows.alive.shape[0]):
            if rows.alive[i] == 0.0:
                continue
            apply_impulse(rows, walker, world, gait, i)
            if walker.track[i, DOWN] > 0.0:
                lie(rows, walker, i, gait.removal_s, dt_s)
            else:
                wish = within(command[i, 0], command[i, 1], gait.speed_max_mps[i])
                walk(rows, walker, gait, i, wish, dt_s)
            glide(rows, walker, world, gait, i, dt_s)
        come_and_go(rows, walker, world)
