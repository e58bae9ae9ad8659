"""Goal: JSON is read as the standard library reads it, to the last bit, only quicker."""

import json
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.telemetry.encoding._json import parse_object

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)  # fmt: skip


def bits(value: object) -> object:
    """A value in which 0.0 and -0.0, 1 and 1.0 and true differ."""
    if isinstance(value, dict):
        return [(key, bits(each)) for key, each in value.items()]
    if isinstance(value, list):
        return [bits(each) for each in value]
    return (type(value), struct.pack("d", value) if isinstance(value, float) else value)


@settings(max_examples=50)
@given(values, st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value, ascii_only) -> None:
    data = json.dumps({"x": value}, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert bits(parse_object(data, "here")) == bits(json.loads(data))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 40))
def test_floats_of_any_length_are_rounded_alike(value, digits) -> None:
    data = f'{{"x":{value:.{digits}e}}}'.encode()
    assert bits(parse_object(data, "here")) == bits(json.loads(data))


@pytest.mark.parametrize("data", [b"", b"{", b'{"x":NaN}', b'{"x":Infinity}', b'{"x":01}', b"\xff"])
def test_text_that_is_not_json_is_refused(data) -> None:
    with pytest.raises(ValueError, match="not JSON"):
        parse_object(data, "here")


def test_a_message_is_an_object() -> None:
    with pytest.raises(ValueError, match="not a JSON object"):
        parse_object(b"[1]", "here")
