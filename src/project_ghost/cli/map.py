"""Show a map: roads, lanes, stop lines and lights with their places, and what was not read.

MAP is a Ghost map (.yaml), an OpenDRIVE map (.xodr), a CommonRoad file (.xml) or the name of a
built-in map: motorway, plaza, t_junction, urban_crossing. Every element of the file that the reader
does not use is listed with its count, and so are contradictions in the file.

  ghost map urban_crossing
  ghost map town.xodr --all --svg town.svg --window=-40,-40,40,40
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.core.wording import did_you_mean
from project_ghost.world.maps import (
    Bounds,
    RoadMap,
    builtin_maps,
    lane_rows,
    light_rows,
    map_counts,
    read_map,
    road_rows,
    stop_line_rows,
)

from .terminal._console import TerminalConsole, console
from .terminal._output import add_printed, put_document, svg_path

_ROWS = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="MAP", help="a map file or a built-in map; docs/maps.md")
    parser.add_argument("--svg", metavar="FILE", type=svg_path, help="also draw it, with ids")
    parser.add_argument(
        "--window",
        metavar="W,S,E,N",
        help="draw only this rectangle in metres, such as --window=-40,-40,40,40",
    )
    parser.add_argument(
        "--all", action="store_true", help=f"list all rows of a table, not only {_ROWS}"
    )
    add_printed(parser, "print JSON instead, with all rows")


def run(arguments: argparse.Namespace) -> int:
    """Read the map, draw it on request, print its content."""
    window = _window(arguments.window)
    road_map = read_map(_path(arguments.file))
    if arguments.svg is not None:
        from project_ghost.view import map_svg  # slow to load

        write_whole(arguments.svg, map_svg(road_map, window=window), "the picture")
    if arguments.json:
        put_document(_document(road_map))
        return 0
    output = console()
    overview = Table(title=escape(road_map.name), show_header=False, title_justify="left")
    for name, value in map_counts(road_map):
        overview.add_row(name, escape(value))
    output.print(overview)
    limit = None if arguments.all else _ROWS
    titled: tuple[str, tuple[str, ...]] = (
        "roads",
        ("id", "name", "length (m)", "lanes", "junction"),
    )
    _print_rows(output, *titled, road_rows(road_map), limit)
    ends = ("from (m)", "to (m)")
    titled = ("lanes", ("id", "kind", "length (m)", "width (m)", *ends, "leads to"))
    _print_rows(output, *titled, lane_rows(road_map), limit)
    titled = ("stop lines", ("id", "lane", "at (m)", "place (m)", "light"))
    _print_rows(output, *titled, stop_line_rows(road_map), limit)
    titled = ("lights", ("id", "place (m)", "lanes", "program"))
    _print_rows(output, *titled, light_rows(road_map), limit)
    unread = [(unread.path, str(unread.times)) for unread in road_map.unread]
    _print_rows(output, "not read", ("where", "times"), unread, limit)
    defects = [(defect,) for defect in road_map.defects]
    _print_rows(output, "contradictions in the file", ("what",), defects, limit)
    return 0


def _path(name_or_file: str) -> Path:
    """Return the path of a file or of a built-in map."""
    if Path(name_or_file).suffix or "/" in name_or_file:
        return Path(name_or_file)
    known = builtin_maps()
    if name_or_file not in known:
        raise InputError(
            f"there is no map {name_or_file!r}{did_you_mean(name_or_file, known)}",
            "ghost map",
            f"one of {', '.join(known)}; or a file that ends in .yaml, .xodr or .xml",
            "correct the name",
        )
    return known[name_or_file]


def _print_rows(
    output: TerminalConsole,
    title: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    limit: int | None,
) -> None:
    if not rows:
        return
    table = Table(*columns, title=title, title_justify="left")
    for row in rows[:limit]:
        table.add_row(*(escape(cell) for cell in row))
    output.print(table)
    if limit is not None and len(rows) > limit:
        output.print(f"... and {len(rows) - limit} more: --all lists them")


def _document(road_map: RoadMap) -> dict[str, object]:
    """Return the map as a JSON document; places are x, y and z in metres."""
    programs = {light: program.id for program in road_map.programs for light in program.lights}
    return {
        "bounds": road_map.bounds._asdict(),
        "crossings": [each.id for each in road_map.crossings],
        "defects": list(road_map.defects),
        "junctions": [{"id": e.id, "lanes": list(e.lanes)} for e in road_map.junctions],
        "lanes": [
            {
                "from_m": list(lane.points[0]),
                "id": lane.id,
                "kind": lane.kind,
                "length_m": lane.length_m,
                "road": lane.road,
                "successors": list(lane.successors),
                "to_m": list(lane.points[-1]),
                "width_m": [min(lane.widths_m), max(lane.widths_m)],
            }
            for lane in road_map.lanes
        ],
        "lights": [
            {
                "id": light.id,
                "lanes": list(light.lanes),
                "place_m": list(light.position),
                "program": programs.get(light.id),
            }
            for light in road_map.lights
        ],
        "name": road_map.name,
        "roads": [
            {"id": each.id, "junction": each.junction, "length_m": each.length_m, "name": each.name}
            for each in road_map.roads
        ],
        "stop_lines": [
            {
                "at_m": line.at_m,
                "id": line.id,
                "lane": line.lane,
                "light": line.light,
                "place_m": list(road_map.lane(line.lane).point_at(line.at_m)),
            }
            for line in road_map.stop_lines
        ],
        "traffic": road_map.traffic,
        "unread": [each._asdict() for each in road_map.unread],
    }


def _window(text: str | None) -> Bounds | None:
    if text is None:
        return None
    try:
        west, south, east, north = (float(part) for part in text.split(","))
    except ValueError:
        west = south = east = north = 0.0
    if not (west < east < float("inf") and south < north < float("inf")):
        raise InputError(
            f"--window is {text!r}",
            "ghost map",
            "four numbers of metres: west, south, east, north",
            "write it as --window=-40,-40,40,40",
        )
    return Bounds(west, south, east, north)
