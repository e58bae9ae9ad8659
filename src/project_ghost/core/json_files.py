"""JSON documents as files, and the comparison of two that should be equal."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .files import pretty_json, write_whole

__all__ = ["as_read", "canonical", "first_change", "write_json"]

# Lists of plain values are written on one line. JSON strings hold no line breaks.
_PLAIN_LIST = re.compile(r"\[\n\s*([^\[\]{}]*?)\n\s*\]")
_NEXT_LINE = re.compile(r",\n\s*")


def canonical(document: Mapping[str, Any]) -> str:
    """Return canonical JSON with each list of plain values on one line."""
    return _PLAIN_LIST.sub(
        lambda match: f"[{_NEXT_LINE.sub(', ', match[1])}]", pretty_json(document)
    )


def write_json(document: Mapping[str, Any], path: Path) -> None:
    """Write a document as canonical JSON, completely or not at all, whatever happens then."""
    write_whole(path, canonical(document), durable=True)


def as_read(value: object) -> object:
    """Return a value as it comes back from a JSON file: tuples are lists, keys are texts."""
    return json.loads(json.dumps(value))


def first_change(was: object, now: object) -> str:
    """Return what differs between two values of JSON that are not equal, the first key of it."""
    if not isinstance(was, dict) or not isinstance(now, dict):
        return f"it has {was!r}, not {now!r}"
    key = next(k for k in sorted({*was, *now}) if was.get(k) != now.get(k))
    return f"its {key} is {json.dumps(was.get(key))}, not {json.dumps(now.get(key))}"
