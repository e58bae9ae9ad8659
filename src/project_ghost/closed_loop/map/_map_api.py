"""The map that planners ask: nuPlan's questions, and those of metrics about many points at once."""

from __future__ import annotations

import abc
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, cast, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.closed_loop.errors import ClosedLoopError, ClosedLoopValueError
from project_ghost.closed_loop.states import Point2D
from project_ghost.core.arrays import Floats
from project_ghost.world.maps import LayerName, RoadMap

from ._areas import Intersection, StopLine
from ._lanes import Lane, LaneConnector, LaneGraphEdgeMapObject
from ._lights import light_by_lane
from ._objects import PolygonMapObject
from ._polyline import PolylineMapObject
from ._roadblocks import RoadBlockGraphEdgeMapObject
from ._types import SemanticMapLayer

__all__ = ["AbstractMap", "MapApi", "MapObject"]

MapObject: TypeAlias = (
    Lane | LaneConnector | RoadBlockGraphEdgeMapObject | PolygonMapObject | Intersection | StopLine
)

# The layers with objects, in nuPlan's order.
_OBJECTS = {
    SemanticMapLayer.LANE: LayerName.LANES,
    SemanticMapLayer.LANE_CONNECTOR: LayerName.CONNECTORS,
    SemanticMapLayer.ROADBLOCK: LayerName.ROADBLOCKS,
    SemanticMapLayer.ROADBLOCK_CONNECTOR: LayerName.ROADBLOCK_CONNECTORS,
    SemanticMapLayer.STOP_LINE: LayerName.STOP_LINES,
    SemanticMapLayer.CROSSWALK: LayerName.CROSSINGS,
    SemanticMapLayer.INTERSECTION: LayerName.INTERSECTIONS,
    SemanticMapLayer.WALKWAYS: LayerName.WALKWAYS,
    SemanticMapLayer.CARPARK_AREA: LayerName.PARKING,
}
_LAYERS = {
    **_OBJECTS,
    SemanticMapLayer.DRIVABLE_AREA: LayerName.DRIVABLE_AREA,
    SemanticMapLayer.BASELINE_PATHS: LayerName.CENTRE_LINES,
}


class AbstractMap(abc.ABC):
    """A map that planners ask."""

    @property
    @abc.abstractmethod
    def map_name(self) -> str:
        """The name of the map."""

    @abc.abstractmethod
    def get_available_map_objects(self) -> list[SemanticMapLayer]:
        """The layers that have objects."""

    @abc.abstractmethod
    def get_all_map_objects(self, point: Point2D, layer: SemanticMapLayer) -> list[Any]:
        """The objects of a layer that contain a point."""

    @abc.abstractmethod
    def get_one_map_object(self, point: Point2D, layer: SemanticMapLayer) -> Any:  # noqa: ANN401
        """The object of a layer that contains a point; AssertionError if several do."""

    @abc.abstractmethod
    def is_in_layer(self, point: Point2D, layer: SemanticMapLayer) -> bool:
        """Whether a point is in an object of a layer."""

    @abc.abstractmethod
    def get_proximal_map_objects(
        self, point: Point2D, radius: float, layers: list[SemanticMapLayer]
    ) -> dict[SemanticMapLayer, list[Any]]:
        """The objects of some layers around a point."""

    @abc.abstractmethod
    def get_map_object(self, object_id: str, layer: SemanticMapLayer) -> Any:  # noqa: ANN401
        """The object of a layer with an id; None if there is none."""

    @abc.abstractmethod
    def get_distance_to_nearest_map_object(
        self, point: Point2D, layer: SemanticMapLayer
    ) -> tuple[str | None, float | None]:
        """The object of a layer nearest to a point, and its distance."""


@final
class MapApi(AbstractMap):
    """A road map, asked as nuPlan's maps are.

    Objects are made when asked for, once. All lists are in the order of the map's file. Lanes are
    those that vehicles drive on.
    """

    def __init__(self, road_map: RoadMap) -> None:
        self.road_map = road_map
        self._made: dict[tuple[SemanticMapLayer, str], MapObject] = {}

    def __reduce__(self) -> tuple[type[MapApi], tuple[RoadMap]]:
        return MapApi, (self.road_map,)

    # As nuPlan's.

    @property
    def map_name(self) -> str:
        """The name of the map."""
        return self.road_map.name

    def get_available_map_objects(self) -> list[SemanticMapLayer]:
        """The layers that have objects."""
        return list(_OBJECTS)

    def get_available_raster_layers(self) -> list[SemanticMapLayer]:
        """The layers that are pictures: none."""
        return []

    def get_raster_map_layer(self, layer: SemanticMapLayer) -> Any:  # noqa: ANN401 - refused
        """Refused: maps here have no pictures."""
        raise _no_raster(layer)

    def get_raster_map(self, layers: list[SemanticMapLayer]) -> Any:  # noqa: ANN401 - refused
        """Refused: maps here have no pictures."""
        raise _no_raster(*layers)

    def get_distance_to_nearest_raster_layer(
        self,
        point: Point2D,  # noqa: ARG002 - nuPlan's
        layer: SemanticMapLayer,
    ) -> float:
        """Refused: maps here have no pictures."""
        raise _no_raster(layer)

    def initialize_all_layers(self) -> None:
        """Index all layers now; otherwise each is indexed when it is first asked for."""
        for name in LayerName:
            self.road_map.layer(name)

    def is_in_layer(self, point: Point2D, layer: SemanticMapLayer) -> bool:
        """Whether a point is in an object of a layer."""
        if layer == SemanticMapLayer.TURN_STOP:
            return False  # no map here has such stop lines
        return bool(self._layer(layer).containing(point.x, point.y))

    def get_all_map_objects(self, point: Point2D, layer: SemanticMapLayer) -> list[MapObject]:
        """The objects of a layer that contain a point."""
        found = self._layer(layer).containing(point.x, point.y)
        if layer not in _OBJECTS:
            raise ClosedLoopValueError(
                f"Object representation for layer: {SemanticMapLayer(layer).name} is unavailable"
            )
        return self._objects(found, layer)

    def get_one_map_object(self, point: Point2D, layer: SemanticMapLayer) -> MapObject | None:
        """The object of a layer that contains a point; AssertionError if several do."""
        found = self.get_all_map_objects(point, layer)
        if len(found) > 1:
            raise ClosedLoopValueError(
                f"{len(found)} map objects found. Expected only one. "
                "Try using get_all_map_objects()"
            )
        return found[0] if found else None

    def get_proximal_map_objects(
        self, point: Point2D, radius: float, layers: list[SemanticMapLayer]
    ) -> dict[SemanticMapLayer, list[MapObject]]:
        """The objects of some layers that meet the square of this half width around a point."""
        unavailable = [layer for layer in layers if layer not in _OBJECTS]
        if unavailable:
            raise ClosedLoopValueError(
                f"Object representation for layer(s): {unavailable} is unavailable"
            )
        box = point.x - radius, point.y - radius, point.x + radius, point.y + radius
        result: dict[SemanticMapLayer, list[MapObject]] = defaultdict(list)
        for layer in layers:
            result[layer] = self._objects(self._layer(layer).meeting(*box), layer)
        return result

    def get_map_object(self, object_id: str, layer: SemanticMapLayer) -> MapObject | None:
        """The object of a layer with an id; None if there is none."""
        key = layer, str(object_id)
        made = self._made.get(key)
        if made is None:
            if layer not in _OBJECTS:
                name = SemanticMapLayer(layer).name
                raise ClosedLoopValueError(
                    f"Object representation for layer: {name} object: {object_id} is unavailable"
                )
            if key[1] not in self._layer(layer).numbers:
                return None
            # Another thread may have made it meanwhile: all get the same one.
            made = self._made.setdefault(key, _MAKERS[layer](self, key[1]))
        return made

    def get_distance_to_nearest_map_object(
        self, point: Point2D, layer: SemanticMapLayer
    ) -> tuple[str | None, float | None]:
        """The object of a layer nearest to a point and its distance, 0 inside; None if none."""
        found = self._layer(layer).nearest(point.x, point.y)
        return (None, None) if found is None else found

    def get_distances_matrix_to_nearest_map_object(
        self, points: list[Point2D], layer: SemanticMapLayer
    ) -> Floats | None:
        """The distance of each point to the nearest object of a layer; None if there is none."""
        if not self._layer(layer).ids:
            return None
        return self._distances(np.array([[point.x, point.y] for point in points]), layer)

    # For metrics, and for the objects above.

    def lanes_at(self, points: Floats) -> list[tuple[str, ...]]:
        """The lanes that contain each point (n, 2)."""
        layer = self.road_map.layer(LayerName.ROAD_LANES)
        return [layer.containing(x, y) for x, y in np.asarray(points).tolist()]

    def drivable_distance_m(self, points: Floats) -> Floats:
        """The distance of each point (n, 2) to the drivable area; 0 on it."""
        return self._distances(points, SemanticMapLayer.DRIVABLE_AREA)

    def in_intersection(self, points: Floats) -> NDArray[np.bool_]:
        """Whether each point (n, 2) is in a junction."""
        layer = self.road_map.layer(LayerName.INTERSECTIONS)
        inside = [bool(layer.containing(x, y)) for x, y in np.asarray(points).tolist()]
        return np.array(inside, dtype=np.bool_)

    def arc_length(self, lane: str, points: Floats) -> Floats:
        """The distance of each point's nearest place along the baseline of a lane."""
        line = self._baseline(lane)
        return np.array(
            [line.nearest(Point2D(x, y)).distance_m for x, y in np.asarray(points).tolist()]
        )

    def lane_distance_m(self, lane: str, points: Floats) -> Floats:
        """The distance of each point (n, 2) to the area of a lane; 0 on it."""
        area = self.road_map.lane(lane)
        return np.array([area.distance(x, y) for x, y in np.asarray(points).tolist()])

    def is_connector(self, lane: str) -> bool:
        """Whether a lane leads through a junction."""
        return lane in self.road_map.junction_by_lane

    def successors(self, lane: str) -> tuple[str, ...]:
        """The lanes that follow a lane."""
        return self._road_lanes(self.road_map.lane(lane).successors)

    def predecessors(self, lane: str) -> tuple[str, ...]:
        """The lanes that lead to a lane."""
        return self._road_lanes(self.road_map.lane(lane).predecessors)

    def roadblock_of(self, lane: str) -> str:
        """The id of the roadblock of a lane."""
        return self.road_map.roadblock_by_lane[lane].id

    def lane_length_m(self, lane: str) -> float:
        """The length of a lane's baseline."""
        return self.road_map.lane(lane).length_m

    def speed_limit_mps(self, lane: str) -> float | None:
        """The speed limit at the start of a lane; None if none is known."""
        return self.road_map.lane(lane).limit_at(0.0)

    @cached_property
    def light_by_lane(self) -> Mapping[str, str]:
        """The lights of lane connectors."""
        return light_by_lane(self.road_map)

    def lane_objects(self, lanes: Iterable[str]) -> list[LaneGraphEdgeMapObject]:
        """The objects of lanes and connectors with these ids; an empty id has none."""
        return [self._lane_object(lane) for lane in lanes if lane]

    def roadblock_object(self, name: str) -> RoadBlockGraphEdgeMapObject:
        """The object of a roadblock, or of a roadblock connector."""
        is_connector = name in self.road_map.junction_by_lane
        block, connector = SemanticMapLayer.ROADBLOCK, SemanticMapLayer.ROADBLOCK_CONNECTOR
        found = self.get_map_object(name, connector if is_connector else block)
        return cast(RoadBlockGraphEdgeMapObject, found)

    def intersection_object(self, junction: str) -> Intersection | None:
        """The object of a junction; None for an empty id."""
        found = self.get_map_object(junction, SemanticMapLayer.INTERSECTION)
        return cast("Intersection | None", found)

    def stop_lines_of(self, lanes: Sequence[str]) -> list[StopLine]:
        """The stop lines on some lanes."""
        names = [stop.id for stop in self.road_map.stop_lines if stop.lane in lanes]
        found = self._objects(names, SemanticMapLayer.STOP_LINE)
        return [stop for stop in found if isinstance(stop, StopLine)]

    def _lane_object(self, lane: str) -> LaneGraphEdgeMapObject:
        connector = SemanticMapLayer.LANE_CONNECTOR
        layer = connector if self.is_connector(lane) else SemanticMapLayer.LANE
        return cast(LaneGraphEdgeMapObject, self.get_map_object(lane, layer))

    def _baseline(self, lane: str) -> PolylineMapObject:
        return self._lane_object(lane).baseline_path

    def _road_lanes(self, lanes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(lane for lane in lanes if lane in self.road_map.roadblock_by_lane)

    def _objects(self, names: Iterable[str], layer: SemanticMapLayer) -> list[MapObject]:
        found = [self.get_map_object(name, layer) for name in names]
        return [each for each in found if each is not None]

    def _layer(self, layer: SemanticMapLayer) -> Any:  # noqa: ANN401 - a Layer of world.maps
        if layer not in _LAYERS:
            raise ClosedLoopValueError(f"Unknown layer: {SemanticMapLayer(layer).name}")
        return self.road_map.layer(_LAYERS[layer])

    def _distances(self, points: Floats, layer: SemanticMapLayer) -> Floats:
        index = self._layer(layer)
        found = [index.nearest(x, y) for x, y in np.asarray(points).tolist()]
        return np.array([float("inf") if each is None else each[1] for each in found])


def _no_raster(*layers: SemanticMapLayer) -> ClosedLoopError:
    names = ", ".join(SemanticMapLayer(layer).name for layer in layers)
    return ClosedLoopError(
        f"there is no raster layer {names}",
        "MapApi",
        "a layer of objects: maps here have no pictures",
        "use is_in_layer, get_proximal_map_objects or get_distance_to_nearest_map_object",
    )


def _crossing(api: MapApi, name: str) -> PolygonMapObject:
    (outline,) = [each.outline for each in api.road_map.crossings if each.id == name][:1]
    return PolygonMapObject(name, outline)


def _area(api: MapApi, name: str) -> PolygonMapObject:
    """An area, or a sidewalk."""
    for area in api.road_map.areas:
        if area.id == name:
            return PolygonMapObject(name, area.outline)
    lane = api.road_map.lane(name)
    return PolygonMapObject(name, lane.outline, lane.pieces)


def _stop_line(api: MapApi, name: str) -> StopLine:
    return StopLine(next(each for each in api.road_map.stop_lines if each.id == name), api)


def _intersection(api: MapApi, name: str) -> Intersection:
    return Intersection(next(e for e in api.road_map.intersections if e.id == name), api)


def _roadblock(api: MapApi, name: str) -> RoadBlockGraphEdgeMapObject:
    return RoadBlockGraphEdgeMapObject(api.road_map.roadblock_by_lane[name], api)


_MAKERS: dict[SemanticMapLayer, Callable[[MapApi, str], MapObject]] = {
    SemanticMapLayer.LANE: lambda api, name: Lane(api.road_map.lane(name), api),
    SemanticMapLayer.LANE_CONNECTOR: lambda api, name: LaneConnector(api.road_map.lane(name), api),
    SemanticMapLayer.ROADBLOCK: _roadblock,
    SemanticMapLayer.ROADBLOCK_CONNECTOR: _roadblock,
    SemanticMapLayer.STOP_LINE: _stop_line,
    SemanticMapLayer.CROSSWALK: _crossing,
    SemanticMapLayer.INTERSECTION: _intersection,
    SemanticMapLayer.WALKWAYS: _area,
    SemanticMapLayer.CARPARK_AREA: _area,
}
