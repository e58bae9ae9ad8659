"""The map of a recording, from what the recording carries."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from project_ghost.core.errors import GhostError
from project_ghost.telemetry import Recording
from project_ghost.world.maps import RoadMap, builtin_maps, read_map

__all__ = ["ground_of", "map_of"]

_DECIMALS = 2


def map_of(recording: Recording) -> RoadMap | None:
    """The built-in or attached map of a recorded scenario; no other file is opened."""
    if "scenario.json" not in recording.attachment_names():
        return None
    document = json.loads(bytes(recording.attachment("scenario.json").data))
    name = document.get("map") if isinstance(document, dict) else None
    if not isinstance(name, str):
        return None
    known = builtin_maps()
    if name in known:
        return read_map(known[name])
    attached = Path(name).name
    if attached not in recording.attachment_names():
        return None
    try:
        return read_map(attached, bytes(recording.attachment(attached).data))
    except GhostError:
        return None  # a page without its map is better than none


def ground_of(road_map: RoadMap | None) -> dict[str, Any]:
    """What the page draws below the actors: polygons and lines, in metres."""
    if road_map is None:
        return {}
    # Lanes for cars come last, so that they cover others where the roads of a junction overlap.
    lanes = sorted(road_map.lanes, key=lambda lane: lane.is_drivable)
    stops = {line.lane: [] for line in road_map.stop_lines}  # type: dict[str, list[float]]
    for line in road_map.stop_lines:
        stops[line.lane].append(line.at_m)
    return {
        "name": road_map.name,
        "areas": [_flat(area.outline) for area in road_map.areas],
        "lanes": [
            {"drivable": lane.is_drivable, "kind": lane.kind, "outline": _flat(lane.outline)}
            for lane in lanes
        ],
        "middles": [_flat(lane.points) for lane in lanes if lane.is_drivable],
        "crossings": [_flat(crossing.outline) for crossing in road_map.crossings],
        "stops": [
            _flat(lane.cross_section(at_m))
            for lane in lanes
            for at_m in sorted(set(stops.get(lane.id, ())))
        ],
        "obstacles": [_flat(obstacle.outline) for obstacle in road_map.obstacles],
        "lights": {light.id: _flat([light.position]) for light in road_map.lights},
    }


def _flat(points: Sequence[Sequence[float]]) -> list[float]:
    """The coordinates x, y, x, y ... in centimetres' precision."""
    return [round(float(value), _DECIMALS) for point in points for value in point[:2]]
