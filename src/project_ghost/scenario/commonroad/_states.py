"""States of obstacles and of planning problems."""

from dataclasses import dataclass
from typing import final

from project_ghost.world.maps.commonroad import (
    CommonRoadDocument,
    Element,
    point,
    shape_outlines,
)

from ._values import middle_of, time_window_ns

__all__ = ["State", "read_state"]

# Values of states that have no counterpart here, but are known.
_IGNORED = ("acceleration", "slipAngle", "steeringAngle", "accelerationY")


@final
@dataclass(frozen=True)
class State:
    """A place at a time; heading and speed are None if the file does not give them."""

    time_ns: int
    x_m: float
    y_m: float
    yaw_rad: float | None
    speed_mps: float | None
    side_mps: float = 0.0  # to the left
    yaw_rate_rps: float = 0.0


def read_state(document: CommonRoadDocument, element: Element) -> State:
    """A state; of an interval the middle, of a region the centre."""
    for tag in _IGNORED:
        for ignored in element.children(tag):
            for _ in ignored.children("exact", "intervalStart", "intervalEnd"):
                pass
    position = element.required_child("position")
    place = position.child("point")
    if place is not None:
        x_m, y_m, _ = point(place)
    else:
        corners = [corner for outline in shape_outlines(position) for corner in outline]
        if not corners:
            raise position.refused("the position names no place", "a point, or a shape")
        x_m = 0.5 * (min(x for x, _ in corners) + max(x for x, _ in corners))
        y_m = 0.5 * (min(y for _, y in corners) + max(y for _, y in corners))

    def value(tag: str) -> float | None:
        found = element.child(tag)
        return None if found is None else _bounded(found)

    return State(
        time_window_ns(document, element.required_child("time"))[0],
        x_m,
        y_m,
        value("orientation"),
        value("velocity"),
        value("velocityY") or 0.0,
        value("yawRate") or 0.0,
    )


def _bounded(element: Element) -> float:
    value = middle_of(element)
    if abs(value) > 1e6:
        raise element.refused(f"<{element.tag}> is {value!r}", "a number of at most 1e6")
    return value
