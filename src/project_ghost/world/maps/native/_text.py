"""Writer of Ghost's own map files."""

from collections.abc import Iterable
from textwrap import wrap

from project_ghost.world.maps.geometry._polyline import Polyline
from project_ghost.world.maps.model._furniture import LightProgram, Obstacle
from project_ghost.world.maps.model._lane import Lane
from project_ghost.world.maps.model._road_map import RoadMap

from ._read import FORMAT, VERSION

__all__ = ["native_text"]

_WIDTH = 100


def native_text(road_map: RoadMap, decimals: int = 3) -> str:
    """The text of a native map file; coordinates in metres, rounded to `decimals`.

    The format has no signs, controllers and exact geometry; they are left out.
    """
    writer = _Writer(decimals)
    lines = [f"format: {FORMAT}", f"version: {VERSION}", f"name: {_quoted(road_map.name)}"]
    if road_map.about:
        lines += [
            "about: >-",
            *wrap(road_map.about, _WIDTH - 2, initial_indent="  ", subsequent_indent="  "),
        ]
    lines.append(f"traffic: {road_map.traffic}")
    roads = [
        f"  - {{id: {_quoted(road.id)}, name: {_quoted(road.name)}, "
        f"junction: {_quoted(road.junction)}, length_m: {writer.number(road.length_m)}}}"
        for road in road_map.roads
    ]
    lines += _titled("roads", roads)
    lines += _titled("lanes", (line for lane in road_map.lanes for line in writer.lane(lane)))
    junctions = [
        f"  - {{id: {_quoted(j.id)}, name: {_quoted(j.name)}, lanes: {_list(j.lanes)}}}"
        for j in road_map.junctions
    ]
    lines += _titled("junctions", junctions)
    crossings = [
        f"  - {{id: {_quoted(c.id)}, lanes: {_list(c.lanes)}, "
        f"outline: {_quoted(writer.rows(c.outline))}}}"
        for c in road_map.crossings
    ]
    lines += _titled("crossings", crossings)
    stops = [
        f"  - {{id: {_quoted(s.id)}, lane: {_quoted(s.lane)}, at_m: {writer.number(s.at_m)}, "
        f"light: {_quoted(s.light)}}}"
        for s in road_map.stop_lines
    ]
    lines += _titled("stop_lines", stops)
    lights = [
        f"  - {{id: {_quoted(light.id)}, at: {_quoted(writer.rows([light.position]))}, "
        f"heading_rad: {light.heading_rad:.6f}, lanes: {_list(light.lanes)}}}"
        for light in road_map.lights
    ]
    lines += _titled("lights", lights)
    programs = (line for program in road_map.programs for line in _program(program))
    lines += _titled("programs", programs)
    lines += _titled("obstacles", map(writer.obstacle, road_map.obstacles))
    areas = [
        f"  - {{id: {_quoted(a.id)}, kind: {_quoted(a.kind)}, "
        f"outline: {_quoted(writer.rows(a.outline))}}}"
        for a in road_map.areas
    ]
    lines += _titled("areas", areas)
    return "\n".join(lines) + "\n"


class _Writer:
    """Formats numbers, and the entries that contain them."""

    def __init__(self, decimals: int) -> None:
        self._decimals = decimals

    def number(self, value: float) -> str:
        text = f"{value:.{self._decimals}f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
        return "0" if text == "-0" else text

    def rows(self, rows: Iterable[tuple[float, ...]]) -> str:
        return ", ".join(" ".join(self.number(value) for value in row) for row in rows)

    def distinct(self, lane: Lane) -> Lane:
        """The lane without points that equal their predecessor after rounding."""
        kept = [0]
        for i in range(1, len(lane.points)):
            if self.rows([lane.points[i][:2]]) != self.rows([lane.points[kept[-1]][:2]]):
                kept.append(i)
        return lane.at_points(kept)

    def lane(self, lane: Lane) -> list[str]:
        lane = self.distinct(lane)
        lines = [
            f"  - id: {_quoted(lane.id)}",
            f"    road: {_quoted(lane.road)}",
            f"    kind: {lane.kind}",
            f"    width_m: {self._widths(lane)}",
        ]
        if lane.speed_limits:
            lines.append(f"    speed_limit_mps: {self._limits(lane)}")
        beside = {"left": lane.left, "right": lane.right, "opposite": lane.opposite}
        lines += [f"    {key}: {_quoted(name)}" for key, name in beside.items() if name]
        sides = ["left"] * lane.may_change_left + ["right"] * lane.may_change_right
        if sides:
            lines.append(f"    change: [{', '.join(sides)}]")
        if lane.successors:
            lines.append(f"    next: {_list(lane.successors)}")
        for key, line in (("left_bound", lane.left_bound), ("right_bound", lane.right_bound)):
            lines += self._line(key, line) if line else []
        return [*lines, *self._line("centre", lane.points)]

    def _line(self, key: str, line: Polyline) -> list[str]:
        is_flat = all(self.number(z) == "0" for _, _, z in line)
        points = (p[:2] for p in line) if is_flat else line
        text = wrap(self.rows(points), _WIDTH - 6, break_long_words=False, break_on_hyphens=False)
        return [f"    {key}: >-", *(f"      {part}" for part in text)]

    def _widths(self, lane: Lane) -> str:
        widths = [self.number(width) for width in lane.widths_m]
        return widths[0] if len(dict.fromkeys(widths)) == 1 else f'"{", ".join(widths)}"'

    def _limits(self, lane: Lane) -> str:
        limits = [
            (self.number(x.start_m), "none" if x.limit_mps is None else repr(x.limit_mps))
            for x in lane.speed_limits
        ]
        if len(limits) == 1 and limits[0][0] == "0" and limits[0][1] != "none":
            return limits[0][1]
        return f'"{", ".join(" ".join(limit) for limit in limits)}"'

    def obstacle(self, obstacle: Obstacle) -> str:
        if obstacle.radius_m > 0.0:
            shape = (
                f"at: {_quoted(self.rows([obstacle.centre]))}, "
                f"radius_m: {self.number(obstacle.radius_m)}"
            )
        else:
            shape = f"outline: {_quoted(self.rows(obstacle.outline))}"
        return (
            f"  - {{id: {_quoted(obstacle.id)}, kind: {_quoted(obstacle.kind)}, {shape}, "
            f"height_m: {self.number(obstacle.height_m)}}}"
        )


def _program(program: LightProgram) -> list[str]:
    lines = [
        f"  - id: {_quoted(program.id)}",
        f"    offset: {program.offset_ns}ns",
        f"    lights: {_list(program.lights)}",
        "    phases:",
    ]
    for phase in program.phases:
        duration = (
            f"{phase.duration_ns // 1_000_000}ms"
            if phase.duration_ns % 1_000_000 == 0
            else f"{phase.duration_ns}ns"
        )
        lines.append(f"      - {{duration: {duration}, show: [{', '.join(phase.shows)}]}}")
    return lines


def _titled(title: str, lines: Iterable[str]) -> list[str]:
    content = list(lines)
    return [f"{title}:", *content] if content else []


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(_quoted(text) for text in texts)}]"
