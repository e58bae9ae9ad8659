"""Where red lights stop a vehicle on its line."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from project_ghost.world.maps import RoadMap

from ._route_line import RouteLine

if TYPE_CHECKING:
    from project_ghost.closed_loop.map import TrafficLightStatusData

__all__ = ["stop_places_m"]

# A stop line farther from the line than this is of another way, metres.
_BESIDE_M = 2.0


def stop_places_m(
    road_map: RoadMap | None,
    line: RouteLine,
    lights: Iterable[TrafficLightStatusData] | None,
    colours: Collection[str] = ("RED",),
) -> list[float]:
    """How far along the line the lights of these colours stop a vehicle, nearest first.

    A light names a lane: one that leads into a junction, which is stopped at its stop line or
    its end, or one that leads through it, which is stopped before it.
    """
    if road_map is None:
        return []
    shown = {str(each.lane_connector_id) for each in lights or () if each.status.name in colours}
    places = []
    for index, name in enumerate(line.lanes):
        if name not in shown:
            continue
        before = line.lanes[index - 1] if index > 0 else ""
        is_inside = name in road_map.junction_by_lane
        incoming = before if is_inside and before else name
        lane = road_map.lane(incoming)
        marks = [stop.at_m for stop in road_map.stop_lines if stop.lane == incoming]
        at_m = max(marks) if marks else lane.length_m
        if is_inside and not before:  # the line begins in the junction
            at_m = 0.0
        x, y, _ = lane.point_at(at_m)
        progress, left = line.project(x, y)
        if abs(left) <= _BESIDE_M:
            places.append(progress)
    return sorted(set(places))
