"""Show a map: roads, lanes, junctions, lights, and parts of the file that were not read.

FILE is a Ghost map (.yaml), an OpenDRIVE map (.xodr) or the name of a built-in map: motorway,
plaza, t_junction, urban_crossing. Every element of the file that the reader does not use is
listed with its count, and so are contradictions in the file.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from project_ghost.core.errors import InputError
from project_ghost.core.files import write_whole
from project_ghost.core.wording import did_you_mean
from project_ghost.world.maps import (
    Bounds,
    builtin_maps,
    lane_rows,
    light_rows,
    map_counts,
    read_map,
    road_rows,
    stop_line_rows,
)

from ._console import TerminalConsole
from ._document import svg_path

_ROWS = 20


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the flags."""
    parser.add_argument("file", metavar="FILE", help="a map file or a built-in map; docs/maps.md")
    parser.add_argument("--svg", metavar="OUT", type=svg_path, help="also draw it")
    parser.add_argument(
        "--window",
        metavar="W,S,E,N",
        help="draw only this rectangle in metres, such as --window=-40,-40,40,40",
    )
    parser.add_argument("--lanes", action="store_true", help="also list the lanes")
    parser.add_argument("--all", action="store_true", help=f"list all rows, not only {_ROWS}")


def run(arguments: argparse.Namespace) -> int:
    """Read the map, draw it on request, print its content."""
    window = _window(arguments.window)
    road_map = read_map(_path(arguments.file))
    if arguments.svg is not None:
        from project_ghost.view import map_svg  # slow to load

        write_whole(arguments.svg, map_svg(road_map, window=window), "the picture")
    # Wide where it is not a terminal, so that no row is wrapped.
    width = None if sys.stdout.isatty() else 200
    console = TerminalConsole(highlight=False, width=width)
    overview = Table(title=escape(road_map.name), show_header=False, title_justify="left")
    for name, value in map_counts(road_map):
        overview.add_row(name, escape(value))
    console.print(overview)
    limit = None if arguments.all else _ROWS
    titled: tuple[str, tuple[str, ...]] = (
        "roads",
        ("id", "name", "length (m)", "lanes", "junction"),
    )
    _print_rows(console, *titled, road_rows(road_map), limit)
    if arguments.lanes:
        ends = ("from (m)", "to (m)")
        titled = ("lanes", ("id", "kind", "length (m)", "width (m)", *ends, "leads to"))
        _print_rows(console, *titled, lane_rows(road_map), limit)
    titled = ("stop lines", ("id", "lane", "at (m)", "place (m)", "light"))
    _print_rows(console, *titled, stop_line_rows(road_map), limit)
    titled = ("lights", ("id", "place (m)", "lanes", "program"))
    _print_rows(console, *titled, light_rows(road_map), limit)
    unread = [(unread.path, str(unread.times)) for unread in road_map.unread]
    _print_rows(console, "not read", ("where", "times"), unread, limit)
    defects = [(defect,) for defect in road_map.defects]
    _print_rows(console, "contradictions in the file", ("what",), defects, limit)
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
            f"one of {', '.join(known)}; or a file that ends in .yaml or .xodr",
            "correct the name",
        )
    return known[name_or_file]


def _print_rows(
    console: TerminalConsole,
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
    console.print(table)
    if limit is not None and len(rows) > limit:
        console.print(f"... and {len(rows) - limit} more: --all lists them")


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
