"""An error carries its whole message, also through a process pool and out of compiled code."""

import ast
import pickle
from pathlib import Path

import pytest

import project_ghost
from project_ghost.core.errors import DomainError, GhostError, InputError, InputTypeError
from project_ghost.core.level import Level, weakest


def test_a_message_says_what_where_expected_and_fix() -> None:
    error = InputError("step is 0", "scenario.yaml, line 3", "a positive step", "write step: 1ms")
    assert str(error).splitlines() == [
        "step is 0",
        "  where: scenario.yaml, line 3",
        "  expected: a positive step",
        "  fix: write step: 1ms",
    ]


def test_parts_that_are_not_known_leave_no_empty_line() -> None:
    assert str(GhostError("the disk is full", fix="free some space")).splitlines() == [
        "the disk is full",
        "  fix: free some space",
    ]


@pytest.mark.parametrize(
    "error",
    [
        InputTypeError("a", "b", "c", "d"),
        DomainError("atan2", "numbers", 1.0, float("inf")),
    ],
)
def test_errors_survive_pickling(error: GhostError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is type(error)
    assert str(again) == str(error)


def test_users_can_catch_the_usual_python_exceptions() -> None:
    assert issubclass(InputTypeError, TypeError)
    assert issubclass(InputError, ValueError)
    assert issubclass(DomainError, ArithmeticError)


def test_the_level_of_a_whole_is_that_of_its_weakest_part() -> None:
    assert weakest([Level.PORTABLE, Level.HOST, Level.PORTABLE]) is Level.HOST
    assert weakest([]) is Level.PORTABLE
    assert Level.NONE < Level.PROCESS < Level.HOST < Level.PORTABLE
    assert str(Level.PORTABLE) == "portable"


TEXTS = ("what", "where", "expected", "fix", "args", "strerror")
SEARCHES = ("startswith", "endswith", "partition", "rpartition", "split", "find", "index", "count")


def reads_a_text(node: ast.AST, errors: set[str]) -> bool:
    """Whether an expression is the text of a caught error: `error.what`, `str(error)`."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            return name in errors and attribute in TEXTS
        case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)]):
            return name in errors
    return False


def decisions_by_text(source: str) -> list[int]:
    """The lines on which the text of a caught error is compared or searched."""
    tree = ast.parse(source)
    errors = {
        node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name
    }
    result = []
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                read = any(reads_a_text(each, errors) for each in (left, *others))
            case ast.Call(func=ast.Attribute(value=value, attr=method)):
                searched = method in SEARCHES and reads_a_text(value, errors)
                is_pattern = method in ("match", "search", "fullmatch")
                read = searched or (
                    is_pattern and any(reads_a_text(each, errors) for each in node.args)
                )
            case _:
                continue
        if read:
            result.append(node.lineno)
    return result


def test_no_code_decides_by_the_text_of_an_error():
    """A rewording must never change what the program does."""
    package = Path(project_ghost.__file__).parent
    result = [
        f"{path.relative_to(package)}:{line}"
        for path in sorted(package.rglob("*.py"))
        for line in decisions_by_text(path.read_text(encoding="utf-8"))
    ]
    assert result == []


@pytest.mark.parametrize(
    "use",
    [
        "error.what.startswith('the ')",
        "'the ' in error.where",
        "str(error) == 'no'",
        "re.search('no', str(error))",
        "error.what.partition(' ')[0]",
    ],
)
def test_the_check_finds_such_a_decision(use):
    assert decisions_by_text(f"try:\n    f()\nexcept E as error:\n    x = {use}\n") == [4]


def test_the_key_survives_pickling_and_is_not_part_of_the_message():
    error = InputError("rate_hz is 0", "group", "a rate", "give one", key="rate_hz")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert copy.key == "rate_hz"
    assert (
        str(copy)
        == str(error)
        == "rate_hz is 0\n  where: group\n  expected: a rate\n  fix: give one"
    )
