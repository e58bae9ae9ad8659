"""The hand-written loop of loop.c, built with gcc and called once for a whole run."""

import ctypes
import inspect
import re
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from project_ghost.core.dmath import _polynomials, _tables

SOURCE = Path(__file__).with_name("loop.c")
BUILD = Path(__file__).parents[1] / "build" / "bench"
FLAGS = ("-O2", "-ffp-contract=off", "-std=c11", "-Wall", "-fPIC", "-shared")

_CONSTANTS = (
    "TWO_OVER_PI",
    *("HALF_PI_0", "HALF_PI_1", "HALF_PI_2", "HALF_PI_3"),
    *("HALF_PI", "HALF_PI_LOW", "PI", "PI_LOW"),
)
_SERIES = (_polynomials.sin_series, _polynomials.cos_series, _polynomials.atan_series)


def tables() -> str:
    """The constants, tables and polynomials of dmath that loop.c needs, as C."""
    lines = [f"#define {name} {_number(getattr(_tables, name))}" for name in _CONSTANTS]
    values = {lookup.__name__: table for lookup, table in _tables.LOOKUPS}
    for name in ("atan_high", "atan_low"):
        numbers = ", ".join(_number(x) for x in values[name])
        lines.append(f"static const double {name.upper()}[] = {{{numbers}}};")
    for series in _SERIES:
        text = inspect.getsource(series)
        found = re.search(r"return (.*)", text)
        assert found is not None
        body = re.sub(r"\d+\.\d+(e-?\d+)?", lambda m: _number(float(m[0])), found[1])
        lines.append(f"static inline double {series.__name__}(double z) {{")
        lines.append(f"    double w = z * z;\n    return {body};\n}}")
    return "\n".join(lines) + "\n"


def _number(x: float) -> str:
    return x.hex()


# ghost: allow[cached-state] one library for each kind is built and loaded once a process
@cache
def _library(*, portable: bool) -> ctypes.CDLL:
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / "loop_tables.h").write_text(tables(), encoding="utf-8")
    target = BUILD / f"loop_{'portable' if portable else 'libm'}.so"
    kernels = ["-DPORTABLE", f"-I{BUILD}"] if portable else []
    command = ["gcc", *FLAGS, *kernels, str(SOURCE), "-o", str(target), "-lm"]
    subprocess.run(command, check=True)  # noqa: S603 - our own source
    return ctypes.CDLL(str(target))


def loop_in_c(ticks: int, *, portable: bool) -> Callable[[], tuple[float, ...]]:
    """A function that runs the loop from its beginning and returns the last states."""
    run = _library(portable=portable).run
    doubles, integers = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(ctypes.c_int64)
    run.argtypes = [doubles, ctypes.c_int64, ctypes.c_int64, doubles, integers]
    run.restype = ctypes.c_int64
    log = np.zeros((ticks // 100 + 1, 6))
    stamps = np.zeros(ticks // 100 + 1, dtype=np.int64)

    def call() -> tuple[float, ...]:
        state = np.array([0.0, 0.5, 0.0, 5.0, 0.0])
        run(
            state.ctypes.data_as(doubles),
            0,
            ticks,
            log.ctypes.data_as(doubles),
            stamps.ctypes.data_as(integers),
        )
        return tuple(state.tolist())

    return call
