"""Stop lines and intersections."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from project_ghost.world.maps import Intersection as WorldIntersection
from project_ghost.world.maps import StopLine as WorldStopLine
from project_ghost.world.maps import stop_area

from ._lanes import Lane
from ._objects import PolygonMapObject
from ._types import IntersectionType, StopLineType

if TYPE_CHECKING:
    from ._map_api import MapApi
    from ._roadblocks import RoadBlockGraphEdgeMapObject

__all__ = ["Intersection", "StopLine"]

# Signs of Germany and of the USA.
_STOP_SIGNS = ("206", "R1-1")
_YIELD_SIGNS = ("205", "R1-2")


class StopLine(PolygonMapObject):
    """A stop line, half a metre deep."""

    def __init__(self, stop: WorldStopLine, map_api: MapApi) -> None:
        super().__init__(stop.id, stop_area(map_api.road_map.lane(stop.lane), stop))
        self._stop = stop
        self._map_api = map_api
        self.stop_line_type = _stop_type(stop, map_api)

    @property
    def layer_type(self) -> StopLineType:
        """Why there is a stop line."""
        return self.stop_line_type

    @cached_property
    def intersection_from(self) -> Intersection | None:
        """The intersection that its lane leads to."""
        junctions = self._map_api.road_map.junction_by_lane
        names = [self._stop.lane, *self._map_api.successors(self._stop.lane)]
        found = [junctions[name] for name in names if name in junctions]
        return self._map_api.intersection_object(found[0]) if found else None

    @cached_property
    def parent(self) -> RoadBlockGraphEdgeMapObject:
        """The roadblock of its lane."""
        return self._map_api.roadblock_object(self._map_api.roadblock_of(self._stop.lane))


def _stop_type(stop: WorldStopLine, map_api: MapApi) -> StopLineType:
    if stop.light:
        return StopLineType.TRAFFIC_LIGHT
    codes = {sign.code for sign in map_api.road_map.signs if stop.lane in sign.lanes}
    if not codes.isdisjoint(_STOP_SIGNS):
        return StopLineType.STOP_SIGN
    return StopLineType.UNKNOWN if codes.isdisjoint(_YIELD_SIGNS) else StopLineType.YIELD


class Intersection(PolygonMapObject):
    """A junction as an area."""

    def __init__(self, intersection: WorldIntersection, map_api: MapApi) -> None:
        super().__init__(intersection.id, intersection.outline)
        self._intersection = intersection
        self._map_api = map_api
        is_signaled = intersection.is_signaled
        kind = IntersectionType.TRAFFIC_LIGHT if is_signaled else IntersectionType.DEFAULT
        self.intersection_type = kind

    @cached_property
    def interior_edges(self) -> list[RoadBlockGraphEdgeMapObject]:
        """The roadblock connectors in it."""
        lanes = self._intersection.lanes
        names = dict.fromkeys(self._map_api.roadblock_of(lane) for lane in lanes)
        return [self._map_api.roadblock_object(name) for name in names]

    @cached_property
    def incoming_edges(self) -> list[Lane]:
        """The lanes that lead into it."""
        found = self._map_api.lane_objects(self._intersection.incoming)
        return [lane for lane in found if isinstance(lane, Lane)]

    @property
    def is_signaled(self) -> bool:
        """Whether a light controls one of its lanes."""
        return self._intersection.is_signaled
