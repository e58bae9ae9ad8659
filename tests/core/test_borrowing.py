"""Goal: a function marked `borrowing` counts no references to the arrays that it is given.

Method: one function, marked and not, that works on one or the other array of a bundle; its caller
allocates them. Then count the places that count, in the optimised code. What cannot borrow safely,
because it allocates or may return an array, is refused.
"""

import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest

from project_ghost.core.arrays import Floats
from project_ghost.core.compiled import borrowing, compile_source
from project_ghost.core.compiled._registration import register_function
from project_ghost.core.errors import InputError

# With a comment that differs, because the cache goes by the text.
SOURCE = """def run(rows):  # {}
    both = Both(zeros(rows), zeros(rows))
    loop(both)
    return both.counts[0] + both.sums[rows - 1]
"""


class Both(NamedTuple):
    """A bundle."""

    counts: Floats
    sums: Floats


def loop(both: Both) -> None:
    for row in range(both.counts.shape[0]):
        chosen = both.counts[row:] if row % 2 == 0 else both.sums[: row + 1]
        k = 0
        while k < chosen.shape[0]:
            if chosen[k] > 1.0:
                break
            chosen[k] += 1.0
            k += 1


def same_function(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    other = FunctionType(function.__code__, globals(), name)
    other.__annotations__ = dict(function.__annotations__)
    return other


loop_borrowing = borrowing(same_function(loop, "loop_borrowing"))


def first_counts(both: Both) -> Floats:
    return both.counts


def unsaid(both: Both):
    return both.counts[0]


def allocating(both: Both) -> float:
    return float(np.zeros(3)[0] + both.counts[0])


@pytest.mark.parametrize("function", [first_counts, unsaid])
def test_functions_that_may_return_an_array_cannot_borrow(function: Callable[..., Any]) -> None:
    with pytest.raises(InputError, match="may return an array") as caught:
        borrowing(function)
    assert f"test_borrowing.py, line {function.__code__.co_firstlineno}" in caught.value.where


def test_functions_that_allocate_cannot_borrow() -> None:
    marked = borrowing(same_function(allocating, "allocating_and_borrowing"))
    with pytest.raises(InputError, match="may allocate an array"):
        register_function(marked)


def places_that_count(helper: Callable[..., Any]) -> int:
    called: Any = {"loop": helper, "Both": Both, "zeros": np.zeros}
    run: Any = compile_source(SOURCE.format(helper is loop), "run", called)
    both = Both(np.zeros(5), np.zeros(5))
    helper(both)
    assert run(5) == both.counts[0] + both.sums[4]
    (text,) = run.inspect_llvm().values()
    return len(re.findall(r"call [^\n]*@NRT_(?:incref|decref)", text))


@pytest.mark.slow
def test_functions_that_borrow_count_no_references(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    counted = places_that_count(loop)
    # The caller gives up both arrays that it made.
    assert places_that_count(loop_borrowing) == 2 < counted
