"""Goal: payloads that compiled code writes have the bytes of the usual encoder."""

import math
from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.bus import Constant, Form, Number, Numbers, Records, Text, Whole
from project_ghost.core.errors import InputError
from project_ghost.engine.run._payloads import columns_maker, payload_maker
from project_ghost.telemetry import encode_to_bytes
from project_ghost.telemetry.rows import Arena, RowEncoder, _row_json

pytestmark = pytest.mark.slow  # machine code

finite = st.floats(allow_nan=False, allow_infinity=False)

FORM: Form = {
    "é": Text(0, 2, lambda row, serial: f'actor "{row:g}" / {serial!r}'),
    "x": Number(2),
    "matrix": Numbers(3, (2, 2)),
    "label": Constant("a\nb"),
    "in": {"b": Constant(None), "a": {"whole": Whole(6), "y": Number(5)}},
    "rows": Records(8, 2, 3, 7, {"kind": Text(0, 1, str), "y": Number(1)}),
    "all": Records(8, 2, 3, None, {"y": Number(1)}),
    "": Number(1),
}
WIDTH = 14


def encoded(encoder: RowEncoder, rows: np.ndarray) -> list[bytes]:
    arena = Arena(64)  # grows often
    arena.add(b"before")
    ends = encoder.encode(rows, arena).tolist()
    data = arena.bytes.tobytes()
    assert data[:6] == b"before"
    assert arena.used == (ends or [6])[-1]
    return [data[start:stop] for start, stop in zip([6, *ends], ends, strict=False)]


def expected(rows: np.ndarray) -> list[bytes]:
    make = payload_maker(FORM)
    return [encode_to_bytes(make(row)) for row in rows.tolist()]


def table(numbers: Iterable[float]) -> np.ndarray:
    values = np.array(list(numbers), dtype=float)
    return np.resize(values, (-(-len(values) // WIDTH), WIDTH)) if len(values) else values


def test_any_float_is_written_as_repr_writes_it() -> None:
    """Random bits, usual magnitudes, decimals, and all powers with their neighbours."""
    random = np.random.default_rng(1)
    bits = random.integers(0, 2**64, 100_000, dtype=np.uint64).view(np.float64)
    powers = [2.0**k for k in range(-1074, 1024)] + [10.0**k for k in range(-323, 309)]
    near = [math.nextafter(x, to) for x in powers for to in (0.0, math.inf)]
    special = [0.0, -0.0, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308, 9007199254740993]
    values = np.concatenate(
        [
            bits,
            random.normal(size=50_000) * 10.0 ** random.integers(-18, 19, 50_000),
            np.round(random.normal(size=20_000) * 1000, 3),
            random.integers(-(10**15), 10**15, 20_000).astype(float),
            *(powers, near, special, np.negative(special)),
        ]
    )
    values = values[np.isfinite(values)]
    written = encoded(RowEncoder({"x": Number(0)}), values.reshape(-1, 1))
    assert written == [b'{"x":%s}' % repr(x).encode() for x in values.tolist()]


@settings(max_examples=300)
@given(st.lists(finite, min_size=1, max_size=60), st.lists(st.integers(-1, 9), max_size=9))
def test_payloads_of_all_kinds_have_the_usual_bytes(numbers, counts) -> None:
    rows = table(numbers)
    rows[:, 7] = np.resize([0.0, *counts], len(rows))
    rows[:, 6] = np.resize([0.0, 7.0, 2.0**53, 10.0**15, *map(abs, counts)], len(rows))
    assert encoded(RowEncoder(FORM), rows) == expected(rows)


def test_columns_hold_what_payloads_hold() -> None:
    rows = table(range(1, 100))
    columns, make = columns_maker(FORM)(rows), payload_maker(FORM)
    for i, row in enumerate(rows.tolist()):
        assert {name: column[i] for name, column in columns.items()} == make(row)


def test_texts_are_made_once_and_found_among_many() -> None:
    made: list[float] = []

    def text(number: float) -> str:
        made.append(number)
        return f"{number:g}"

    encoder = RowEncoder({"a": Text(0, 1, text), "b": Text(0, 1, lambda x: f"b{x:g}")})
    rows = np.tile(np.arange(3000.0), 2).reshape(-1, 1)
    rows[7] = -0.0  # another number than 0.0
    for _ in range(2):
        assert encoded(encoder, rows) == [
            f'{{"a":"{x:g}","b":"b{x:g}"}}'.encode() for x in rows[:, 0].tolist()
        ]
    assert len(made) == 3001


def test_texts_are_forgotten_where_actors_come_and_go(monkeypatch) -> None:
    monkeypatch.setattr(_row_json, "_TEXTS_MAX", 100)
    encoder = RowEncoder({"a": Text(0, 1, lambda x: f"n{x:g}")})
    for start in range(0, 2000, 150):
        rows = np.arange(start, start + 150.0).reshape(-1, 1)
        assert encoded(encoder, rows)[-1] == f'{{"a":"n{start + 149}"}}'.encode()
    assert len(encoder._texts.texts) <= 250
    assert encoder._pool.used < 5000


def test_a_text_without_json_is_refused_as_by_the_usual_encoder() -> None:
    encoder = RowEncoder({"a": Text(0, 1, lambda _: "\ud800")})
    with pytest.raises(InputError, match="cannot be written as JSON"):
        encoded(encoder, np.zeros((1, 1)))


def test_no_rows_and_no_values_are_possible() -> None:
    assert encoded(RowEncoder({}), np.zeros((2, 0))) == [b"{}", b"{}"]
    assert encoded(RowEncoder(FORM), np.zeros((0, WIDTH))) == []
