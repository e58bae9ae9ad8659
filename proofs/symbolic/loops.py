"""Whole loops as expressions: ten hyperperiods in a row, reloaded from a file, and as C."""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from project_ghost.core.import_path import importable
from project_ghost.symbolic import (
    StartedEngine,
    SymbolicModel,
    check,
    compile_c,
    export,
    generate_c,
    load,
    save,
    start_engine,
    with_library,
)
from project_ghost.symbolic.model._model import Math

__all__ = ["LOOPS", "PERIODS", "Loop", "differing_ways", "native_difference"]

PERIODS = 10
_EXAMPLES = Path(__file__).parents[2] / "examples"
_CONTROL = ("position_control", "attitude_control", "rate_control", "mixer", "reference")


class Loop(NamedTuple):
    """A loop, and which of its components are compared; all if there are none.

    C of an error-state filter takes a compiler many minutes, so loops with one are not compiled.
    """

    source: str
    keep: tuple[str, ...] = ()
    compiles: bool = True


LOOPS = {
    "examples/loop.yaml": Loop(str(_EXAMPLES / "loop.yaml")),
    "the quadrotor's closed loop": Loop(
        "quadrotor-figure-eight", ("quad", "Wind", *(f"quad/{each}" for each in _CONTROL))
    ),
    "quadrotor-figure-eight": Loop("quadrotor-figure-eight", compiles=False),
    "car-estimation": Loop("car-estimation", compiles=False),
}


def _made(loop: Loop, math: Math) -> tuple[SymbolicModel, Callable[[SymbolicModel, int], str]]:
    """The model of a loop, and what compares models like it with new engines."""

    def started() -> StartedEngine:
        with importable([_EXAMPLES]):
            return start_engine(
                loop.source, rate_transitions="embedded", execution="interpreted", at_ns=10**8
            )

    model = export(
        started(),
        rate_transitions="embedded",
        math=math,
        keep=loop.keep,
    )

    def compare(other: SymbolicModel, periods: int) -> str:
        return str(check(other, started().engine, periods).difference or "")

    return model, compare


def differing_ways(name: str, periods: int = PERIODS) -> dict[str, str]:
    """The first difference of a portable loop, by the way in which it is run; "" for none."""
    model, compare = _made(LOOPS[name], "portable")
    found = {"in a row": compare(model, periods)}
    with tempfile.TemporaryDirectory() as folder:
        save(model, Path(folder, "model"))
        found["reloaded"] = compare(load(Path(folder, "model")), periods)
        if not LOOPS[name].compiles:
            return found
        if shutil.which("cc") is None:
            print("there is no C compiler: C is left out", file=sys.stderr)
            return found
        library = compile_c(generate_c(model, folder))
        found["as C"] = compare(with_library(model, library), periods)
    return found


def native_difference(name: str) -> str:
    """The first number of a native loop that is off by more than 1e-12 over one hyperperiod."""
    model, compare = _made(LOOPS[name], "native")
    return compare(model, 1)
