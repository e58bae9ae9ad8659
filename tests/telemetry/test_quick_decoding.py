"""Goal: a plan decodes what the careful way decodes, and JSON is read as the library reads it."""

import json
import struct
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.state import VehicleState
from project_ghost.telemetry import _quick_decoding, encode_to_bytes, from_json_dict
from project_ghost.telemetry._decoding import built
from project_ghost.telemetry._json import parsed
from tests.telemetry.samples import vehicle_state


@pytest.mark.parametrize("covariance", [None, 0.25])
def test_a_usual_message_needs_no_care(covariance, monkeypatch) -> None:
    def refuse(*_):
        raise AssertionError

    document = json.loads(encode_to_bytes(vehicle_state(covariance=covariance)))
    careful = built(VehicleState, document, "VehicleState")
    monkeypatch.setattr(_quick_decoding, "built", refuse)
    quick = from_json_dict(VehicleState, document)
    assert quick == careful
    assert encode_to_bytes(quick) == encode_to_bytes(careful)
    assert not quick.nav.pose.position_enu_m.flags.writeable
    with pytest.raises(ValueError, match="WRITEABLE"):
        quick.nav.pose.position_enu_m.setflags(write=True)


@dataclass
class Chain:
    value: float
    rest: "Chain | None"
    names: tuple[str, ...]


def test_what_a_plan_does_not_know_is_decoded_all_the_same() -> None:
    document = {"value": 1, "rest": {"value": 2.5, "rest": None, "names": ["b"]}, "names": []}
    assert from_json_dict(Chain, document) == Chain(1.0, Chain(2.5, None, ("b",)), ())


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


@given(values, st.booleans())
def test_json_is_read_as_the_standard_library_reads_it(value, ascii_only) -> None:
    data = json.dumps({"x": value}, ensure_ascii=ascii_only).encode("utf-8", "surrogatepass")
    assert bits(parsed(data, "here")) == bits(json.loads(data))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 40))
def test_floats_of_any_length_are_rounded_alike(value, digits) -> None:
    data = f'{{"x":{value:.{digits}e}}}'.encode()
    assert bits(parsed(data, "here")) == bits(json.loads(data))


@pytest.mark.parametrize("data", [b"", b"{", b'{"x":NaN}', b'{"x":Infinity}', b'{"x":01}', b"\xff"])
def test_what_is_not_json_is_refused(data) -> None:
    with pytest.raises(ValueError, match="not JSON"):
        parsed(data, "here")


def test_a_message_is_an_object() -> None:
    with pytest.raises(ValueError, match="not a JSON object"):
        parsed(b"[1]", "here")
