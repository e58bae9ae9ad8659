"""The engine beside the same loop by hand, in C and in Python, and in Drake's Python API.

Everything is timed as processor time and in turns, slice by slice, and the best slice
counts: the contestants meet the same machine in the same mood. All of them must end in
the same state, those on dmath in the same bits.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from unittest import mock

from benchmarks import Result
from benchmarks._loop import STATES, TICKS, make_graph, plain
from benchmarks._loop_in_c import loop_in_c
from benchmarks._many_blocks import many_blocks
from benchmarks._stepping import STEPPING
from project_ghost.core import dmath
from project_ghost.engine import Block, Engine, Execution, Graph, Input, Output, Parameter, State
from project_ghost.engine.run import _segments

FAST_TICKS = 100_000
FAST_TURNS, SLOW_TURNS = 40, 15
C, C_LIBM = "C, same kernels", "C, libm"
DRAKE, DRAKE_LIBM = "Drake, same kernels", "Drake, libm"
PLAIN, PLAIN_LIBM = "plain Python, same kernels", "plain Python, libm"
ON, OFF, HEARD = "chain on", "chain off", "chain on, every message heard"
TABLE_SIZES = (10, 1_000)
CHAIN_SIZES = (50, 100, 200)
BLOCK_COUNTS = (100, 1_000, 10_000)
SOURCE, TABLES, SOURCE_BLOCKS = "as source", "as tables", 48


def _best(contestants: Mapping[str, Callable[[], object]], turns: int) -> dict[str, float]:
    """The best time in seconds of each, in turns."""
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(turns):
        for name, call in contestants.items():
            start_s = process_time()
            call()
            best[name] = min(best[name], process_time() - start_s)
    return best


# ------------------------------------------------------------------------ the loop


def _engine(execution: Execution, *, chained: bool = True, heard: bool = False) -> Engine:
    engine = Engine(make_graph(), execution=execution, chained=chained)
    if heard:
        engine.bus.subscribe("listener", lambda _message: None)
    return engine


def _end(run: Engine | Callable[[], tuple[float, ...]], ticks: int) -> list[str]:
    """The last states of a contestant, to the last bit."""
    if isinstance(run, Engine):
        run.run(f"{ticks}ms")
        return [float(run.state(name)).hex() for name in STATES]  # type: ignore[arg-type]
    return [x.hex() for x in run()]


@cache
def _compiled_race() -> dict[str, float]:
    """Seconds for FAST_TICKS of each contestant that is machine code."""
    in_c = {
        C: loop_in_c(FAST_TICKS, portable=True),
        C_LIBM: loop_in_c(FAST_TICKS, portable=False),
    }
    engines = {
        OFF: _engine(Execution.COMPILED, chained=False),
        ON: _engine(Execution.COMPILED),
        HEARD: _engine(Execution.COMPILED, heard=True),
    }
    ends = {repr(_end(engine, FAST_TICKS)) for engine in engines.values()}
    assert ends == {repr(_end(in_c[C], FAST_TICKS))}, "compiled and C differ"
    calls: dict[str, Callable[[], object]] = dict(in_c)
    for name, engine in engines.items():
        calls[name] = partial(engine.run, f"{FAST_TICKS}ms")
    return _best(calls, FAST_TURNS)


def _compiled(name: str) -> Result:
    race = _compiled_race()
    return {
        "name": f"loop, compiled, {name}",
        "value": FAST_TICKS / race[name] / 1e6,
        "unit": "million ticks/s",
        "ratios": {other: race[other] / race[name] for other in (C, C_LIBM)},
    }


def chain_cost() -> Result:
    """The cost of the hash chain in a compiled tick, SHA-256 over its blocks included."""
    race = _compiled_race()
    return {
        "name": "loop, compiled: the chain's part of a tick",
        "value": (race[ON] - race[OFF]) / FAST_TICKS * 1e9,
        "unit": "ns/tick",
        "ratios": {OFF: race[OFF] / race[ON]},
    }


@cache
def _interpreted_race() -> dict[str, float]:
    """Seconds for TICKS of each contestant in Python."""
    calls: dict[str, Callable[[], object]] = {
        PLAIN: partial(plain, dmath, TICKS),
        PLAIN_LIBM: partial(plain, math, TICKS),
    }
    if find_spec("pydrake") is not None:
        from benchmarks._loop_in_drake import loop_in_drake

        in_drake = loop_in_drake(dmath, TICKS)
        assert _end(in_drake, TICKS) == _end(loop_in_c(TICKS, portable=True), TICKS)
        calls |= {DRAKE: in_drake, DRAKE_LIBM: loop_in_drake(math, TICKS)}
    engine = _engine(Execution.INTERPRETED)
    assert _end(engine, TICKS) == _end(loop_in_c(TICKS, portable=True), TICKS)
    assert _end(partial(plain, dmath, TICKS), TICKS) == _end(loop_in_c(TICKS, portable=True), TICKS)
    for name, chained in ((ON, True), (OFF, False)):
        engine = _engine(Execution.INTERPRETED, chained=chained)
        calls[name] = partial(engine.run, f"{TICKS}ms")
    on_libm = Engine(make_graph(math), execution=Execution.INTERPRETED, chained=False)
    calls["libm"] = partial(on_libm.run, f"{TICKS}ms")
    return _best(calls, SLOW_TURNS)


def _interpreted(name: str) -> Result:
    race = _interpreted_race()
    others = [other for other in (DRAKE, DRAKE_LIBM, PLAIN) if other in race]
    return {
        "name": f"loop, interpreted, {name}",
        "value": TICKS / race[name] / 1e6,
        "unit": "million ticks/s",
        "ratios": {other: race[other] / race[name] for other in others},
    }


def interpreted_dispatch() -> Result:
    """The cost of the engine without the model: the loop on libm, less plain Python on libm."""
    race = _interpreted_race()
    dispatch_s = race["libm"] - race[PLAIN_LIBM]
    return {
        "name": "loop, interpreted: dispatch, chain off",
        "value": dispatch_s / TICKS * 1e6,
        "unit": "us/tick",
        "ratios": {"the model on dmath": race[PLAIN] / dispatch_s},
    }


def interpreted_model() -> Result:
    """The cost of the model itself, without any framework."""
    race = _interpreted_race()
    return {
        "name": "loop, plain Python, same kernels: the model",
        "value": race[PLAIN] / TICKS * 1e6,
        "unit": "us/tick",
        "ratios": {PLAIN_LIBM: race[PLAIN_LIBM] / race[PLAIN]},
    }


def drake() -> Result:
    """Drake's Python API on libm, the rate that the interpreter is held against."""
    race = _interpreted_race()
    if DRAKE_LIBM not in race:
        return {
            "name": "loop, Drake's Python API: not run, because Drake is not installed",
            "value": 0.0,
            "unit": "(make bench-peers)",
            "ratios": {},
        }
    return {
        "name": "loop, Drake's Python API, libm",
        "value": TICKS / race[DRAKE_LIBM] / 1e6,
        "unit": "million ticks/s",
        "ratios": {PLAIN_LIBM: race[PLAIN_LIBM] / race[DRAKE_LIBM]},
    }


# -------------------------------------------------------------- trivial components


class Source(Block):
    """Counts."""

    count = State()
    y = Output()

    @staticmethod
    def output(count: float) -> float:
        """How many samples there were."""
        return count

    @staticmethod
    def update(count: float) -> float:
        """One more."""
        return count + 1.0


class Gain(Block):
    """The least that a component can do."""

    u = Input()
    y = Output()
    k = Parameter(0.5)

    @staticmethod
    def output(u: float, k: float) -> float:
        """One multiplication."""
        return k * u


def _gains(count: int) -> Graph:
    graph = Graph(step="1ms")
    graph.group("fast", rate_hz=1000)
    graph.add("Source", Source(), "fast")
    before = "Source"
    for i in range(count):
        graph.add(f"Gain{i}", Gain(), "fast")
        graph.connect(f"{before}.y", f"Gain{i}.u")
        before = f"Gain{i}"
    return graph


@cache
def _gain_times(execution: Execution, *, chained: bool) -> dict[int, float]:
    """Seconds for one component, by how many there are: what further ones of them add."""
    compiled = execution is Execution.COMPILED
    ticks = 20_000 if compiled else 200
    calls: dict[str, Callable[[], object]] = {}
    for count in (0, *CHAIN_SIZES):
        engine = Engine(_gains(count), execution=execution, chained=chained)
        engine.run("1ms")
        calls[str(count)] = partial(engine.run, f"{ticks}ms")
    best = _best(calls, 30)
    return {count: (best[str(count)] - best["0"]) / ticks / count for count in CHAIN_SIZES}


def _gain(execution: Execution, scale: float, unit: str, *, chained: bool) -> Result:
    times = _gain_times(execution, chained=chained)
    most = CHAIN_SIZES[-1]
    return {
        "name": f"a gain among {most}, {execution}, {ON if chained else OFF}",
        "value": times[most] * scale,
        "unit": unit,
        "ratios": {
            f"among {n}: {times[n] * scale:.3g}": times[n] / times[most] for n in CHAIN_SIZES[:-1]
        },
    }


# ------------------------------------------------------------------ fresh processes


def _fresh(cache_directory: str, *arguments: str) -> dict[str, float]:
    environment = {**os.environ, "GHOST_CACHE_DIR": cache_directory}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # as users have it
    command = [sys.executable, "-m", "benchmarks._fresh", *arguments]
    root = Path(__file__).parents[1]
    output = subprocess.run(  # noqa: S603 - ourselves
        command, check=True, capture_output=True, env=environment, cwd=root
    ).stdout
    figures: dict[str, float] = json.loads(output)
    return figures


@cache
def _starts() -> tuple[float, float]:
    """The time of a process that compiles the loop, and of the best that finds it compiled."""
    with tempfile.TemporaryDirectory() as directory:
        first = _fresh(directory, "start")["process_s"]
        return first, min(_fresh(directory, "start")["process_s"] for _ in range(4))


def first_start() -> Result:
    """A new process that has to compile, from its start to 10 ms simulated."""
    first_s, cached_s = _starts()
    return {
        "name": "loop, first start: import, compile, store",
        "value": first_s,
        "unit": "s",
        "ratios": {"cached start": cached_s / first_s},
    }


def cached_start() -> Result:
    """The same where another process has compiled before."""
    first_s, cached_s = _starts()
    return {
        "name": "loop, cached start: import, load",
        "value": cached_s,
        "unit": "s",
        "ratios": {"first start": first_s / cached_s},
    }


def table_compile() -> Result:
    """Compiling a table of many actors, and of few."""
    times = dict.fromkeys(TABLE_SIZES, float("inf"))
    for _ in range(3):
        for size in TABLE_SIZES:
            with tempfile.TemporaryDirectory() as directory:
                found = _fresh(directory, "table", str(size))["compile_s"]
                times[size] = min(times[size], found)
    few, many = TABLE_SIZES
    return {
        "name": f"a table of {many} actors: first compile",
        "value": times[many],
        "unit": "s",
        "ratios": {f"a table of {few}": times[few] / times[many]},
    }


@cache
def _blocks() -> dict[int, dict[str, float]]:
    """Of graphs with many Blocks: figures of a process that compiles, by how many there are."""
    found = {}
    for count in BLOCK_COUNTS:
        with tempfile.TemporaryDirectory() as directory:
            found[count] = _fresh(directory, "blocks", str(count))
    return found


def _many(figure: str, name: str) -> Result:
    most = BLOCK_COUNTS[-1]
    found = _blocks()
    return {
        "name": f"{most:,} blocks of four kinds: {name}",
        "value": found[most][figure],
        "unit": "s",
        "ratios": {
            f"{count:,} blocks": found[count][figure] / found[most][figure]
            for count in BLOCK_COUNTS[:-1]
        },
    }


@cache
def _form_times() -> dict[str, float]:
    """Seconds for a block and tick of the largest graph that is compiled as source, and as tables.

    Both are the same graph, run in turns.
    """
    calls: dict[str, Callable[[], object]] = {}
    ends = set()
    for name in (SOURCE, TABLES):
        with mock.patch.object(_segments, "is_compiled_as_source", return_value=name == SOURCE):
            engine = Engine(many_blocks(SOURCE_BLOCKS), execution=Execution.COMPILED)
            engine.run("1s")
        ends.add(engine.digest)
        calls[name] = partial(engine.run, "2s")
    assert len(ends) == 1, "source and tables differ"
    best = _best(calls, 30)
    return {name: seconds / 2000 / SOURCE_BLOCKS for name, seconds in best.items()}


def _form(name: str) -> Result:
    times = _form_times()
    return {
        "name": f"a block among {SOURCE_BLOCKS} of four kinds, compiled {name}",
        "value": times[name] * 1e9,
        "unit": "ns/tick",
        "ratios": {other: times[other] / times[name] for other in times if other != name},
    }


def short_run() -> Result:
    """A reset and a run of 400 ticks, and the same ticks within a long run."""
    engine = _engine(Execution.COMPILED)
    engine.run("1s")

    def short() -> None:
        engine.reset(seed=1)
        engine.run("400ms")

    best = _best({"short": short, "long": partial(engine.run, "40s")}, 50)
    return {
        "name": "loop, reset and 400 ticks, compiled, chain on",
        "value": best["short"] * 1e6,
        "unit": "us",
        "ratios": {"400 ticks of a long run": best["long"] / 100 / best["short"]},
    }


def construction() -> Result:
    """A new engine for a graph that this process has run before, and its first tick."""
    graph = make_graph()
    engine = Engine(graph, execution=Execution.COMPILED)
    engine.run("0ms")

    def again() -> None:
        engine.reset()
        engine.run("0ms")

    def new() -> None:
        Engine(graph, execution=Execution.COMPILED).run("0ms")

    best = _best({"new": new, "reset": again}, 30)
    return {
        "name": "loop, a new engine and its first tick, compiled before",
        "value": best["new"] * 1e3,
        "unit": "ms",
        "ratios": {"a reset and the first tick": best["reset"] / best["new"]},
    }


def first_ticks() -> Result:
    """A new engine whose machine code nobody has compared yet, and 400 ticks; and one compared."""
    graph = make_graph()

    def compared_before() -> None:
        Engine(graph, execution=Execution.COMPILED).run("400ms")

    def new() -> None:
        with mock.patch.object(_segments, "verdict_of", return_value=None):
            compared_before()

    compared_before()
    best = _best({"new": new, "compared before": compared_before}, 10)
    return {
        "name": "loop, 400 ticks of new machine code: the first ticks run both ways",
        "value": (best["new"] - best["compared before"]) * 1e3,
        "unit": "ms",
        "ratios": {"400 ticks compared before": best["compared before"] / best["new"]},
    }


@cache
def _day() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as directory:
        _fresh(directory, "start")  # compiling takes more memory than all that follows
        return _fresh(directory, "day")


def day() -> Result:
    """24 simulated hours of the loop at 1 kHz, chain on."""
    figures = _day()
    return {
        "name": "loop, 24 simulated hours, compiled, chain on",
        "value": figures["day_s"],
        "unit": "s",
        "ratios": {"real time": 24 * 3600 / figures["day_s"]},
    }


def day_memory() -> Result:
    """The growth of the peak memory in that day, after its first minute."""
    figures = _day()
    return {
        "name": f"... peak memory {figures['before_mb']:.1f} MB before: growth",
        "value": figures["after_mb"] - figures["before_mb"],
        "unit": "MB",
        "ratios": {"before": figures["before_mb"] / figures["after_mb"]},
    }


BENCHMARKS: list[Callable[[], Result]] = [
    *(partial(_compiled, name) for name in (OFF, ON, HEARD)),
    chain_cost,
    *(partial(_interpreted, name) for name in (OFF, ON)),
    drake,
    interpreted_dispatch,
    interpreted_model,
    *(
        partial(_gain, Execution.INTERPRETED, 1e6, "us/tick", chained=chained)
        for chained in (False, True)
    ),
    *(
        partial(_gain, Execution.COMPILED, 1e9, "ns/tick", chained=chained)
        for chained in (False, True)
    ),
    first_start,
    cached_start,
    table_compile,
    partial(_many, "compile_s", "first compile"),
    partial(_many, "engine_s", "Engine()"),
    partial(_many, "snapshot_s", "snapshot()"),
    *(partial(_form, name) for name in (SOURCE, TABLES)),
    short_run,
    construction,
    first_ticks,
    *STEPPING,
    day,
    day_memory,
]
