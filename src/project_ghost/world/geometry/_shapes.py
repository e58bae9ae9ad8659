"""A convex shape in kernels: corners, their number, and a radius.

`corners` is an array (n, 2) of which the first `count` are used, anticlockwise. The shape is
their convex hull expanded by the radius: a box has 4 corners and radius 0, a circle has 1
corner (its centre) and its radius. `count` 0 means that there is no shape.
"""

from project_ghost.core.arrays import Floats
from project_ghost.core.dmath import sincos, sqrt

# The largest size and coordinate accepted, so that products stay within the range of floats.
# The scenario loader has stricter limits.
LARGEST_M = 1e6
FARTHEST_M = 1e9

# Stands for an unlimited height or depth.
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
    """Write the corners of a box, or of a circle if `radius` is not 0; return their number."""
    if radius > 0.0:
        corners[0, 0] = x
        corners[0, 1] = y
        return 1
    if half_length > 0.0 and half_width > 0.0:
        place_box(x, y, yaw, half_length, half_width, corners)
        return 4
    return 0


def reach(half_length: float, half_width: float, radius: float) -> float:
    """The radius of the circle around a box, or of the circle itself if `radius` is not 0."""
    if radius > 0.0:
        return radius
    return sqrt(half_length * half_length + half_width * half_width)


def extent(corners: Floats, count: int, radius: float, x: float, y: float) -> tuple[float, float]:
    """The interval that a shape covers along the unit vector (x, y)."""
    least = greatest = corners[0, 0] * x + corners[0, 1] * y
    for i in range(1, count):
        along = corners[i, 0] * x + corners[i, 1] * y
        if along < least:
            least = along
        if along > greatest:
            greatest = along
    return least - radius, greatest + radius
