"""The payloads of messages, made of their numbers: a name for each value, texts for some.

`form_of` says which numbers they are, `payload_maker` makes the payload of one message,
`columns_maker` those of many.
"""

from collections.abc import Callable, Iterable
from typing import Any, final

import numpy as np

from project_ghost.core.arrays import Floats
from project_ghost.core.bus import Constant, Form, Number, Numbers, Part, Records, Text, Whole
from project_ghost.engine.plan._layout import Layout
from project_ghost.engine.wiring._publications import (
    AnyField,
    AnyPublication,
    EventPublication,
    TextField,
    width_of,
)

__all__ = ["Columns", "Payload", "columns_maker", "form_of", "payload_maker"]

# Makes a payload, or a part of one, of a message's values.
Payload = Callable[[list[float]], dict[str, Any]]
Columns = Callable[[Floats], dict[str, list[Any]]]
_Maker = Callable[[list[float]], Any]


def form_of(layout: Layout, publication: AnyPublication) -> Form:
    """A number for a scalar, a list for a vector, a list of rows or records for a table."""
    if isinstance(publication, EventPublication):
        return _fields(publication.fields)
    tables, counts = dict(publication.columns), dict(publication.counts)
    starts, start = {}, 0
    for signal in publication.signals:
        starts[signal] = start
        start += layout.signals[signal].size
    form: dict[str, Part] = {name: Constant(text) for name, text in publication.labels}
    for signal, name in publication.shown:
        shape, first = layout.signals[signal].shape, starts[signal]
        if signal in tables:
            count = starts[counts[signal]] if signal in counts else None
            fields = tables[signal]
            form[name] = Records(first, width_of(fields), shape[0], count, _fields(fields))
        else:
            form[name] = Numbers(first, shape) if shape else Number(first)
    return form


def _fields(fields: Iterable[AnyField]) -> dict[str, Number | Text]:
    """The record of a row of a table: numbers, and texts in place of some."""
    form: dict[str, Number | Text] = {}
    start = 0
    for field in fields:
        if isinstance(field, TextField):
            form[field.name] = Text(start, field.width, field.text)
        else:
            form[field.name] = Number(start)
        start += field.width
    return form


def payload_maker(form: Form) -> Payload:
    """Return what makes a payload of a row of numbers."""
    if all(part == Number(i) for i, part in enumerate(form.values())):
        names = list(form)
        return lambda row: dict(zip(names, row, strict=True))
    makers = [(name, _maker(part)) for name, part in form.items()]
    return lambda row: {name: make(row) for name, make in makers}


def _maker(part: Part) -> _Maker:
    match part:
        case Number(place):
            return lambda row: row[place]
        case Numbers(start, shape):
            stop = start + int(np.prod(shape))
            if len(shape) == 1:
                return lambda row: row[start:stop]
            return lambda row: np.reshape(row[start:stop], shape).tolist()
        case Text(start, width, text):
            stop = start + width
            return lambda row: text(*row[start:stop])
        case Whole(place):
            return lambda row: int(row[place])
        case Constant(value):
            return lambda _: value
        case Records():
            return _records_maker(part)
        case _:
            return payload_maker(part)


def _records_maker(part: Records) -> _Maker:
    start, width, most, count, fields = part
    record = payload_maker(fields)

    def records(row: list[float]) -> list[dict[str, Any]]:
        used = most if count is None else min(most, int(row[count]))
        return [record(row[start + i * width : start + (i + 1) * width]) for i in range(used)]

    return records


def columns_maker(form: Form) -> Columns:
    """Return what makes payloads of rows of numbers: a column for each name."""
    makers = [(name, _column_maker(part)) for name, part in form.items()]
    return lambda rows: {name: make(rows) for name, make in makers}


def _column_maker(part: Part) -> Callable[[Floats], list[Any]]:
    match part:
        case Number(place):
            return lambda rows: rows[:, place].tolist()
        case Numbers(start, shape):
            stop = start + int(np.prod(shape))
            return lambda rows: rows[:, start:stop].reshape(len(rows), *shape).tolist()
        case Text(start, width, text):
            stop = start + width
            texts = _Texts(text)
            return lambda rows: list(map(texts.__getitem__, _bits(rows[:, start:stop])))
        case Constant(value):
            return lambda rows: [value] * len(rows)
        case _:
            make = _maker(part)
            return lambda rows: list(map(make, rows.tolist()))


def _bits(rows: Floats) -> list[bytes]:
    """The bits of each row: 0.0 and -0.0 are equal, but may have different texts."""
    whole = np.ascontiguousarray(rows)
    bits: list[bytes] = whole.view(f"V{whole.itemsize * whole.shape[1]}")[:, 0].tolist()
    return bits


@final
class _Texts(dict[bytes, str]):
    """The texts of some numbers, each made once."""

    def __init__(self, text: Callable[..., str]) -> None:
        self._text = text

    def __missing__(self, bits: bytes) -> str:
        text = self[bits] = self._text(*np.frombuffer(bits).tolist())
        return text
