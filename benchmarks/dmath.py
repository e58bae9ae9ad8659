"""Dmath beside the platform's libm: compiled, called from the same compiled loop, and interpreted.

Interpreted, it stands also beside the readable functions that it is written out from.
"""

import ctypes
import ctypes.util
import math
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numba import njit

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core import dmath
from project_ghost.core.randomness import RandomSource
from tools.dmath_flat import FUNCTIONS

CALLS = 4096
ROUNDS = 50

# Where simulations use them: ordinary arguments, every branch that these take included.
RANGES: dict[str, tuple[tuple[float, float], ...]] = {
    "sin": ((-10, 10),),
    "cos": ((-10, 10),),
    "tan": ((-10, 10),),
    "asin": ((-1, 1),),
    "acos": ((-1, 1),),
    "atan": ((-3, 3),),
    "atan2": ((-3, 3), (-3, 3)),
    "sinh": ((-3, 3),),
    "cosh": ((-3, 3),),
    "tanh": ((-3, 3),),
    "exp": ((-10, 10),),
    "expm1": ((-3, 3),),
    "log": ((1e-6, 10),),
    "log1p": ((-0.9, 10),),
    "pow": ((1e-6, 10), (-5, 5)),
    "cbrt": ((-10, 10),),
    "hypot": ((-10, 10), (-10, 10)),
    "sqrt": ((0, 10),),
}


def _libm(name: str, arity: int) -> Any:  # noqa: ANN401 - a foreign function
    function = getattr(ctypes.CDLL(ctypes.util.find_library("m")), name)
    function.restype = ctypes.c_double
    function.argtypes = [ctypes.c_double] * arity
    return function


def _sum_of_calls(function: Any, arity: int) -> Callable[..., float]:  # noqa: ANN401
    if arity == 1:

        @njit(error_model="python")
        def loop(x: Any, rounds: int) -> float:  # noqa: ANN401 - an array of Numba's
            total = 0.0
            for _ in range(rounds):
                for i in range(x.size):
                    total += function(x[i])
            return total

    else:

        @njit(error_model="python")
        def loop(x: Any, y: Any, rounds: int) -> float:  # noqa: ANN401 - arrays of Numba's
            total = 0.0
            for _ in range(rounds):
                for i in range(x.size):
                    total += function(x[i], y[i])
            return total

    return loop


def _arguments(name: str) -> list[Any]:
    source = RandomSource(1)
    arguments = [
        # ghost: allow[dynamic-label] one argument's numbers each; nothing is simulated
        low + (high - low) * source.child(str(i)).uniforms(0, CALLS, 1)[:, 0]
        for i, (low, high) in enumerate(RANGES[name])
    ]
    return [np.ascontiguousarray(column) for column in arguments]


def _compiled(name: str) -> Result:
    columns = _arguments(name)
    ours = _sum_of_calls(getattr(dmath, name), len(columns))
    libm = _sum_of_calls(_libm(name, len(columns)), len(columns))
    ours_s, libm_s = in_turns(partial(ours, *columns, ROUNDS), partial(libm, *columns, ROUNDS))
    return {
        "name": f"dmath.{name}, compiled",
        "value": ours_s / (CALLS * ROUNDS) * 1e9,
        "unit": "ns/call",
        "ratios": {"libm": libm_s / ours_s},
    }


def _interpreted(name: str) -> Result:
    columns = [column.tolist() for column in _arguments(name)]
    (readable,) = [function for function in FUNCTIONS if function.__name__ == name]

    def calls(function: Callable[..., float]) -> Callable[[], object]:
        return lambda: deque(map(function, *columns), maxlen=0)

    ours_s, readable_s, libm_s = in_turns(
        calls(getattr(dmath, name)), calls(readable), calls(getattr(math, name))
    )
    return {
        "name": f"dmath.{name}, interpreted",
        "value": ours_s / CALLS * 1e9,
        "unit": "ns/call",
        "ratios": {"its helpers, called": readable_s / ours_s, "math": libm_s / ours_s},
    }


BENCHMARKS = [
    *(partial(_compiled, name) for name in RANGES),
    *(partial(_interpreted, name) for name in RANGES),
]
