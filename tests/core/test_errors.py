"""An error carries its whole message, also through a process pool and out of compiled code."""

import pickle

import pytest

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


def test_users_can_catch_what_python_would_raise() -> None:
    assert issubclass(InputTypeError, TypeError)
    assert issubclass(InputError, ValueError)
    assert issubclass(DomainError, ArithmeticError)


def test_the_level_of_a_whole_is_that_of_its_weakest_part() -> None:
    assert weakest([Level.PORTABLE, Level.HOST, Level.PORTABLE]) is Level.HOST
    assert weakest([]) is Level.PORTABLE
    assert Level.NONE < Level.PROCESS < Level.HOST < Level.PORTABLE
    assert str(Level.PORTABLE) == "portable"
