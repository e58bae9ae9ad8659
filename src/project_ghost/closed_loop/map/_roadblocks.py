"""Roadblocks and roadblock connectors."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from project_ghost.world.maps import Roadblock

from ._lanes import GraphEdgeMapObject, LaneGraphEdgeMapObject
from ._shapely import polygon_of_several

if TYPE_CHECKING:
    from shapely.geometry import Polygon

    from ._areas import Intersection, StopLine
    from ._map_api import MapApi

__all__ = ["RoadBlockGraphEdgeMapObject"]


class RoadBlockGraphEdgeMapObject(GraphEdgeMapObject):
    """Lanes side by side in one direction; of a junction, all from one roadblock to another."""

    def __init__(self, block: Roadblock, map_api: MapApi) -> None:
        lanes = [map_api.road_map.lane(name) for name in block.lanes]
        # The right edge of the rightmost lane, and the left edge of the leftmost one.
        edges = (*lanes[-1].right_edge, *reversed(lanes[0].left_edge))
        outline = tuple((x, y) for x, y, _ in edges)
        super().__init__(block.id, outline, [piece for lane in lanes for piece in lane.pieces])
        self._block = block
        self._map_api = map_api

    @cached_property
    def polygon(self) -> Polygon:
        """The ground of all lanes as one polygon of shapely."""
        lanes = [self._map_api.road_map.lane(name).outline for name in self._block.lanes]
        return polygon_of_several(lanes, "RoadBlockGraphEdgeMapObject.polygon")

    @cached_property
    def incoming_edges(self) -> list[RoadBlockGraphEdgeMapObject]:
        """The roadblocks that lead to this one."""
        return self._blocks(
            [each for lane in self._block.lanes for each in self._map_api.predecessors(lane)]
        )

    @cached_property
    def outgoing_edges(self) -> list[RoadBlockGraphEdgeMapObject]:
        """The roadblocks that this one leads to."""
        return self._blocks(
            [each for lane in self._block.lanes for each in self._map_api.successors(lane)]
        )

    @cached_property
    def interior_edges(self) -> list[LaneGraphEdgeMapObject]:
        """The lanes, from left to right."""
        return self._map_api.lane_objects(self._block.lanes)

    @cached_property
    def parallel_edges(self) -> list[RoadBlockGraphEdgeMapObject]:
        """This roadblock: lanes beside each other are in one."""
        return [self]

    @cached_property
    def children_stop_lines(self) -> list[StopLine]:
        """The stop lines on the lanes."""
        return self._map_api.stop_lines_of(self._block.lanes)

    @property
    def intersection(self) -> Intersection | None:
        """The intersection that a roadblock connector belongs to."""
        return self._map_api.intersection_object(self._block.junction)

    def _blocks(self, lanes: list[str]) -> list[RoadBlockGraphEdgeMapObject]:
        names = dict.fromkeys(self._map_api.roadblock_of(lane) for lane in lanes)
        return [self._map_api.roadblock_object(name) for name in names]
