"""Random numbers, compiled and interpreted, beside numpy's."""

from functools import partial
from typing import Any

import numpy as np
from numba import njit

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core.randomness import RandomSource, normals_into

COUNT = 10_000_000
STEPS, DRAWS = 2_000, 50


def compiled_normals() -> Result:
    """Ten million standard normals into an array."""
    source = RandomSource(1).child("noise")
    out = np.empty(COUNT)

    @njit
    def fill(key: Any, lane: int, step: int, out: Any) -> None:  # noqa: ANN401 - Numba's own
        normals_into(key, lane, step, out)

    generator = np.random.default_rng(1)
    ours_s, numpy_s = in_turns(
        partial(fill, source.key, source.lane_number, 0, out),
        partial(generator.standard_normal, out=out),
        repeats=3,
    )
    return {
        "name": "10 million normals, compiled",
        "value": COUNT / ours_s / 1e6,
        "unit": "million/s",
        "ratios": {"numpy Generator.standard_normal": numpy_s / ours_s},
    }


def interpreted_normals() -> Result:
    """The normals of many steps at once, as the interpreter prefetches them."""
    source = RandomSource(1).child("noise")
    generator = np.random.default_rng(1)
    ours_s, numpy_s = in_turns(
        partial(source.normals, 0, STEPS, DRAWS),
        partial(generator.standard_normal, (STEPS, DRAWS)),
    )
    return {
        "name": "normals in blocks, without Numba",
        "value": STEPS * DRAWS / ours_s / 1e6,
        "unit": "million/s",
        "ratios": {"numpy Generator.standard_normal": numpy_s / ours_s},
    }


BENCHMARKS = [compiled_normals, interpreted_normals]
