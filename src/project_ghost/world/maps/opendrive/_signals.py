"""Signals of OpenDRIVE: traffic lights, stop lines, crossings as signs, and all other signs."""

from dataclasses import dataclass, field
from typing import final

from project_ghost.core.dmath import wrap_angle
from project_ghost.world.maps._xml import Element
from project_ghost.world.maps.geometry._polyline import Point
from project_ghost.world.maps.model._furniture import Crossing, Light, Sign, StopLine
from project_ghost.world.maps.model._lane import DRIVABLE

from ._lanes import distance_at, lane_id
from ._road import RoadShape

__all__ = ["Signals", "read_signals"]

_PI = 3.141592653589793
# Codes of OpenDRIVE's own catalogue and of the German one, on which it is based.
_PEDESTRIAN_LIGHT = "1000002"
_CROSSING = "1000003"
_STOP_LINE = "294"


@final
@dataclass
class Signals:
    """The signals read so far."""

    lights: list[Light] = field(default_factory=list)
    stop_lines: list[tuple[str, str, float]] = field(default_factory=list)  # id, lane, station
    crossings: list[Crossing] = field(default_factory=list)
    signs: list[Sign] = field(default_factory=list)


def read_signals(element: Element, road: RoadShape, result: Signals) -> None:
    """Add the signals of one <road> element to `result`."""
    for signal in element.below("signals", "signal"):
        _signal(signal, road, result)


def _signal(signal: Element, road: RoadShape, signals: Signals) -> None:
    name, code = signal.get("name"), signal.get("type", "-1")
    station_m, offset_m = signal.number("s"), signal.number("t")
    orientation = signal.get("orientation", "none")
    identity = signal.required("id")
    x, y, z = road.point(station_m, offset_m)
    position: Point = (x, y, z + signal.number("zOffset", 0.0))
    along = road.reference(station_m).heading_rad + (_PI if orientation == "-" else 0.0)
    heading_rad = wrap_angle(along + signal.number("hOffset", 0.0))
    lanes = _lanes(signal, road, station_m, orientation)
    if signal.get("dynamic") == "yes":
        for_people = code == _PEDESTRIAN_LIGHT
        signals.lights.append(Light(identity, position, heading_rad, () if for_people else lanes))
        return
    if code == _STOP_LINE:
        signals.stop_lines += [(f"{identity}:{lane}", lane, station_m) for lane in lanes]
        return
    value = signal.get("value")
    if code == _CROSSING and value:
        depth, width = signal.number("value"), signal.number("width", 0.0)
        corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        points = [road.point(station_m + u * depth, offset_m + v * width) for u, v in corners]
        signals.crossings.append(Crossing(identity, tuple((p[0], p[1]) for p in points), lanes))
        return
    subtype = signal.get("subtype", "-1")
    full = code if subtype in ("-1", "none", "") else f"{code}-{subtype}"
    signals.signs.append(Sign(identity, name, full, position, heading_rad, value, lanes))


def _lanes(signal: Element, road: RoadShape, station_m: float, orientation: str) -> tuple[str, ...]:
    """The drivable lanes of a signal: those it declares, else those that it faces."""
    if not road.sections:
        return ()
    index = road.section_at(station_m)
    numbers = [lane.number for lane in road.sections[index].lanes if lane.kind in DRIVABLE]
    ranges = [(v.whole("fromLane"), v.whole("toLane")) for v in signal.children("validity")]
    if ranges:
        numbers = [n for n in numbers if any(min(r) <= n <= max(r) for r in ranges)]
    elif orientation in ("+", "-"):
        numbers = [n for n in numbers if road.runs_forward(n) == (orientation == "+")]
    return tuple(lane_id(road.id, index, number) for number in numbers)


def placed_stop_lines(
    signals: Signals, distances: dict[str, tuple[tuple[float, ...], tuple[float, ...]]]
) -> tuple[StopLine, ...]:
    """The stop lines by distance along their lanes, each with the first light of its lane."""
    lines = []
    for identity, lane, station_m in signals.stop_lines:
        if lane in distances:
            stations, along = distances[lane]
            light = next((light.id for light in signals.lights if lane in light.lanes), "")
            lines.append(StopLine(identity, lane, distance_at(stations, along, station_m), light))
    return tuple(lines)
