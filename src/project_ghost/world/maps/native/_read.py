"""Reader of Ghost's own map files: versioned YAML; errors name file, line and key.

Polylines are texts, `x y, x y z, ...` in metres, because nested YAML lists would dominate the
time to read a map.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from project_ghost.core.document import Node, read_document
from project_ghost.core.duration import parse_duration_ns
from project_ghost.core.wording import did_you_mean
from project_ghost.world.maps.geometry._outline import counter_clockwise, round_outline
from project_ghost.world.maps.geometry._polyline import Point, Polyline
from project_ghost.world.maps.model._furniture import (
    COLOURS,
    Area,
    Crossing,
    Light,
    LightPhase,
    LightProgram,
    Obstacle,
    Outline,
    StopLine,
)
from project_ghost.world.maps.model._lane import KINDS, Lane, SpeedLimit
from project_ghost.world.maps.model._road_map import Junction, Road, RoadMap

__all__ = ["FORMAT", "VERSION", "read_native"]

FORMAT = "ghost-map"
VERSION = 1

_NUMBER = re.compile(r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?")
_KEYS = (
    "about",
    "traffic",
    "roads",
    "lanes",
    "junctions",
    "crossings",
    "stop_lines",
    "lights",
    "programs",
    "obstacles",
    "areas",
)
T = TypeVar("T")


def read_native(path: Path | str, data: bytes | None = None) -> RoadMap:
    """The map in a native file; with `data`, its content, the file is not opened."""
    root = read_document(path, data)
    keys = root.mapping(("format", "version", "name"), _KEYS)
    _require_version(keys)

    def things(key: str, read: Callable[[Node], T]) -> dict[str, tuple[Node, T]]:
        return _things(keys.get(key), read)

    lanes = things("lanes", _lane)
    roads = things("roads", _road)
    lights = things("lights", _light)
    programs = things("programs", _program)
    junctions, crossings = things("junctions", _junction), things("crossings", _crossing)
    stop_lines = things("stop_lines", _stop_line)
    _require_known(lanes, [*junctions.values(), *crossings.values(), *lights.values()])
    _require_stop_lines(stop_lines, lanes, lights)
    _require_programs(programs, lights)
    return RoadMap(
        name=keys["name"].text(),
        roads=_roads(roads, lanes),
        lanes=_linked(lanes),
        junctions=_values(junctions),
        crossings=_values(crossings),
        stop_lines=_values(stop_lines),
        lights=_values(lights),
        programs=_values(programs),
        obstacles=_values(things("obstacles", _obstacle)),
        areas=_values(things("areas", _area)),
        traffic=_one_of(keys["traffic"], ("right", "left")) if "traffic" in keys else "right",
        about=keys["about"].text() if "about" in keys else "",
    )


def _require_version(keys: dict[str, Node]) -> None:
    if keys["format"].text() != FORMAT:
        raise keys["format"].refused(
            f"this is a file of the format {keys['format'].text()!r}", f"format: {FORMAT}"
        )
    if keys["version"].whole() != VERSION:
        raise keys["version"].refused(
            f"the version of this map file is {keys['version'].whole()}",
            f"version {VERSION}, which this Ghost reads",
            "use the Ghost version that wrote the file, or create the map again",
        )


def _things(node: Node | None, read: Callable[[Node], T]) -> dict[str, tuple[Node, T]]:
    """The objects of a list of mappings by `id`, which must be unique."""
    things: dict[str, tuple[Node, T]] = {}
    for item in node.items() if node is not None else []:
        identity = item.entries_with("id")["id"]
        name = identity.text()
        if name in things:
            raise identity.refused(
                f"the id {name!r} occurs twice, first in line {things[name][0].line}",
                "each id once",
                "rename one of them",
            )
        things[name] = item, read(item)
    return things


def _values(things: dict[str, tuple[Node, T]]) -> tuple[T, ...]:
    return tuple(thing for _, thing in things.values())


def _one_of(node: Node, known: tuple[str, ...]) -> str:
    text = node.text()
    if text not in known:
        raise node.refused(
            f"{node.key} is {text!r}{did_you_mean(text, known)}", f"one of {', '.join(known)}"
        )
    return text


def _texts(node: Node | None) -> tuple[str, ...]:
    return tuple(item.text() for item in node.items()) if node is not None else ()


def _rows(node: Node, sizes: tuple[int, ...], least: int) -> list[tuple[float, ...]]:
    """The rows of numbers in a text `1 2, 3 4`."""
    rows: list[tuple[float, ...]] = []
    for i, part in enumerate(node.text().split(",")):
        words = part.split()
        if len(words) not in sizes or not all(_NUMBER.fullmatch(word) for word in words):
            raise node.refused(
                f"entry {i + 1} of {node.key} is {part.strip()!r}",
                f"{' or '.join(str(size) for size in sizes)} numbers, then a comma",
                "write it as `0 0, 10 0, 20.5 1.25`",
            )
        rows.append(tuple(float(word) for word in words))
    if len(rows) < least:
        raise node.refused(f"{node.key} has {len(rows)} entries", f"at least {least}")
    return rows


def _outline(node: Node) -> Outline:
    return counter_clockwise(tuple((row[0], row[1]) for row in _rows(node, (2,), 3)))


def _point(node: Node) -> Point:
    row = _rows(node, (2, 3), 1)[0]
    return row[0], row[1], row[2] if len(row) == 3 else 0.0


def _not_negative(node: Node) -> float:
    if node.number() < 0.0:
        raise node.refused(f"{node.key} is {node.number()}", "0 or more")
    return node.number()


def _road(node: Node) -> Road:
    keys = node.mapping(("id",), ("name", "junction", "length_m"))
    return Road(
        keys["id"].text(),
        keys["name"].text() if "name" in keys else "",
        _not_negative(keys["length_m"]) if "length_m" in keys else 0.0,
        (),
        keys["junction"].text() if "junction" in keys else "",
    )


_LANE_KEYS = (
    "road",
    "kind",
    "speed_limit_mps",
    "left",
    "right",
    "opposite",
    "change",
    "next",
    "left_bound",
    "right_bound",
)


def _lane(node: Node) -> Lane:
    keys = node.mapping(("id", "centre", "width_m"), _LANE_KEYS)
    points = _line(keys["centre"])
    for i in range(1, len(points)):
        if points[i][:2] == points[i - 1][:2]:
            raise keys["centre"].refused(
                f"points {i} and {i + 1} of the centre line are equal", "distinct points"
            )
    changes = keys["change"].items() if "change" in keys else []
    sides = [_one_of(side, ("left", "right")) for side in changes]

    def text(key: str) -> str:
        return keys[key].text() if key in keys else ""

    return Lane(
        id=keys["id"].text(),
        road=text("road"),
        kind=_one_of(keys["kind"], KINDS) if "kind" in keys else "driving",
        points=points,
        widths_m=_widths(keys["width_m"], len(points)),
        speed_limits=_limits(keys.get("speed_limit_mps")),
        left=text("left"),
        right=text("right"),
        opposite=text("opposite"),
        may_change_left="left" in sides,
        may_change_right="right" in sides,
        successors=_texts(keys.get("next")),
        left_bound=_bound(node, keys, "left_bound", len(points)),
        right_bound=_bound(node, keys, "right_bound", len(points)),
    )


def _line(node: Node) -> Polyline:
    rows = _rows(node, (2, 3), 2)
    return tuple((row[0], row[1], row[2] if len(row) == 3 else 0.0) for row in rows)


def _bound(node: Node, keys: dict[str, Node], key: str, count: int) -> Polyline:
    """An edge of its own, with a point for each of the centre line; either both or none."""
    if key not in keys:
        if "left_bound" in keys or "right_bound" in keys:
            raise node.refused(f"the lane has one bound, but no {key}", "both, or none")
        return ()
    line = _line(keys[key])
    if len(line) != count:
        raise keys[key].refused(
            f"there are {len(line)} points for {count} of the centre line",
            "one for each point of the centre line",
        )
    return line


def _widths(node: Node, count: int) -> tuple[float, ...]:
    """The widths: one number for all points, or a text with one number for each."""
    if not isinstance(node.content, str):
        return (_not_negative(node),) * count
    widths = tuple(row[0] for row in _rows(node, (1,), 1))
    if len(widths) != count or min(widths) < 0.0:
        raise node.refused(
            f"there are {len(widths)} widths for {count} points, the smallest is {min(widths)}",
            "one number of 0 or more, or a text with one for each point",
        )
    return widths


def _limits(node: Node | None) -> tuple[SpeedLimit, ...]:
    """The limits: one number, or a text `0 13.9, 120 none` of distances and limits."""
    if node is None:
        return ()
    if not isinstance(node.content, str):
        limits = [SpeedLimit(0.0, node.number())]
    else:
        text = node.text()
        numbers = replace(node, content=re.sub(r"\bnone\b", "-1", text))
        rows = _rows(numbers, (2,), 1)
        limits = [SpeedLimit(row[0], None if row[1] == -1.0 else row[1]) for row in rows]
    starts = [limit.start_m for limit in limits]
    if starts != sorted(starts) or any(
        x.limit_mps is not None and x.limit_mps <= 0 for x in limits
    ):
        raise node.refused(
            f"{node.key} has decreasing distances or a limit that is not positive",
            "positive limits at increasing distances",
        )
    return tuple(limits)


def _junction(node: Node) -> Junction:
    keys = node.mapping(("id",), ("name", "lanes"))
    name = keys["name"].text() if "name" in keys else ""
    return Junction(keys["id"].text(), name, _texts(keys.get("lanes")))


def _crossing(node: Node) -> Crossing:
    keys = node.mapping(("id", "outline"), ("lanes",))
    return Crossing(keys["id"].text(), _outline(keys["outline"]), _texts(keys.get("lanes")))


def _stop_line(node: Node) -> StopLine:
    keys = node.mapping(("id", "lane", "at_m"), ("light",))
    light = keys["light"].text() if "light" in keys else ""
    return StopLine(keys["id"].text(), keys["lane"].text(), _not_negative(keys["at_m"]), light)


def _light(node: Node) -> Light:
    keys = node.mapping(("id", "at"), ("heading_rad", "lanes"))
    heading_rad = keys["heading_rad"].number() if "heading_rad" in keys else 0.0
    return Light(keys["id"].text(), _point(keys["at"]), heading_rad, _texts(keys.get("lanes")))


def _program(node: Node) -> LightProgram:
    keys = node.mapping(("id", "lights", "phases"), ("offset",))
    lights = _texts(keys["lights"])
    phases = tuple(_phase(item, len(lights)) for item in keys["phases"].items())
    if not phases:
        raise keys["phases"].refused("the program has no phases", "at least one")
    return LightProgram(
        keys["id"].text(), lights, phases, _nanoseconds(keys["offset"]) if "offset" in keys else 0
    )


def _phase(node: Node, count: int) -> LightPhase:
    keys = node.mapping(("duration", "show"), ())
    duration_ns = _nanoseconds(keys["duration"])
    if duration_ns <= 0:
        raise keys["duration"].refused(f"the phase lasts {duration_ns} ns", "more than 0 ns")
    shows = tuple(_one_of(item, COLOURS) for item in keys["show"].items())
    if len(shows) != count:
        raise keys["show"].refused(
            f"the phase has {len(shows)} colours for {count} lights", "one for each light"
        )
    return LightPhase(duration_ns, shows)


def _nanoseconds(node: Node) -> int:
    with node.located():
        return parse_duration_ns(str(node.quantity()))


def _obstacle(node: Node) -> Obstacle:
    keys = node.mapping(("id",), ("kind", "outline", "at", "radius_m", "height_m"))
    kind = keys["kind"].text() if "kind" in keys else "obstacle"
    height_m = _not_negative(keys["height_m"]) if "height_m" in keys else 0.0
    if "outline" in keys:
        return Obstacle(keys["id"].text(), kind, _outline(keys["outline"]), height_m)
    keys = node.entries_with("at", "radius_m")
    x, y, _ = _point(keys["at"])
    radius_m = _not_negative(keys["radius_m"])
    return Obstacle(
        keys["id"].text(), kind, round_outline(x, y, radius_m), height_m, (x, y), radius_m
    )


def _area(node: Node) -> Area:
    keys = node.mapping(("id", "outline"), ("kind",))
    kind = keys["kind"].text() if "kind" in keys else "walkable"
    return Area(keys["id"].text(), kind, _outline(keys["outline"]))


_Lanes = dict[str, tuple[Node, Lane]]
_Lights = dict[str, tuple[Node, Light]]


def _require_lane(node: Node, name: str, lanes: _Lanes) -> None:
    if name not in lanes:
        raise node.refused(
            f"there is no lane {name!r}{did_you_mean(name, lanes)}", "the id of a lane of this map"
        )


def _require_known(lanes: _Lanes, others: list[tuple[Node, Junction | Crossing | Light]]) -> None:
    """Require that every lane reference names a lane of the map."""
    for node, lane in lanes.values():
        for name in (lane.left, lane.right, lane.opposite, *lane.successors):
            if name:
                _require_lane(node, name, lanes)
    for node, thing in others:
        for name in thing.lanes:
            _require_lane(node, name, lanes)


def _require_light(node: Node, name: str, lights: _Lights) -> None:
    if name not in lights:
        raise node.refused(
            f"there is no light {name!r}{did_you_mean(name, lights)}",
            "the id of a light of this map",
        )


def _require_stop_lines(
    stop_lines: dict[str, tuple[Node, StopLine]], lanes: _Lanes, lights: _Lights
) -> None:
    for node, stop in stop_lines.values():
        _require_lane(node, stop.lane, lanes)
        length_m = lanes[stop.lane][1].length_m
        if stop.at_m > length_m:
            raise node.refused(
                f"the stop line is at {stop.at_m} m",
                f"a distance on its lane, from 0 to {length_m:.3f} m",
            )
        if stop.light:
            _require_light(node, stop.light, lights)


def _require_programs(programs: dict[str, tuple[Node, LightProgram]], lights: _Lights) -> None:
    owner: dict[str, str] = {}
    for node, program in programs.values():
        for name in program.lights:
            _require_light(node, name, lights)
            if name in owner:
                raise node.refused(
                    f"the light {name!r} is in the programs {owner[name]!r} and {program.id!r}",
                    "each light in one program, once",
                )
            owner[name] = program.id


def _linked(lanes: _Lanes) -> tuple[Lane, ...]:
    before: dict[str, list[str]] = {name: [] for name in lanes}
    for name, (_, lane) in lanes.items():
        for successor in lane.successors:
            before[successor].append(name)
    return tuple(
        replace(lane, predecessors=tuple(before[name])) for name, (_, lane) in lanes.items()
    )


def _roads(roads: dict[str, tuple[Node, Road]], lanes: _Lanes) -> tuple[Road, ...]:
    """The roads with their lanes; a road without an entry of its own is derived from its lanes."""
    own: dict[str, list[str]] = {name: [] for name in roads}
    longest: dict[str, float] = {}
    for name, (_, lane) in lanes.items():
        if lane.road:
            own.setdefault(lane.road, []).append(name)
            longest[lane.road] = max(longest.get(lane.road, 0.0), lane.length_m)
    complete = []
    for name, names in own.items():
        road = roads[name][1] if name in roads else Road(name, "", 0.0, ())
        length_m = road.length_m or longest.get(name, 0.0)
        complete.append(replace(road, lanes=tuple(names), length_m=length_m))
    return tuple(complete)
