"""Values of states: exact ones and intervals; and shapes."""

from dataclasses import dataclass
from typing import final

from project_ghost.world.maps.commonroad import (
    CommonRoadDocument,
    Element,
    centre_of,
    shape_outlines,
    size_of,
)

__all__ = ["Shape", "interval", "middle_of", "read_shape", "time_window_ns"]


def interval(element: Element) -> tuple[float, float]:
    """The least and the greatest value: of <exact>, or of an interval."""
    exact = element.child("exact")
    if exact is not None:
        return exact.as_number(), exact.as_number()
    low, high = element.number_of("intervalStart"), element.number_of("intervalEnd")
    if low > high:
        raise element.refused(f"the interval is from {low!r} to {high!r}", "a rising interval")
    return low, high


def middle_of(element: Element) -> float:
    """The exact value, or the middle of the interval."""
    low, high = interval(element)
    return low if low == high else low + 0.5 * (high - low)


def time_window_ns(document: CommonRoadDocument, element: Element) -> tuple[int, int]:
    """The times of <exact>, or of an interval, in time steps."""
    exact = element.child("exact")
    if exact is not None:
        return document.time_ns(exact), document.time_ns(exact)
    start = document.time_ns(element.required_child("intervalStart"))
    end = document.time_ns(element.required_child("intervalEnd"))
    if start > end:
        raise element.refused(f"the time is from {start} ns to {end} ns", "a rising interval")
    return start, end


@final
@dataclass(frozen=True)
class Shape:
    """A box, or a circle where `radius_m` is not 0, beside the place that a state names."""

    length_m: float
    width_m: float
    radius_m: float = 0.0
    ahead_m: float = 0.0
    left_m: float = 0.0
    turn_rad: float = 0.0


def read_shape(element: Element) -> tuple[Shape, bool]:
    """The shape of an obstacle, and whether it is exact.

    The box around a polygon, or around several shapes, stands for them.
    """
    parts = list(element.children("rectangle", "circle", "polygon"))
    if len(parts) == 1 and parts[0].tag == "circle":
        radius_m = size_of(parts[0], "radius")
        x, y = centre_of(parts[0])
        return Shape(2.0 * radius_m, 2.0 * radius_m, radius_m, x, y), True
    if len(parts) == 1 and parts[0].tag == "rectangle":
        x, y = centre_of(parts[0])
        turn_rad = parts[0].number_of("orientation", 0.0)
        sizes = size_of(parts[0], "length"), size_of(parts[0], "width")
        return Shape(*sizes, 0.0, x, y, turn_rad), True
    corners = [corner for outline in shape_outlines(element) for corner in outline]
    if not corners:
        raise element.refused("the shape is empty", "a rectangle, a circle or a polygon")
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    length_m, width_m = max(xs) - min(xs), max(ys) - min(ys)
    if not (length_m > 0.0 and width_m > 0.0):
        raise element.refused("the shape has no area", "a polygon with an area")
    centre = 0.5 * (max(xs) + min(xs)), 0.5 * (max(ys) + min(ys))
    return Shape(length_m, width_m, 0.0, *centre), False
