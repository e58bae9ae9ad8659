"""Goal: fast decoding of a recording accepts and returns what the constructors do.

Method: one message among good ones is spoiled somewhere, anywhere; both ways must agree on
whether it can be read, and on every bit of what is read.
"""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.analysis.belief import _quick_samples
from project_ghost.analysis.belief._samples import block_of_states
from project_ghost.analysis.belief._wire_state import DECODER
from project_ghost.state import VehicleState
from project_ghost.telemetry import encode_to_bytes, from_json_dict
from tests.analysis.samples import covariances, state

COVARIANCES = covariances(3)
STATES = [state(i, (i, -0.0, 5e-324), covariance=COVARIANCES[i] if i else None) for i in range(3)]
# What may come in the place of something else.
OTHERS = [
    None, True, False, 0, 1, -1, 1 << 64, 0.0, -0.0, 1.5, 1e400, "nan", "world", "idle", "OFFBOARD",
    [], [0.0], [1.0, 2.0, 3.0], [1, 2, 3], [[1.0]], [True, 0.0, 0.0], {}, {"__array": [0.0]},
]  # fmt: skip


class Channel:
    """What a recorded channel is to the reader."""

    where = "here"

    @staticmethod
    def decode(data, _):
        return json.loads(data)


def places(document, path=()):
    """Every place in a document, containers too."""
    yield path
    children = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    for key, child in children:
        yield from places(child, (*path, key))


def payloads():
    return [json.loads(encode_to_bytes(each)) for each in STATES]


def outcome(read):
    try:
        block = read()
    except (ValueError, TypeError) as error:
        return type(error).__mro__[-3:], str(error).split("\n")[0]
    return (
        block.stamps_ns,
        block.positions.tobytes(),
        block.orientations.tobytes(),
        block.has_covariance,
        block.covariances.tobytes(),
        block.conditions.tobytes(),
    )


def read_quickly(documents: Any) -> Any:
    seen = {DECODER.decode(json.dumps(payloads()[0]).encode()).rest()}
    messages = [(i, json.dumps(each).encode()) for i, each in enumerate(documents)]
    channel: Any = Channel()
    return _quick_samples.block_of_messages(messages, channel, seen)


def read_by_constructors(documents):
    return block_of_states([from_json_dict(VehicleState, each) for each in documents])


def agreed(documents):
    quick = outcome(lambda: read_quickly(documents))
    careful = outcome(lambda: read_by_constructors(documents))
    if isinstance(careful[0], tuple):
        assert quick[1] == careful[1]
    else:
        assert quick == careful
    return quick


def test_good_messages_are_read_quickly(monkeypatch) -> None:
    monkeypatch.setattr(_quick_samples, "_decode_checked", None)
    block = read_quickly(payloads())
    assert outcome(lambda: block) == outcome(lambda: block_of_states(STATES))


def test_a_whole_minus_zero_is_the_zero_that_the_constructors_make_of_it() -> None:
    """Which has no sign, in both readers."""
    text = json.dumps(payloads()[0])
    spoiled = text.replace("[0.0, -0.0, 5e-324]", "[0.0, -0, 5e-324]")
    assert spoiled != text
    channel: Any = Channel()
    seen = {DECODER.decode(text.encode()).rest()}
    result = _quick_samples.block_of_messages([(0, spoiled.encode())], channel, seen)
    expected = block_of_states([from_json_dict(VehicleState, json.loads(spoiled))])
    assert outcome(lambda: result) == outcome(lambda: expected)


ENTRIES = ("nav", "covariance_15x15", "__array")
ALL_PLACES = [path for path in places(payloads()[1]) if path and path[:3] != ENTRIES]


@pytest.mark.parametrize("path", ALL_PLACES, ids=lambda path: ".".join(map(str, path)))
def test_both_ways_agree_on_a_spoiled_message(path) -> None:
    for other in OTHERS:
        documents = payloads()
        inner = documents[1]
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = other
        agreed(documents)
    documents = payloads()
    inner = documents[1]
    for key in path[:-1]:
        inner = inner[key]
    if isinstance(inner, dict):
        del inner[path[-1]]
    else:
        inner.pop()
    agreed(documents)


@pytest.mark.slow
@given(
    st.tuples(st.integers(0, 14), st.integers(0, 14)),
    st.sampled_from([*OTHERS, -1.0, 1e-10, 1e300]),
    st.booleans(),
)
def test_both_ways_agree_on_a_spoiled_covariance(place, other, symmetric) -> None:
    documents = payloads()
    row, column = place
    entries = documents[1]["nav"]["covariance_15x15"]["__array"]
    entries[row][column] = other
    if symmetric:
        entries[column][row] = other
    agreed(documents)


@pytest.mark.parametrize(
    ("error", "accepted"), [(0.0, True), (5e-10, True), (2e-9, False)], ids=str
)
def test_a_covariance_is_symmetric_to_its_tolerance(error, accepted) -> None:
    documents = payloads()
    documents[1]["nav"]["covariance_15x15"]["__array"][3][4] += error
    assert isinstance(agreed(documents)[0], list) is accepted


@pytest.mark.parametrize(("value", "accepted"), [(0.0, True), (-5e-13, True), (-1e-11, False)])
def test_a_covariance_is_positive_to_its_tolerance(value, accepted) -> None:
    documents = payloads()
    diagonal = np.diag([*np.ones(14), value]).tolist()
    documents[1]["nav"]["covariance_15x15"]["__array"] = diagonal
    assert isinstance(agreed(documents)[0], list) is accepted


@pytest.mark.parametrize(("scale", "accepted"), [(1.0, True), (1.0009, True), (1.002, False)])
def test_a_quaternion_is_unit_to_its_tolerance(scale, accepted) -> None:
    documents = payloads()
    documents[1]["nav"]["pose"]["orientation_q"]["__array"] = [scale, 0.0, 0.0, 0.0]
    assert isinstance(agreed(documents)[0], list) is accepted
