"""A map's contents as rows of text."""

from collections import Counter

from project_ghost.core.wording import counted

from .geometry._polyline import Point
from .model._lane import Lane
from .model._road_map import RoadMap

__all__ = ["lane_rows", "light_rows", "map_counts", "road_rows", "stop_line_rows"]


def map_counts(road_map: RoadMap) -> tuple[tuple[str, str], ...]:
    """The contents of a map: (name, count or measure)."""
    kinds = Counter(lane.kind for lane in road_map.lanes)
    listed = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    length_m = _length(road_map.lanes)
    linked = 0
    for lane in road_map.lanes:
        linked += len(lane.successors)
    west, south, east, north = road_map.bounds
    return (
        ("traffic", f"keeps {road_map.traffic}"),
        ("extent", f"{east - west:.1f} m x {north - south:.1f} m"),
        ("roads", str(len(road_map.roads))),
        ("lanes", f"{len(road_map.lanes)} ({listed})" if listed else "0"),
        ("drivable length", f"{length_m:.1f} m"),
        ("links", str(linked)),
        ("junctions", str(len(road_map.junctions))),
        ("crossings", str(len(road_map.crossings))),
        ("stop lines", str(len(road_map.stop_lines))),
        ("lights", f"{len(road_map.lights)} in {counted(len(road_map.programs), 'program')}"),
        ("signs", str(len(road_map.signs))),
        ("obstacles", str(len(road_map.obstacles))),
        ("areas", str(len(road_map.areas))),
    )


def road_rows(road_map: RoadMap) -> tuple[tuple[str, str, str, str, str], ...]:
    """A row for each road: id, name, length, lanes, junction."""
    kinds: dict[str, Counter[str]] = {road.id: Counter() for road in road_map.roads}
    for lane in road_map.lanes:
        if lane.road in kinds:
            kinds[lane.road][lane.kind] += 1
    return tuple(
        (
            road.id,
            road.name,
            f"{road.length_m:.3f}",
            ", ".join(f"{count} {kind}" for kind, count in kinds[road.id].items()),
            road.junction,
        )
        for road in road_map.roads
    )


def lane_rows(road_map: RoadMap) -> tuple[tuple[str, ...], ...]:
    """A row for each lane: id, kind, length, width, first and last point, successors."""
    return tuple(
        (
            lane.id,
            lane.kind,
            f"{lane.length_m:.3f}",
            _span(lane.widths_m),
            _place(lane.points[0]),
            _place(lane.points[-1]),
            ", ".join(lane.successors),
        )
        for lane in road_map.lanes
    )


def stop_line_rows(road_map: RoadMap) -> tuple[tuple[str, ...], ...]:
    """A row for each stop line: id, lane, distance along it, place, light."""
    lanes = {lane.id: lane for lane in road_map.lanes}
    return tuple(
        (
            line.id,
            line.lane,
            f"{line.at_m:.2f}",
            _place(lanes[line.lane].point_at(line.at_m)) if line.lane in lanes else "",
            line.light,
        )
        for line in road_map.stop_lines
    )


def light_rows(road_map: RoadMap) -> tuple[tuple[str, ...], ...]:
    """A row for each traffic light: id, place, the lanes it controls, its program."""
    programs = {light: program.id for program in road_map.programs for light in program.lights}
    return tuple(
        (light.id, _place(light.position), ", ".join(light.lanes), programs.get(light.id, ""))
        for light in road_map.lights
    )


def _place(point: Point) -> str:
    return f"({point[0]:.2f}, {point[1]:.2f})"


def _span(values: tuple[float, ...]) -> str:
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low} to {high}"


def _length(lanes: tuple[Lane, ...]) -> float:
    total_m = 0.0
    for lane in lanes:
        if lane.is_drivable:
            total_m += lane.length_m
    return total_m
