"""Where a ray meets a shape, and what stands between two points.

A hit is the share of the way from a to b, 0 to 1, at which the ray enters, or `NEVER`; a ray
that begins inside has 0.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt
from project_ghost.world.bodies import ALIVE, YAW, X, Y

from ._shapes import reach
from ._sweep import NEVER


def _within_slab(
    start: float, way: float, half: float, enter: float, leave: float
) -> tuple[float, float]:
    """What is left of [enter, leave] where start + share * way stays within +-half."""
    if way == 0.0:
        return (enter, leave) if -half <= start <= half else (1.0, 0.0)
    near, far = (-half - start) / way, (half - start) / way
    if near > far:
        near, far = far, near
    return (near if near > enter else enter), (far if far < leave else leave)


def ray_hits_box(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    x: float,
    y: float,
    yaw: float,
    half_length: float,
    half_width: float,
) -> float:
    """Where the ray from a to b enters an oriented box."""
    sine, cosine = sincos(yaw)
    start_x, start_y = ax - x, ay - y
    way_x, way_y = bx - ax, by - ay
    enter, leave = _within_slab(
        start_x * cosine + start_y * sine, way_x * cosine + way_y * sine, half_length, 0.0, 1.0
    )
    enter, leave = _within_slab(
        start_y * cosine - start_x * sine, way_y * cosine - way_x * sine, half_width, enter, leave
    )
    return enter if enter <= leave else NEVER


def ray_hits_circle(
    ax: float, ay: float, bx: float, by: float, x: float, y: float, radius: float
) -> float:
    """Where the ray from a to b enters a circle."""
    start_x, start_y = ax - x, ay - y
    way_x, way_y = bx - ax, by - ay
    beyond = start_x * start_x + start_y * start_y - radius * radius
    if beyond <= 0.0:
        return 0.0
    square = way_x * way_x + way_y * way_y
    towards = -(start_x * way_x + start_y * way_y)
    if towards <= 0.0:
        return NEVER
    room = towards * towards - square * beyond
    if room < 0.0:
        return NEVER
    # The quotient that loses no digits where the circle is near.
    share = beyond / (towards + sqrt(room))
    return share if share <= 1.0 else NEVER


def ray_hits_polygon(
    ax: float, ay: float, bx: float, by: float, corners: Floats, count: int
) -> float:
    """Where the ray from a to b enters a convex polygon, its corners anticlockwise."""
    enter, leave = 0.0, 1.0
    way_x, way_y = bx - ax, by - ay
    if count == 0:
        return NEVER
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        normal_x = corners[j, 1] - corners[i, 1]
        normal_y = corners[i, 0] - corners[j, 0]
        outside = (ax - corners[i, 0]) * normal_x + (ay - corners[i, 1]) * normal_y
        along = way_x * normal_x + way_y * normal_y
        if along == 0.0:
            if outside > 0.0:
                return NEVER
        else:
            share = -outside / along
            if along < 0.0 and share > enter:
                enter = share
            if along > 0.0 and share < leave:
                leave = share
    return enter if enter <= leave else NEVER


def ray_hits_body(ax: float, ay: float, bx: float, by: float, body: Floats, size: Floats) -> float:
    """Where the ray from a to b enters one row of bodies; `size` as in `place_at`."""
    x, y = body[X], body[Y]
    if size[2] > 0.0:
        return ray_hits_circle(ax, ay, bx, by, x, y, size[2])
    if size[0] <= 0.0 or size[1] <= 0.0:
        return NEVER
    # Cheap, and enough for most: the circle around the box.
    if ray_hits_circle(ax, ay, bx, by, x, y, reach(size[0], size[1], 0.0)) > 1.0:
        return NEVER
    return ray_hits_box(ax, ay, bx, by, x, y, body[YAW], size[0], size[1])


def segment_is_clear(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    bodies: Floats,
    sizes: Floats,
    skipped: int,
    target: int,
) -> bool:
    """Whether no body stands between a and b; the rows `skipped` and `target` do not count.

    `sizes` has a row (half_length, half_width, radius) for each body. For a sensor, `skipped`
    is its own vehicle and `target` what it looks at; -1 for none.
    """
    for row in range(bodies.shape[0]):
        if (
            bodies[row, ALIVE] != 0.0
            and row != skipped
            and row != target
            and ray_hits_body(ax, ay, bx, by, bodies[row], sizes[row]) <= 1.0
        ):
            return False
    return True
