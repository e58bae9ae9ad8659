"""Canonical JSON of many payloads at once, written by compiled code from rows of numbers.

A form becomes a program of a few kinds of operation, which one compiled function follows for every
row. No objects of Python are made on the way, and other threads run meanwhile.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

from project_ghost.core.arrays import Floats, Integers
from project_ghost.core.bus import Constant, Form, Number, Numbers, Part, Records, Text, Whole
from project_ghost.core.compiled import borrowing, compile_source, copy_bytes, inlined
from project_ghost.telemetry.encoding._encoding import encode_to_bytes

from ._arena import Arena
from ._shortest_digits import FLOAT_TEXT_MAX, decimal_tables, write_float, write_whole
from ._text_table import TextTable, text_number

__all__ = ["RowEncoder"]

# The operations of a program: what they are, and up to five numbers.
_NUMBER, _WHOLE, _LITERAL, _TEXT, _RECORDS = range(5)
_Operation = tuple[int, int, int, int, int, int]

# What `_write_rows` reports: how far it came, and which text it needs.
_ROW, _USED, _TEXT_FIELD, _TEXT_PLACE = range(4)
# Why a row ended, where it is not written.
_NO_ROOM, _NO_TEXT = -1, -2

_COMMA = ord(",")
# A run whose actors come and go has new names for ever.
_TEXTS_MAX = 50_000


class _Given(NamedTuple):
    """What the compiled code reads."""

    rows: Floats
    bits: NDArray[np.uint64]  # of the same numbers
    program: Integers
    pool: NDArray[np.uint8]  # of literals and texts
    bounds: Integers  # of the texts, in the pool
    keys: NDArray[np.uint64]
    numbers: Integers
    tables: Any  # for `write_float`


@final
class RowEncoder:
    """Encodes rows of finite numbers as payloads of one form."""

    def __init__(self, form: Form) -> None:
        self._pool = Arena()
        self._fields: list[Text] = []
        self._program = np.array(list(self._joined(self._record(form))), dtype=np.int64)
        self._literals = self._pool.used
        self._forget_texts()

    def encode(self, rows: Floats, arena: Arena) -> NDArray[np.int64]:
        """Write a payload for each row at the end of the arena; returns where each ends."""
        if len(self._texts.texts) > _TEXTS_MAX:
            self._forget_texts()
        rows = np.ascontiguousarray(rows)
        ends = np.empty(len(rows), dtype=np.int64)
        report = np.array([0, arena.used, 0, 0], dtype=np.int64)
        while True:
            status = _compiled()(self._given(rows), arena.bytes, ends, report)
            arena.used = int(report[_USED])
            if status == _NO_ROOM:
                arena.grow()
            elif status == _NO_TEXT:
                row, _, field, place = report.tolist()
                self._add_text(field, rows[row, place : place + self._fields[field].width])
            else:
                return ends

    def _given(self, rows: Floats) -> _Given:
        return _Given(
            *(rows, rows.view(np.uint64), self._program, self._pool.bytes, self._bounds),
            *(self._texts.keys, self._texts.numbers, decimal_tables()),
        )

    # ------------------------------------------------------------- the program

    def _record(self, form: Form) -> Iterator[_Operation | bytes]:
        """The operations that write a mapping, its names in their order."""
        yield b"{"
        for i, name in enumerate(sorted(form)):
            yield (b"," if i else b"") + encode_to_bytes(name) + b":"
            yield from self._part(form[name])
        yield b"}"

    def _part(self, part: Part) -> Iterator[_Operation | bytes]:
        match part:
            case Number(place):
                yield _NUMBER, place, 0, 0, 0, 0
            case Numbers(place, shape):
                yield from _nested(place, shape)
            case Text(place, width, _):
                yield _TEXT, place, width, len(self._fields), 0, 0
                self._fields.append(part)
            case Whole(place):
                yield _WHOLE, place, 0, 0, 0, 0
            case Constant(value):
                yield encode_to_bytes(value)
            case Records(place, width, most, count, fields):
                body = list(self._joined(self._record(fields)))
                yield b"["
                yield _RECORDS, place, width, most, -1 if count is None else count, len(body)
                yield from body
                yield b"]"
            case _:
                yield from self._record(part)

    def _joined(self, parts: Iterator[_Operation | bytes]) -> Iterator[_Operation]:
        """Put the literals into the pool, several in a row as one."""
        waiting = b""
        for part in parts:
            if isinstance(part, bytes):
                waiting += part
                continue
            if waiting:
                yield _LITERAL, *self._pooled(waiting), 0, 0, 0
                waiting = b""
            yield part
        if waiting:
            yield _LITERAL, *self._pooled(waiting), 0, 0, 0

    def _pooled(self, data: bytes) -> tuple[int, int]:
        """Put bytes into the pool; returns where they are."""
        self._pool.add(data)
        return self._pool.used - len(data), self._pool.used

    # ------------------------------------------------------------- texts

    def _forget_texts(self) -> None:
        self._texts = TextTable(self._fields)
        self._bounds = np.zeros((64, 2), dtype=np.int64)
        self._pool.used = self._literals

    def _add_text(self, field: int, numbers: Floats) -> None:
        """Make the text of some numbers, for all rows that have them."""
        count = len(self._texts.texts)
        if count == len(self._bounds):
            self._bounds = np.concatenate([self._bounds, self._bounds])
        self._bounds[count] = self._pooled(encode_to_bytes(self._texts.add(field, numbers)))


def _nested(place: int, shape: tuple[int, ...]) -> Iterator[_Operation | bytes]:
    """The operations that write lists in lists."""
    if not shape:
        yield _NUMBER, place, 0, 0, 0, 0
        return
    size = int(np.prod(shape[1:]))
    yield b"["
    for i in range(shape[0]):
        if i:
            yield b","
        yield from _nested(place + i * size, shape[1:])
    yield b"]"


@cache
def _compiled() -> Callable[..., Any]:
    arguments = "given, out, ends, report"
    source = f"def write_rows({arguments}):\n    return write({arguments})\n"
    return compile_source(source, "write_rows", {"write": _write_rows})


# --------------------------------------------------------------- compiled


@borrowing
@inlined
def _write_rows(given: Any, out: Any, ends: Any, report: Any) -> int:  # noqa: ANN401
    """Follow the program for every row from `report[_ROW]` on; returns why it ended, or 0."""
    at = report[_USED]
    for row in range(report[_ROW], given.rows.shape[0]):
        report[_ROW], report[_USED] = row, at
        at = _write_row(given, row, out, at, report)
        if at < 0:
            return at
        ends[row] = at
    report[_USED] = at
    return 0


@borrowing
@inlined
def _write_row(given: Any, row: int, out: Any, at: int, report: Any) -> int:  # noqa: ANN401
    """Follow the program for a row; returns where its text ends, or why there is none."""
    program, pool = given.program, given.pool
    step = 0
    base = 0  # of the record, in the row
    left = 0  # records to write, this one included
    first = last = 0  # the steps of a record
    while step < program.shape[0]:
        kind, start, stop = program[step, 0], program[step, 1], program[step, 2]
        if kind == _RECORDS:
            left = _records_of(given, row, program[step, 3], program[step, 4])
            first, last, base = step + 1, step + program[step, 5], start
            if left <= 0:
                base, step = 0, last
            step += 1
            continue
        place = base + start
        if kind == _TEXT:
            field = program[step, 3]
            text = text_number(given.keys, given.numbers, field + 1, given.bits, row, place, stop)
            if text < 0:
                report[_TEXT_FIELD], report[_TEXT_PLACE] = field, place
                return _NO_TEXT
            start, stop = given.bounds[text, 0], given.bounds[text, 1]
        elif kind != _LITERAL:
            start, stop = 0, FLOAT_TEXT_MAX
        if at + stop - start >= out.shape[0]:  # one byte more, for a comma
            return _NO_ROOM
        if kind <= _WHOLE:
            at = _write_number(given, kind, row, place, out, at)
        else:
            copy_bytes(pool, start, stop, out, at)
            at += stop - start
        if left > 0 and step == last:
            left -= 1
            base += program[first - 1, 2]
            if left > 0:
                out[at] = _COMMA
                at += 1
                step = first - 1
            else:
                base = 0
        step += 1
    return at


@borrowing
@inlined
def _records_of(given: Any, row: int, most: int, count: int) -> int:  # noqa: ANN401
    """How many records there are; their number is at a place of the row, unless that is -1."""
    if count >= 0 and given.rows[row, count] < most:  # a larger one may be no integer of 64 bits
        return int(max(given.rows[row, count], 0.0))
    return most


@borrowing
@inlined
def _write_number(given: Any, kind: int, row: int, place: int, out: Any, at: int) -> int:  # noqa: ANN401
    if kind == _NUMBER:
        return write_float(given.bits[row, place], given.tables, out, at)
    return write_whole(np.uint64(given.rows[row, place]), given.tables, out, at)
