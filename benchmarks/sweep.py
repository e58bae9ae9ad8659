"""Sweeps: what a run costs besides its simulation, on t-junction-1, with digests only.

The bars are those of the issue that sweeps were built for. Times are those of processors, of all
processes of the sweep, so that what else runs on the machine counts little.
"""

import os
import time
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from benchmarks import Result
from project_ghost.batch import AbstractExecutor, InProcess, ProcessPool, Task
from project_ghost.results import (
    Field,
    PartWriter,
    RunTable,
    commit,
    compact,
    finished_runs,
    open_store,
)
from project_ghost.runs import prepare
from project_ghost.sweep import Plan, SweepCallback, parse_sweep, plan_sweep, run_sweep

RUNS = int(os.environ.get("GHOST_BENCH_SWEEP_RUNS", "6_000"))
RUNS_BEFORE = 1_000
TURNS = 3
VALUES = 40
ROWS = 20_000
RESUMED, PARTS = 100_000, 500
WORKERS = 2
# The most of each: milliseconds, seconds, or a fraction.
BARS = {"value": 60.0, "row": 0.05, "resume": 3.0, "pool": 0.05, "busy": 0.90}

_TABLE = RunTable((Field("speed", "float64"),), ("comfort", "progress"))


def _plan(text: str) -> Plan:
    return plan_sweep(parse_sweep(f"scenarios: [t-junction-1]\n{text}"))


def simulate_many(runs: int) -> float:
    """The time of so many runs of a scene that is prepared: the simulation and nothing else."""
    prepared = prepare("t-junction-1", execution="compiled")
    prepared.run(0)
    begin = time.process_time()
    for seed in range(runs):
        prepared.run(seed)
    return time.process_time() - begin


def _simulation_s() -> float:
    """The time of one run, while as many processes as in a sweep do the same."""
    tasks = [Task(simulate_many, (RUNS // WORKERS,)) for _ in range(WORKERS)]
    return sum(each.get() for each in ProcessPool(WORKERS).run(tasks)) / RUNS


def _result(name: str, value: float, unit: str, bar: float) -> Result:
    return {"name": f"sweep: {name}", "value": value, "unit": unit, "ratios": {"bar": bar}}


def another_value() -> Result:
    """Another value of a parameter: the scene made anew, and its run."""
    plan = _plan(f"parameters: {{actors.car1.speed_mps: {{from: 4, to: 6, count: {VALUES}}}}}\n")
    times: list[float] = []
    marks = [time.process_time()]

    class Marks(AbstractExecutor):
        """Runs in this process, and keeps when each run ended."""

        @property
        def workers(self) -> int:
            return 1

        def finished(self, tasks):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
            for outcome in InProcess().finished(tasks):
                marks.append(time.process_time())
                times.append(marks[-1] - marks[-2])
                yield outcome

    with TemporaryDirectory() as folder:
        run_sweep(plan, open_store(folder), Marks(), execution="compiled")
    value = 1e3 * median(times[1:])
    return _result("another parameter value with its run", value, "ms", BARS["value"] / value)


def _row(number: int) -> tuple[object, ...]:
    outcome = ("ok", "kind", 0.5, f"{number:064x}", None, "portable", "duration", 10, 0, None,
               None, None)  # fmt: skip
    timings = ("host", 7, 1, 0.0, 1.0, None)
    return (f"{number:032x}", "scene", "idm", number, 1.5, *outcome, 0.25, 0.5, *timings)


def store_rows() -> Result:
    """A row: added, written in a part, put in order and written in the tables."""
    ids = [f"{number:032x}" for number in range(ROWS)]
    rows = [_row(number) for number in range(ROWS)]
    with TemporaryDirectory() as folder:
        store = open_store(folder)
        begin = time.process_time()
        writer = PartWriter(store, _TABLE.part, now_s=lambda: 0.0)
        for number, row in enumerate(rows):
            writer.add(row)
            if number % 2_000 == 1_999:
                writer.flush()
        writer.flush()
        written_s = time.process_time() - begin
        commit(store, compact(store, ids, _TABLE), _TABLE)
        whole_s = time.process_time() - begin
    value = 1e3 * whole_s / ROWS
    result = _result("store, a row with its share of the tables", value, "ms", BARS["row"] / value)
    result["ratios"]["to the parts alone"] = written_s / whole_s
    return result


def resume() -> Result:
    """Continue a sweep of which all runs but one are done: the plan, and what is missing."""
    text = f"seeds: {RESUMED}\n"
    with TemporaryDirectory() as folder:
        store = open_store(folder)
        plan = _plan(text)
        rows = [(*plan.identity(run), *_row(0)[5:17], *_row(0)[19:]) for run in plan.runs][:-1]
        size = -(-len(rows) // PARTS)
        for number in range(PARTS):
            writer = PartWriter(store, plan.table.part)
            for row in rows[number * size : (number + 1) * size]:
                writer.add(row)
            writer.flush()
        assert len(store.names("parts/runs")) == PARTS
        begin = time.process_time()
        again = _plan(text)
        done = finished_runs(store, again.table.part, again.ids).done
        value = time.process_time() - begin
        assert int(done.sum()) == RESUMED - 1
    return _result(f"resume of {RESUMED:,} runs in {PARTS} parts", value, "s",
                   BARS["resume"] / value)  # fmt: skip


class _Swept(NamedTuple):
    run_s: float
    busy: float


class _Clock(SweepCallback):
    """Reads the time of all processes after some runs and after the last, starts left out."""

    def __init__(self) -> None:
        self.pids: set[int] = set()
        self.count = 0
        self.begin_s = self.workers_s = 0.0

    def on_run_end(self, row: Mapping[str, Any]) -> None:
        """Read the times."""
        self.pids.add(row["pid"])
        self.count += 1
        if self.count == RUNS_BEFORE:
            self.begin_s = self._workers_s() + time.process_time()
        if self.count == RUNS:
            self.workers_s = self._workers_s()

    def _workers_s(self) -> float:
        ticks = 0
        for pid in sorted(self.pids):
            words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])  # of the user and of the system
        return ticks / os.sysconf("SC_CLK_TCK")


def _swept() -> _Swept:
    """A sweep on worker processes: the time of a run, and how much of it workers had a run."""
    from pyarrow import parquet

    plan = _plan(f"seeds: {RUNS}\n")
    clock = _Clock()
    with TemporaryDirectory() as folder:
        run_sweep(
            plan, open_store(folder), ProcessPool(WORKERS), execution="compiled", callbacks=[clock]
        )
        whole_s = clock.workers_s + time.process_time() - clock.begin_s
        timings = parquet.read_table(Path(folder) / "timings.parquet").to_pylist()
    work_s = span_s = 0.0
    for pid in sorted({row["pid"] for row in timings}):
        # The first run of a process, which loads the machine code, is its start.
        own = sorted((row["started_s"], row["took_s"]) for row in timings if row["pid"] == pid)[1:]
        work_s += sum(took_s for _, took_s in own)
        span_s += own[-1][0] + own[-1][1] - own[0][0] if own else 0.0
    return _Swept(whole_s / (RUNS - RUNS_BEFORE), work_s / span_s)


@cache
def _turns() -> list[tuple[float, float, float]]:
    """Of each turn: the time of a run in a sweep, that of its simulation, and busy workers."""
    return [(*_swept(), _simulation_s()) for _ in range(TURNS)]


def pool_overhead() -> Result:
    """What a run costs besides its simulation, with the start of processes taken out."""
    value = median(run_s / alone_s - 1.0 for run_s, _, alone_s in _turns())
    # A whole run beside one at the bar: below nothing, which noise can make of it, is above 1 too.
    ratio = (1.0 + BARS["pool"]) / (1.0 + value)
    result = _result("pool, beyond the simulation", 100.0 * value, "%", ratio)
    result["ratios"]["simulation, ms"] = 1e3 * median(alone_s for _, _, alone_s in _turns())
    return result


def pool_busy() -> Result:
    """The fraction of the time in which a worker has a run."""
    busy = median(each for _, each, _ in _turns())
    return _result("pool, workers busy", 100.0 * busy, "%", busy / BARS["busy"])


BENCHMARKS: tuple[Callable[[], Result], ...] = (
    another_value,
    store_rows,
    resume,
    pool_overhead,
    pool_busy,
)
