"""How walkers keep out of each other's way: a social force between near ones.

After Helbing and Molnár, "Social force model for pedestrian dynamics", Physical Review E 51,
4282 (1995): a push that falls off exponentially with the distance, weaker from behind. Two
things are ours: the push is that of where both will be a moment later, and it is turned a
little to the right, so that two who meet head-on do not stand before each other for ever.
"""

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.dmath import exp, sqrt
from project_ghost.world.bodies import VX, VY, X, Y, Z

# How far ahead both are looked at, how much of a push is felt from behind, how far it is
# turned to the right, and the longest push that counts (m/s2).
ANTICIPATION_S = 0.5
FROM_BEHIND = 0.2
TO_THE_RIGHT = 0.25
PUSH_MAX = 20.0

# Who is further above or below is in nobody's way.
HEADROOM_M = 2.5


def social_push(
    dx: float,
    dy: float,
    ahead_x: float,
    ahead_y: float,
    together_m: float,
    strength: float,
    range_m: float,
) -> tuple[float, float]:
    """The push on a walker from somebody at (dx, dy) from it, m/s2.

    (ahead_x, ahead_y) is the unit vector of where the walker wants to go, `together_m` the
    distance at which both touch.
    """
    distance = sqrt(dx * dx + dy * dy)
    if distance == 0.0:
        return 0.0, 0.0
    size = strength * exp((together_m - distance) / range_m)
    nx, ny = dx / distance, dy / distance
    facing = 0.5 * (1.0 + nx * ahead_x + ny * ahead_y)
    size = min(size, PUSH_MAX) * (FROM_BEHIND + (1.0 - FROM_BEHIND) * facing)
    # Away from the other; and, from one ahead, to one's own right.
    right = TO_THE_RIGHT * facing
    return size * (-nx + right * ahead_y), size * (-ny - right * ahead_x)


def crowd_push(
    bodies: Floats,
    row: int,
    found: Integers,
    near: int,
    wish_x: float,
    wish_y: float,
    radius_m: Floats,
    strength: float,
    range_m: float,
) -> tuple[float, float]:
    """The sum of all pushes on one walker, in the order of the rows."""
    wanted = sqrt(wish_x * wish_x + wish_y * wish_y)
    if wanted == 0.0:
        return 0.0, 0.0
    x, y = 0.0, 0.0
    for n in range(near):
        other = found[n]
        if other == row or abs(bodies[other, Z] - bodies[row, Z]) > HEADROOM_M:
            continue
        dx = bodies[other, X] - bodies[row, X]
        dy = bodies[other, Y] - bodies[row, Y]
        dx += ANTICIPATION_S * (bodies[other, VX] - bodies[row, VX])
        dy += ANTICIPATION_S * (bodies[other, VY] - bodies[row, VY])
        push_x, push_y = social_push(
            dx,
            dy,
            wish_x / wanted,
            wish_y / wanted,
            radius_m[row] + radius_m[other],
            strength,
            range_m,
        )
        x += push_x
        y += push_y
    return x, y
