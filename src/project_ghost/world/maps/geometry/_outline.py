"""Outlines: closed polygons in the plane."""

import numpy as np

from project_ghost.core.dmath import cos, sincos
from project_ghost.world.geometry import signed_area
from project_ghost.world.maps.model._furniture import Outline

__all__ = ["counter_clockwise", "outline_contains", "round_outline"]

_CORNERS = 16
_PI = 3.141592653589793


def counter_clockwise(outline: Outline) -> Outline:
    """The outline in counter-clockwise order, without repeated corners."""
    corners = [c for i, c in enumerate(outline) if c != outline[i - 1]] or list(outline)
    is_clockwise = signed_area(np.array(corners), len(corners)) < 0.0
    return tuple(reversed(corners)) if is_clockwise else tuple(corners)


def round_outline(x_m: float, y_m: float, radius_m: float) -> Outline:
    """The circumscribed polygon of a circle, with 16 corners."""
    reach = radius_m / cos(_PI / _CORNERS)
    corners = []
    for i in range(_CORNERS):
        sine, cosine = sincos(2.0 * _PI * i / _CORNERS)
        corners.append((x_m + reach * cosine, y_m + reach * sine))
    return tuple(corners)


def outline_contains(outline: Outline, x_m: float, y_m: float) -> bool:
    """Whether a point is in a simple polygon; points on lower and left edges count as inside.

    `walkable_grid` has the same rule for many points at once. `geometry.is_inside` differs in
    the rounding on slanted edges.
    """
    inside = False
    for i in range(len(outline)):
        ax, ay = outline[i - 1]
        bx, by = outline[i]
        if (ay > y_m) != (by > y_m) and x_m < ax + (y_m - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
