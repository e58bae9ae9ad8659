"""What the interpreter runs is what the readable modules say, to the last bit."""

import ast

import pytest

from project_ghost.core import dmath
from project_ghost.core.errors import DomainError
from project_ghost.core.randomness import RandomSource
from tools import dmath_flat
from tools.dmath_accuracy import SUBJECTS, Subject

READABLE = {function.__name__: function for function in dmath_flat.FUNCTIONS}
EDGES = (0.0, -0.0, 5e-324, 1e-310, 2.0**-27, 0.5, 0.7853981633974483, 1.0, 22.0, 1e17, 1e300)
SPECIAL = (*EDGES, *(-x for x in EDGES), float("inf"), float("-inf"), float("nan"))


def outcome(function, *arguments: float) -> str:
    try:
        value = function(*arguments)
    except DomainError as error:
        return str(error)
    return repr([x.hex() for x in value] if isinstance(value, tuple) else value.hex())


def test_the_module_equals_the_output_of_the_tool() -> None:
    assert dmath_flat.is_current(), f"run `{dmath_flat.COMMAND}`"
    assert set(READABLE) == set(dmath.__all__)


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.name)
def test_written_out_and_readable_give_the_same_bits(subject: Subject) -> None:
    """In every region that the accuracy is measured in, so through every branch."""
    pairs = [(getattr(dmath, subject.name), READABLE[subject.name])]
    if subject.name == "sin":
        pairs.append((dmath.sincos, READABLE["sincos"]))
    for number, samplers in enumerate(subject.regions):
        root = RandomSource(8).child(subject.name).child(str(number))
        columns = [sample(root.child(str(i)), 300) for i, sample in enumerate(samplers)]
        for row in zip(*(column.tolist() for column in columns), strict=True):
            for flat, readable in pairs:
                assert outcome(flat, *row) == outcome(readable, *row), row


@pytest.mark.parametrize("name", dmath.__all__)
def test_edges_and_errors_are_the_same(name: str) -> None:
    flat, readable = getattr(dmath, name), READABLE[name]
    for x in SPECIAL:
        rows = [(x, y) for y in SPECIAL] if name in ("atan2", "hypot", "pow") else [(x,)]
        for row in rows:
            assert outcome(flat, *row) == outcome(readable, *row), row


def test_no_helper_is_called_on_the_usual_path() -> None:
    tree = ast.parse(dmath_flat.PATH.read_text(encoding="utf-8"))
    called = {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    rare = {function.__name__ for function in dmath_flat.CALLED} | {"log", "DomainError"}
    assert called - rare <= {"abs", "copysign", "float", "frexp", "ieee_sqrt", "int", "ldexp"}
