"""Which light is for which lane connector, and what lights show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import final

from project_ghost.core.arrays import Floats
from project_ghost.world.lights import AMBER, GREEN, RED, colour_at
from project_ghost.world.maps import Light, RoadMap, Turn

from ._types import TrafficLightStatusData, TrafficLightStatusType

__all__ = ["LightStatuses", "light_by_lane"]

_STATUS = {
    RED: TrafficLightStatusType.RED,
    AMBER: TrafficLightStatusType.YELLOW,
    GREEN: TrafficLightStatusType.GREEN,
}


def light_by_lane(road_map: RoadMap) -> Mapping[str, str]:
    """The lights of lane connectors, in the order of the lights and of their lanes.

    A light is for the connectors among its lanes, and for those that its lanes lead to, if they
    turn where it says. A light that names a turn goes before one that is for all. A lane that
    leads to no connector has the light itself.
    """
    found: dict[str, str] = {}
    for lights in (
        [light for light in road_map.lights if light.turns],
        [light for light in road_map.lights if not light.turns],
    ):
        for light in lights:
            for name in _lanes_behind(road_map, light):
                found.setdefault(name, light.id)
    places = {lane.id: i for i, lane in enumerate(road_map.lanes)}
    return {name: found[name] for name in sorted(found, key=places.__getitem__)}


def _lanes_behind(road_map: RoadMap, light: Light) -> Iterator[str]:
    for name in light.lanes:
        if name not in road_map.lane_by_id:
            continue
        lane = road_map.lane(name)
        junctions = road_map.junction_by_lane
        behind = [each for each in lane.successors if each in junctions]
        if name in junctions or not behind:
            yield name
            continue
        yield from (each for each in behind if _is_for(light, road_map.lane(each).turn))


def _is_for(light: Light, turn: Turn) -> bool:
    # Nobody has lights for turning back; it is done to the left.
    return not light.turns or (Turn.LEFT if turn is Turn.UTURN else turn) in light.turns


@final
class LightStatuses:
    """What the lights of a map show to its lane connectors.

    `lights` are the lights whose colours `at` takes, in this order; by default those of the map's
    programs.
    """

    def __init__(self, road_map: RoadMap, lights: Sequence[str] | None = None) -> None:
        self._programs = {name: each for each in road_map.programs for name in each.lights}
        names = tuple(self._programs if lights is None else lights)
        self._names = names
        places = {name: i for i, name in enumerate(names)}
        self._connectors = [
            (_number_or_text(lane), places.get(light, -1))
            for lane, light in light_by_lane(road_map).items()
        ]

    def at(self, colours: Floats | Sequence[float], time_ns: int) -> list[TrafficLightStatusData]:
        """One status for each connector with a light, in the order of the map's lanes.

        `colours` are those of `world.lights`. Lights without a colour are UNKNOWN.
        """
        return [
            TrafficLightStatusData(
                TrafficLightStatusType.UNKNOWN if place < 0 else _STATUS[int(colours[place])],
                name,
                time_ns // 1_000,
            )
            for name, place in self._connectors
        ]

    def at_time(self, time_ns: int) -> list[TrafficLightStatusData]:
        """The same, by the programs of the map."""
        colours = [
            float(colour_at(self._programs[name], name, time_ns))
            if name in self._programs
            else -1.0
            for name in self._names
        ]
        return self.at(colours, time_ns)


def _number_or_text(name: str) -> int | str:
    return int(name) if name.isascii() and name.isdecimal() and str(int(name)) == name else name
