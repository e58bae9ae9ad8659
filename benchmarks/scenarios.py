"""What whole scenarios cost: the T-junction once and often, traffic, crowds of several sizes.

Single runs are timed as processor time, the best of a few; the thousand repeats by the wall
clock, on two processes. Everything is compiled before it is timed. The ratios are to the
bars that the project set itself: above 1 is better than the bar.
"""

import time
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from time import process_time

from benchmarks import Result
from benchmarks._timing import in_turns
from project_ghost.core.level import Level
from project_ghost.runs import Positions, PreparedRun, prepare, require_level
from project_ghost.scenario import parse_scenario

WORKERS = 2
REPEATS = 1_000
TESTS = tuple(f"t-junction-{n}" for n in range(1, 7))
CROWDS = (25, 50, 100, 200, 1_000)
TURNS = 5

_CROWD = """\
version: 1
name: crowd
step: 50ms
duration: 10s
populations:
  people:
    kind: pedestrian
    count: {count}
    area: {{low: [0, 0], high: [{width}, {width}]}}
"""
# As many square metres for each as on the plaza of the built-in crowd.
_AREA_EACH_M2 = 21.3


def _compiled(name: str) -> PreparedRun:
    """A scenario whose every run does the same work, or times mean nothing."""
    prepared = prepare(name, execution="compiled")
    require_level(prepared, Level.PORTABLE)
    return prepared


def _best_s(prepared: PreparedRun, *, positions: bool = False) -> float:
    """The best time of a few runs, in seconds of the processor's time."""
    prepared.run(keep_positions=positions)
    best = float("inf")
    for _ in range(TURNS):
        start_s = process_time()
        prepared.run(keep_positions=positions)
        best = min(best, process_time() - start_s)
    return best


def _engine_s(prepared: PreparedRun) -> float:
    """The best time of the engine alone: hash chain on, nobody listens."""

    def run() -> None:
        prepared.engine.reset()
        prepared.engine.run(prepared.runnable.duration_ns)

    return in_turns(run, repeats=3 * TURNS)[0]


def one_run() -> Result:
    """Test 4, 20 s of it, with its positions kept."""
    taken_s = _best_s(_compiled("t-junction-4"), positions=True)
    return {
        "name": "t-junction-4, 20 s, compiled, positions kept",
        "value": 1e3 * taken_s,
        "unit": "ms",
        "ratios": {"the bar, 10 ms": 0.01 / taken_s},
    }


def one_engine() -> Result:
    """Test 4, its 400 ticks of three actors in the compiled engine alone."""
    taken_s = _engine_s(_compiled("t-junction-4"))
    return {
        "name": "t-junction-4, 400 ticks, the engine alone",
        "value": 1e3 * taken_s,
        "unit": "ms",
        "ratios": {"the bar, 2 ms": 0.002 / taken_s},
    }


@cache
def _prepared(name: str) -> PreparedRun:
    return _compiled(name)


def _repeats(job: tuple[str, int, int]) -> list[Positions | None]:
    name, first, count = job
    prepared = _prepared(name)
    return [
        prepared.run(seed, keep_positions=True).positions for seed in range(first, first + count)
    ]


def many_runs() -> Result:
    """A thousand repeats of all six tests on two processes, from the start of the processes."""
    for name in TESTS:
        _repeats((name, 0, 1))  # compiled once, for all processes to load
    jobs = [(name, first, 100) for name in TESTS for first in range(0, REPEATS, 100)]
    start_s = time.perf_counter()
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool:
        kept = [positions for part in pool.map(_repeats, jobs) for positions in part]
    taken_s = time.perf_counter() - start_s
    assert len(kept) == REPEATS * len(TESTS)
    return {
        "name": f"t-junction-1 to -6, {REPEATS} times each, {WORKERS} processes, positions kept",
        "value": taken_s,
        "unit": "s",
        "ratios": {"the bar, 90 s": 90.0 / taken_s},
    }


def traffic(name: str, bar: float) -> Result:
    """How much faster than real time traffic is."""
    prepared = _compiled(name)
    times = prepared.runnable.duration_ns / 1e9 / _engine_s(prepared)
    return {
        "name": f"{name}, 20 Hz, the engine alone",
        "value": times,
        "unit": "x real time",
        "ratios": {f"the bar, {bar:g} x": times / bar},
    }


def crowd_of(count: int) -> PreparedRun:
    """A crowd as dense as the built-in one, for 200 ticks."""
    width = (count * _AREA_EACH_M2) ** 0.5
    text = _CROWD.format(count=count, width=f"{width:.1f}")
    return prepare(parse_scenario(text), execution="compiled")


@cache
def _crowd_us(count: int) -> float:
    """Microseconds for each person and tick."""
    return 1e6 * _engine_s(crowd_of(count)) / (200 * count)


def crowd(count: int) -> Result:
    """The cost of a person in a crowd of this size, and in the smallest."""
    cost_us = _crowd_us(count)
    return {
        "name": f"a crowd of {count}: each person and tick",
        "value": cost_us,
        "unit": "us",
        "ratios": {
            "the bar, 0.6 us": 0.6 / cost_us,
            f"in a crowd of {CROWDS[0]}": _crowd_us(CROWDS[0]) / cost_us,
        },
    }


BENCHMARKS = [
    one_run,
    one_engine,
    many_runs,
    partial(traffic, "urban-crossing", 3_000.0),
    partial(traffic, "motorway", 100.0),
    *(partial(crowd, count) for count in CROWDS),
]
