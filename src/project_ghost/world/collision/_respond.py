"""Impulses for all contacts of a tick: sequential impacts in contact order."""

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import borrowing
from project_ghost.world.bodies import VX, VY, YAW_RATE

from ._bundles import Response
from ._columns import (
    CLOSING_MPS,
    FIRST_ARM_X,
    FIRST_ARM_Y,
    IMPULSE_NEWTON_S,
    PAIR_DEPTH,
    PAIR_FIRST,
    PAIR_NORMAL_X,
    PAIR_NORMAL_Y,
    PAIR_SECOND,
    SECOND_ARM_X,
    SECOND_ARM_Y,
)
from ._impact import (
    INVERSE_INERTIA,
    INVERSE_MASS,
    MOVER_WIDTH,
    VELOCITY_X,
    VELOCITY_Y,
    VELOCITY_YAW,
    Touch,
    impact,
    relative_velocity,
    separate,
)

# Passes over all contacts; two bodies need one pass, a queue of n cars up to n.
ROUNDS = 32

# Approaches slower than this are left to the next tick.
_STILL_MPS = 1e-9

# Overlap that is not corrected, so that settled bodies stay in contact.
_SLOP_M = 0.01


def movers_of(bodies: Floats, masses: Floats) -> Floats:
    """Velocities and inverse masses of all rows; the last row is scenery, all 0.

    `masses` has (mass, yaw inertia) for each row; 0 marks an immovable body.
    """
    rows = bodies.shape[0]
    movers = np.zeros((rows + 1, MOVER_WIDTH))
    for row in range(rows):
        movers[row, VELOCITY_X] = bodies[row, VX]
        movers[row, VELOCITY_Y] = bodies[row, VY]
        movers[row, VELOCITY_YAW] = bodies[row, YAW_RATE]
        if masses[row, 0] > 0.0:
            movers[row, INVERSE_MASS] = 1.0 / masses[row, 0]
            if masses[row, 1] > 0.0:
                movers[row, INVERSE_INERTIA] = 1.0 / masses[row, 1]
    return movers


def _second_of(contact: Floats, rows: int) -> int:
    """The row of the second body in `movers`."""
    return int(contact[PAIR_SECOND]) if contact[PAIR_SECOND] >= 0.0 else rows


def _touch_of(contact: Floats) -> Touch:
    return Touch(
        contact[FIRST_ARM_X],
        contact[FIRST_ARM_Y],
        contact[SECOND_ARM_X],
        contact[SECOND_ARM_Y],
        contact[PAIR_NORMAL_X],
        contact[PAIR_NORMAL_Y],
    )


@borrowing
def note_closing_speeds(contacts: Floats, count: int, movers: Floats) -> None:
    """Write the closing speed of each contact, before any response."""
    for k in range(count):
        contact = contacts[k]
        second = _second_of(contact, movers.shape[0] - 1)
        first = int(contact[PAIR_FIRST])
        normal_mps, _ = relative_velocity(movers[first], movers[second], _touch_of(contact))
        contact[CLOSING_MPS] = -normal_mps


def _apply(contact: Floats, second: int, normal: float, tangent: float, impulse: Floats) -> None:
    """Add an impulse to the totals of both rows, about their centres."""
    first = int(contact[PAIR_FIRST])
    arm_1x, arm_1y, arm_2x, arm_2y, x, y = _touch_of(contact)
    impulse_x, impulse_y = normal * x - tangent * y, normal * y + tangent * x
    impulse[first, 0] -= impulse_x
    impulse[first, 1] -= impulse_y
    impulse[first, 2] -= arm_1x * impulse_y - arm_1y * impulse_x
    if second < impulse.shape[0]:
        impulse[second, 0] += impulse_x
        impulse[second, 1] += impulse_y
        impulse[second, 2] += arm_2x * impulse_y - arm_2y * impulse_x


@borrowing
def respond(
    contacts: Floats, count: int, movers: Floats, response: Response, impulse: Floats
) -> None:
    """Write the impulses that stop all approaches and separate overlapping bodies.

    Each impact conserves momentum and gains no energy, hence so does their sequence.
    Approaches slower than `soft_mps` do not rebound. Overlapping bodies separate at
    `recovery_per_s` times the overlap, at most at `recovery_mps`.
    """
    rows = impulse.shape[0]
    for _ in range(ROUNDS):
        settled = True
        for k in range(count):
            contact = contacts[k]
            first, second = int(contact[PAIR_FIRST]), _second_of(contact, rows)
            touch = _touch_of(contact)
            speed, _ = relative_velocity(movers[first], movers[second], touch)
            if speed < -_STILL_MPS:
                bounce = response.restitution if speed < -response.soft_mps else 0.0
                normal, tangent = impact(
                    movers[first], movers[second], touch, bounce, response.friction
                )
                if normal > 0.0:
                    _apply(contact, second, normal, tangent, impulse)
                    contact[IMPULSE_NEWTON_S] += normal
                    settled = False
        if settled:
            break
    for k in range(count):
        contact = contacts[k]
        overlap = contact[PAIR_DEPTH] - _SLOP_M
        if overlap > 0.0:
            first, second = int(contact[PAIR_FIRST]), _second_of(contact, rows)
            speed_mps = response.recovery_per_s * overlap
            if speed_mps > response.recovery_mps:
                speed_mps = response.recovery_mps
            normal = separate(movers[first], movers[second], _touch_of(contact), speed_mps)
            _apply(contact, second, normal, 0.0, impulse)
