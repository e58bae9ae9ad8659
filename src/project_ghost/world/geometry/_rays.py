"""Ray casts against shapes, and lines of sight between two points.

A hit is the fraction of the segment from a to b, 0 to 1, at which the ray enters the shape,
or `NEVER`. It is 0 for a ray that starts inside.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt
from project_ghost.world.bodies import ALIVE, YAW, X, Y

from ._shapes import reach
from ._sweep import NEVER


def _within_slab(
    start: float, delta: float, half: float, enter: float, leave: float
) -> tuple[float, float]:
    """The part of the interval [enter, leave] in which |start + fraction * delta| <= half."""
    if delta == 0.0:
        return (enter, leave) if -half <= start <= half else (1.0, 0.0)
    near, far = (-half - start) / delta, (half - start) / delta
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
    delta_x, delta_y = bx - ax, by - ay
    enter, leave = _within_slab(
        start_x * cosine + start_y * sine, delta_x * cosine + delta_y * sine, half_length, 0.0, 1.0
    )
    enter, leave = _within_slab(
        start_y * cosine - start_x * sine,
        delta_y * cosine - delta_x * sine,
        half_width,
        enter,
        leave,
    )
    return enter if enter <= leave else NEVER


def ray_hits_circle(
    ax: float, ay: float, bx: float, by: float, x: float, y: float, radius: float
) -> float:
    """Where the ray from a to b enters a circle."""
    start_x, start_y = ax - x, ay - y
    delta_x, delta_y = bx - ax, by - ay
    outside = start_x * start_x + start_y * start_y - radius * radius
    if outside <= 0.0:
        return 0.0
    square = delta_x * delta_x + delta_y * delta_y
    approach = -(start_x * delta_x + start_y * delta_y)
    if approach <= 0.0:
        return NEVER
    discriminant = approach * approach - square * outside
    if discriminant < 0.0:
        return NEVER
    # This form of the root does not cancel when the circle is near.
    fraction = outside / (approach + sqrt(discriminant))
    return fraction if fraction <= 1.0 else NEVER


def ray_hits_polygon(
    ax: float, ay: float, bx: float, by: float, corners: Floats, count: int
) -> float:
    """Where the ray from a to b enters a convex polygon, its corners anticlockwise."""
    enter, leave = 0.0, 1.0
    delta_x, delta_y = bx - ax, by - ay
    if count == 0:
        return NEVER
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        normal_x = corners[j, 1] - corners[i, 1]
        normal_y = corners[i, 0] - corners[j, 0]
        outside = (ax - corners[i, 0]) * normal_x + (ay - corners[i, 1]) * normal_y
        along = delta_x * normal_x + delta_y * normal_y
        if along == 0.0:
            if outside > 0.0:
                return NEVER
        else:
            fraction = -outside / along
            if along < 0.0 and fraction > enter:
                enter = fraction
            if along > 0.0 and fraction < leave:
                leave = fraction
    return enter if enter <= leave else NEVER


def ray_hits_body(ax: float, ay: float, bx: float, by: float, body: Floats, size: Floats) -> float:
    """Where the ray from a to b enters one row of bodies; `size` as in `place_at`."""
    x, y = body[X], body[Y]
    if size[2] > 0.0:
        return ray_hits_circle(ax, ay, bx, by, x, y, size[2])
    if size[0] <= 0.0 or size[1] <= 0.0:
        return NEVER
    # The circumscribed circle first: it is cheap and rejects most bodies.
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
    """Whether no body blocks the segment from a to b; the rows `skipped` and `target` are ignored.

    `sizes` has a row (half_length, half_width, radius) for each body. For a sensor, `skipped`
    is the vehicle that carries it and `target` the object it looks at; -1 for none.
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
