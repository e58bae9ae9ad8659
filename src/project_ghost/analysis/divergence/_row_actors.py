"""The actors of rows in sampled signals, by the manifest of a recording."""

import json
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["actor_of_signal"]

# `Cars/driver.command[1][0]`: the first part of the component's name, and the first index.
_ELEMENT = re.compile(r"(?P<part>\w+)[^.]*\.\w+(\[(?P<row>\d+)\])?.*", re.S)


def actor_of_signal(manifest: Mapping[str, str], path: str) -> str | None:
    """Return the actor whose value an element of a signal is, None if that is not known.

    A signal belongs to the actor that its component is named after, or it is a table with a row
    for each actor of a table, or of the scene. Rows of populations change their actors.
    """
    match = _ELEMENT.fullmatch(path)
    tables = _tables(manifest)
    if match is None:
        return None
    part, row = match["part"], match["row"]
    named = [name for table in tables for name in table["names"]]
    if part in named:
        return part
    if row is None:
        return None
    for table in tables:
        start = int(table["first_row"]) if part in ("Scene", "Contacts") else 0
        place = int(row) - start
        if part in (table["table"], "Scene", "Contacts") and 0 <= place < len(table["names"]):
            return str(table["names"][place])
    return None


def _tables(manifest: Mapping[str, str]) -> list[dict[str, Any]]:
    try:
        return [
            {
                "first_row": int(table["first_row"]),
                "names": [str(name) for name in table["names"]],
                "table": str(table["table"]),
            }
            for table in json.loads(manifest.get("actors", "[]"))
        ]
    except (ValueError, TypeError, LookupError, RecursionError):
        return []  # the manifest of another program
