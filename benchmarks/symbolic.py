"""Symbolic models: time to export, size, and speed beside the compiled engine.

The loop is that of the engine's benchmarks, 1 kHz, 100 Hz and 10 Hz. Speeds are those of runs of
10 s by accumulation, a period of 100 ms after the other, all in one process and in turns.
`python -m benchmarks.symbolic` prints how graphs grow with the length of the period.
"""

import sys
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from time import process_time
from typing import Any

import casadi

from benchmarks import Result
from benchmarks._loop import make_graph
from benchmarks._timing import in_turns
from project_ghost.engine import Engine, Execution, Graph
from project_ghost.engine.blocks import Constant
from project_ghost.symbolic import (
    StartedEngine,
    SymbolicModel,
    compile_c,
    export,
    generate_c,
    start_engine,
    with_library,
)
from project_ghost.symbolic.model._model import Math, RateTransitions

PERIODS = 100  # of 100 ms
ENGINE = "compiled engine"
_QUADROTOR = (
    *("quad", "Wind", "quad/position_control", "quad/attitude_control", "quad/rate_control"),
    *("quad/mixer", "quad/reference"),
)


def _loop_graph() -> Graph:
    """The loop, with something at 10 Hz, so that its hyperperiod is 100 ms."""
    graph = make_graph(published=False)
    graph.add("Logger", Constant(0.0), "slow")
    return graph


def _started(rates: RateTransitions) -> StartedEngine:
    return start_engine(_loop_graph(), rate_transitions=rates, execution="interpreted")


@cache
def _model(
    rates: RateTransitions, math: Math, *, inline: bool = False, stops: bool = True
) -> SymbolicModel:
    return export(_started(rates), rate_transitions=rates, math=math, inline=inline, stops=stops)


# --------------------------------------------------------------------- export


def _export_time(name: str, make: Callable[[], object], limit_s: float) -> Callable[[], Result]:
    def measured() -> Result:
        make()  # the imports and dmath's kernels
        times = []
        for _ in range(3):
            start = process_time()
            make()
            times.append(process_time() - start)
        return Result(
            name=f"export, {name}",
            value=min(times),
            unit="s",
            ratios={f"the limit of {limit_s:g} s": limit_s / min(times)},
        )

    return measured


def _exported_loop(rates: RateTransitions) -> Callable[[], object]:
    started = _started(rates)
    return lambda: export(started, rate_transitions=rates)


def _exported_quadrotor() -> Callable[[], object]:
    started = start_engine(
        "quadrotor-figure-eight", rate_transitions="embedded", execution="interpreted"
    )
    return lambda: export(started, rate_transitions="embedded", keep=_QUADROTOR)


# ----------------------------------------------------------------------- size


def _size(name: str, count: Callable[[], int], limit: int) -> Callable[[], Result]:
    def measured() -> Result:
        found = count()
        ratios = {f"the limit of {limit:,}": limit / found}
        return Result(name=f"size, {name}", value=found, unit="instructions", ratios=ratios)

    return measured


def _inlined_size(*, stops: bool) -> int:
    return int(_model("embedded", "native", inline=True, stops=stops).step.n_instructions())


def accumulated(step: casadi.Function, periods: int) -> casadi.Function:
    """The state after so many periods, by calls of one step in a row."""
    x, t = casadi.MX.sym("x", step.numel_in(0)), casadi.MX.sym("t_ns", 1)
    zeros = [casadi.MX.zeros(step.numel_in(place)) for place in (1, 2, 4)]
    following = step(x, zeros[0], zeros[1], t, zeros[2])[0]
    once = casadi.Function("once", [x, t], [following])
    return once.mapaccum("accumulated", periods)


# ---------------------------------------------------------------------- speed


@cache
def _race() -> dict[str, float]:
    """Seconds for 10 s of the loop of each contestant."""
    engine = Engine(_loop_graph(), execution=Execution.COMPILED)
    engine.run("1s")
    contestants: dict[str, Callable[[], object]] = {
        ENGINE: lambda: engine.run(f"{PERIODS * 100}ms"),
    }
    with tempfile.TemporaryDirectory() as folder:
        for math in ("native", "portable"):
            model = _model("embedded", math)
            contestants[f"{math}, CasADi"] = _runner(model)
            library = compile_c(generate_c(model, Path(folder, math)))
            contestants[f"{math}, C"] = _runner(with_library(model, library))
        times = in_turns(*contestants.values(), repeats=15)
    return dict(zip(contestants, times, strict=True))


def _runner(model: SymbolicModel) -> Callable[[], object]:
    run = accumulated(model.step, PERIODS)
    times = casadi.DM([model.t0_ns + k * model.period_ns for k in range(PERIODS)]).T
    given = [casadi.DM(model.x0), times]
    return lambda: run.call(given)


def _speed(name: str) -> Callable[[], Result]:
    def measured() -> Result:
        seconds = _race()
        return Result(
            name=f"speed, {name}",
            value=PERIODS * 100 / seconds[name] / 1e6,
            unit="million ticks/s",
            ratios={ENGINE: seconds[ENGINE] / seconds[name]},
        )

    return measured


def _jacobian() -> Result:
    """The time to build the Jacobian over 100 ticks."""
    model = _model("embedded", "native")
    start = process_time()
    model.step.factory("slopes", model.step.name_in(), ["jac:x_next:x"])
    seconds = process_time() - start
    return Result(
        name="Jacobian over 100 ticks, built",
        value=seconds,
        unit="s",
        ratios={"the limit of 1 s": 1.0 / seconds},
    )


BENCHMARKS: tuple[Callable[[], Result], ...] = (
    _export_time("loop, snapshot", lambda: _exported_loop("snapshot")(), 1.0),
    _export_time("loop, embedded", lambda: _exported_loop("embedded")(), 1.0),
    _export_time("quadrotor's loop, embedded", lambda: _exported_quadrotor()(), 5.0),
    _jacobian,
    _size("embedded, calls", lambda: _model("embedded", "native").step.n_instructions(), 1_000),
    *(
        _size(
            f"embedded, inlined, {'with' if stops else 'without'} stops",
            partial(_inlined_size, stops=stops),
            10_000,
        )
        for stops in (False, True)
    ),
    _size(
        "10 s by accumulation",
        lambda: accumulated(_model("embedded", "native").step, PERIODS).n_instructions(),
        100,
    ),
    *(_speed(f"{math}, {way}") for math in ("native", "portable") for way in ("CasADi", "C")),
)


def _growth(periods_ms: tuple[int, ...] = (100, 200, 500, 1000)) -> list[dict[str, Any]]:
    """How the graph of one hyperperiod grows with the slowest group."""
    rows = []
    for period in periods_ms:
        graph = make_graph(published=False)
        graph.group("slowest", period=f"{period}ms")
        graph.add("Logger", Constant(0.0), "slowest")
        started = start_engine(graph, rate_transitions="embedded", execution="interpreted")
        row: dict[str, Any] = {"ticks": period}
        for inline in (False, True):
            start = process_time()
            model = export(started, rate_transitions="embedded", inline=inline, stops=not inline)
            name = "inlined" if inline else "calls"
            row[name] = model.step.n_instructions()
            row[f"{name}, s"] = round(process_time() - start, 3)
        rows.append(row)
    return rows


if __name__ == "__main__":
    for each in _growth():
        print(", ".join(f"{name} {value:,}" for name, value in each.items()))
    sys.exit(0)
