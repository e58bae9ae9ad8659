"""A convex shape as kernels have it: corners, how many of them count, and a radius around.

`corners` is an array (n, 2) of which the first `count` are used, anticlockwise; the radius
rounds them off. So a box is 4 corners and radius 0, a circle is 1 corner, its centre, and its
radius; `count` 0 is no shape at all.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt

# Beyond these nothing is a vehicle, a house or a place on earth, and products of such numbers
# would leave the range of floats. Those who make scenes refuse more.
LARGEST_M = 1e6
FARTHEST_M = 1e9

# How far up or down something reaches that has no limit there.
UNLIMITED_M = 1e12


def place_box(
    x: float, y: float, yaw: float, half_length: float, half_width: float, corners: Floats
) -> None:
    """Write the 4 corners of an oriented box, anticlockwise from its front left."""
    sine, cosine = sincos(yaw)
    ahead_x, ahead_y = half_length * cosine, half_length * sine
    left_x, left_y = -half_width * sine, half_width * cosine
    corners[0, 0] = x + ahead_x + left_x
    corners[0, 1] = y + ahead_y + left_y
    corners[1, 0] = x - ahead_x + left_x
    corners[1, 1] = y - ahead_y + left_y
    corners[2, 0] = x - ahead_x - left_x
    corners[2, 1] = y - ahead_y - left_y
    corners[3, 0] = x + ahead_x - left_x
    corners[3, 1] = y + ahead_y - left_y


def place_shape(
    x: float,
    y: float,
    yaw: float,
    half_length: float,
    half_width: float,
    radius: float,
    corners: Floats,
) -> int:
    """Write the corners of a box, or of a circle where `radius` is not 0; how many there are."""
    if radius > 0.0:
        corners[0, 0] = x
        corners[0, 1] = y
        return 1
    if half_length > 0.0 and half_width > 0.0:
        place_box(x, y, yaw, half_length, half_width, corners)
        return 4
    return 0


def reach(half_length: float, half_width: float, radius: float) -> float:
    """How far a box, or a circle where `radius` is not 0, extends from its centre."""
    if radius > 0.0:
        return radius
    return sqrt(half_length * half_length + half_width * half_width)


def extent(corners: Floats, count: int, radius: float, x: float, y: float) -> tuple[float, float]:
    """The least and the greatest coordinate of a shape along the unit vector (x, y)."""
    least = greatest = corners[0, 0] * x + corners[0, 1] * y
    for i in range(1, count):
        along = corners[i, 0] * x + corners[i, 1] * y
        if along < least:
            least = along
        if along > greatest:
            greatest = along
    return least - radius, greatest + radius
