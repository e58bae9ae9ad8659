"""Goal: with any number in any numeric key, a scenario is assembled or refused.

Method: every number of small built-in scenarios, and of one that has nearly every key, is
replaced by another; the result is an assembly or an `InputError`, never another exception
and never a warning. Nothing is run.
"""

import json
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.document import read_document
from project_ghost.core.errors import InputError
from project_ghost.scenario import builtin_path, parse_scenario
from project_ghost.scenario.assembly import assemble

Path = tuple[str | int, ...]

EVERYTHING = FilePath(__file__).parent / "everything.yaml"


def plain(path: FilePath) -> object:
    """The content of a file, with lists for sequences."""
    return json.loads(json.dumps(read_document(path).plain()))


DOCUMENTS = {
    "everything": plain(EVERYTHING),
    **{
        name: plain(builtin_path(name))
        for name in ("quadrotor-figure-eight", "stress", "t-junction-7")
    },
}

# Zero, signs, extremes, units, and what is near to what is usual.
NUMBERS = st.one_of(
    st.sampled_from(
        [
            0,
            -1,
            1,
            2,
            5,
            0.5,
            1e-300,
            5e-324,
            1e-9,
            1e9,
            1e15,
            1e200,
            1.7e308,
            -1e300,
            2**64,
            10**30,
        ]
    ),
    st.integers(-300, 300),
    st.floats(-300.0, 300.0),
    st.floats(allow_nan=False, allow_infinity=False),
)
TIMES = st.one_of(
    NUMBERS,
    st.sampled_from(["0s", "1ns", "1000h", "2400h", "5s", "1us", "33ms", "10ms", "0.5ms", "-1s"]),
)


def paths_of(document: object, path: Path = ()) -> Iterator[tuple[Path, bool]]:
    """The path to every number, and whether it is a time."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from paths_of(value, (*path, key))
    elif isinstance(document, list):
        for index, value in enumerate(document):
            yield from paths_of(value, (*path, index))
    elif isinstance(document, int | float) and not isinstance(document, bool):
        yield path, False
    elif isinstance(document, str) and document[0].isdigit():
        yield path, True


def put(document: Any, path: Path, value: object) -> object:
    """A copy of the document with another value at a path."""
    if not path:
        return value
    result = document.copy()
    result[path[0]] = put(document[path[0]], path[1:], value)
    return result


PLACES = [
    (name, path, is_time)
    for name, document in DOCUMENTS.items()
    for path, is_time in paths_of(document)
]


def outcome(document: object) -> InputError | None:
    """The error that refuses a scenario, if one does. JSON is YAML."""
    try:
        assemble(parse_scenario(json.dumps(document, indent=1)))
    except InputError as error:
        return error
    return None


def test_they_are_good_as_they_are_and_have_many_numbers() -> None:
    assert {name: outcome(document) for name, document in DOCUMENTS.items()} == dict.fromkeys(
        DOCUMENTS
    )
    assert len(PLACES) > 250


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(st.data())
def test_any_number_anywhere_is_assembled_or_refused(data: st.DataObject) -> None:
    name, path, is_time = data.draw(st.sampled_from(PLACES))
    value = data.draw(TIMES if is_time else NUMBERS)
    error = outcome(put(DOCUMENTS[name], path, value))
    if error is not None:
        assert error.where.startswith("scenario:"), (path, value, error)
        assert error.expected
        assert error.fix
        assert "Input should" not in str(error)
