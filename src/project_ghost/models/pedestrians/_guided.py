"""A table of pedestrians that walk as somebody else wants."""

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import inlined
from project_ghost.engine import Input, RecordField
from project_ghost.models.common.rows import ActorInputs, Rows

from ._table import (
    AGE,
    DOWN,
    TURN,
    AbstractWalkers,
    Gait,
    WalkerOutputs,
    WalkerState,
    apply_impulse,
    come_and_go,
    glide,
    lie,
    write_bodies,
)
from ._walk import walked, within

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
        pose, speed, track, slide = rows.pose, rows.speed, walker.track, walker.slide
        for i in range(rows.alive.shape[0]):
            if rows.alive[i] == 0.0:
                continue
            row = int(world.first_row) + i
            change_x = world.impulse[row, 0] / gait.mass_kg[i]
            change_y = world.impulse[row, 1] / gait.mass_kg[i]
            apply_impulse(rows, walker, i, change_x, change_y, gait.knock_mps)
            if track[i, DOWN] > 0.0:
                lie(rows, walker, i, gait.removal_s, dt_s)
            else:
                pose[i, 0], pose[i, 1], pose[i, 2], speed[i], track[i, TURN] = walked(
                    (pose[i, 0], pose[i, 1], pose[i, 2]),
                    speed[i],
                    within(command[i, 0], command[i, 1], gait.speed_max_mps[i]),
                    gait.acceleration_max[i],
                    gait.braking_max[i],
                    gait.turn_rate_max[i],
                    dt_s,
                )
            glide(pose, slide, i, gait.grip[i] * world.friction[row], dt_s)
            track[i, AGE] += 1.0
        come_and_go(rows, walker, world)
