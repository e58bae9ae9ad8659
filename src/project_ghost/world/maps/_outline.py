"""Outlines: closed polygons in the plane."""

from project_ghost.core.dmath import cos, sincos

from ._furniture import Outline

__all__ = ["counter_clockwise", "is_inside", "round_outline", "signed_area"]

_CORNERS = 16
_PI = 3.141592653589793


def signed_area(outline: Outline) -> float:
    """The area, positive if the corners go counter-clockwise."""
    doubled = 0.0
    for i in range(len(outline)):
        a, b = outline[i], outline[(i + 1) % len(outline)]
        doubled += a[0] * b[1] - a[1] * b[0]
    return 0.5 * doubled


def counter_clockwise(outline: Outline) -> Outline:
    """The same outline, counter-clockwise, without a corner that only repeats the one before."""
    corners = [c for i, c in enumerate(outline) if c != outline[i - 1]] or list(outline)
    return tuple(reversed(corners)) if signed_area(tuple(corners)) < 0.0 else tuple(corners)


def round_outline(x_m: float, y_m: float, radius_m: float) -> Outline:
    """A polygon of 16 corners around a circle, touching it."""
    reach = radius_m / cos(_PI / _CORNERS)
    corners = []
    for i in range(_CORNERS):
        sine, cosine = sincos(2.0 * _PI * i / _CORNERS)
        corners.append((x_m + reach * cosine, y_m + reach * sine))
    return tuple(corners)


def is_inside(outline: Outline, x_m: float, y_m: float) -> bool:
    """Whether a point is inside; of the edges themselves, the lower and left ones count."""
    inside = False
    for i in range(len(outline)):
        ax, ay = outline[i - 1]
        bx, by = outline[i]
        if (ay > y_m) != (by > y_m) and x_m < ax + (y_m - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
