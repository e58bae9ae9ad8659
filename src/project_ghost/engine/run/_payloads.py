"""The payloads of messages, made of their numbers: a name for each value, texts for some."""

from collections.abc import Callable
from typing import Any

import numpy as np

from project_ghost.engine.plan._layout import Layout, Slot
from project_ghost.engine.wiring._publications import (
    AnyField,
    AnyPublication,
    EventPublication,
    TextField,
    width_of,
)

__all__ = ["Payload", "payload_maker"]

# Makes a payload, or a part of one, of a message's values.
Payload = Callable[[list[float]], dict[str, Any]]
_Part = Callable[[list[float]], object]


def payload_maker(layout: Layout, publication: AnyPublication) -> Payload:
    """A float for a scalar, a list for a vector, a list of rows or records for a table."""
    if isinstance(publication, EventPublication):
        return _record_maker(publication.fields)
    columns, counts = dict(publication.columns), dict(publication.counts)
    starts, start = {}, 0
    for signal in publication.signals:
        starts[signal] = start
        start += layout.signals[signal].size
    labels = dict(publication.labels)
    parts = []
    for signal, name in publication.shown:
        slot, first = layout.signals[signal], starts[signal]
        count = starts[counts[signal]] if signal in counts else None
        if signal in columns:
            parts.append((name, _table(columns[signal], first, slot.shape[0], count)))
        else:
            parts.append((name, _shaped(first, slot)))
    return lambda row: {**labels, **{name: part(row) for name, part in parts}}


def _record_maker(fields: tuple[AnyField, ...]) -> Payload:
    """A record of a row of a table: numbers, and texts in place of some."""
    names = [field.name for field in fields]
    if not any(isinstance(field, TextField) for field in fields):
        return lambda row: dict(zip(names, row, strict=True))
    parts, start = [], 0
    for field in fields:
        text = field.text if isinstance(field, TextField) else None
        parts.append((field.name, start, start + field.width, text))
        start += field.width
    return lambda row: {
        name: row[first] if text is None else text(*row[first:last])
        for name, first, last, text in parts
    }


def _table(fields: tuple[AnyField, ...], start: int, rows: int, count: int | None) -> _Part:
    """The records of a table, all or as many as the number at `count` says."""
    record, width = _record_maker(fields), width_of(fields)

    def records(row: list[float]) -> list[dict[str, Any]]:
        used = rows if count is None else min(rows, int(row[count]))
        return [record(row[start + i * width : start + (i + 1) * width]) for i in range(used)]

    return records


def _shaped(start: int, slot: Slot) -> _Part:
    if not slot.shape:
        return lambda row: row[start]
    stop = start + slot.size
    if len(slot.shape) == 1:
        return lambda row: row[start:stop]
    return lambda row: np.reshape(row[start:stop], slot.shape).tolist()
