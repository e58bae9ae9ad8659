"""Goal: the machine code of a function marked `inlined` is part of its callers.

Method: one long function, marked and not, called twice, so that LLVM alone would not copy it (how
long that is differs between CPUs); then look for calls to it in the optimised code.
"""

import re
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from project_ghost.core.compiled import compile_source, inlined

pytestmark = pytest.mark.slow

# With a comment that differs, because the cache goes by the text.
SOURCE = "def run(x, n):  # {}\n    return helper(x, n) + helper(x + 1.0, n + 1)\n"


def long_way(x: float, n: int) -> float:
    for i in range(n):
        x = x * 1.25 - i if x < 100.0 else x * 0.5 + i
        x = x * 1.5 - i if x < 50.0 else x * 0.25 + i
        x = x / (i + 3) if x < 15.0 else x / (i + 4)
        x = x * 2.0 - i if x < 25.0 else x * 0.125 + i
        x = x * 1.25 - i if x < 20.0 else x * 0.5 + i
        x = x / (i + 6) if x < 30.0 else x / (i + 7)
        x = x * 1.75 - i if x < 14.3 else x * 0.125 + i
        x = x * 2.0 - i if x < 12.5 else x * 0.125 + i
        x = x / (i + 9) if x < 45.0 else x / (i + 10)
        x = x * 1.5 - i if x < 10.0 else x * 0.25 + i
        x = x * 1.75 - i if x < 9.1 else x * 0.125 + i
        x = x / (i + 12) if x < 60.0 else x / (i + 13)
        x = x * 1.25 - i if x < 7.7 else x * 0.5 + i
        x = x * 1.5 - i if x < 7.1 else x * 0.25 + i
        x = x / (i + 15) if x < 75.0 else x / (i + 16)
        x = x * 2.0 - i if x < 6.2 else x * 0.125 + i
        x = x * 1.25 - i if x < 5.9 else x * 0.5 + i
        x = x / (i + 18) if x < 90.0 else x / (i + 19)
        x = x * 1.75 - i if x < 5.3 else x * 0.125 + i
        x = x * 2.0 - i if x < 5.0 else x * 0.125 + i
        x = x / (i + 21) if x < 105.0 else x / (i + 22)
        x = x * 1.5 - i if x < 4.5 else x * 0.25 + i
        x = x * 1.75 - i if x < 4.3 else x * 0.125 + i
        x = x / (i + 24) if x < 120.0 else x / (i + 25)
    return x


# The same function again, because the mark stays on a function.
long_way_inlined = inlined(FunctionType(long_way.__code__, globals(), "long_way_inlined"))


@pytest.mark.parametrize(("helper", "calls"), [(long_way, 2), (long_way_inlined, 0)])
def test_only_marked_functions_become_part_of_their_callers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, helper: Callable[..., Any], calls: int
) -> None:
    monkeypatch.setenv("GHOST_CACHE_DIR", str(tmp_path))
    run: Any = compile_source(SOURCE.format(calls), "run", {"helper": helper})
    assert run(3.0, 20) == helper(3.0, 20) + helper(4.0, 21)
    (text,) = run.inspect_llvm().values()
    assert len(re.findall(r"call .*long_way", text)) == calls
