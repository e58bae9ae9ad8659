"""Sums and products modulo 2**64: the same in Python and compiled, whatever LLVM may conclude."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.bits import upper_product, wrapping_product, wrapping_sum
from project_ghost.core.compiled import compile_source

WORDS = st.integers(-(2**63), 2**63 - 1)

COMPILED = """\
from project_ghost.core.bits import wrapping_product, wrapping_sum

def made(a, b):
    # Of numbers that are not negative: with signed overflow ruled out, no result would be either.
    x, y = a & 0x7FFFFFFFFFFFFFFF, b & 0x7FFFFFFFFFFFFFFF
    product, total = wrapping_product(x, y), wrapping_sum(x, y)
    return wrapping_sum(a, b), wrapping_product(a, b), product < 0, total < 0, product % 1000
"""


@given(WORDS, WORDS)
def test_they_are_those_of_words(a: int, b: int) -> None:
    with np.errstate(over="ignore"):
        assert wrapping_sum(a, b) == np.int64(a) + np.int64(b)
        assert wrapping_product(a, b) == np.int64(a) * np.int64(b)


@pytest.mark.slow
def test_compiled_code_concludes_nothing_from_signs() -> None:
    python: dict[str, object] = {}
    exec(COMPILED, python)  # noqa: S102 - our own source
    made = compile_source(COMPILED, "made")
    words = [0, 1, -1, 3, 3037000500, 2**32 - 1, 2**62, 2**63 - 1, -(2**63), 0x1E3779B97F4A7C15]
    for a in words:
        for b in words:
            assert made(a, b) == python["made"](a, b), (a, b)  # type: ignore[operator]


@pytest.mark.slow
def test_the_upper_half_of_a_product_is_that_of_unbounded_integers() -> None:
    source = "from project_ghost.core.bits import upper_product\n"
    compiled = compile_source(source + "def made(a, b):\n    return upper_product(a, b)\n", "made")
    words = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15]
    for a in words:
        for b in words:
            expected = a * b >> 64
            assert upper_product(a, b) == expected
            assert compiled(np.uint64(a), np.uint64(b)) == expected
