"""Read an OpenDRIVE file as a map."""

from dataclasses import replace
from pathlib import Path

from project_ghost.core.errors import InputError
from project_ghost.world.maps._xml import Element, read_xml, unread_parts
from project_ghost.world.maps.geometry._polyline import gap
from project_ghost.world.maps.model._furniture import Controller
from project_ghost.world.maps.model._lane import KINDS, Lane
from project_ghost.world.maps.model._road_map import Junction, Road, RoadMap

from ._effort import Effort
from ._lanes import lanes_of_road
from ._links import JunctionShape, Roads, lane_ends, read_junction
from ._objects import Objects, read_objects
from ._road import RoadShape, read_road
from ._signals import Signals, placed_stop_lines, read_signals

__all__ = ["read_opendrive"]

_GAP_MAX_M = 0.05
_LENGTH_ERROR_MAX_M = 0.01


def read_opendrive(
    path: Path | str,
    tolerance_m: float = 0.01,
    traffic: str | None = None,
    data: bytes | None = None,
) -> RoadMap:
    """The map in an OpenDRIVE file (.xodr); with `data`, its content, the file is not opened.

    `traffic` overrides the side of the road to drive on, "left" or "right".

    Centre lines are sampled to within `tolerance_m` of the exact curves, which `road.exact`
    evaluates. `unread` lists unsupported parts of the file, `defects` its contradictions.
    """
    if not tolerance_m > 0.0 or traffic not in (None, "left", "right"):
        raise InputError(
            f"tolerance_m is {tolerance_m!r}, traffic is {traffic!r}",
            "read_opendrive",
            "a positive number of metres; left, right or None",
            "leave both out for 1 cm and the side that the file declares",
        )
    root = read_xml(path, data)
    if root.tag != "OpenDRIVE":
        raise root.refused(f"the file begins with <{root.tag}>", "an OpenDRIVE file: <OpenDRIVE>")
    signals, objects = Signals(), Objects()
    effort = Effort(str(path), len(data) if data is not None else Path(path).stat().st_size)
    roads = _roads(root, traffic, signals, objects, effort)
    junctions = tuple(read_junction(element) for element in root.children("junction"))
    lanes = [
        lane for road in roads.values() for lane in lanes_of_road(road, tolerance_m, str(path))
    ]
    effort.end()
    linked, defects = _linked(lanes, roads, junctions)
    defects = [*_road_defects(roads), *_kind_defects(roads), *defects, *objects.defects]
    places = {lane.id: (lane.stations_m, lane.distances_m) for lane in linked}
    return RoadMap(
        name=_name(root, path),
        roads=tuple(_road(road, linked) for road in roads.values()),
        lanes=linked,
        junctions=tuple(_junction(junction, roads, linked) for junction in junctions),
        crossings=(*objects.crossings, *signals.crossings),
        stop_lines=placed_stop_lines(signals, places),
        lights=tuple(signals.lights),
        controllers=_controllers(root),
        signs=tuple(signals.signs),
        obstacles=tuple(objects.obstacles),
        areas=tuple(objects.areas),
        traffic="right" if all(road.is_right_hand for road in roads.values()) else "left",
        unread=unread_parts(root),
        defects=tuple(defects),
    )


def _name(root: Element, path: Path | str) -> str:
    header = root.child("header")
    return (header.get("name") if header is not None else "") or Path(path).stem


def _roads(
    root: Element, traffic: str | None, signals: Signals, objects: Objects, effort: Effort
) -> Roads:
    roads: Roads = {}
    for element in root.children("road"):
        road = read_road(element, effort)
        if road.id in roads:
            raise element.refused(f"there is a second road {road.id!r}", "each id once")
        if traffic is not None:
            road = replace(road, is_right_hand=traffic == "right")
        roads[road.id] = road
        read_signals(element, road, signals)
        read_objects(element, road, objects)
    return roads


def _linked(
    lanes: list[Lane], roads: Roads, junctions: tuple[JunctionShape, ...]
) -> tuple[tuple[Lane, ...], list[str]]:
    """The lanes with successors and predecessors, and the defects found."""
    pairs, defects = lane_ends(roads, junctions)
    by_id = {lane.id: lane for lane in lanes}
    after: dict[str, list[str]] = {lane.id: [] for lane in lanes}
    before: dict[str, list[str]] = {lane.id: [] for lane in lanes}
    for a, b in pairs:
        if a not in by_id or b not in by_id:  # its section has no length
            defects.append(f"lane {a} leads to {b}, and one of them has no length")
            continue
        after[a].append(b)
        before[b].append(a)
        missed_m = gap(by_id[a].points[-1], by_id[b].points[0])
        if missed_m > _GAP_MAX_M and by_id[a].is_drivable and by_id[b].is_drivable:
            defects.append(f"lane {a} leads to {b}, which begins {missed_m:.3f} m away")
    linked = (
        replace(lane, successors=tuple(after[lane.id]), predecessors=tuple(before[lane.id]))
        for lane in lanes
    )
    return tuple(linked), defects


def _road_defects(roads: Roads) -> list[str]:
    """Road lengths that differ from their geometries', and geometries that do not meet."""
    defects = []
    for road in roads.values():
        total_m = 0.0
        for i, piece in enumerate(road.geometries):
            if i > 0:
                end = road.geometries[i - 1].at(piece.start_m)
                missed_m = gap(end, (piece.x_m, piece.y_m))
                if missed_m > _LENGTH_ERROR_MAX_M:
                    defects.append(
                        f"road {road.id}: the geometry at s = {piece.start_m:.3f} begins "
                        f"{missed_m:.3f} m from the end of the previous one"
                    )
            total_m += piece.length_m
        if abs(total_m - road.length_m) > _LENGTH_ERROR_MAX_M:
            defects.append(
                f"road {road.id}: its length is {road.length_m:.3f} m, "
                f"that of its geometries {total_m:.3f} m"
            )
    return defects


def _kind_defects(roads: Roads) -> list[str]:
    kinds: dict[str, int] = {}
    for road in roads.values():
        for section in road.sections:
            for lane in section.lanes:
                if lane.kind not in KINDS:
                    kinds[lane.kind] = kinds.get(lane.kind, 0) + 1
    return [f"{count} lanes are of the unknown type {kind!r}" for kind, count in kinds.items()]


def _road(road: RoadShape, lanes: tuple[Lane, ...]) -> Road:
    own = tuple(lane.id for lane in lanes if lane.road == road.id)
    return Road(road.id, road.name, road.length_m, own, road.junction, road)


def _junction(junction: JunctionShape, roads: Roads, lanes: tuple[Lane, ...]) -> Junction:
    inside = tuple(lane.id for lane in lanes if roads[lane.road].junction == junction.id)
    return Junction(junction.id, junction.name, inside)


def _controllers(root: Element) -> tuple[Controller, ...]:
    return tuple(
        Controller(
            element.required("id"),
            element.get("name"),
            tuple(control.required("signalId") for control in element.children("control")),
        )
        for element in root.children("controller")
    )
