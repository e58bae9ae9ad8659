"""Goal: whatever number stands in whatever numeric key, a scenario is assembled or refused.

Method: every number of small built-in scenarios, and of one that has nearly every key, is
replaced by another; what comes is an assembly or an `InputError`, never another exception
and never a warning. Nothing is run.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from project_ghost.core.document import Node, read_document
from project_ghost.core.errors import InputError
from project_ghost.scenario import builtin_path
from project_ghost.scenario.assembly import assemble
from project_ghost.scenario.file._load import _checked

Path = tuple[str | int, ...]

EVERYTHING = FilePath(__file__).parent / "everything.yaml"
DOCUMENTS = {
    "everything": read_document(EVERYTHING),
    **{
        name: read_document(builtin_path(name))
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


def paths_of(node: Node, path: Path = ()) -> Iterator[tuple[Path, bool]]:
    """The way to every number, and whether it is a time."""
    content = node.content
    if isinstance(content, dict):
        for key, below in content.items():
            yield from paths_of(below, (*path, key))
    elif isinstance(content, list):
        for number, below in enumerate(content):
            yield from paths_of(below, (*path, number))
    elif isinstance(content, int | float) and not isinstance(content, bool):
        yield path, False
    elif isinstance(content, str) and content[0].isdigit():
        yield path, True


def put(node: Node, path: Path, value: Any) -> Node:
    if not path:
        return replace(node, content=value)
    if isinstance(node.content, dict):
        key = str(path[0])
        return replace(node, content={**node.content, key: put(node.content[key], path[1:], value)})
    assert isinstance(node.content, list)
    items = list(node.content)
    items[int(path[0])] = put(items[int(path[0])], path[1:], value)
    return replace(node, content=items)


PLACES = [
    (name, path, is_time)
    for name, document in DOCUMENTS.items()
    for path, is_time in paths_of(document)
]


def outcome(document: Node) -> InputError | None:
    try:
        assemble(_checked(document, (), FilePath()))
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
        assert error.where.startswith(DOCUMENTS[name].file), (path, value, error)
        assert error.expected
        assert error.fix
        assert "Input should" not in str(error)
