"""The layers of a map: objects of one kind, by id and by place."""

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, final

from project_ghost.world.maps.index import Piece, ShapeIndex

from ._furniture import Outline, StopLine
from ._lane import Lane

if TYPE_CHECKING:
    from ._road_map import RoadMap

__all__ = ["Layer", "LayerName", "layer_of", "stop_area"]

# The depth of the area of a stop line, along its lane.
_STOP_DEPTH_M = 0.5


class LayerName(StrEnum):
    """The layers of a map."""

    LANES = "lanes"  # outside junctions
    CONNECTORS = "connectors"  # lanes in junctions
    ROAD_LANES = "road lanes"  # both
    CENTRE_LINES = "centre lines"  # of all lanes, cars or not
    DRIVABLE_LINES = "drivable lines"  # centre lines of lanes for cars
    ROADBLOCKS = "roadblocks"
    ROADBLOCK_CONNECTORS = "roadblock connectors"
    INTERSECTIONS = "intersections"
    CROSSINGS = "crossings"
    STOP_LINES = "stop lines"
    DRIVABLE_AREA = "drivable area"
    PARKING = "parking"
    WALKWAYS = "walkways"


@final
class Layer:
    """Objects of one kind; every answer is in the order of the file."""

    def __init__(self, shapes: Sequence[tuple[str, Sequence[Piece]]]) -> None:
        merged: dict[str, list[Piece]] = {}
        for name, pieces in shapes:  # some files use an id twice
            merged.setdefault(name, []).extend(pieces)
        self.ids = tuple(merged)
        self.numbers = {name: i for i, name in enumerate(self.ids)}
        self.index = ShapeIndex(list(merged.values()))

    def containing(self, x_m: float, y_m: float) -> tuple[str, ...]:
        """The objects that contain a point."""
        return tuple(self.ids[i] for i in self.index.containing(x_m, y_m))

    def meeting(
        self, west_m: float, south_m: float, east_m: float, north_m: float
    ) -> tuple[str, ...]:
        """The objects that have a point in common with a box."""
        return tuple(self.ids[i] for i in self.index.meeting(west_m, south_m, east_m, north_m))

    def nearest(self, x_m: float, y_m: float) -> tuple[str, float] | None:
        """The nearest object and its distance, 0 inside; None if there is no object."""
        found = self.index.nearest(x_m, y_m)
        return None if found is None else (self.ids[found[0]], found[2])


def layer_of(road_map: "RoadMap", name: LayerName) -> Layer:
    """A layer of a map."""
    return Layer([*_SHAPES[name](road_map)])


def stop_area(lane: Lane, stop: StopLine) -> Outline:
    """The polygon of a stop line across its lane, half a metre deep."""
    start = max(0.0, min(stop.at_m - 0.5 * _STOP_DEPTH_M, lane.length_m - _STOP_DEPTH_M))
    left, right = lane.cross_section(start)
    far_left, far_right = lane.cross_section(start + _STOP_DEPTH_M)
    return tuple((x, y) for x, y, _ in (right, far_right, far_left, left))


_Shapes = Iterable[tuple[str, Sequence[Piece]]]


def _lanes(road_map: "RoadMap", *, in_junction: bool) -> _Shapes:
    for lane in road_map.lanes:
        if lane.is_road_lane and (lane.id in road_map.junction_by_lane) == in_junction:
            yield lane.id, lane.pieces


def _road_lanes(road_map: "RoadMap") -> _Shapes:
    yield from ((lane.id, lane.pieces) for lane in road_map.lanes if lane.is_road_lane)


def _centre_lines(lanes: Iterable[Lane]) -> _Shapes:
    for lane in lanes:
        yield lane.id, [lane.points[i : i + 2] for i in range(len(lane.points) - 1)]


def _roadblocks(road_map: "RoadMap", *, in_junction: bool) -> _Shapes:
    for block in road_map.roadblocks:
        if bool(block.junction) == in_junction:
            yield block.id, [each for lane in block.lanes for each in road_map.lane(lane).pieces]


def _stop_lines(road_map: "RoadMap") -> _Shapes:
    for stop in road_map.stop_lines:
        if stop.lane in road_map.lane_by_id:
            yield stop.id, [stop_area(road_map.lane(stop.lane), stop)]


def _drivable_area(road_map: "RoadMap") -> _Shapes:
    yield from ((lane.id, lane.pieces) for lane in road_map.lanes if lane.is_paved)
    yield from _areas(road_map, "parking")


def _areas(road_map: "RoadMap", kind: str) -> _Shapes:
    yield from ((area.id, [area.outline]) for area in road_map.areas if area.kind == kind)


def _walkways(road_map: "RoadMap") -> _Shapes:
    yield from ((lane.id, lane.pieces) for lane in road_map.lanes if lane.kind == "sidewalk")
    yield from _areas(road_map, "walkable")


_SHAPES: dict[LayerName, Callable[["RoadMap"], _Shapes]] = {
    LayerName.LANES: lambda road_map: _lanes(road_map, in_junction=False),
    LayerName.CONNECTORS: lambda road_map: _lanes(road_map, in_junction=True),
    LayerName.ROAD_LANES: _road_lanes,
    LayerName.CENTRE_LINES: lambda m: _centre_lines(m.lanes),
    LayerName.DRIVABLE_LINES: lambda m: _centre_lines(e for e in m.lanes if e.is_drivable),
    LayerName.ROADBLOCKS: lambda road_map: _roadblocks(road_map, in_junction=False),
    LayerName.ROADBLOCK_CONNECTORS: lambda road_map: _roadblocks(road_map, in_junction=True),
    LayerName.INTERSECTIONS: lambda m: ((e.id, [e.outline]) for e in m.intersections),
    LayerName.CROSSINGS: lambda m: ((each.id, [each.outline]) for each in m.crossings),
    LayerName.STOP_LINES: _stop_lines,
    LayerName.DRIVABLE_AREA: _drivable_area,
    LayerName.PARKING: lambda road_map: _areas(road_map, "parking"),
    LayerName.WALKWAYS: _walkways,
}
