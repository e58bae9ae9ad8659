"""The payloads of messages, made of their numbers: a name for each value, texts for some.

`payload_maker` makes the payload of one message, `columns_maker` those of many.
"""

from collections.abc import Callable
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.engine.plan._layout import Layout, Slot
from project_ghost.engine.wiring._publications import (
    AnyField,
    AnyPublication,
    EventPublication,
    TextField,
    width_of,
)

__all__ = ["Columns", "Payload", "columns_maker", "payload_maker"]

# Makes a payload, or a part of one, of a message's values.
Payload = Callable[[list[float]], dict[str, Any]]
Columns = Callable[[Floats], dict[str, list[Any]]]
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


def columns_maker(layout: Layout, publication: AnyPublication) -> Columns:
    """The payloads of many messages, a row of values each: a column for each name."""
    if isinstance(publication, EventPublication):
        return _record_columns(publication.fields)
    tables, labels = dict(publication.columns), dict(publication.labels)
    starts, start = {}, 0
    for signal in publication.signals:
        starts[signal] = start
        start += layout.signals[signal].size
    plain = [
        (name, starts[signal], layout.signals[signal])
        for signal, name in publication.shown
        if signal not in tables
    ]
    payload = payload_maker(layout, publication) if tables else None

    def columns(rows: Floats) -> dict[str, list[Any]]:
        count = len(rows)
        result: dict[str, list[Any]] = {name: [label] * count for name, label in labels.items()}
        for name, first, slot in plain:
            own = rows[:, first : first + slot.size]
            result[name] = own.reshape(count, *slot.shape).tolist()
        if payload is not None:
            payloads = list(map(payload, rows.tolist()))
            for signal, name in publication.shown:
                if signal in tables:
                    result[name] = [each[name] for each in payloads]
        return result

    return columns


def _record_columns(fields: tuple[AnyField, ...]) -> Columns:
    def columns(rows: Floats) -> dict[str, list[Any]]:
        result: dict[str, list[Any]] = {}
        start = 0
        for field in fields:
            own = rows[:, start : start + field.width].T.tolist()
            if isinstance(field, TextField):
                result[field.name] = list(map(_Texts(field.text).__getitem__, zip(*own)))  # noqa: B905
            else:
                (result[field.name],) = own
            start += field.width
        return result

    return columns


@final
class _Texts(dict[tuple[float, ...], str]):
    """The texts of some numbers, each made once."""

    def __init__(self, text: Callable[..., str]) -> None:
        self._text = text

    def __missing__(self, numbers: tuple[float, ...]) -> str:
        text = self[numbers] = self._text(*numbers)
        return text


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
