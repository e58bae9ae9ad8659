"""Goal: what is encoded quickly has the bytes of the standard library, or is left to it."""

import json
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from project_ghost.core.errors import InputError, InputTypeError
from project_ghost.telemetry import RecordEncoder, encode_to_bytes
from project_ghost.telemetry.encoding._quick_json import quick_json

finite = st.floats(allow_nan=False, allow_infinity=False)
# Numbers around the places where the two formats differ.
borders = st.sampled_from(
    [sign * 10.0**k for k in (-11, -10, -9, -6, -5, -4, 15, 16, 17, 22) for sign in (1, -1)]
)
near = borders.flatmap(
    lambda x: st.sampled_from([x, math.nextafter(x, 0), math.nextafter(x, math.inf), 1.5 * x])
)
numbers = finite | near | st.sampled_from([0.0, -0.0, 5e-324, 1.7976931348623157e308])
scalars = numbers | st.text() | st.booleans() | st.integers()
payloads = st.dictionaries(st.text(), scalars | st.lists(scalars, max_size=4), max_size=5)


def canonical(value: object) -> bytes:
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


@given(payloads)
@example({"null": "0.00001 1e16", "e": 1.0, "1e5": "\x7f\u2028"})
@example({"x": 1 << 200, "": []})
def test_payloads_have_the_standard_librarys_bytes(payload) -> None:
    expected = canonical(payload)
    assert encode_to_bytes(payload) == expected
    assert quick_json(payload) in (None, expected)


def test_usual_payloads_are_encoded_quickly() -> None:
    payload = {"x": 1.25, "name": "traffic/1", "p": [1.0, -0.0], "rate": 1e-12, "on": True, "n": 3}
    assert quick_json(payload) == canonical(payload)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, [1.0, math.nan], "\ud800"])
def test_values_without_json_are_refused_as_before(value) -> None:
    with pytest.raises(InputError, match="cannot be written as JSON"):
        encode_to_bytes({"x": value})


@pytest.mark.parametrize("value", [b"bytes", {1, 2}, 1j, object()])
def test_types_that_only_msgspec_knows_are_refused(value) -> None:
    with pytest.raises(InputTypeError, match="cannot be written as JSON"):
        encode_to_bytes({"x": value})


def test_keys_and_numbers_of_other_types_are_those_of_the_standard_library() -> None:
    assert encode_to_bytes({"x": np.float64(0.1), "y": np.float32(0.5)}) == b'{"x":0.1,"y":0.5}'
    assert encode_to_bytes({"x": None, "y": (1, 2.0)}) == b'{"x":null,"y":[1,2.0]}'


@given(
    st.lists(
        st.tuples(st.text(), numbers, st.lists(numbers, min_size=2, max_size=2), st.lists(numbers)),
        max_size=5,
    )
)
def test_records_have_the_bytes_of_each_alone(rows) -> None:
    names = ["text", "a number", "vector", "Table"]
    nested = [(t, x, v, [{"z": each, "a": "0.00001"} for each in table]) for t, x, v, table in rows]
    columns = dict(zip(names, map(list, zip(*nested, strict=True)), strict=False))
    columns = {name: columns.get(name, []) for name in names}
    expected = [canonical(dict(zip(names, row, strict=True))) for row in nested]
    assert RecordEncoder(names).encode(columns) == expected
