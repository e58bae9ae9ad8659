"""A map: roads, lanes, junctions, lights and obstacles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, Protocol, final

from project_ghost.core.errors import InputError
from project_ghost.core.wording import did_you_mean
from project_ghost.world.maps.geometry._polyline import Nearest, Point, nearest_on_piece

from ._furniture import Area, Controller, Crossing, Light, LightProgram, Obstacle, Sign, StopLine
from ._intersections import Intersection, intersections_of
from ._lane import Lane
from ._layers import Layer, LayerName, layer_of
from ._pickled import stored_fields
from ._roadblocks import Roadblock, roadblocks_of

__all__ = ["Bounds", "ExactRoad", "Junction", "Road", "RoadMap", "Unread"]


class ExactRoad(Protocol):
    """The exact geometry of a road, before sampling."""

    def point(self, station_m: float, offset_m: float) -> Point:
        """The point at a station along the reference line and an offset to its left."""


class Unread(NamedTuple):
    """A part of the file that was not read: the path of an element or attribute, and its count."""

    path: str
    times: int


class Bounds(NamedTuple):
    """An axis-aligned bounding box."""

    west_m: float
    south_m: float
    east_m: float
    north_m: float


@final
@dataclass(frozen=True)
class Road:
    """A road and the ids of its lanes; `junction` is the junction it belongs to, empty for none."""

    id: str
    name: str
    length_m: float
    lanes: tuple[str, ...]
    junction: str = ""
    exact: ExactRoad | None = None


@final
@dataclass(frozen=True)
class Junction:
    """A junction; `lanes` are the lanes that lead through it."""

    id: str
    name: str
    lanes: tuple[str, ...]


@final
@dataclass(frozen=True)
class RoadMap:
    """A map. All entries are in file order.

    `unread` lists parts of the file that the reader does not support. `defects` lists
    contradictions in the file, such as linked lanes that do not meet.
    """

    name: str
    roads: tuple[Road, ...] = ()
    lanes: tuple[Lane, ...] = ()
    junctions: tuple[Junction, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    stop_lines: tuple[StopLine, ...] = ()
    lights: tuple[Light, ...] = ()
    programs: tuple[LightProgram, ...] = ()
    controllers: tuple[Controller, ...] = ()
    signs: tuple[Sign, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    areas: tuple[Area, ...] = ()
    traffic: str = "right"
    about: str = ""
    unread: tuple[Unread, ...] = ()
    defects: tuple[str, ...] = ()

    def __getstate__(self) -> dict[str, object]:
        return stored_fields(self)

    @cached_property
    def lane_by_id(self) -> Mapping[str, Lane]:
        """The lanes by id."""
        return MappingProxyType({lane.id: lane for lane in self.lanes})

    @property
    def walkable(self) -> tuple[Area, ...]:
        """The walkable areas, not including sidewalk lanes."""
        return tuple(area for area in self.areas if area.kind == "walkable")

    def lane(self, lane_id: str) -> Lane:
        """The lane with this id."""
        if lane_id in self.lane_by_id:
            return self.lane_by_id[lane_id]
        raise InputError(
            f"there is no lane {lane_id!r}{did_you_mean(lane_id, self.lane_by_id)}",
            f"map {self.name}",
            "the id of a lane of this map",
            "`ghost map FILE --all` lists them",
        )

    @cached_property
    def junction_by_lane(self) -> Mapping[str, str]:
        """The junctions of the lanes that lead through one: lane connectors."""
        found = {lane: junction.id for junction in self.junctions for lane in junction.lanes}
        inside = {road.id: road.junction for road in self.roads if road.junction}
        found |= {lane.id: inside[lane.road] for lane in self.lanes if lane.road in inside}
        return MappingProxyType(found)

    @cached_property
    def roadblocks(self) -> tuple[Roadblock, ...]:
        """Lanes side by side in one direction, in the order of their first lanes."""
        return roadblocks_of(self)

    @cached_property
    def roadblock_by_lane(self) -> Mapping[str, Roadblock]:
        """The roadblock of each lane that vehicles drive on."""
        return MappingProxyType({lane: block for block in self.roadblocks for lane in block.lanes})

    @cached_property
    def intersections(self) -> tuple[Intersection, ...]:
        """The junctions as areas, in file order."""
        return intersections_of(self)

    def layer(self, name: LayerName) -> Layer:
        """The objects of one kind by id and by place; indexed at the first use."""
        if name not in self._layers:
            self._layers[name] = layer_of(self, name)
        return self._layers[name]

    @cached_property
    def _layers(self) -> dict[LayerName, Layer]:
        return {}

    def nearest_lane(
        self, x_m: float, y_m: float, among: Callable[[Lane], bool] | None = None
    ) -> tuple[Lane, Nearest]:
        """The lane with the nearest centre line; by default among drivable lanes only."""
        layer = self.layer(LayerName.DRIVABLE_LINES if among is None else LayerName.CENTRE_LINES)
        wanted = None if among is None else [int(among(lane)) for lane in self.lanes]
        found = layer.index.nearest(x_m, y_m, wanted)
        if found is None:
            raise InputError(
                "the map has no lane of the requested kind",
                f"map {self.name}",
                "at least one such lane",
                "use a map with lanes, or request another kind of lane",
            )
        lane = self.lane(layer.ids[found[0]])
        return lane, nearest_on_piece(lane.points, lane.distances_m, found[1], x_m, y_m)

    @cached_property
    def bounds(self) -> Bounds:
        """The bounding box of all centre lines, obstacles and areas."""
        xs: list[float] = []
        ys: list[float] = []
        for lane in self.lanes:
            half = 0.5 * max(lane.widths_m)
            for x, y, _ in (*lane.points, *lane.left_bound, *lane.right_bound):
                xs += (x - half, x + half)
                ys += (y - half, y + half)
        outlines = [crossing.outline for crossing in self.crossings]
        outlines += [obstacle.outline for obstacle in self.obstacles]
        outlines += [area.outline for area in self.areas]
        for outline in outlines:
            xs += [x for x, _ in outline]
            ys += [y for _, y in outline]
        if not xs:
            return Bounds(0.0, 0.0, 0.0, 0.0)
        return Bounds(min(xs), min(ys), max(xs), max(ys))
