"""How walkers avoid each other: a social force between neighbours.

After Helbing and Molnár, "Social force model for pedestrian dynamics", Physical Review E 51,
4282 (1995): a push that falls off exponentially with the distance, weaker from behind. Two
things are ours: the push is computed for where both will be a moment later, and it is turned
a little to the right, so that two walkers that meet head-on do not block each other for ever.
"""

from typing import NamedTuple

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.compiled import inlined
from project_ghost.core.dmath import exp, sqrt
from project_ghost.engine import Input, Parameter, array, number
from project_ghost.world.bodies import BODY_WIDTH, VX, VY, X, Y, Z

# How far ahead both positions are extrapolated, the fraction of a push that acts from behind,
# how far a push is turned to the right, and the largest push (m/s2).
ANTICIPATION_S = 0.5
FROM_BEHIND = 0.2
TO_THE_RIGHT = 0.25
PUSH_MAX = 20.0

# Bodies that are further above or below do not push.
HEADROOM_M = 2.5


class Crowd(NamedTuple):
    """The bodies of the scene, and the parameters of the pushes between them."""

    others: Floats = array(Input(shape=("scene", BODY_WIDTH), default=0.0))
    avoidance: float = number(Parameter(10.0, unit="m/s2"))
    avoidance_m: float = number(Parameter(0.4, unit="m"))
    sight_m: float = number(Parameter(3.0, unit="m"))
    radius_m: Floats = array(Parameter(0.3, shape=("scene",), unit="m"))


def social_push(
    dx: float,
    dy: float,
    ahead_x: float,
    ahead_y: float,
    together_m: float,
    strength: float,
    range_m: float,
) -> tuple[float, float]:
    """The push on a walker from a body at (dx, dy) from it, m/s2.

    (ahead_x, ahead_y) is the unit vector of the walker's wanted velocity, `together_m` the
    distance at which both touch.
    """
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return 0.0, 0.0
    size = strength * exp((together_m - distance) / range_m)
    nx, ny = dx / distance, dy / distance
    facing = 0.5 * (1.0 + nx * ahead_x + ny * ahead_y)
    size = min(size, PUSH_MAX) * (FROM_BEHIND + (1.0 - FROM_BEHIND) * facing)
    # Away from the other body; and, if that is ahead, to the right.
    right = TO_THE_RIGHT * facing
    return size * (-nx + right * ahead_y), size * (-ny - right * ahead_x)


@inlined
def crowd_push(
    crowd: Crowd, row: int, found: Integers, near: int, wish_x: float, wish_y: float
) -> tuple[float, float]:
    """The sum of the pushes of the first `near` rows in `found` on one walker, in their order."""
    wanted = sqrt(wish_x * wish_x + wish_y * wish_y)
    if wanted == 0.0:
        return 0.0, 0.0
    bodies, radius_m = crowd.others, crowd.radius_m
    strength, range_m = crowd.avoidance, crowd.avoidance_m
    ahead_x, ahead_y = wish_x / wanted, wish_y / wanted
    x, y = 0.0, 0.0
    for n in range(near):
        other = found[n]
        if other == row or abs(bodies[other, Z] - bodies[row, Z]) > HEADROOM_M:
            continue
        dx = bodies[other, X] - bodies[row, X]
        dy = bodies[other, Y] - bodies[row, Y]
        dx += ANTICIPATION_S * (bodies[other, VX] - bodies[row, VX])
        dy += ANTICIPATION_S * (bodies[other, VY] - bodies[row, VY])
        together_m = radius_m[row] + radius_m[other]
        push_x, push_y = social_push(dx, dy, ahead_x, ahead_y, together_m, strength, range_m)
        x += push_x
        y += push_y
    return x, y
