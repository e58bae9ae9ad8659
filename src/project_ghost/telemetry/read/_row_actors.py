"""The actors of rows in sampled signals, by the manifest of a recording."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from project_ghost.core.arguments import checked_arguments

__all__ = ["actor_of_signal", "named_element", "row_names"]

# `Cars/driver.command[1][0]`: the first part of the component's name, and the first index.
_ELEMENT = re.compile(r"(?P<part>\w+)[^.]*\.\w+(\[(?P<row>\d+)\])?.*", re.S)
# Components whose tables have a row for each actor of the scene.
_OF_THE_SCENE = ("Scene", "Contacts")


@checked_arguments
def actor_of_signal(manifest: Mapping[str, str], path: str) -> str | None:
    """Return the actor whose value an element of a signal is, None if that is not known.

    A signal belongs to the actor that its component is named after, or it is a table with a row
    for each actor of a table, or of the scene. Rows of populations change their actors.
    """
    match = _ELEMENT.fullmatch(path)
    tables = _tables(manifest.get("actors", "[]"))
    if match is None:
        return None
    if any(match["part"] in table["names"] for table in tables):
        return match["part"]
    return None if match["row"] is None else _of_row(tables, match["part"], int(match["row"]))


def named_element(manifest: Mapping[str, str], path: str) -> str:
    """Return the path of an element with its actor's name for the index of its row, if known.

    `Cars.bodies[1][2]` becomes `Cars.bodies[car2][2]`.
    """
    match = _ELEMENT.fullmatch(path)
    if match is None or match["row"] is None:
        return path
    actor = _of_row(_tables(manifest.get("actors", "[]")), match["part"], int(match["row"]))
    if actor is None:
        return path
    start, end = match.span("row")
    return f"{path[:start]}{actor}{path[end:]}"


def row_names(manifest: Mapping[str, str], signal: str, shape: Sequence[int]) -> tuple[str, ...]:
    """Return the actors of a signal's rows, if all of them are known; otherwise nothing."""
    match = _ELEMENT.fullmatch(signal)
    if match is None or not shape:
        return ()
    tables = _tables(manifest.get("actors", "[]"))
    names = [_of_row(tables, match["part"], row) for row in range(shape[0])]
    known = tuple(name for name in names if name is not None)
    return known if len(known) == len(names) else ()


def _of_row(tables: Sequence[Mapping[str, Any]], part: str, row: int) -> str | None:
    for table in tables:
        place = row - (table["first_row"] if part in _OF_THE_SCENE else 0)
        if part in (table["table"], *_OF_THE_SCENE) and 0 <= place < len(table["names"]):
            return str(table["names"][place])
    return None


@lru_cache(maxsize=2)  # a table may have thousands of elements
def _tables(text: str) -> tuple[dict[str, Any], ...]:
    try:
        return tuple(
            {
                "first_row": int(table["first_row"]),
                "names": [str(name) for name in table["names"]],
                "table": str(table["table"]),
            }
            for table in json.loads(text)
        )
    except (ValueError, TypeError, LookupError, RecursionError):
        return ()  # the manifest of another program
