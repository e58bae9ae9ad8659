"""Goal: a function marked `borrowing` counts no references to the arrays that it is given.

Method: one function, marked and not, that works on one or the other array of a bundle; its caller
allocates them. Then count the places that count, in the optimised code.
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

pytestmark = pytest.mark.slow

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


loop_borrowing = borrowing(FunctionType(loop.__code__, globals(), "loop_borrowing"))


def places_that_count(helper: Callable[..., Any]) -> int:
    called: Any = {"loop": helper, "Both": Both, "zeros": np.zeros}
    run: Any = compile_source(SOURCE.format(helper is loop), "run", called)
    both = Both(np.zeros(5), np.zeros(5))
    helper(both)
    assert run(5) == both.counts[0] + both.sums[4]
    (text,) = run.inspect_llvm().values()
    return len(re.findall(r"call [^\n]*@NRT_(?:incref|decref)", text))


def test_functions_that_borrow_count_no_references(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    counted = places_that_count(loop)
    # The caller gives up both arrays that it made.
    assert places_that_count(loop_borrowing) == 2 < counted
