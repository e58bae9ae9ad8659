"""Read the map of a CommonRoad file."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from project_ghost.world.maps._xml import unread_parts
from project_ghost.world.maps.geometry._outline import counter_clockwise
from project_ghost.world.maps.geometry._polyline import gap
from project_ghost.world.maps.model._furniture import Crossing
from project_ghost.world.maps.model._lane import Lane
from project_ghost.world.maps.model._road_map import Junction, Road, RoadMap

from ._document import CommonRoadDocument, open_commonroad, reference
from ._junctions import crossing_lanelets, read_junctions
from ._kinds import CROSSWALK, lanelet_types
from ._lanelets import Lanelets, read_lanelets
from ._lights import read_lights, read_stop_lines
from ._shapes import read_buildings
from ._signs import read_signs, sign_limits

__all__ = ["map_of", "read_commonroad_map"]

_GAP_MAX_M = 0.05


def read_commonroad_map(path: Path | str, data: bytes | None = None) -> RoadMap:
    """The map in a CommonRoad file (.xml); with `data`, its content, the file is not opened."""
    return map_of(open_commonroad(path, data))


def map_of(document: CommonRoadDocument) -> RoadMap:
    """The map of a document: lanelets are lanes, those side by side are roads."""
    root = document.root
    lanelets = read_lanelets(root, sign_limits(root))
    junctions = read_junctions(root, lanelets)
    crossings = crossing_lanelets(root)
    lanes = {
        name: replace(lane, kind="sidewalk") if name in crossings else lane
        for name, lane in lanelets.lanes.items()
    }
    lanelets.lanes = lanes
    lights, programs = read_lights(document, _owners(lanelets, "trafficLightRef"), lanelets.defects)
    by_name = {light.id: light for light in lights}
    stop_lines = read_stop_lines(lanelets, by_name, lanelets.defects)
    signs = read_signs(root, _owners(lanelets, "trafficSignRef"))
    roads, with_roads = _roads(lanelets.lanes, junctions)
    return RoadMap(
        name=document.name,
        roads=roads,
        lanes=with_roads,
        junctions=junctions,
        crossings=tuple(
            Crossing(name, counter_clockwise(lanes[name].outline))
            for name, element in lanelets.elements.items()
            if name in crossings or CROSSWALK in lanelet_types(element)
        ),
        stop_lines=stop_lines,
        lights=lights,
        programs=programs,
        signs=signs,
        obstacles=read_buildings(root),
        traffic=_traffic(lanelets),
        unread=unread_parts(root),
        defects=(*lanelets.defects, *_gaps(lanelets.lanes)),
    )


def _owners(lanelets: Lanelets, tag: str) -> Mapping[str, list[Lane]]:
    """The lanes that refer to each sign or light."""
    owners: dict[str, list[Lane]] = {}
    for name, element in lanelets.elements.items():
        for each in element.children(tag):
            owners.setdefault(reference(each), []).append(lanelets.lanes[name])
    return owners


def _roads(
    lanes: Mapping[str, Lane], junctions: tuple[Junction, ...]
) -> tuple[tuple[Road, ...], tuple[Lane, ...]]:
    """A road for each roadblock, with its id, and one for each other lane."""
    plain = RoadMap("", lanes=tuple(lanes.values()), junctions=junctions)
    blocks = {name: block.id for block in plain.roadblocks for name in block.lanes}
    with_roads = tuple(replace(lane, road=blocks.get(name, name)) for name, lane in lanes.items())
    members: dict[str, list[Lane]] = {}
    for lane in with_roads:
        members.setdefault(lane.road, []).append(lane)
    roads = tuple(
        Road(
            name,
            "",
            max(lane.length_m for lane in group),
            tuple(lane.id for lane in group),
            plain.junction_by_lane.get(group[0].id, ""),
        )
        for name, group in members.items()
    )
    return roads, with_roads


def _traffic(lanelets: Lanelets) -> str:
    """The side to drive on: away from lanes of the opposite direction."""
    on_the_right, on_the_left = 0, 0
    for element in lanelets.elements.values():
        for side in element.children("adjacentLeft", "adjacentRight"):
            if side.get("drivingDir") == "opposite":
                on_the_right += side.tag == "adjacentLeft"
                on_the_left += side.tag == "adjacentRight"
    return "left" if on_the_left > on_the_right else "right"


def _gaps(lanes: Mapping[str, Lane]) -> list[str]:
    defects = []
    for lane in lanes.values():
        for name in lane.successors:
            missed_m = gap(lane.points[-1], lanes[name].points[0])
            if missed_m > _GAP_MAX_M:
                defects.append(
                    f"lanelet {lane.id} leads to {name}, which begins {missed_m:.3f} m away"
                )
    return defects
