"""Goal: loops that machine code runs over several values at once see each of them.

Method: compiled and interpreted, over all beginnings and ends around the width of a vector.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from project_ghost.core.compiled import compile_source, separate
from project_ghost.engine.codegen._hash_chain import chain_sums
from project_ghost.engine.codegen._helpers import count_nan

pytestmark = pytest.mark.slow

SIZE = 90
PLACES = st.integers(0, SIZE - 1)


@pytest.fixture(scope="module")
def compiled_count() -> Callable[..., int]:
    source = "def run(values, start, stop):\n    return count(values, start, stop)\n"
    found: Any = compile_source(
        source, "run", separate={"count": separate(count_nan, (1, int, int))}
    )
    return found  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def compiled_sums() -> Callable[..., tuple[int, int]]:
    source = "def run(values, keys, start, stop):\n    return sums(values, keys, start, stop)\n"
    found: Any = compile_source(
        source, "run", separate={"sums": separate(chain_sums, (1, 1, int, int))}
    )
    return found  # type: ignore[no-any-return]


@given(st.lists(PLACES, max_size=6), st.lists(PLACES, max_size=6), PLACES, PLACES)
def test_each_nan_of_a_range_is_counted_and_nothing_else(
    compiled_count, missing, infinite, start, stop
):
    values = np.linspace(-1.0, 1.0, SIZE)
    values[infinite] = np.inf
    values[infinite[:1]] = -np.inf
    values[missing] = np.nan
    expected = len({place for place in missing if start <= place < stop})
    assert compiled_count(values, start, stop) == expected
    assert count_nan(values, start, stop) == expected


@given(st.integers(0, 2**64 - 1), PLACES, PLACES)
def test_the_sums_of_a_range_are_those_of_the_interpreter(compiled_sums, seed, start, stop):
    values = np.random.default_rng(seed).standard_normal(SIZE)
    keys = np.random.default_rng(seed + 1).standard_normal(2 * SIZE)
    expected = chain_sums(values.tolist(), keys.tolist(), start, stop)
    assert compiled_sums(values, keys, start, stop) == expected
