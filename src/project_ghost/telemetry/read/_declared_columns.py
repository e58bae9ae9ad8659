"""The columns that a channel's schema declares: names, types, units and meanings.

An empty channel has only these; the columns of other channels get their units from here.
"""

import json
import re
from collections.abc import Iterator
from math import prod
from typing import Any, NamedTuple

from ._recording import RecordedChannel

__all__ = ["DeclaredColumn", "declared_columns"]

_UNIT = re.compile(r"(?P<about>.*?) ?\[(?P<unit>[^][]{1,40})\]", re.S)
_DEPTH_MAX = 16


class DeclaredColumn(NamedTuple):
    """A column by its path; `kind` is `number`, `boolean` or `string`, and `length` a list's."""

    path: str
    kind: str
    is_list: bool
    length: int
    unit: str
    about: str


def declared_columns(channel: RecordedChannel) -> list[DeclaredColumn]:
    """Return the columns that a channel's schema declares, in order; empty if it says nothing."""
    if channel.signal_columns:
        return [
            DeclaredColumn(each.name, "number", bool(each.shape), prod(each.shape), each.unit, "")
            for each in channel.signal_columns
        ]
    if channel.schema_encoding != "jsonschema":
        return []
    try:
        columns = list(_columns(json.loads(channel.schema), "", 0))
    except (ValueError, TypeError, AttributeError, RecursionError):
        return []  # a schema of another program
    if channel.actor is not None:
        columns.insert(0, DeclaredColumn("actor", "string", False, 0, "", "the actor's name"))  # noqa: FBT003
    return columns


def _columns(schema: dict[str, Any], path: str, depth: int) -> Iterator[DeclaredColumn]:
    if schema.get("type") == "object" and depth < _DEPTH_MAX:
        for name, entry in sorted(schema.get("properties", {}).items()):
            yield from _columns(entry, f"{path}.{name}" if path else name, depth + 1)
        return
    is_list = schema.get("type") == "array"
    length = int(schema.get("minItems", 0)) if is_list else 0
    item = schema.get("items", {}) if is_list else schema
    kind = str(item.get("type", "number"))
    match = _UNIT.fullmatch(str(schema.get("description", "")))
    about = match["about"] if match else str(schema.get("description", ""))
    if kind in ("number", "integer", "boolean", "string"):
        yield DeclaredColumn(path, kind, is_list, length, match["unit"] if match else "", about)
