"""Lanes and lane connectors."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from project_ghost.closed_loop.errors import ClosedLoopValueError
from project_ghost.closed_loop.states import Point2D
from project_ghost.world.maps import Lane as WorldLane

from ._objects import PolygonMapObject
from ._polyline import PolylineMapObject
from ._types import LaneConnectorType

if TYPE_CHECKING:
    from ._areas import StopLine
    from ._map_api import MapApi
    from ._roadblocks import RoadBlockGraphEdgeMapObject

__all__ = ["GraphEdgeMapObject", "Lane", "LaneConnector", "LaneGraphEdgeMapObject"]


class GraphEdgeMapObject(PolygonMapObject):
    """An edge of the graph of lanes, or of that of roadblocks."""


class LaneGraphEdgeMapObject(GraphEdgeMapObject):
    """A lane, or a lane connector."""

    def __init__(self, lane: WorldLane, map_api: MapApi) -> None:
        super().__init__(lane.id, lane.outline, lane.pieces)
        self._lane = lane
        self._map_api = map_api

    @cached_property
    def incoming_edges(self) -> list[LaneGraphEdgeMapObject]:
        """The lanes and connectors that lead to this one."""
        return self._map_api.lane_objects(self._map_api.predecessors(self.id))

    @cached_property
    def outgoing_edges(self) -> list[LaneGraphEdgeMapObject]:
        """The lanes and connectors that this one leads to."""
        return self._map_api.lane_objects(self._map_api.successors(self.id))

    @cached_property
    def parallel_edges(self) -> list[LaneGraphEdgeMapObject]:
        """The lanes of the same roadblock, with this one."""
        return self.parent.interior_edges

    @cached_property
    def baseline_path(self) -> PolylineMapObject:
        """The centre line."""
        return PolylineMapObject(self.id, self._lane.points)

    @cached_property
    def left_boundary(self) -> PolylineMapObject:
        """The left edge; its id is that of the right edge of the lane to the left."""
        return PolylineMapObject(f"{self._beside(-1)}|{self.id}", self._lane.left_edge)

    @cached_property
    def right_boundary(self) -> PolylineMapObject:
        """The right edge; its id is that of the left edge of the lane to the right."""
        return PolylineMapObject(f"{self.id}|{self._beside(1)}", self._lane.right_edge)

    @property
    def speed_limit_mps(self) -> float | None:
        """The speed limit; None if none is known."""
        return self._map_api.speed_limit_mps(self.id)

    def get_roadblock_id(self) -> str:
        """The id of the roadblock."""
        return self._map_api.roadblock_of(self.id)

    @cached_property
    def parent(self) -> RoadBlockGraphEdgeMapObject:
        """The roadblock."""
        return self._map_api.roadblock_object(self.get_roadblock_id())

    def has_traffic_lights(self) -> bool:
        """Whether a light is for this connector; lanes before a junction have none."""
        return False

    @cached_property
    def stop_lines(self) -> list[StopLine]:
        """The stop lines before this connector; lanes have none."""
        return []

    def is_same_roadblock(self, other: LaneGraphEdgeMapObject) -> bool:
        """Whether both are in one roadblock."""
        return self.get_roadblock_id() == other.get_roadblock_id()

    def is_adjacent_to(self, other: LaneGraphEdgeMapObject) -> bool:
        """Whether both are side by side in one roadblock."""
        return self.is_same_roadblock(other) and (
            self.right_boundary.id == other.left_boundary.id
            or self.left_boundary.id == other.right_boundary.id
        )

    def is_left_of(self, other: LaneGraphEdgeMapObject) -> bool:  # noqa: ARG002
        """Whether this lane is to the left of another of its roadblock; connectors never are."""
        return False

    def is_right_of(self, other: LaneGraphEdgeMapObject) -> bool:  # noqa: ARG002
        """Whether this lane is to the right of another of its roadblock; connectors never are."""
        return False

    @cached_property
    def adjacent_edges(
        self,
    ) -> tuple[LaneGraphEdgeMapObject | None, LaneGraphEdgeMapObject | None]:
        """The lanes to the left and to the right; connectors have none."""
        return None, None

    def get_width_left_right(
        self,
        point: Point2D,
        include_outside: bool = False,  # noqa: FBT001, FBT002 - nuPlan's
    ) -> tuple[float, float]:
        """The distances of a point from the left and the right edge.

        Both are infinite where the point is not on the lane, unless `include_outside` is true.
        """
        if not include_outside and not self.contains_point(point):
            return float("inf"), float("inf")
        left, right = self.left_boundary.nearest(point), self.right_boundary.nearest(point)
        return abs(left.offset_m), abs(right.offset_m)

    def oriented_distance(self, point: Point2D) -> float:
        """The distance of a point from the baseline, or its nearest end; positive to the left."""
        return self.baseline_path.nearest(point).offset_m

    def _beside(self, step: int) -> str:
        """The lane so many places to the right in the roadblock; empty if there is none."""
        lanes = self._map_api.road_map.roadblock_by_lane[self.id].lanes
        place = lanes.index(self.id) + step
        return lanes[place] if 0 <= place < len(lanes) else ""


class Lane(LaneGraphEdgeMapObject):
    """A lane outside of junctions."""

    @cached_property
    def index(self) -> int:
        """The place of the lane in its roadblock, from 1 for the leftmost one."""
        return self._map_api.road_map.roadblock_by_lane[self.id].lanes.index(self.id) + 1

    def is_left_of(self, other: LaneGraphEdgeMapObject) -> bool:
        """Whether this lane is to the left of another of its roadblock."""
        return self.index < self._index_of(other)

    def is_right_of(self, other: LaneGraphEdgeMapObject) -> bool:
        """Whether this lane is to the right of another of its roadblock."""
        return self.index > self._index_of(other)

    @cached_property
    def adjacent_edges(
        self,
    ) -> tuple[LaneGraphEdgeMapObject | None, LaneGraphEdgeMapObject | None]:
        """The lanes to the left and to the right in the roadblock."""
        left, right = (self._map_api.lane_objects([name]) for name in self._neighbours())
        return left[0] if left else None, right[0] if right else None

    def _neighbours(self) -> tuple[str, str]:
        return self._beside(-1), self._beside(1)

    def _index_of(self, other: LaneGraphEdgeMapObject) -> int:
        if not self.is_same_roadblock(other) or not isinstance(other, Lane):
            raise ClosedLoopValueError("Lanes must be in the same roadblock")
        return other.index


class LaneConnector(LaneGraphEdgeMapObject):
    """A lane that leads through a junction."""

    @property
    def turn_type(self) -> LaneConnectorType:
        """Where it leads, by its change of heading."""
        return LaneConnectorType(self._lane.turn)

    def has_traffic_lights(self) -> bool:
        """Whether a light is for this connector."""
        return self.id in self._map_api.light_by_lane

    @cached_property
    def stop_lines(self) -> list[StopLine]:
        """The stop lines of this connector, and of the lanes that lead to it."""
        lanes = (self.id, *self._map_api.predecessors(self.id))
        return self._map_api.stop_lines_of(lanes)
